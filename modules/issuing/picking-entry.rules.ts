/** Lots while they are being picked: what is proposed, what a line still lacks and why, what goes to the server. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { prePicking } from './out-store.calls.ts';

export type PickBill = TypeOf<typeof prePicking.answer>;
export type PickLine = PickBill['details'][number];
/** What a picker entered for a line: by lot, and of goods of catch weight also in their second measure. */
export interface Entry {
  readonly qty: Readonly<Record<string, string>>;
  readonly second?: Readonly<Record<string, string>>;
  readonly shortReason: string;
  readonly overrideReason: string;
  readonly done: boolean;
}
export type Entries = Readonly<Record<string, Entry>>;

/** The longest texts an entry holds, and how many lots. */
const LONGEST = { figure: 20, reason: 60, words: 200, lots: 100 };
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Figures by lot, also half-typed ones. */
const isFigures = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) &&
  Object.keys(value).length <= LONGEST.lots &&
  Object.entries(value).every(([lot, text]) => /^\d{1,19}$/.test(lot) && isText(text, LONGEST.figure));

/** What was entered of a line, as another device wrote it; undefined where it is nothing of the kind. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined;
  const { qty, second, shortReason, overrideReason, done } = value;
  if (!isFigures(qty) || !(second === undefined || isFigures(second)) || typeof done !== 'boolean') return undefined;
  if (!isText(shortReason, LONGEST.reason) || !isText(overrideReason, LONGEST.words)) return undefined;
  return { qty, ...(second === undefined ? {} : { second }), shortReason, overrideReason, done };
}

/** What this device stores of a bill: its entries, and the lines of which the server does not have them yet. */
export interface StoredPicking {
  readonly entries: Entries;
  readonly unsent: readonly string[];
  /** The key under which all of it waits in the outbox. */
  readonly sentAs?: string;
}
const NOTHING_STORED: StoredPicking = { entries: {}, unsent: [] };

/**
 * The entries a bill goes on with: of lines this device has not sent its own, of all others what the server has.
 * `from`: who accepted lines this device knows nothing of, each once; `others`: how many lines those are.
 */
export function mergedEntries(
  lines: readonly Pick<PickLine, 'id' | 'entered'>[],
  { entries, unsent }: StoredPicking = NOTHING_STORED,
): { readonly entries: Entries; readonly others: number; readonly from: readonly string[] } {
  const foreign: string[] = [];
  const merged = lines.flatMap(({ id, entered }): [string, Entry][] => {
    const own = entries[id];
    if (own !== undefined && unsent.includes(id)) return [[id, own]];
    const stored = readEntry(entered);
    if (stored === undefined) return [];
    if (own === undefined) foreign.push(isObject(entered) ? String(entered['by'] ?? '') : '');
    return [[id, stored]];
  });
  return { entries: Object.fromEntries(merged), others: foreign.length, from: [...new Set(foreign)] };
}

const figure = (text: string | undefined): Decimal =>
  text !== undefined && Decimal.isText(text) ? Decimal.of(text) : Decimal.zero;
/** What was entered of a line; until something is, its lots as proposed. */
export const entryOf = (line: PickLine, entries: Entries): Entry =>
  entries[line.id] ?? {
    qty: Object.fromEntries(line.proposedPicks.map((pick) => [pick.batchId, pick.qty])),
    shortReason: '',
    overrideReason: '',
    done: false,
  };
/** All that is picked of the line, in its unit. */
export const takenOf = (entry: Entry): Decimal => Decimal.sum(Object.values(entry.qty).map(figure));
/** Positive: short; negative: too much. */
export const missingOf = (line: PickLine, entry: Entry): Decimal => Decimal.of(line.openQty).minus(takenOf(entry));
/** A lot that expires later is taken while an earlier one is not taken as proposed. */
export const skipsFirst = (line: PickLine, entry: Entry): boolean =>
  line.proposedPicks.some(
    (early, at) =>
      figure(entry.qty[early.batchId]).isBelow(Decimal.of(early.qty)) &&
      line.proposedPicks.slice(at + 1).some((late) => figure(entry.qty[late.batchId]).isPositive()),
  );

/** Lots of catch weight that were taken and not measured both ways. */
export const unmeasured = (line: PickLine, entry: Entry): readonly string[] =>
  line.needsPieces === 0
    ? []
    : line.proposedPicks
        .map((pick) => pick.batchId)
        .filter((lot) => figure(entry.qty[lot]).isPositive() && !figure(entry.second?.[lot]).isPositive());

/** Why a line is short: what the picker chose; where the store lacks it and all there is was taken, that. */
export const reasonOf = (line: PickLine, entry: Entry): string =>
  entry.shortReason === '' &&
  line.shortage !== '' &&
  takenOf(entry).isAtLeast(Decimal.sum(line.proposedPicks.map((pick) => Decimal.of(pick.qty))))
    ? OUT_OF_STOCK
    : entry.shortReason;
const OUT_OF_STOCK = 'out-of-stock';

/** What is sent of a picking; with `keepOpen` the rest of each line stays to be picked. */
export const bodyOf = (bill: PickBill, entries: Entries, keepOpen: boolean) => ({
  id: bill.id,
  keepOpen: keepOpen ? '1' : '0',
  details: bill.details
    .filter((line) => line.openQty !== '0')
    .flatMap((line) => {
      const entry = entryOf(line, entries);
      // With the rest kept open, a line nobody looked at stays in the store.
      if (!entry.done && keepOpen) return [{ detailId: line.id, picks: [] }];
      const picks = line.proposedPicks.flatMap((pick) => {
        const qty = figure(entry.qty[pick.batchId]);
        // Taken as proposed it is what was proposed to the gram, in whatever unit the line counts.
        const baseQty = line.inPieces === 0 && qty.equals(Decimal.of(pick.qty)) ? { baseQty: pick.baseQty } : {};
        const second = entry.second?.[pick.batchId];
        const measured =
          line.needsPieces === 0 || second === undefined
            ? {}
            : line.inPieces === 1
              ? { baseQty: second }
              : { auxQty: second };
        return qty.isPositive()
          ? [
              {
                batchId: pick.batchId,
                qty: entry.qty[pick.batchId],
                ...baseQty,
                ...measured,
                overrideReason: entry.overrideReason,
              },
            ]
          : [];
      });
      const shortReason = reasonOf(line, entry);
      return [{ detailId: line.id, picks, ...(shortReason === '' ? {} : { shortReason }) }];
    }),
});

/** Reasons of a sorting table that a store does not have: nothing is on its way to it, and nothing was shared out. */
const OF_SORTING: readonly string[] = ['late', 'split'];

/** May a picker give this reason for what he leaves short? */
export const isPickReason = (reason: string): boolean => !OF_SORTING.includes(reason);
