/** Prices at a place on a day, and why: one question for many materials. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ident, sql } from '../../kernel/server/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { unitLadders } from '../master-data/material-units.server.ts';
import { unitPath, type UnitContext } from '../master-data/unit-conversion.rules.ts';
import { jointOperationPrice, settlementPrice, type PriceType } from './price.resource.ts';
import { resolvePrice, type PriceAnswer, type PriceEntry } from './price.rules.ts';

const RESOURCES = { settlement: settlementPrice, joint: jointOperationPrice } as const;
export const resourceOf = (type: PriceType): Declaration => RESOURCES[type] as unknown as Declaration;

export interface PriceQuestion {
  readonly materialId: Id;
  /** Left out: the unit of the price. */
  readonly unitId?: Id;
}
export interface Priced {
  readonly materialId: Id;
  readonly answer: PriceAnswer;
  /** Absent where the material is unknown. */
  readonly ladder: UnitContext | undefined;
  /** The unit the figures are in. */
  readonly unitId: Id;
  readonly factor: DecimalText;
}

interface EntryRow {
  readonly id: Id;
  readonly code: string;
  readonly materialId: Id;
  readonly deptId: Id | null;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly price: DecimalText;
  readonly taxRate: DecimalText;
  readonly startDate: string;
  readonly endDate: string | null;
}
const entryOf = (row: EntryRow): PriceEntry => ({ ...row, factor: Decimal.of(row.factor), price: Decimal.of(row.price), taxRate: Decimal.of(row.taxRate) });

/**
 * The price of each material at a place (null: the base price alone) on a day, in the order asked, with four statements
 * however many. Refuses a unit that does not lead to the base unit; that there is no price is an answer.
 */
export async function pricesAt(context: Context, type: PriceType, deptId: Id | null, date: string, questions: readonly PriceQuestion[]): Promise<Priced[]> {
  const materialIds = [...new Set(questions.map((question) => question.materialId))];
  const [depts, ladders] = await Promise.all([lineOf(context, deptId), unitLadders(context, materialIds, { date })]);
  const rows = await context.tx.rows<EntryRow>(sql`
    select p.id, p.code, p.material_id, p.dept_id, p.unit_id, p.factor, p.price, p.tax_rate, p.start_date, p.end_date from ${ident(tableOf(resourceOf(type)))} p
    where p.frozen = 0 and p.material_id = any(${materialIds}::bigint[]) and p.start_date <= ${date}::date and (p.end_date is null or p.end_date >= ${date}::date)
      and (p.dept_id is null or p.dept_id = any(${depts.map((dept) => dept.id)}::bigint[]))`);
  const entries = Map.groupBy(rows, (row) => row.materialId);
  return questions.map(({ materialId, unitId }) => {
    const ladder = ladders.get(materialId);
    const path = unitId === undefined || ladder === undefined ? undefined : unitPath(ladder, unitId);
    if (path?.ok === false) throw new Refused(...path.refusals.map((refusal) => ({ ...refusal, field: 'unitId' })));
    const answer = resolvePrice((entries.get(materialId) ?? []).map(entryOf), {
      material: ladder?.material.name ?? materialId, priceType: resourceOf(type).label, date, depts, ...(path === undefined ? {} : { unit: { id: path.unitId, factor: path.ratio } }),
    });
    const entry = answer.found ? answer.entry : undefined;
    const isOwn = path === undefined || path.unitId === entry?.unitId;
    return { materialId, answer, ladder, unitId: path?.unitId ?? entry?.unitId ?? '', factor: (isOwn ? (entry?.factor ?? path?.factor) : path.factor)?.toString() ?? '' };
  });
}

/** The department first, then what stands above it, up to its company. */
async function lineOf(context: Context, deptId: Id | null): Promise<{ id: Id; name: string }[]> {
  if (deptId === null) return [];
  return context.tx.rows<{ id: Id; name: string }>(sql`
    with recursive upwards as (select d.id, d.dept_name as name, d.parent_id, 0 as depth from dept d where d.id = ${deptId}::bigint
      union all select d.id, d.dept_name, d.parent_id, u.depth + 1 from dept d join upwards u on d.id = u.parent_id)
    select id, name from upwards order by depth`);
}

/** One published price as it stands, whatever the day. */
export async function publishedPrice(context: Context, type: PriceType, id: Id): Promise<(PriceEntry & { readonly materialId: Id }) | undefined> {
  const row = await context.tx.row<EntryRow>(sql`
    select p.id, p.code, p.material_id, p.dept_id, p.unit_id, p.factor, p.price, p.tax_rate, p.start_date, p.end_date from ${ident(tableOf(resourceOf(type)))} p where p.id = ${id}::bigint`);
  return row === undefined ? undefined : { ...entryOf(row), materialId: row.materialId };
}
