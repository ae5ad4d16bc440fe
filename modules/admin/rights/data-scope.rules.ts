import { PARTIES } from './party.rules.ts';

/** What of a role, or of a scope granted to it, decides which rows its holders see. */
export interface RowScope {
  readonly dataScopeType: string;
  readonly dataScopeValue: string | null;
}

/** How a department is meant: itself, with all below it, or its whole company. */
type Extent = 'itself' | 'below' | 'company';
export interface Named {
  readonly extent: Extent;
  readonly dept: string;
}

/** Words of a custom scope that departments answer, and those that the outside company of the holder answers. */
const DEPARTMENT_WORDS: Readonly<Record<string, Extent>> = {
  'my-company': 'company',
  'my-warehouses': 'below',
  'my-districts': 'below',
};
const PARTY_WORDS: readonly string[] = Object.values(PARTIES).map(({ scope }) => scope);
const LISTED = /^dept:\d{1,19}(,\d{1,19})*$/;

/** May this stand as the value of a custom scope? */
export const isScopeValue = (value: string): boolean =>
  Object.hasOwn(DEPARTMENT_WORDS, value) || PARTY_WORDS.includes(value) || LISTED.test(value);

/**
 * Do departments alone decide which rows it shows? Else only somebody who sees everything may give it.
 */
export const isByDepartment = ({ dataScopeType, dataScopeValue }: RowScope): boolean =>
  dataScopeType !== '1' && !(dataScopeType === '5' && PARTY_WORDS.includes(dataScopeValue ?? ''));

/** Departments a scope names for somebody in these departments. Own records (type 2) need none. */
export function namedBy({ dataScopeType, dataScopeValue }: RowScope, deptIds: readonly string[]): readonly Named[] {
  const each = (extent: Extent): Named[] => deptIds.map((dept) => ({ extent, dept }));
  const value = dataScopeValue ?? '';
  if (dataScopeType === '3') return each('itself');
  if (dataScopeType === '4') return each('below');
  if (dataScopeType !== '5') return [];
  if (Object.hasOwn(DEPARTMENT_WORDS, value)) return each(DEPARTMENT_WORDS[value]!);
  return LISTED.test(value)
    ? value
        .slice('dept:'.length)
        .split(',')
        .map((dept) => ({ extent: 'itself', dept }))
    : [];
}
