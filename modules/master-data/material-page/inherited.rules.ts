/** What an empty box in the form of a material stands for: the setting of its type, or its base unit. */
import { OTHERWISE } from '../materials/material-traits.fields.ts';

export interface Inherited {
  readonly name: string;
  readonly value: string;
  readonly typeName: string;
}
/** What the form says so far; empty while nothing was chosen. */
export interface Chosen {
  readonly typeId: string;
  readonly baseUnitName: string;
}
/** Words for a value and where it comes from; undefined where there is none to show. */
type Stands =
  | { readonly from: 'type'; readonly value: string; readonly typeName: string }
  | { readonly from: 'base'; readonly unitName: string }
  | { readonly from: 'nobody'; readonly value: string }
  | undefined;

/** Fields that take what the type says, where they are left empty. */
const FROM_TYPE: ReadonlySet<string> = new Set([
  'materialKind',
  'taxRate',
  'storageZone',
  'shelfLifeDays',
  'nearExpiryDays',
  'minRemainingShare',
  'minRemainingDays',
  'overRate',
  'underRate',
  'absTolerance',
  'weighAtReceipt',
  'tempCheck',
]);
/** Fields that take the base unit. */
const FROM_BASE: ReadonlySet<string> = new Set(['purchaseUnitId', 'issueUnitId', 'recipeUnitId', 'saleUnitId']);

/** Is there something the field takes where it is left empty? Its hint need not say so then. */
export const inherits = (name: string): boolean => FROM_TYPE.has(name) || FROM_BASE.has(name);

/** What a field takes where it is left empty, as far as the form says it. */
export function standsFor(name: string, { typeId, baseUnitName }: Chosen, inherited: readonly Inherited[]): Stands {
  if (FROM_BASE.has(name)) return baseUnitName === '' ? undefined : { from: 'base', unitName: baseUnitName };
  if (!FROM_TYPE.has(name) || typeId === '') return undefined;
  const found = inherited.find((each) => each.name === name);
  if (found !== undefined) return { from: 'type', value: found.value, typeName: found.typeName };
  const otherwise = Object.entries(OTHERWISE).find(([each]) => each === name);
  return otherwise === undefined ? undefined : { from: 'nobody', value: String(otherwise[1]) };
}
