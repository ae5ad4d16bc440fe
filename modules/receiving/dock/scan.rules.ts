/**
 * What is scanned at the dock (joints H10), in this order: our lot label, GS1, a barcode of a material or supplier, the
 * number of a bill, words. What a GS1 code says of lot, dates and weight stands on the line it belongs to.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { codeKey, printedGtin } from '../../../parts/gs1/check-digit.rules.ts';
import { readGs1, type Gs1 } from '../../../parts/gs1/gs1.rules.ts';
import { lotOfLabel } from '../../stock/lots/lot-label.rules.ts';
import { type Entry, withField } from './dock-entry.rules.ts';
import './scan.refusals.ts';

export type Scan =
  | { readonly kind: 'lot'; readonly batchId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** `code` is what the goods are known by; empty where a label says only lot, dates or weight. */
  | { readonly kind: 'goods'; readonly code: string; readonly gs1: Gs1 | null };

/** A symbology before a code that is no GS1 element string. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
const QTY_PLACES = 6;
/** A hand scanner that fires twice does so within this time. */
const ONE_SCAN_MS = 300;

/** What was scanned or typed. */
export function scanOf(typed: string, today: string): Scan {
  const batchId = lotOfLabel(typed);
  if (batchId !== null) return { kind: 'lot', batchId };
  const reading = readGs1(typed, today);
  if (reading === undefined) return { kind: 'goods', code: typed.trim().replace(SYMBOLOGY, ''), gs1: null };
  if (!reading.ok) return { kind: 'refused', refusal: reading.refusal };
  const { gtin } = reading.gs1;
  return { kind: 'goods', code: gtin === null ? '' : printedGtin(gtin), gs1: reading.gs1 };
}

/** What was scanned, and when: milliseconds. */
export interface ScanMoment {
  readonly code: string;
  readonly at: number;
}
/** The same scan once more, before anybody could have scanned another. */
export const isSameScan = (before: ScanMoment | undefined, { code, at }: ScanMoment): boolean =>
  before?.code === code && at - before.at < ONE_SCAN_MS;

/** The line whose goods go by this code, one that nobody checked first; -1 where there is none. */
export function lineOfCode(entries: readonly Entry[], code: string): number {
  const key = codeKey(code);
  const fits = ({ line }: Entry): boolean =>
    codeKey(line.materialCode) === key || line.codes.some((each) => codeKey(each) === key);
  const open = entries.findIndex((entry) => !entry.isChecked && fits(entry));
  return open < 0 ? entries.findIndex(fits) : open;
}

/** A code rather than a word: worth remembering for a material. */
export const isCode = (text: string): boolean => /^(?=.*\d)[\w.\-/+ ]{4,64}$/.test(text);

/** Why what a code says cannot stand on a line. */
export function scanRefusal({ line, scans, supplierBatchNo = '' }: Entry, gs1: Gs1): Refusal | undefined {
  const { materialName: material } = line;
  if ((scans ?? 0) > 0 && gs1.lot !== null && supplierBatchNo !== '' && gs1.lot !== supplierBatchNo)
    return refuse(
      'receiving.scan-other-lot',
      { material, lot: supplierBatchNo, scanned: gs1.lot },
      { line: line.lineNo },
    );
  if (gs1.grossKg !== null && gs1.netKg !== null && gs1.grossKg.isBelow(gs1.netKg))
    return refuse(
      'receiving.scan-gross-below-net',
      { material, gross: gs1.grossKg, net: gs1.netKg },
      { line: line.lineNo },
    );
  return undefined;
}

/** A line with what a code says of it. Packs of one line that are scanned one after the other add up. */
export function withScan(entry: Entry, gs1: Gs1): Entry {
  return {
    ...entry,
    isChecked: false,
    isShortConfirmed: false,
    ...(gs1.lot === null ? {} : { supplierBatchNo: gs1.lot }),
    ...datesOf(entry, gs1),
    ...figuresOf(entry, gs1),
    scans: (entry.scans ?? 0) + 1,
  };
}

/** A day of production that was only assumed gives way to an expiry that is printed. */
const datesOf = (entry: Entry, { productionDate, expiryDate }: Gs1): Partial<Entry> => ({
  ...(productionDate === null ? {} : { productionDate }),
  ...(expiryDate === null ? {} : { expiryDate }),
  ...(productionDate === null && expiryDate !== null && entry.productionDate === entry.line.productionDate
    ? { productionDate: '' }
    : {}),
});

/** A line with what the scale shows, in its unit; null where its unit has no weight. The tare stays as it was. */
export function withWeight(entry: Entry, kg: Decimal): Entry | null {
  const weight = inUnitOf(entry.line, kg)?.toString();
  return weight === undefined
    ? null
    : withField(entry, entry.line.needsWeight === 1 ? 'grossQty' : 'acceptedQty', weight);
}
/** A line weighed in one crate more. */
export function withCrate(entry: Entry, tareKg: Decimal): Entry {
  const before = Decimal.isText(entry.tareQty ?? '') ? Decimal.of(entry.tareQty!) : Decimal.zero;
  const tare = inUnitOf(entry.line, tareKg);
  return tare === null ? entry : withField(entry, 'tareQty', before.plus(tare).toString());
}
const inUnitOf = ({ unitKg }: Entry['line'], kg: Decimal): Decimal | null =>
  unitKg === null ? null : kg.dividedBy(Decimal.of(unitKg)).rounded(QTY_PLACES);

function figuresOf({ line, scans, acceptedQty, grossQty, auxQty }: Entry, gs1: Gs1): Partial<Entry> {
  const isFirst = (scans ?? 0) === 0;
  const sum = (before: string | undefined, now: Decimal): Decimal =>
    isFirst || before === undefined || !Decimal.isText(before) ? now : Decimal.of(before).plus(now);
  const { netKg, grossKg, count } = gs1;
  const pieces = line.needsPieces === 1 && (netKg !== null || count !== null) ? (count ?? Decimal.one) : null;
  const counted = pieces === null ? {} : { auxQty: sum(auxQty, pieces).toString() };
  if (line.unitKg === null)
    return count === null || line.needsPieces === 1 ? counted : { acceptedQty: sum(acceptedQty, count).toString() };
  if (netKg === null) return counted;
  const inUnit = (kg: Decimal): Decimal => inUnitOf(line, kg)!;
  const net = sum(acceptedQty, inUnit(netKg));
  if (line.needsWeight !== 1) return { ...counted, acceptedQty: net.toString() };
  const gross = sum(grossQty, inUnit(grossKg ?? netKg));
  return { ...counted, acceptedQty: net.toString(), grossQty: gross.toString(), tareQty: gross.minus(net).toString() };
}
