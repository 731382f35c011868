import { expertise } from '#content/expertise.ts';
import type { Expertise } from '#model/schema.ts';

type Role = Expertise['timeline'][number];

/** The role that a claim names by the year in which it began; the first, where two began in one. */
export const roleSince = (year: number): Role | undefined =>
  expertise.timeline.find(({ from }) => from === year);

/** Such as role-2016, and role-2016-2 for another that began in the same year. */
export const roleId = (role: Role): string => {
  const ofYear = expertise.timeline.filter(({ from }) => from === role.from);
  const index = ofYear.indexOf(role);
  return index > 0 ? `role-${role.from}-${index + 1}` : `role-${role.from}`;
};

/** The years of a role: 2016–2023, or 2023–present. */
export const yearsOf = ({ from, to }: Pick<Role, 'from' | 'to'>): string =>
  `${from}–${to ?? expertise.present}`;
