/** A delivery while it is being entered: what is proposed, what a line still needs, what goes to the server. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { LotDates } from '../../stock/ledger/lot-life.rules.ts';
import { MAY_PASS } from '../delivery.rules.ts';
import { acceptRefusal, insideUnderTolerance, lifeRefusal, type LifeRequirement } from '../receiving.rules.ts';

/** A line as `preReceiving` proposes it. */
export interface ProposedLine {
  readonly detailId: string;
  readonly lineNo: number;
  readonly materialId: string;
  readonly materialName: string;
  readonly materialCode: string;
  readonly unitName: string;
  readonly qty: string;
  readonly receivedQty: string;
  readonly openQty: string;
  readonly limitQty: string;
  readonly acceptedQty: string;
  readonly overRate: string;
  readonly underRate: string;
  readonly absTolerance: string;
  readonly needsLife: number;
  readonly needsTemperature: number;
  readonly needsWeight: number;
  readonly needsPieces: number;
  readonly shelfLifeDays: number | null;
  /** Barcodes and names the goods go by with this supplier. */
  readonly codes: readonly string[];
  /** Kilograms in one unit of the line; null where it is no weight. */
  readonly unitKg: string | null;
  readonly price?: string | null;
  readonly lifeAsked: LifeRequirement;
  /** Today for fresh goods, on which nothing is printed; else empty, to be read from the pack. */
  readonly productionDate: string;
  /** Number and dates of the lot are as the supplier announced them. */
  readonly isAnnounced?: number;
  readonly supplierBatchNo?: string;
  readonly expiryDate?: string;
  /** The person may let goods pass that are not as asked, with a reason. */
  readonly mayOverride: number;
}
export type EntryField =
  | 'acceptedQty'
  | 'refusedQty'
  | 'refuseReason'
  | 'productionDate'
  | 'expiryDate'
  | 'temperature'
  | 'grossQty'
  | 'tareQty'
  | 'auxQty'
  | 'supplierBatchNo'
  | 'deliveredPrice'
  | 'overrideReason';

/** A picture of what was wrong, already stored; the wire has its id. */
export interface Photo {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}

/** What a person entered on a line. Only lines they checked are received: what nobody looked at is still to come. */
export interface Entry extends Readonly<Partial<Record<EntryField, string>>> {
  readonly line: ProposedLine;
  readonly isChecked: boolean;
  /** That much is missing was said once; checked again it is meant so. */
  readonly isShortConfirmed?: boolean;
  /** How many packs were scanned into it. */
  readonly scans?: number;
  readonly pictures?: readonly Photo[];
}

/** An entry for each line with something still to come, as the server proposes it. */
export const entriesOf = (lines: readonly ProposedLine[]): Entry[] =>
  lines
    .filter((line) => line.openQty !== '0')
    .map((line) => ({
      line,
      isChecked: false,
      acceptedQty: line.acceptedQty,
      ...(line.needsLife === 1 ? { productionDate: line.productionDate } : {}),
      ...(line.isAnnounced === 1
        ? { supplierBatchNo: line.supplierBatchNo ?? '', ...(line.expiryDate ? { expiryDate: line.expiryDate } : {}) }
        : {}),
    }));

/**
 * A delivery begun earlier goes on where it was left, except on lines that moved meanwhile: there what is open now is
 * proposed.
 */
export const resumed = (entries: readonly Entry[], stored: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    const before = stored.find((each) => each.line.detailId === entry.line.detailId);
    return before !== undefined &&
      before.line.openQty === entry.line.openQty &&
      before.line.receivedQty === entry.line.receivedQty
      ? { ...before, line: entry.line }
      : entry;
  });

const figure = (text: string | undefined): Decimal | null =>
  text !== undefined && Decimal.isText(text.trim()) ? Decimal.of(text.trim()) : null;
const isEmpty = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** Both dates of a line, where what was typed is a day. */
export const datesIn = (entry: Entry): LotDates => ({
  productionDate: dayIn(entry.productionDate),
  expiryDate: dayIn(entry.expiryDate),
});
const dayIn = (text: string | undefined): string | null => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text! : null);

/** The first field a line still needs before it can be checked; null when it has all. */
export function missingField(entry: Entry): EntryField | null {
  const accepted = figure(entry.acceptedQty);
  if (accepted === null) return 'acceptedQty';
  if (figure(entry.refusedQty)?.isPositive() && isEmpty(entry.refuseReason)) return 'refuseReason';
  if (!accepted.isPositive()) return null;
  const { needsWeight, needsPieces, needsTemperature, needsLife } = entry.line;
  if (needsWeight === 1 && isEmpty(entry.grossQty)) return 'grossQty';
  if (needsWeight === 1 && isEmpty(entry.tareQty)) return 'tareQty';
  if (needsPieces === 1 && isEmpty(entry.auxQty)) return 'auxQty';
  if (needsTemperature === 1 && isEmpty(entry.temperature)) return 'temperature';
  const { productionDate, expiryDate } = datesIn(entry);
  return needsLife === 1 && productionDate === null && expiryDate === null ? 'productionDate' : null;
}

const toleranceOf = (line: ProposedLine) => ({
  overPercent: Decimal.of(line.overRate),
  underPercent: Decimal.of(line.underRate),
  overQty: Decimal.of(line.absTolerance),
  underQty: Decimal.of(line.absTolerance),
});

/** The same limits the server keeps, said while typing: how much may come, and how long it must live yet. */
export function entryRefusal(entry: Entry, today: string): Refusal | undefined {
  const { line } = entry;
  const accepted = figure(entry.acceptedQty);
  if (accepted === null) return undefined;
  const tooMuch = acceptRefusal(
    {
      line: line.lineNo,
      material: line.materialName,
      unit: line.unitName,
      source: 'external',
      ordered: Decimal.of(line.qty),
      received: Decimal.of(line.receivedQty),
      refused: Decimal.zero,
      over: Decimal.zero,
      settled: Decimal.zero,
      waiting: Decimal.zero,
      tolerance: toleranceOf(line),
    },
    accepted,
  );
  const dates = datesIn(entry);
  if (tooMuch !== undefined || !accepted.isPositive()) return tooMuch;
  if (dates.productionDate === null && dates.expiryDate === null) return undefined;
  const life = lifeRefusal(line.materialName, dates, line.shelfLifeDays, today, line.lifeAsked, line.lineNo);
  return life !== undefined && line.mayOverride === 1 && MAY_PASS.has(life.code) && !isEmpty(entry.overrideReason)
    ? undefined
    : life;
}

/** The goods may be let pass with a reason: of what is wrong with them while it is typed, or as the server said. */
export const needsOverride = (entry: Entry, refusal: Refusal | undefined, isComplained: boolean): boolean =>
  entry.line.mayOverride === 1 &&
  (!isEmpty(entry.overrideReason) || isComplained || (refusal !== undefined && MAY_PASS.has(refusal.code)));

/** Nobody read the production date: it is what fresh goods mostly have. */
export const isAssumed = (entry: Entry): boolean =>
  !isEmpty(entry.productionDate) && entry.productionDate === entry.line.productionDate;

/**
 * What is neither accepted nor refused of what is open, where that is more than the tolerance: a quantity, and its
 * share in percent.
 */
export function shortOf(entry: Entry): { readonly qty: string; readonly percent: string } | null {
  const open = Decimal.of(entry.line.openQty);
  const accepted = figure(entry.acceptedQty);
  if (accepted === null || !open.isPositive()) return null;
  const missing = open.minus(accepted).minus(figure(entry.refusedQty) ?? Decimal.zero);
  if (
    !missing.isPositive() ||
    insideUnderTolerance(
      { source: 'external', ordered: Decimal.of(entry.line.qty), tolerance: toleranceOf(entry.line) },
      missing,
    )
  )
    return null;
  return { qty: missing.toString(), percent: missing.times(Decimal.hundred).dividedBy(open).rounded(0).toString() };
}

/** One more or one less, never below nothing. */
export const stepped = (text: string | undefined, by: 1 | -1): string =>
  Decimal.max(Decimal.zero, (figure(text) ?? Decimal.zero).plus(Decimal.of(by))).toString();

/** A changed line; weights say what was accepted. */
export function withField(entry: Entry, field: EntryField, text: string): Entry {
  const next = { ...entry, [field]: text, isChecked: false, isShortConfirmed: false };
  const gross = figure(next.grossQty);
  const tare = figure(next.tareQty);
  return (field === 'grossQty' || field === 'tareQty') && gross !== null && tare !== null
    ? { ...next, acceptedQty: gross.minus(tare).toString() }
    : next;
}

/** Less or more than was open, or something sent back: a photo tells the other side more than a word. */
export function hasDifference(entry: Entry): boolean {
  const accepted = figure(entry.acceptedQty);
  return (
    figure(entry.refusedQty)?.isPositive() === true ||
    (accepted !== null && !accepted.equals(Decimal.of(entry.line.openQty)))
  );
}

/** The line after this one that nobody checked yet, from the top again at the end; -1 when all are checked. */
export function nextUnchecked(entries: readonly Entry[], from: number): number {
  const order = [...entries.keys()].map((step) => (from + 1 + step) % entries.length);
  return order.find((at) => !entries[at]!.isChecked) ?? -1;
}

/** What the server is sent: the lines that were checked and brought something. */
export const deliveredOf = (
  entries: readonly Entry[],
): (Readonly<Record<string, unknown>> & { readonly detailId: string })[] =>
  entries
    .filter(
      (entry) => entry.isChecked && (figure(entry.acceptedQty)?.isPositive() || figure(entry.refusedQty)?.isPositive()),
    )
    .map(sentOf);
const sentOf = ({
  line,
  isChecked: _checked,
  isShortConfirmed: _isShortConfirmed,
  scans: _scans,
  pictures,
  ...fields
}: Entry) => ({
  detailId: line.detailId,
  ...fields,
  ...(pictures === undefined || pictures.length === 0 ? {} : { pictures: pictures.map((photo) => photo.id) }),
});

/** Widths of the bar in percent of the limit: received before, coming now, and where the order stands. */
export function barOf(entry: Entry): { readonly before: number; readonly now: number; readonly ordered: number } {
  const limit = Decimal.of(entry.line.limitQty);
  const share = (qty: Decimal): number =>
    limit.isZero() ? 0 : Math.min(100, qty.times(Decimal.hundred).dividedBy(limit).toApproximateNumber());
  const before = share(Decimal.of(entry.line.receivedQty));
  return {
    before,
    now: Math.min(100 - before, share(figure(entry.acceptedQty) ?? Decimal.zero)),
    ordered: share(Decimal.of(entry.line.qty)),
  };
}
