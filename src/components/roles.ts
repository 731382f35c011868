import { expertise } from '#content/expertise.ts';
import type { Expertise } from '#content/schema/schema.ts';

type Role = Pick<Expertise['timeline'][number], 'from' | 'to'>;

export const roleId = ({ from }: Role): string => `role-${from}`;

/** The years of a role: 2016–2023, or 2023–present. */
export const yearsOf = ({ from, to }: Role): string => `${from}–${to ?? expertise.present}`;
