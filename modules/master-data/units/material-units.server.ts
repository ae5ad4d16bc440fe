/** How quantities of materials become base quantities: the one place every document asks. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { material as materialResource } from '../materials/material.resource.ts';
import {
  toBase,
  unitPath,
  type Unit,
  type UnitContext,
  type UnitConversion,
  type UnitPath,
  type UnitRefused,
} from './unit-conversion.rules.ts';

/** A line as a person enters it. */
export interface LineQuantity {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: DecimalText;
  /** Whose packs count as well, see `packs`. */
  readonly supplierId?: Id;
  readonly agreementNo?: string;
  /** The day this line counts on; the document's where it names none. */
  readonly date?: string;
}
/** What is copied into the line and never changes with a later conversion. */
export interface ConvertedLine {
  /** Base units in one unit, 12 places. */
  readonly factor: DecimalText;
  readonly baseQty: DecimalText;
  readonly baseUnitId: Id;
}
export interface ConversionOptions {
  /** The day the document counts on, for lines without a day of their own; default today. */
  readonly date?: string;
  /** Packs of suppliers and contracts by material: the suppliers' area hands them in. */
  readonly packs?: ReadonlyMap<Id, readonly UnitConversion[]>;
  /** A conversion to leave out: the one about to be saved anew. */
  readonly without?: Id;
}

/**
 * Factor and base quantity of every line, in the order given, with one query however many lines. Refuses all lines
 * without a valid path at once, each with its number (from 1), and those so small that they are nothing in base unit.
 */
export async function convertLines(
  context: Context,
  lines: readonly LineQuantity[],
  options: ConversionOptions = {},
): Promise<ConvertedLine[]> {
  const paths = await linePaths(context, lines, options);
  const bases = paths.map((path, index) => toBase(path, Decimal.of(lines[index]!.qty)));
  const nothing = lines.flatMap(({ qty }, index) =>
    bases[index]!.isZero() && Decimal.of(qty).isPositive()
      ? [refuse('master-data.qty-too-little', { qty }, { line: index + 1 })]
      : [],
  );
  if (nothing.length > 0) throw new Refused(...nothing);
  return paths.map((path, index) => ({
    factor: path.factor.toString(),
    baseQty: bases[index]!.toString(),
    baseUnitId: path.baseUnitId,
  }));
}

/** The path of each line's unit to its base unit; throws `Refused` naming every line that has none. */
export async function linePaths(
  context: Context,
  lines: readonly Omit<LineQuantity, 'qty'>[],
  options: ConversionOptions = {},
): Promise<UnitPath[]> {
  if (lines.length === 0) return [];
  const ladders = await unitLadders(
    context,
    lines.map((line) => line.materialId),
    options,
  );
  const known = new Map<string, UnitPath | UnitRefused>();
  const refusals: Refusal[] = [];
  const paths = lines.map((line, index): UnitPath | null => {
    const key = [line.materialId, line.unitId, line.supplierId, line.agreementNo, line.date].join('|');
    let path = known.get(key);
    if (path === undefined) {
      const ladder = ladders.get(line.materialId);
      path =
        ladder === undefined
          ? {
              ok: false,
              refusals: [refuse('field.unknown-reference', { name: materialResource.label }, { field: 'materialId' })],
            }
          : unitPath({ ...ladder, ...ownTerms(line) }, line.unitId);
      known.set(key, path);
    }
    if (path.ok) return path;
    refusals.push(
      ...path.refusals.map((refusal) => ({ ...refusal, field: refusal.field ?? 'unitId', line: index + 1 })),
    );
    return null;
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return paths as UnitPath[];
}

const ownTerms = ({
  supplierId,
  agreementNo,
  date,
}: Omit<LineQuantity, 'qty'>): Partial<Pick<UnitContext, 'supplierId' | 'agreementNo' | 'date'>> => ({
  ...(supplierId === undefined ? {} : { supplierId }),
  ...(agreementNo === undefined ? {} : { agreementNo }),
  ...(date === undefined ? {} : { date }),
});

/** All that is known of the units of these materials, by material, in one query. Unknown materials are left out. */
export async function unitLadders(
  context: Context,
  materialIds: readonly Id[],
  options: ConversionOptions = {},
): Promise<Map<Id, UnitContext>> {
  if (materialIds.length === 0) return new Map();
  const facts = await loadFacts(context, [...new Set(materialIds)], options.without);
  const general = facts.general.map((row) => conversionOf(row, 'general'));
  const own = Map.groupBy(facts.own, (row) => row.materialId);
  const date = options.date ?? context.today;
  return new Map(
    facts.materials.map((material) => [
      material.id,
      {
        material,
        units: facts.units,
        conversions: [
          ...general,
          ...(own.get(material.id) ?? []).map((row) => conversionOf(row, 'material')),
          ...(options.packs?.get(material.id) ?? []),
        ],
        date,
      },
    ]),
  );
}

/** Units and the conversions that hold for every material. */
export async function generalLadder(
  context: Context,
  without?: Id,
): Promise<Pick<UnitContext, 'units' | 'conversions'>> {
  const facts = await loadFacts(context, [], without);
  return { units: facts.units, conversions: facts.general.map((row) => conversionOf(row, 'general')) };
}

/** One query; numbers travel as text, since JSON numbers would lose digits. */
async function loadFacts(context: Context, ids: readonly Id[], without: Id = '0'): Promise<UnitFacts> {
  return (await context.tx.row<UnitFacts>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', m.id::text, 'name', m.called, 'baseUnitId', m.base_unit_id::text)), '[]')
        from material m
        where m.id = any(${ids}::bigint[])) as materials,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', u.id::text, 'name', u.called, 'dimension', u.dimension, 'isBase', u.is_dimension_base = 1)), '[]')
        from material_unit u) as units,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'fromQty', c.from_qty::text, 'fromUnitId', c.from_unit_id::text,
          'toQty', c.to_qty::text, 'toUnitId', c.to_unit_id::text,
          'startDate', c.start_date, 'endDate', c.end_date)), '[]')
        from basic_unit_conversion c
        where c.frozen = 0 and c.id <> ${without}::bigint) as general,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'materialId', c.material_id::text,
          'fromQty', c.from_qty::text, 'fromUnitId', c.from_unit_id::text,
          'toQty', c.to_qty::text, 'toUnitId', c.to_unit_id::text,
          'startDate', c.start_date, 'endDate', c.end_date) order by c.id), '[]')
        from (
          select c.id, c.material_id, c.from_qty, c.from_unit_id, c.to_qty, c.to_unit_id, c.start_date, c.end_date
          from item_unit_conversion c
          where c.frozen = 0 and c.material_id = any(${ids}::bigint[]) and c.id <> ${without}::bigint
          union all
          -- Goods of catch weight are ordered by the piece: at its usual weight, unless a conversion has another.
          select m.id, m.id, 1, m.aux_unit_id, m.nominal_aux_qty, m.base_unit_id, '1900-01-01', null
          from material m
          where m.id = any(${ids}::bigint[]) and m.catch_weight = 1 and m.nominal_aux_qty > 0
            and not exists (
              select 1 from item_unit_conversion c
              where c.frozen = 0 and c.material_id = m.id and m.aux_unit_id in (c.from_unit_id, c.to_unit_id))) c
      ) as own`))!;
}

interface UnitFacts {
  readonly materials: readonly UnitContext['material'][];
  readonly units: readonly Unit[];
  readonly general: readonly ConversionRow[];
  readonly own: readonly (ConversionRow & { readonly materialId: Id })[];
}
/** A conversion as it is stored, quantities as text. */
export interface ConversionRow {
  readonly fromQty: DecimalText;
  readonly fromUnitId: Id;
  readonly toQty: DecimalText;
  readonly toUnitId: Id;
  readonly startDate: string;
  readonly endDate: string | null;
}

/** A stored conversion as the rules of units read it. */
export const conversionOf = (row: ConversionRow, scope: 'general' | 'material'): UnitConversion => ({
  scope,
  frozen: false,
  fromQty: Decimal.of(row.fromQty),
  fromUnitId: row.fromUnitId,
  toQty: Decimal.of(row.toQty),
  toUnitId: row.toUnitId,
  startDate: row.startDate,
  endDate: row.endDate,
});

/** The units of materials by their purpose, for documents that propose one. */
interface MaterialUnits {
  readonly materialId: Id;
  readonly baseUnitId: Id;
  readonly purchaseUnitId: Id;
  readonly issueUnitId: Id;
  readonly recipeUnitId: Id;
  readonly saleUnitId: Id;
}

/** The units each material is counted, bought, issued, cooked and sold in; the base unit where none is named. */
export async function unitsOf(context: Context, materialIds: readonly Id[]): Promise<Map<Id, MaterialUnits>> {
  const rows = await context.tx.rows<MaterialUnits>(sql`
    select m.id as material_id, m.base_unit_id, coalesce(m.purchase_unit_id, m.base_unit_id) as purchase_unit_id,
      coalesce(m.issue_unit_id, m.base_unit_id) as issue_unit_id,
           coalesce(m.recipe_unit_id, m.base_unit_id) as recipe_unit_id, coalesce(m.sale_unit_id,
           m.base_unit_id) as sale_unit_id
    from material m where m.id = any(${[...new Set(materialIds)]}::bigint[])`);
  return new Map(rows.map((row) => [row.materialId, row]));
}
