import { expertise } from '#content/expertise.ts';
import type { Expertise } from '#model/schema.ts';

type Role = Expertise['timeline'][number];

/** Returns the role that began in the year that a claim names; the first one if there are several. */
export const roleSince = (year: number): Role | undefined =>
  expertise.timeline.find(({ from }) => from === year);

/** Returns an id such as role-2016, or role-2016-2 for the second role that began in the same year. */
export const roleId = (role: Role): string => {
  const ofYear = expertise.timeline.filter(({ from }) => from === role.from);
  const index = ofYear.indexOf(role);
  return index > 0 ? `role-${role.from}-${index + 1}` : `role-${role.from}`;
};

/** Returns the years of a role, such as 2016–2023 or 2023–present. */
export const yearsOf = ({ from, to }: Pick<Role, 'from' | 'to'>): string =>
  `${from}–${to ?? expertise.present}`;
