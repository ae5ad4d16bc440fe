/** What a decision on a difference may say: how much is agreed, what becomes of it, who bears it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { choice, pictures, quantity, text, type Fields } from '../../../kernel/core/field.ts';
import { bearers, outcomes, ownBearers, ownOutcomes } from '../../issuing/claims/difference-choices.ts';

/** Outcomes of what a supplier did not deliver; the others are of goods between our own places. */
const OF_SUPPLIERS: ReadonlySet<string> = new Set(['cancel-rest', 're-buy', 'charge']);

/** A difference, as far as a decision reads it. Quantities in the unit of its line. */
export interface Undecided {
  /** Of goods between our own places. */
  readonly fromLocationId: string | null;
  readonly differenceQty: string;
  readonly arrivedQty: string;
  readonly outcome: string;
  readonly bearer: string;
  readonly unitName: string;
}

const isOwn = ({ fromLocationId }: Pick<Undecided, 'fromLocationId'>): boolean =>
  fromLocationId !== null && fromLocationId !== '';
/** Waiting is no decision; what is left are the outcomes of suppliers, or of our own places. */
const outcomesFor = (row: Pick<Undecided, 'fromLocationId' | 'differenceQty'>) =>
  isOwn(row)
    ? ownOutcomes(Decimal.of(row.differenceQty).isNegative())
    : outcomes.filter(([value]) => OF_SUPPLIERS.has(value));
const bearersFor = (row: Pick<Undecided, 'fromLocationId'>) => (isOwn(row) ? ownBearers : bearers);
const remark = text('备注', 'Remark', { optional: true, max: 200 });

/** What is asked to confirm one: all that has not come yet is proposed, with what was recorded. */
export function confirmFields(row: Undecided): Fields {
  const offered = outcomesFor(row);
  const rest = Decimal.of(row.differenceQty).abs().minus(Decimal.of(row.arrivedQty)).toString();
  const recorded = offered.some(([value]) => value === row.outcome) ? { default: row.outcome } : {};
  return {
    agreedQty: quantity(`确认数量（${row.unitName}）`, `Agreed (${row.unitName})`, { default: rest, positive: true }),
    outcome: choice('处理方式', 'Outcome', offered, recorded),
    bearer: choice('责任方', 'Bearer', bearersFor(row), { default: row.bearer }),
    remark,
  };
}

/** What is asked to confirm several whole: left empty, each keeps what was recorded. */
export function confirmAllFields(rows: readonly Pick<Undecided, 'fromLocationId' | 'differenceQty'>[]): Fields {
  const offered = outcomes.filter(([value]) => rows.every((row) => outcomesFor(row).some(([of]) => of === value)));
  return {
    outcome: choice('处理方式', 'Outcome', offered, {
      optional: true,
      hint: { zh: '不填：各按登记时的处理方式', en: 'Leave empty to keep the outcome recorded for each' },
    }),
    bearer: choice('责任方', 'Bearer', rows.every(isOwn) ? ownBearers : bearers, {
      optional: true,
      hint: { zh: '不填：各按登记时的责任方', en: 'Leave empty to keep the bearer recorded for each' },
    }),
    remark,
  };
}

export const disputeFields: Fields = { reason: text('原因', 'Reason', { min: 2, max: 200 }) };

/** What the receiver may change while he insists: what was recorded is proposed. */
export const insistFields = (row: Undecided & { readonly cause: string }): Fields => ({
  reason: text('回复对方', 'Answer', { min: 2, max: 200 }),
  outcome: choice('处理方式', 'Outcome', outcomesFor(row), { default: row.outcome }),
  bearer: choice('责任方', 'Bearer', bearersFor(row), { default: row.bearer }),
  cause: text('原因说明', 'Cause', { default: row.cause, optional: true, max: 200 }),
  pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
});
