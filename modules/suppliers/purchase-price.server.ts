/**
 * What a supplier asks on a day and why; who offers a material to which sites. Set-based: one question for a whole
 * document.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import {
  convertLines,
  unitLadders,
  type ConvertedLine,
  type LineQuantity,
} from '../master-data/units/material-units.server.ts';
import { unitPath, type UnitContext, type UnitConversion } from '../master-data/units/unit-conversion.rules.ts';
import { packOf, type PackRow } from './supplier-material.server.ts';

export interface PriceQuestion {
  readonly supplierId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  /** Delivery day, or order day where the supplier's contract says so. */
  readonly date: string;
  /** Asks for this contract's price; without it any contract in force goes before the plain price. */
  readonly agreementNo?: string;
}
export type PurchasePrice =
  | {
      readonly found: true;
      /** With tax, per unit asked for, 6 places. */
      readonly price: DecimalText;
      /** Per base unit, 6 places. */
      readonly basePrice: DecimalText;
      readonly taxRate: DecimalText;
      readonly unitId: Id;
      readonly factor: DecimalText;
      readonly supplierMaterialId: Id;
      readonly level: 'contract' | 'supplier';
      readonly agreementNo: string;
      readonly startDate: string;
      readonly endDate: string | null;
      readonly reason: Label;
    }
  | { readonly found: false; readonly refusal: Refusal };

interface PriceRow extends PackRow {
  readonly nr: number;
  readonly id: Id;
  readonly materialId: Id;
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
}

/**
 * The price of every question, in order. Where none is in force the answer says so; the caller decides whether to
 * refuse.
 */
export async function pricesFor(context: Context, questions: readonly PriceQuestion[]): Promise<PurchasePrice[]> {
  if (questions.length === 0) return [];
  const [prices, names] = await Promise.all([
    context.tx.rows<PriceRow>(pricesInForce(questions)),
    supplierNames(
      context,
      questions.map((question) => question.supplierId),
    ),
  ]);
  const rows = Map.groupBy(prices, (row) => row.nr);
  const found = questions.map((question, nr) => {
    const offered = rows.get(nr) ?? [];
    return { question, offered, best: bestOf(offered, question.unitId) };
  });
  // A price for the very unit of the question needs no conversion.
  const ladders = await unitLadders(
    context,
    found.flatMap(({ question, best }) => (best?.unitId === question.unitId ? [] : [question.materialId])),
  );
  return found.map(({ question, offered, best }) => {
    const { supplierId, materialId, unitId, date } = question;
    const ladder = ladders.get(materialId);
    const supplier = names.get(supplierId) ?? supplierId;
    if (best !== undefined && (ladder !== undefined || best.unitId === unitId))
      return priceIn(question, best, offered, ladder, supplier);
    const material = ladder?.material.name ?? materialId;
    return { found: false, refusal: refuse('suppliers.no-price', { date, material, supplier }, { field: 'price' }) };
  });
}

/** Prices in force on the day of each question, those of contracts first. */
function pricesInForce(questions: readonly PriceQuestion[]): Sql {
  const numbered = questions.map((question, nr) => ({
    nr,
    supplier_id: question.supplierId,
    material_id: question.materialId,
    date: question.date,
    agreement_no: question.agreementNo ?? null,
  }));
  return sql`
    select q.nr, sm.id, sm.supplier_id, sm.material_id, sm.unit_id, sm.factor, sm.price, sm.tax_rate, sm.agreement_no,
      sm.start_date, sm.end_date
    from json_to_recordset(${JSON.stringify(numbered)}::json)
      as q(nr integer, supplier_id bigint, material_id bigint, date date, agreement_no text)
    join supplier_material sm on sm.supplier_id = q.supplier_id and sm.material_id = q.material_id and sm.frozen = 0
      and sm.start_date <= q.date and (sm.end_date is null or sm.end_date >= q.date)
      and (sm.agreement_no is null or q.agreement_no is null or sm.agreement_no = q.agreement_no)
    order by q.nr, sm.agreement_no is null, sm.start_date desc, sm.id`;
}

/** Contract first, and within it the very unit of the question. */
const bestOf = (offered: readonly PriceRow[], unitId: Id): PriceRow | undefined =>
  offered
    .filter((row) => row.price !== null)
    .toSorted(
      (a, b) =>
        Number(a.agreementNo === null) - Number(b.agreementNo === null) ||
        Number(a.unitId !== unitId) - Number(b.unitId !== unitId),
    )[0];

/** A price in the unit of the question, by the packs of the supplier and the conversions of the material. */
function priceIn(
  { supplierId, unitId, date }: PriceQuestion,
  best: PriceRow,
  offered: readonly PriceRow[],
  ladder: UnitContext | undefined,
  supplier: string,
): PurchasePrice {
  const ownFactor = Fraction.of(Decimal.of(best.factor));
  const basePrice = Fraction.of(Decimal.of(best.price!)).dividedBy(ownFactor);
  const path =
    best.unitId === unitId || ladder === undefined
      ? null
      : unitPath(
          {
            ...ladder,
            conversions: [...ladder.conversions, ...offered.map((row) => packOf(row, ladder.material.baseUnitId))],
            date,
            supplierId,
            ...(best.agreementNo ? { agreementNo: best.agreementNo } : {}),
          },
          unitId,
        );
  if (path !== null && !path.ok) return { found: false, refusal: path.refusals[0]! };
  const ratio = path === null ? ownFactor : path.ratio;
  return {
    found: true,
    price: basePrice.times(ratio).rounded(6).toString(),
    basePrice: basePrice.rounded(6).toString(),
    taxRate: best.taxRate ?? '0',
    unitId,
    factor: ratio.rounded(12).toString(),
    supplierMaterialId: best.id,
    level: best.agreementNo ? 'contract' : 'supplier',
    agreementNo: best.agreementNo ?? '',
    startDate: best.startDate,
    endDate: best.endDate,
    reason: reasonOf(best, supplier),
  };
}

const reasonOf = (row: PriceRow, supplier: string): Label => {
  const zhDays = `${row.startDate} 起${row.endDate ? `至 ${row.endDate}` : ''}`;
  const enDays = `from ${row.startDate}${row.endDate ? ` to ${row.endDate}` : ''}`;
  return row.agreementNo
    ? label(`${supplier}合同 ${row.agreementNo}，${zhDays}`, `${supplier}, agreement ${row.agreementNo}, ${enDays}`)
    : label(`${supplier}的价格，${zhDays}`, `Price of ${supplier}, ${enDays}`);
};

const supplierNames = async (context: Context, ids: readonly Id[]): Promise<Map<Id, string>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, name from supplier where id = any(${[...new Set(ids)]}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );

/** The packs of these suppliers by material, for `convertLines`. */
export async function supplierPacks(
  context: Context,
  pairs: readonly { readonly supplierId: Id; readonly materialId: Id }[],
): Promise<Map<Id, UnitConversion[]>> {
  const rows = await context.tx.rows<PackRow & { materialId: Id; baseUnitId: Id }>(sql`
    select sm.material_id, m.base_unit_id, sm.supplier_id, sm.unit_id, sm.factor, sm.agreement_no, sm.start_date,
      sm.end_date
    from supplier_material sm join material m on m.id = sm.material_id
    where sm.frozen = 0 and sm.unit_id <> m.base_unit_id and sm.factor is not null
      and sm.material_id = any(${[...new Set(pairs.map((pair) => pair.materialId))]}::bigint[])
        and sm.supplier_id = any(${[...new Set(pairs.map((pair) => pair.supplierId))]}::bigint[])`);
  const packs = new Map<Id, UnitConversion[]>();
  for (const row of rows)
    packs.set(row.materialId, [...(packs.get(row.materialId) ?? []), packOf(row, row.baseUnitId)]);
  return packs;
}

/**
 * Factor and base quantity of purchase lines: the contract's pack, then the supplier's, then the material's own
 * conversions.
 */
export const convertPurchaseLines = async (
  context: Context,
  lines: readonly (LineQuantity & { readonly supplierId: Id })[],
): Promise<ConvertedLine[]> => convertLines(context, lines, { packs: await supplierPacks(context, lines) });
