/**
 * Which goods a store of a factory takes in, by the nature of the material. A raw material in the finished store would
 * be shipped to sites as if somebody had made something of it.
 *
 * Asked wherever goods begin to lie at a place: receipts, transfers, other receipts, production. What is counted, what
 * comes back to where it was and what only becomes another lot is not stopped: it is there already.
 */
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { materialKinds } from '../../master-data/materials/material-traits.fields.ts';
import '../stock.refusals.ts';
import { factoryStoreTypes, type FactoryStoreType } from './factory-warehouse.resource.ts';

export type MaterialKind = (typeof materialKinds)[number][0];

/** Kinds of material each type of store takes. */
const KEPT: Readonly<Record<FactoryStoreType, readonly MaterialKind[]>> = {
  raw: ['raw', 'consumable'],
  semi: ['semi'],
  finished: ['finished'],
  pack: ['packaging', 'consumable'],
  return: ['raw', 'semi', 'finished', 'packaging', 'consumable'],
};

/** Reasons by which goods are new at the place they go to. */
const BRINGS_IN = /^(receipt\..+|.+\.receive|other-in\.post|kitchen\.produce-in)$/;
/** Is what such a move brings new at its place? */
export const bringsIn = (reason: string): boolean => BRINGS_IN.test(reason);

const wordOf = (words: readonly (readonly [string, string, string])[], key: string): Label => {
  const [, zh, en] = words.find(([each]) => each === key)!;
  return label(zh, en);
};

/** A material on its way to a store of a factory. */
export interface Kept {
  readonly material: string;
  readonly materialKind: MaterialKind;
  readonly warehouse: string;
  readonly type: FactoryStoreType;
}
/** What stands against such a material coming to such a store; undefined where it is kept there. */
export function notKept({ material, materialKind, warehouse, type }: Kept, line?: number): Refusal | undefined {
  if (KEPT[type].includes(materialKind)) return undefined;
  return refuse(
    'stock.not-kept-there',
    {
      material,
      kind: wordOf(materialKinds, materialKind),
      warehouse,
      type: wordOf(factoryStoreTypes, type),
    },
    line === undefined ? {} : { line, field: 'materialId' },
  );
}
