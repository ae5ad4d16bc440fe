import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { EnteredLine, EnteredPick, OpenLine } from './picking.rules.ts';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/** Reads what the picker sent, by line. Lines of another document and quantities that are none are refused by their place in the list. */
export function readEntered(raw: unknown, lines: readonly OpenLine[]): Map<string, EnteredLine> {
  const known = new Set(lines.map((line) => line.id));
  const refusals: Refusal[] = [];
  const entered = new Map<string, EnteredLine>();
  for (const [index, given] of (Array.isArray(raw) ? raw : []).entries()) {
    const line = recordOf(given);
    const detailId = text(line['detailId']) || text(line['id']);
    if (!known.has(detailId)) {
      refusals.push(refuse('issuing.line-unknown', { line: index + 1 }));
      continue;
    }
    const picks = Array.isArray(line['picks']) ? line['picks'].map((pick) => readPick(recordOf(pick), index + 1, refusals)) : null;
    entered.set(detailId, { detailId, shortReason: text(line['shortReason']) || null, picks });
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  return entered;
}

function readPick(pick: Record<string, unknown>, line: number, refusals: Refusal[]): EnteredPick {
  const batchId = text(pick['batchId']);
  const qty = text(pick['qty']);
  if (!/^\d{1,19}$/.test(batchId)) refusals.push(refuse('param.invalid', { name: 'batchId', value: batchId }, { line }));
  if (!Decimal.isText(qty)) refusals.push(refuse('param.invalid', { name: 'qty', value: qty }, { line }));
  return { batchId, qty: Decimal.of(Decimal.isText(qty) ? qty : '0'), overrideReason: text(pick['overrideReason']) };
}
