/** What a decision on a difference may say: how much is agreed, what becomes of it, who bears it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { choice, quantity, text, type Fields } from '../../../kernel/core/field.ts';
import { bearers, outcomes } from '../in-store-difference.document.ts';

/** Outcomes of what a supplier did not deliver; the others are of goods between our own places. */
const OF_SUPPLIERS: ReadonlySet<string> = new Set(['cancel-rest', 're-buy', 'charge']);

/** A difference, as far as a decision reads it. Quantities in the unit of its line. */
export interface Undecided {
  readonly supplierId: string | null;
  readonly differenceQty: string;
  readonly arrivedQty: string;
  readonly outcome: string;
  readonly bearer: string;
  readonly unitName: string;
}

/** Waiting is no decision; what is left are the outcomes of suppliers or of our own places. */
const outcomesFor = (isOfSupplier: boolean) =>
  outcomes.filter(([value]) => value !== 'wait' && OF_SUPPLIERS.has(value) === isOfSupplier);
const remark = text('备注', 'Remark', { optional: true, max: 200 });

/** What is asked to confirm one: all that has not come yet is proposed, with what was recorded. */
export function confirmFields(row: Undecided): Fields {
  const offered = outcomesFor(row.supplierId !== null && row.supplierId !== '');
  const rest = Decimal.of(row.differenceQty).minus(Decimal.of(row.arrivedQty)).toString();
  const recorded = offered.some(([value]) => value === row.outcome) ? { default: row.outcome } : {};
  return {
    agreedQty: quantity(`确认数量（${row.unitName}）`, `Agreed (${row.unitName})`, { default: rest, positive: true }),
    outcome: choice('处理方式', 'Outcome', offered, recorded),
    bearer: choice('责任方', 'Bearer', bearers, { default: row.bearer }),
    remark,
  };
}

/** What is asked to confirm several whole: left empty, each keeps what was recorded. */
export function confirmAllFields(rows: readonly Pick<Undecided, 'supplierId'>[]): Fields {
  const kinds = new Set(rows.map(({ supplierId }) => supplierId !== null && supplierId !== ''));
  const offered = outcomes.filter(([value]) =>
    [...kinds].every((kind) => outcomesFor(kind).some(([of]) => of === value)),
  );
  return {
    outcome: choice('处理方式', 'Outcome', offered, {
      optional: true,
      hint: { zh: '不填：各按登记时的处理方式', en: 'Leave empty to keep the outcome recorded for each' },
    }),
    bearer: choice('责任方', 'Bearer', bearers, {
      optional: true,
      hint: { zh: '不填：各按登记时的责任方', en: 'Leave empty to keep the bearer recorded for each' },
    }),
    remark,
  };
}

export const disputeFields: Fields = { reason: text('原因', 'Reason', { min: 2, max: 200 }) };
