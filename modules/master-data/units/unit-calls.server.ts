/** Calls by which documents and pickers ask in which units a material may be entered. */
import type { Field, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { paging, presentFields } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { material } from '../materials/material.resource.ts';
import { conversionOf, unitLadders, type ConversionOptions, type ConversionRow } from './material-units.server.ts';
import * as units from './material-unit.calls.ts';
import type { offeredUnit } from './material-unit.calls.ts';
import { materialUnit } from './material-unit.resource.ts';
import * as conversions from './unit-conversion.calls.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';
import { unitPath, type UnitContext } from './unit-conversion.rules.ts';

export type UnitUse = 'base' | 'purchase' | 'issue' | 'recipe' | 'sale';
/** A unit a material may be entered in. */
export type OfferedUnit = TypeOf<typeof offeredUnit>;

/**
 * Units in which a material may be bought, issued, cooked or sold: the material's own unit for that use first, then
 * those of its conversions and the packs handed in, then the base unit. What has no path is left out.
 */
export async function offeredUnits(
  context: Context,
  materialId: string,
  use: UnitUse | '',
  options: ConversionOptions & { supplierId?: string; agreementNo?: string } = {},
): Promise<OfferedUnit[]> {
  const ladder = (await unitLadders(context, [materialId], options)).get(materialId);
  if (ladder === undefined) throw new Refused(refuse('record.unknown', { name: material.label }));
  const chosen = (await context.tx.row<{ unitId: string | null }>(sql`
    select case ${use} when 'issue' then issue_unit_id when 'recipe' then recipe_unit_id when 'sale' then sale_unit_id
      when 'base' then base_unit_id else purchase_unit_id end as unit_id
    from material where id = ${materialId}::bigint`))!.unitId;
  const own = await context.tx.rows<{ unitId: string }>(sql`
    select distinct from_unit_id as unit_id from item_unit_conversion
    where material_id = ${materialId}::bigint and frozen = 0 and (${use} = '' or type = ${use} or type = 'other')`);
  const packs =
    use === 'purchase' || use === '' ? (options.packs?.get(materialId) ?? []).map((pack) => pack.fromUnitId) : [];
  const unitIds =
    use === 'base'
      ? [ladder.material.baseUnitId]
      : [
          ...new Set([
            chosen ?? ladder.material.baseUnitId,
            ...packs,
            ...own.map((row) => row.unitId),
            ladder.material.baseUnitId,
          ]),
        ];
  const requested: UnitContext = {
    ...ladder,
    ...(options.supplierId ? { supplierId: options.supplierId } : {}),
    ...(options.agreementNo ? { agreementNo: options.agreementNo } : {}),
  };
  return unitIds.flatMap((unitId): OfferedUnit[] => {
    const path = unitPath(requested, unitId);
    if (!path.ok) return [];
    const factor = path.factor.toString();
    const supplierId = path.scope === 'supplier' || path.scope === 'contract' ? (options.supplierId ?? '') : '';
    return [
      {
        id: unitId,
        unitId,
        unitName: ladder.units.find((unit) => unit.id === unitId)?.name ?? '',
        fromQty: '1',
        toQty: factor,
        factor,
        scope: path.scope,
        supplierId,
        isDefault: unitId === (chosen ?? ladder.material.baseUnitId) ? 1 : 0,
        sentence: path.sentence[context.language],
      },
    ];
  });
}

/** The id a call must be given under this name; refuses what is none, naming it. */
export function requireId<N extends string>(input: { readonly [K in N]?: unknown }, name: N): Id {
  const value = String(input[name] ?? '');
  if (value === '') throw new Refused(refuse('param.missing', { name }));
  if (!/^\d{1,19}$/.test(value)) throw new Refused(refuse('param.invalid', { name, value }, { field: name }));
  return value;
}
/** The id a call may be given; null where what came does not read as one. */
export const namedId = (given: unknown): Id | null => (/^\d{1,19}$/.test(String(given ?? '')) ? String(given) : null);

const useOf = (type: string | null, fallback: UnitUse | ''): UnitUse | '' => {
  const value = type ?? fallback;
  const use = USES.find((each) => each === value);
  if (use === undefined) throw new Refused(refuse('param.invalid', { name: 'type', value }, { field: 'type' }));
  return use;
};
const USES: readonly (UnitUse | '')[] = ['', 'base', 'purchase', 'issue', 'recipe', 'sale'];
const FOR_PICKERS = { chooses: materialUnit.name };

export const unitList = serve(
  units.unitList,
  async (context, input) =>
    input.materialId === null
      ? context.tx.rows(
          sql`select u.id, u.id as unit_id, u.code, u.name, u.called as unit_name, coalesce(u.symbol, '') as symbol,
            u.dimension, u.decimals, u.is_common from material_unit u order by u.is_common desc, u.code`,
        )
      : offeredUnits(context, requireId(input, 'materialId'), useOf(input.type, '')),
  FOR_PICKERS,
);

export const purchaseUnitPage = serve(
  units.purchaseUnitPage,
  async (context, input) => {
    const { current, size } = paging(input);
    const all = await offeredUnits(context, requireId(input, 'materialId'), useOf(input.type, 'purchase'));
    return {
      records: all.slice((current - 1) * size, current * size),
      total: all.length,
      size,
      current,
      pages: Math.ceil(all.length / size),
    };
  },
  FOR_PICKERS,
);

export const generalTypes = serve(
  conversions.generalTypes,
  async (context) => choicesOf(basicUnitConversion.fields.type, context),
  FOR_PICKERS,
);
export const materialTypes = serve(
  conversions.materialTypes,
  async (context) => choicesOf(itemUnitConversion.fields.type, context),
  FOR_PICKERS,
);

/** The condition that a conversion `c` is of this dimension or use; any where none is named. */
const isOfType = (type: string | null) => sql`(${type}::text is null or c.type = ${type})`;

export const generalOfMaterial = serve(
  conversions.generalOfMaterial,
  async (context, input) => {
    const materialId = requireId(input, 'materialId');
    const ladder = (await unitLadders(context, [materialId])).get(materialId);
    const rows = await context.tx.rows<ConversionRow>(sql`
      select c.*, f.called as from_unit_name, t.called as to_unit_name from basic_unit_conversion c
      join material_unit f on f.id = c.from_unit_id join material_unit t on t.id = c.to_unit_id
      where c.frozen = 0 and ${isOfType(input.type)} order by c.type, c.id`);
    return ladder === undefined
      ? []
      : rows.map((row) => described(context, ladder, row)).filter((row) => row.baseFactor !== null);
  },
  FOR_PICKERS,
);

export const conversionsOfMaterial = serve(
  conversions.conversionsOfMaterial,
  async (context, input) => {
    const materialId = requireId(input, 'materialId');
    const date = dayOr(input.date, context.today);
    const ladder = (await unitLadders(context, [materialId], { date })).get(materialId);
    const rows = await context.tx.rows<ConversionRow>(sql`
      select c.*, f.called as from_unit_name, t.called as to_unit_name from item_unit_conversion c
      join material_unit f on f.id = c.from_unit_id join material_unit t on t.id = c.to_unit_id
      where c.material_id = ${materialId}::bigint and c.frozen = 0 and c.start_date <= ${date}::date
        and (c.end_date is null or c.end_date >= ${date}::date)
        and ${isOfType(input.type)} order by c.id`);
    return ladder === undefined ? [] : rows.map((row) => described(context, ladder, row));
  },
  FOR_PICKERS,
);

type ShownConversion = TypeOf<typeof conversions.conversion>;
/** A conversion with what it comes to in base unit; `applies` when the material's path starts with it. */
function described(context: Context, ladder: UnitContext, row: ConversionRow): ShownConversion {
  const path = unitPath(ladder, row.fromUnitId);
  const first = path.ok ? path.steps[0] : undefined;
  const applies =
    first !== undefined && first.toUnitId === row.toUnitId && first.ratio.compare(conversionRatio(row)) === 0 ? 1 : 0;
  const fields = { ...basicUnitConversion.fields, ...itemUnitConversion.fields };
  return {
    ...presentFields<ShownConversion>(fields, { ...row }, context.language),
    baseFactor: path.ok ? path.factor.toString() : null,
    pathSentence: path.ok ? path.sentence[context.language] : '',
    applies,
  };
}
const conversionRatio = (row: ConversionRow) => {
  const { fromQty, toQty } = conversionOf(row, 'material');
  return Fraction.of(toQty).dividedBy(Fraction.of(fromQty));
};

const choicesOf = (field: Field, context: Context): { value: string; label: string }[] =>
  (field.rules.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label[context.language] }));
