/** Before a supplier's material or price is saved: pack, price and period fit, one default, shares within a hundred. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import { behaviour, type Saving, type SavedRecord } from '../../kernel/server/behaviour.ts';
import { once, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { searchPattern } from '../../parts/search/search-text.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import { learnAliases } from '../master-data/materials/material-alias.server.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { baseUnitOf } from '../master-data/units/base-unit.server.ts';
import { unitLadders } from '../master-data/units/material-units.server.ts';
import { conversionRefusals, unitPath, type UnitConversion } from '../master-data/units/unit-conversion.rules.ts';
import { requirePeriod, validOn } from '../master-data/materials/validity.server.ts';
import { pastPriceAdvice, type Advice, type PastPrice } from './past-price.port.server.ts';
import { supplierMaterial, supplierProject } from './supplier-material.resource.ts';
import { priceWatch, priceNotices } from './watched-price.port.server.ts';

export const supplierMaterialBehaviour = behaviour(supplierMaterial, {
  computed: { baseUnit: baseUnitOf },
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    await fillFromSupplier(context, saving.values);
    await fillFactor(context, saving);
    refuseChangeInForce(context, saving);
    await refuseSecondDefault(context, saving);
    await refuseSharesOver(context, saving);
  },
  async afterSaveAll(context, saved) {
    await learnAliases(
      context,
      saved.map(({ values }) => ({
        name: String(values.supplierMaterialName ?? ''),
        materialId: values.materialId,
        supplierId: values.supplierId,
      })),
    );
    await watchQuotes(context, saved);
  },
  saved: async (context, id) => ({
    warnings: [...(await priceNotices(context, supplierMaterial.name, id)), ...(await adviceOn(context, id))],
  }),
  async beforeRemove(context, rows) {
    await priceWatch(
      context,
      { billType: supplierMaterial.name, moment: 'quote', billIds: rows.map((row) => row.id) },
      [],
    );
  },
  filters: {
    validOn: (value) => validOn(value),
    material: (value) =>
      sql`exists (select 1 from material m where m.id = t.material_id
        and m.search_text like ${searchPattern(value.toLowerCase())})`,
  },
});

export const supplierProjectBehaviour = behaviour(supplierProject, {
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    const dept = await context.tx.row<{ deptCategory: string }>(
      sql`select dept_category from dept where id = ${saving.values.bladeProjectDeptId}::bigint`,
    );
    if (dept !== undefined && dept.deptCategory !== DEPT.project)
      throw new Refused(refuse('suppliers.site-only', {}, { field: 'bladeProjectDeptId' }));
  },
});

/** Offers as they came from elsewhere are looked at like those that were typed. */
export async function watchStoredQuotes(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.tx.rows<QuotedValues & { readonly id: string }>(
    sql`select id, supplier_id, material_id, unit_id, factor, price, frozen from supplier_material
      where id = any(${[...ids]}::bigint[]) order by id`,
  );
  await watchQuotes(
    context,
    rows.map((values) => ({ id: values.id, before: null, values })),
  );
}

/** What a request changed the price or the days of. */
const repriced = (context: Context): Set<string> =>
  once(context, 'supplier materials repriced', () => new Set<string>());

/** A price whose days began before today may have been missing when goods were received. */
async function adviceOn(context: Context, id: string): Promise<readonly Advice[]> {
  if (!repriced(context).has(id)) return [];
  const row = await context.tx.row<PastPrice>(
    sql`select supplier_id, material_id, unit_id, factor, price, start_date, end_date from supplier_material
      where id = ${id}::bigint and start_date < ${context.today}::date and price > 0 and factor > 0 and frozen = 0`,
  );
  return row === undefined ? [] : pastPriceAdvice(context, row);
}

/** Prices that are new, or other than before, are looked at; whose price stayed is left as it was judged. */
type Quote = Saving<typeof supplierMaterial>;
/** What the watch over prices reads of an offer. */
type QuotedValues = Readonly<
  Pick<Quote['values'], 'supplierId' | 'materialId' | 'unitId' | 'factor' | 'price' | 'frozen'>
>;
type SavedQuote = Pick<SavedRecord<typeof supplierMaterial>, 'id' | 'before'> & { readonly values: QuotedValues };

async function watchQuotes(context: Context, saved: readonly SavedQuote[]): Promise<void> {
  const same = (before: RecordValues, now: RecordValues, name: string): boolean =>
    String(before[name] ?? '') === String(now[name] ?? '');
  const priced = saved.filter(
    ({ before, values }) => before === null || !['price', 'factor'].every((name) => same(before, values, name)),
  );
  saved
    .filter(
      ({ before, values }) =>
        before === null || !['price', 'factor', 'startDate', 'endDate'].every((name) => same(before, values, name)),
    )
    .forEach(({ id }) => repriced(context).add(id));
  if (priced.length === 0) return;
  const companies = new Map(
    (
      await context.tx.rows<{ id: string; code: string; companyDeptId: string | null }>(
        sql`select id, code, company_dept_id from supplier
          where id = any(${[...new Set(priced.map(({ values }) => values.supplierId))]}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  );
  await priceWatch(
    context,
    { billType: supplierMaterial.name, moment: 'quote', billIds: priced.map(({ id }) => id) },
    priced.flatMap(({ id, values }) => {
      if (!values.price || !values.factor || values.frozen === 1) return [];
      const supplier = companies.get(values.supplierId);
      return [
        {
          billId: id,
          billCode: supplier?.code ?? '',
          lineId: id,
          lineNo: null,
          materialId: values.materialId,
          supplierId: values.supplierId,
          companyDeptId: supplier?.companyDeptId ?? null,
          deptId: null,
          unitId: values.unitId,
          factor: values.factor,
          price: values.price,
          baseQty: '0',
        },
      ];
    }),
  );
}

async function fillFromSupplier(context: Context, values: Quote['values']): Promise<void> {
  if (values.taxRate !== null && values.taxRate !== undefined) return;
  values.taxRate =
    (
      await context.tx.row<{ taxRate: string }>(
        sql`select tax_rate from supplier where id = ${values.supplierId}::bigint`,
      )
    )?.taxRate ?? null;
}

/** The pack's factor, given or by the material's own conversions; together with those it must agree. */
async function fillFactor(context: Context, { values }: Quote): Promise<void> {
  const materialId = values.materialId;
  const ladder = (await unitLadders(context, [materialId], { date: values.startDate })).get(materialId);
  if (ladder === undefined) return; // refused by the kernel as unknown
  if (!values.factor) {
    const path = unitPath(ladder, values.unitId);
    if (!path.ok) throw new Refused(...path.refusals.map((refusal) => ({ ...refusal, field: 'factor' })));
    values.factor = path.factor.toString();
  } else {
    const pack = packOf(
      {
        supplierId: values.supplierId,
        unitId: values.unitId,
        factor: values.factor,
        agreementNo: values.agreementNo ?? null,
        startDate: String(values.startDate),
        endDate: values.endDate ?? null,
      },
      ladder.material.baseUnitId,
    );
    // The base unit itself is always 1; a supplier's row for another unit shadows wider ones, but never a constant.
    const wrong =
      values.unitId === ladder.material.baseUnitId
        ? Decimal.of(values.factor).equals(Decimal.one)
          ? []
          : [refuse('field.at-most', { name: supplierMaterial.fields.factor.label, max: 1 })]
        : conversionRefusals({
            ...ladder,
            conversions: [...ladder.conversions, pack],
            supplierId: values.supplierId,
            ...(values.agreementNo ? { agreementNo: values.agreementNo } : {}),
          });
    if (wrong.length > 0) throw new Refused(...wrong.map((refusal) => ({ ...refusal, field: 'factor' })));
  }
  values.basePrice = values.price
    ? Fraction.of(Decimal.of(values.price))
        .dividedBy(Fraction.of(Decimal.of(values.factor)))
        .rounded(6)
        .toString()
    : null;
}

/** A supplier's row as a conversion: 1 pack = factor base units. */
export interface PackRow {
  readonly supplierId: string;
  readonly unitId: string;
  readonly factor: string;
  readonly agreementNo: string | null;
  readonly startDate: string;
  readonly endDate: string | null;
}
/** The pack of an offer as a conversion into the base unit; of a contract before any of the supplier. */
export const packOf = (row: PackRow, baseUnitId: string): UnitConversion => ({
  scope: row.agreementNo ? 'contract' : 'supplier',
  frozen: false,
  fromQty: Decimal.one,
  fromUnitId: row.unitId,
  toQty: Decimal.of(row.factor),
  toUnitId: baseUnitId,
  startDate: row.startDate,
  endDate: row.endDate ?? null,
  supplierId: row.supplierId,
  ...(row.agreementNo ? { agreementNo: row.agreementNo } : {}),
});

/**
 * What orders may have used stays: a price or pack in force since before today is followed by a new row, not rewritten.
 */
function refuseChangeInForce(context: Context, { before, values }: Quote): void {
  if (before === null || before.startDate >= context.today) return;
  const changed = (name: keyof typeof supplierMaterial.fields): boolean =>
    String(before[name] ?? '') !== String(values[name] ?? '');
  if (
    (['unitId', 'factor', 'startDate', 'agreementNo'] as const).some(changed) ||
    (before.price !== null && changed('price'))
  )
    throw new Refused(refuse('suppliers.price-in-force', {}, { field: 'price' }));
}

const overlapping = ({ id, values }: Quote) => sql`
  o.material_id = ${values.materialId}::bigint and o.id <> ${id ?? '0'}::bigint and o.frozen = 0
  and o.start_date <= coalesce(${values.endDate ?? null}::date, 'infinity'::date)
    and coalesce(o.end_date, 'infinity'::date) >= ${values.startDate}::date
  and s.company_dept_id is not distinct from (select company_dept_id from supplier
    where id = ${values.supplierId}::bigint)`;

async function refuseSecondDefault(context: Context, saving: Quote): Promise<void> {
  if (saving.values.isDefault !== 1) return;
  const other = await context.tx.row<{ material: string; supplier: string }>(sql`
    select m.called as material, s.name as supplier from supplier_material o join supplier s on s.id = o.supplier_id
    join material m on m.id = o.material_id
    where o.is_default = 1 and o.supplier_id <> ${saving.values.supplierId}::bigint
      and ${overlapping(saving)} limit 1`);
  if (other !== undefined) throw new Refused(refuse('suppliers.default-taken', other, { field: 'isDefault' }));
}

async function refuseSharesOver(context: Context, saving: Quote): Promise<void> {
  const share = saving.values.sharePercent;
  if (share === null || share === undefined) return;
  const others = await context.tx.row<{ total: string | null; material: string | null }>(sql`
    select sum(share) as total, max(name) as material from (
      select o.supplier_id, max(o.share_percent) as share, max(m.name) as name from supplier_material o
      join supplier s on s.id = o.supplier_id join material m on m.id = o.material_id
      where o.supplier_id <> ${saving.values.supplierId}::bigint
        and ${overlapping(saving)} group by o.supplier_id) each_supplier`);
  const total = Decimal.of(others?.total ?? '0').plus(Decimal.of(share));
  if (total.isAbove(Decimal.hundred))
    throw new Refused(
      refuse(
        'suppliers.shares-over',
        { material: others?.material ?? '', total: total.toString() },
        { field: 'sharePercent' },
      ),
    );
}
