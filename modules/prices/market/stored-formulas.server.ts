/** Price formulas as they are stored, in force on a day, with the sentence that says what each does. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { formulaSentence } from './formula-sentence.rules.ts';
import type { Band, Formula, FormulaScope, QuotedOver, Step } from './price-formula.rules.ts';
import type { PriceType } from '../price-book/price.resource.ts';

type ReferenceKind =
  | 'purchase'
  | 'last-receipt'
  | 'settlement'
  | 'management'
  | 'market-avg'
  | 'market-low'
  | 'market-high';

export interface StoredFormula extends FormulaScope {
  readonly name: string;
  readonly reference: ReferenceKind;
  readonly marketSourceId: Id | null;
  readonly period: QuotedOver;
  readonly periodDays: number;
  readonly maxAgeDays: number;
  readonly formula: Formula;
  readonly text: Label;
}
interface FormulaRow extends FormulaScope {
  readonly name: string;
  readonly reference: ReferenceKind;
  readonly marketSourceId: Id | null;
  readonly period: QuotedOver;
  readonly periodDays: number;
  readonly maxAgeDays: number;
  readonly method: Step['method'] | null;
  readonly rate: DecimalText | null;
  readonly addAmount: DecimalText | null;
  readonly floorPrice: DecimalText | null;
  readonly ceilingPrice: DecimalText | null;
  readonly roundPlaces: number;
  readonly bands: readonly StoredBand[];
}
export interface StoredBand {
  readonly fromPrice: string | number;
  readonly toPrice: string | number | null;
  readonly method: Step['method'];
  readonly rate: string | number | null;
  readonly addAmount: string | number | null;
}
const stepOf = (method: Step['method'], rate: unknown, addAmount: unknown): Step =>
  method === 'add'
    ? { method, amount: Decimal.of(String(addAmount ?? '0')) }
    : { method, rate: Decimal.of(String(rate ?? '0')) };
/** A stored band of a formula as the rules read it; without an upper price it is open. */
export const bandOf = (row: StoredBand): Band => ({
  from: Decimal.of(String(row.fromPrice)),
  to: row.toPrice === null || row.toPrice === undefined || row.toPrice === '' ? null : Decimal.of(String(row.toPrice)),
  step: stepOf(row.method, row.rate, row.addAmount),
});
const decimalOf = (given: DecimalText | null): Decimal | null => (given === null ? null : Decimal.of(given));

/** Which formulas are meant. */
export interface FormulasRequest {
  readonly priceType: PriceType;
  /** The day the formulas are in force. */
  readonly startDate: string;
  /** Only those for all departments: plans are related to departments as a whole. */
  readonly everywhere?: boolean;
  /** Only this formula, as if there were no other. */
  readonly alone?: Id;
}
/** Formulas in force on a day, by their code. */
export async function formulasOn(
  context: Context,
  { priceType, alone, startDate, everywhere }: FormulasRequest,
): Promise<StoredFormula[]> {
  const named = alone === undefined ? sql`` : sql`and f.id = ${alone}::bigint`;
  const general = everywhere === true ? sql`and f.dept_id is null` : sql``;
  const rows = await context.tx.rows<FormulaRow>(sql`
    select f.id, f.code, f.name, f.dept_id, f.material_id, f.material_type_id, f.start_date, f.reference,
      f.market_source_id, f.period, f.period_days, f.max_age_days, f.method, f.rate, f.add_amount, f.floor_price,
      f.ceiling_price, f.round_places,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'fromPrice', b.from_price::text, 'toPrice', b.to_price::text,
          'method', b.method, 'rate', b.rate::text, 'addAmount', b.add_amount::text) order by b.line_no)
        from price_formula_band b where b.price_formula_id = f.id), '[]') as bands
    from price_formula f
    where f.frozen = 0 and f.price_type = ${priceType} and f.start_date <= ${startDate}::date
      and (f.end_date is null or f.end_date >= ${startDate}::date) ${named} ${general}
    order by f.code`);
  return rows.map((row) => {
    const formula: Formula = {
      step: row.method === null ? null : stepOf(row.method, row.rate, row.addAmount),
      bands: row.bands.map(bandOf),
      floor: decimalOf(row.floorPrice),
      ceiling: decimalOf(row.ceilingPrice),
      places: row.roundPlaces,
    };
    return { ...row, formula, text: formulaSentence({ ...row, priceType }, row.bands) };
  });
}
