/** Lines of a count as people, sheets and other clients send them. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id, Values } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import { momentMade } from '../../parts/device-entries/device-time.rules.ts';
import { deviceEntryFields } from '../../parts/device-entries/sending-fields.ts';
import { countedFields, foundLotFields } from './stock-check.document.ts';

const LINES_MAX = 2000;
const PARTS_MAX = 50;

/** What is counted of a line; of a lot the book does not know also what makes it a lot. */
type CountedValues = Partial<Values<typeof countedFields> & Values<typeof foundLotFields>>;

/** A counted line as it came in; several weighings of one lot are parts of it, each in a unit of its own. */
export interface Entered {
  readonly line: number;
  /** null: a lot that is not in the book. */
  readonly id: Id | null;
  readonly values: CountedValues;
  readonly parts: readonly { readonly qty: string; readonly unitId: Id | null }[];
  readonly seen?: Decimal | null;
  /** What the device called it by that it was made on, and when that was by its clock. */
  readonly key: string | null;
  readonly madeTime: string | null;
}

/** A line as it is sent, before any of it is read. */
interface SentLine extends Readonly<Record<string, unknown>> {
  readonly id?: unknown;
  readonly detailId?: unknown;
  readonly checkId?: unknown;
  readonly parts?: unknown;
  readonly seenQty?: unknown;
  readonly qty?: unknown;
  readonly unitId?: unknown;
}
/** What was sent as a record; one without anything where it is none. */
export const recordOf = (value: unknown): SentLine => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Reads what was typed; everything wrong with it is said before anything is locked. */
export function readEntered(sent: readonly SentLine[]): Entered[] {
  const refusals: Refusal[] =
    sent.length === 0
      ? [refuse('counting.no-lines-sent')]
      : sent.length > LINES_MAX
        ? [refuse('ids.too-many', { max: LINES_MAX })]
        : [];
  const entered = sent.slice(0, LINES_MAX).map((each, index): Entered => {
    const line = index + 1;
    const given = each.id ?? each.detailId;
    const id = typeof given === 'string' && /^\d{1,19}$/.test(given) ? given : null;
    if (id === null && given !== undefined && given !== '')
      refusals.push(refuse('counting.line-unknown', { line }, { line }));
    const read = readFields(id === null ? { ...foundLotFields, ...countedFields } : countedFields, each, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line })));
    const values: CountedValues = read.values;
    const device = readFields(deviceEntryFields, each, true);
    refusals.push(...device.refusals.map((refusal) => ({ ...refusal, line })));
    const parts = (Array.isArray(each.parts) ? each.parts : [])
      .slice(0, PARTS_MAX)
      .flatMap((part) => readPart(part, line, refusals));
    const seen = each.seenQty;
    return {
      line,
      id,
      values,
      key: device.values.key || null,
      madeTime: device.values.madeTime || null,
      parts:
        parts.length > 0 || values.countQty === null || values.countQty === undefined
          ? parts
          : [{ qty: values.countQty, unitId: values.unitId ?? null }],
      ...(seen === undefined
        ? {}
        : { seen: typeof seen === 'string' && Decimal.isText(seen) ? Decimal.of(seen) : null }),
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return entered;
}

function readPart(part: unknown, line: number, refusals: Refusal[]): { qty: string; unitId: string | null }[] {
  const { countQty, unitId } = countedFields;
  const { qty, unitId: partUnitId } = recordOf(part);
  const read = readFields(
    { countQty: { ...countQty, optional: false, rules: { ...countQty.rules, optional: false } }, unitId },
    { countQty: qty, unitId: partUnitId },
    true,
  );
  refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line })));
  return read.refusals.length > 0 ? [] : [{ qty: String(read.values.countQty), unitId: read.values.unitId ?? null }];
}

/**
 * A line with the time it was counted at, where a device made it earlier; one counted now has none. `since`: when the
 * count began.
 */
export function timed(each: Entered, now: string, deviceTime: string | null, since: string | null): Entered {
  const { values, madeTime } = each;
  if (madeTime === null || (values.countTime ?? null) !== null) return each;
  const countTime = momentMade(now, madeTime, deviceTime, since ?? now);
  return countTime === now ? each : { ...each, values: { ...values, countTime } };
}
