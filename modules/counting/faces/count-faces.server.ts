/** Counts at their two addresses: of warehouses and stalls, and of stores of factories. One behaviour, rights apart. */
import type { Context } from '../../../kernel/server/context.ts';
import * as factoryCalls from './factory-check.calls.ts';
import * as siteCalls from '../stock-check.calls.ts';
import { stockCheck, type StockCheckRow } from '../stock-check.document.ts';

type Of = typeof stockCheck;
type Known = Pick<Context, 'registry'>;

/** The calls of an address, and the declaration that shows its counts. */
export interface CountFace {
  readonly calls: Omit<typeof factoryCalls, 'FACTORY_COUNTS'>;
  of(context: Known): Of;
}
export const countFaces: readonly CountFace[] = [
  { calls: siteCalls, of: () => stockCheck },
  { calls: factoryCalls, of: ({ registry }) => registry.find(factoryCalls.FACTORY_COUNTS) as Of },
];

/** What shows counts of such places. */
export const faceOfKind = (context: Known, kind: StockCheckRow['placeKind']): Of =>
  countFaces[kind === 'factory' ? 1 : 0]!.of(context);

/** What the ledger calls such a count: by the address of what shows it. */
export const ledgerTypeOf = (kind: StockCheckRow['placeKind']): string =>
  kind === 'factory' ? factoryCalls.FACTORY_COUNTS : stockCheck.segment;
