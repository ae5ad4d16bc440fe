/** What must hold before a unit or a conversion is saved, frozen or thawed. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { covers } from '../figures/calendar-day.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { materialUnit } from './material-unit.resource.ts';
import { unitsCalled } from './unit-names.server.ts';
import { conversionOf, generalLadder, unitLadders, type ConversionRow } from './material-units.server.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';
import {
  conversionRefusals,
  unitPath,
  type Unit,
  type UnitContext,
  type UnitConversion,
} from './unit-conversion.rules.ts';
import { requirePeriod } from '../materials/validity.server.ts';

/** The sentence in the reader's language. */
const SENTENCE = { sentence: ['fromQty', 'toQty', 'fromUnitName', 'toUnitName'] };

export const materialUnitBehaviour = behaviour(materialUnit, {
  alsoCalled: unitsCalled,
  async beforeSave(context, { id, before, values }) {
    if (before !== null && before.dimension !== values.dimension)
      await refuseUsedUnit(context, id!, String(values.name));
    if (values.isDimensionBase !== 1) return;
    const other = await context.tx.row<{ name: string }>(sql`
      select u.called as name from material_unit u where u.dimension = ${values.dimension}
        and u.is_dimension_base = 1 and u.id <> ${id ?? '0'}::bigint`);
    if (other !== undefined)
      throw new Refused(
        refuse('master-data.unit-dimension-base-taken', { unit: other.name }, { field: 'isDimensionBase' }),
      );
  },
});

async function refuseUsedUnit(context: Context, id: string, unit: string): Promise<void> {
  const used = await context.tx.row(sql`
    select 1 as one from material where ${id}::bigint in (base_unit_id, purchase_unit_id, issue_unit_id,
      recipe_unit_id, sale_unit_id, aux_unit_id)
    union all select 1 from item_unit_conversion where ${id}::bigint in (from_unit_id, to_unit_id)
    union all select 1 from basic_unit_conversion where ${id}::bigint in (from_unit_id, to_unit_id) limit 1`);
  if (used !== undefined)
    throw new Refused(refuse('master-data.unit-dimension-used', { unit }, { field: 'dimension' }));
}

export const basicUnitConversionBehaviour = behaviour(basicUnitConversion, {
  fills: SENTENCE,
  fillRows: async (context, rows) => inEnglish(context, rows),
  async beforeSave(context, saving) {
    if (saving.before?.isSystem === 1) throw new Refused(refuse('master-data.conversion-system'));
    const { from, to } = await equation(context, saving);
    if (from.dimension === 'pack' || to.dimension === 'pack')
      throw new Refused(refuse('master-data.conversion-pack', {}, { field: 'fromUnitId' }));
    if (from.dimension !== to.dimension)
      throw new Refused(
        refuse('master-data.conversion-dimension', { from: from.name, to: to.name }, { field: 'toUnitId' }),
      );
    saving.values.type = from.dimension;
    await refuseDisagreement(context, [{ row: rowOf(saving.values), without: saving.id }]);
  },
  async afterFreeze(context, ids, frozen) {
    const rows = await context.tx.rows<ConversionRow & { isSystem: number }>(sql`
      select from_qty, from_unit_id, to_qty, to_unit_id, start_date, end_date, is_system from basic_unit_conversion
      where id = any(${ids as string[]}::bigint[])`);
    if (frozen && rows.some((row) => row.isSystem === 1)) throw new Refused(refuse('master-data.conversion-system'));
    if (!frozen)
      await refuseDisagreement(
        context,
        rows.map((row, index) => ({ row, without: ids[index]! })),
      );
  },
});

/** Two general ways between the same units that differ are refused, naming both. */
async function refuseDisagreement(
  context: Context,
  changes: readonly { readonly row: ConversionRow; readonly without: string | null }[],
): Promise<void> {
  for (const { row, without } of changes) {
    const { units, conversions } = await generalLadder(context, without ?? undefined);
    const path = unitPath(
      {
        material: { id: '0', name: basicUnitConversion.label[context.language], baseUnitId: row.toUnitId },
        units,
        conversions: [...conversions, conversionOf(row, 'general')],
        date: row.startDate > context.today ? row.startDate : context.today,
      },
      row.fromUnitId,
    );
    if (!path.ok) throw new Refused(...path.refusals);
  }
}

export const itemUnitConversionBehaviour = behaviour(itemUnitConversion, {
  fills: SENTENCE,
  fillRows: async (context, rows) => inEnglish(context, rows),
  async beforeSave(context, saving) {
    const { from, to } = await equation(context, saving);
    if (from.dimension === to.dimension && (from.dimension === 'mass' || from.dimension === 'volume'))
      throw new Refused(refuse('master-data.conversion-universal', {}, { field: 'toUnitId' }));
    refuseChangeInForce(context, saving);
    const materialId = String(saving.values.materialId);
    const ladder = (await unitLadders(context, [materialId], saving.id === null ? {} : { without: saving.id })).get(
      materialId,
    );
    // The kernel refuses an unknown material; a frozen row is checked when it is thawed.
    if (ladder === undefined || saving.before?.frozen === 1) return;
    const row = conversionOf(rowOf(saving.values), 'material');
    refuseLadder({ ...ladder, conversions: [...ladder.conversions, row] }, row);
  },
  async afterFreeze(context, ids, frozen) {
    const rows = await context.tx.rows<ConversionRow & { materialId: string }>(sql`
      select material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date, end_date from item_unit_conversion
      where id = any(${ids as string[]}::bigint[])`);
    const ladders = await unitLadders(
      context,
      rows.map((row) => row.materialId),
    );
    if (frozen) await refuseLostUnits(context, ladders);
    else for (const row of rows) refuseLadder(ladders.get(row.materialId)!, conversionOf(row, 'material'));
  },
  async detail(context, row) {
    const materialId = String(row.materialId);
    const ladder = (await unitLadders(context, [materialId])).get(materialId)!;
    const path = unitPath(ladder, String(row.fromUnitId));
    return path.ok
      ? { baseFactor: path.factor.toString(), pathSentence: path.sentence[context.language] }
      : { baseFactor: null, pathSentence: '' };
  },
});

/** The material's conversions must agree on every day on which something begins while the row holds. */
function refuseLadder(ladder: UnitContext, row: UnitConversion): void {
  const days = new Set([
    row.startDate,
    ...ladder.conversions.map((other) => other.startDate).filter((day) => covers(row, day)),
  ]);
  const refusals = [...days].flatMap((date) => conversionRefusals({ ...ladder, date }));
  if (refusals.length > 0)
    throw new Refused(...new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal])).values());
}

/**
 * A line keeps its own factor, but what was in force yesterday may stand behind it: it is ended and followed, not
 * rewritten.
 */
function refuseChangeInForce(context: Context, { before, values }: Saving<typeof itemUnitConversion>): void {
  if (before === null || String(before.startDate) >= context.today) return;
  const changed =
    (['fromUnitId', 'toUnitId'] as const).some((name) => String(before[name]) !== String(values[name])) ||
    (['fromQty', 'toQty'] as const).some(
      (name) => !Decimal.of(String(before[name])).equals(Decimal.of(String(values[name]))),
    );
  if (changed) throw new Refused(refuse('master-data.conversion-in-force', {}, { field: 'toQty' }));
}

const USES = {
  purchase: { zh: '采购单位', en: 'purchase unit' },
  issue: { zh: '领用单位', en: 'issue unit' },
  recipe: { zh: '配方单位', en: 'recipe unit' },
  sale: { zh: '销售单位', en: 'sale unit' },
  bom: { zh: '已发布BOM的单位', en: 'unit of a released BOM' },
} as const;

/** Freezing the only way of a unit that is still worked with is refused. */
async function refuseLostUnits(context: Context, ladders: ReadonlyMap<string, UnitContext>): Promise<void> {
  const ids = [...ladders.keys()];
  const used = await context.tx.rows<{ materialId: string; unitId: string; use: keyof typeof USES }>(sql`
    select m.id as material_id, u.unit_id, u.use from material m
    cross join lateral (values (m.purchase_unit_id, 'purchase'), (m.issue_unit_id, 'issue'), (m.recipe_unit_id,
    'recipe'), (m.sale_unit_id, 'sale')) as u(unit_id, use)
    where m.id = any(${ids}::bigint[]) and u.unit_id is not null
    union select d.material_id, d.unit_id, 'bom' from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id
    where d.material_id = any(${ids}::bigint[]) and b.released = 1
      and coalesce(b.end_date, 'infinity'::date) >= ${context.today}::date`);
  const refusals: Refusal[] = [];
  for (const { materialId, unitId, use } of used) {
    const ladder = ladders.get(materialId)!;
    if (unitPath(ladder, unitId).ok) continue;
    refusals.push(
      refuse('master-data.unit-still-used', {
        unit: ladder.units.find((unit) => unit.id === unitId)?.name ?? unitId,
        material: ladder.material.name,
        by: USES[use],
      }),
    );
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** Reads the equation of a conversion, fills factor and sentence, and answers its two units. */
async function equation(context: Context, saving: Equation): Promise<{ from: Unit; to: Unit }> {
  requirePeriod(context, saving);
  const row = rowOf(saving.values);
  if (row.fromUnitId === row.toUnitId)
    throw new Refused(refuse('master-data.conversion-same-unit', {}, { field: 'toUnitId' }));
  const units = new Map(
    (
      await context.tx.rows<Unit>(
        sql`select id, name, dimension from material_unit where id = any(${[row.fromUnitId, row.toUnitId]}::bigint[])`,
      )
    ).map((unit) => [unit.id, unit]),
  );
  const at = (field: 'fromUnitId' | 'toUnitId'): Unit => {
    const unit = units.get(row[field]);
    if (unit === undefined)
      throw new Refused(refuse('field.unknown-reference', { name: itemUnitConversion.fields[field].label }, { field }));
    return unit;
  };
  const [from, to] = [at('fromUnitId'), at('toUnitId')];
  const ratio = Fraction.of(Decimal.of(row.toQty)).dividedBy(Fraction.of(Decimal.of(row.fromQty)));
  saving.values.factor = ratio.rounded(12).toString();
  saving.values.sentence = equationText(row, from.name, to.name, '；');
  return { from, to };
}

/** 1 箱 = 12 袋；1 袋 = 0.083333 箱 */
function equationText(
  { fromQty, toQty }: Pick<ConversionRow, 'fromQty' | 'toQty'>,
  from: string,
  to: string,
  between: string,
): string {
  const inverse = Fraction.of(Decimal.of(fromQty)).dividedBy(Fraction.of(Decimal.of(toQty)));
  return `${fromQty} ${from} = ${toQty} ${to}${between}1 ${to} = ${inverse.rounded(6)} ${from}`;
}

/** The equations are stored as readers of Chinese read them. */
function inEnglish(
  { language }: Context,
  rows: readonly (Pick<ConversionRow, 'fromQty' | 'toQty'> & {
    readonly fromUnitName?: string | null;
    readonly toUnitName?: string | null;
    sentence?: string | null;
  })[],
): void {
  if (language !== 'en') return;
  for (const row of rows) row.sentence = equationText(row, row.fromUnitName ?? '', row.toUnitName ?? '', '; ');
}

type Equation = Saving<typeof basicUnitConversion> | Saving<typeof itemUnitConversion>;

const rowOf = (values: Equation['values']): ConversionRow => ({
  fromQty: values.fromQty,
  fromUnitId: values.fromUnitId,
  toQty: values.toQty,
  toUnitId: values.toUnitId,
  startDate: String(values.startDate),
  endDate: values.endDate ?? null,
});
