import { Decimal } from '../../kernel/core/decimal.ts';
import { quantity, ref, text, type Fields } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { readFields } from '../../kernel/core/validate.ts';
import type { doPicking } from './out-store.calls.ts';
import type { EnteredLine, EnteredPick, OpenLine } from './picking.rules.ts';

/** What a picker says of one lot. */
const pickFields = {
  batchId: ref('批次', 'Lot', 'batch'),
  qty: quantity('拣货数量', 'Picked quantity', { unit: 'unitId' }),
  baseQty: quantity('基本数量', 'Base quantity', { optional: true, unit: 'baseUnitId' }),
  auxQty: quantity('件数', 'Pieces', { optional: true, positive: true }),
  overrideReason: text('换批原因', 'Why another lot', { optional: true, max: 200 }),
} satisfies Fields;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

type SentLine = NonNullable<InputOf<typeof doPicking.input>['details']>[number];

/**
 * Reads what the picker sent, by line. Lines of another document and quantities that are none are refused by their
 * place in the list.
 */
export function readEntered(given: readonly SentLine[], lines: readonly OpenLine[]): Map<string, EnteredLine> {
  const known = new Set(lines.map((line) => line.id));
  const refusals: Refusal[] = [];
  const entered = new Map<string, EnteredLine>();
  for (const [index, line] of given.entries()) {
    const detailId = line.detailId ?? line.id ?? '';
    if (!known.has(detailId)) {
      refusals.push(refuse('issuing.line-unknown', { line: index + 1 }));
      continue;
    }
    const picks = Array.isArray(line.picks)
      ? line.picks.flatMap((pick) => readPick(recordOf(pick), index + 1, refusals))
      : null;
    entered.set(detailId, { detailId, shortReason: line.shortReason, picks });
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  return entered;
}

function readPick(pick: Record<string, unknown>, line: number, refusals: Refusal[]): EnteredPick[] {
  const { values, refusals: wrong } = readFields(pickFields, pick, true);
  refusals.push(...wrong.map((refusal) => ({ ...refusal, line })));
  if (wrong.length > 0) return [];
  const given = (name: 'baseQty' | 'auxQty'): Decimal | null =>
    typeof values[name] === 'string' ? Decimal.of(values[name]) : null;
  return [
    {
      batchId: String(values.batchId),
      qty: Decimal.of(String(values.qty)),
      baseQty: given('baseQty'),
      auxQty: given('auxQty'),
      overrideReason: values.overrideReason ?? '',
    },
  ];
}
