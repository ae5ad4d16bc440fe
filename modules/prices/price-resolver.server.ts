/** Prices at a place on a day, and why: one question for many materials. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../kernel/server/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { deptLine } from '../admin/dept-line.server.ts';
import { unitLadders } from '../master-data/material-units.server.ts';
import { unitPath, type UnitContext } from '../master-data/unit-conversion.rules.ts';
import { validOn } from '../master-data/validity.server.ts';
import type { PriceType } from './price.resource.ts';
import { resolvePrice, type PriceAnswer, type PriceEntry } from './price.rules.ts';
import { PLAN, SINGLE } from './published-lines.server.ts';

/** Where prices of a type are published: one by one, or else as plans. */
export const resourceOf = (type: PriceType): Declaration => (SINGLE[type] ?? PLAN[type])!;

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
const entriesOf = (type: PriceType): Sql => sql`select t.id, t.code, t.material_id, t.dept_id, t.unit_id, t.factor, t.price, t.tax_rate, t.start_date, t.end_date from ${ident(tableOf(resourceOf(type)))} t`;
const entryOf = (row: EntryRow): PriceEntry => ({ ...row, factor: Decimal.of(row.factor), price: Decimal.of(row.price), taxRate: Decimal.of(row.taxRate) });

/**
 * The price of each material at a place (null: the base price alone) on a day, in the order asked, with three statements
 * however many. Refuses a unit that does not lead to the base unit; that there is no price is an answer.
 */
export async function pricesAt(context: Context, type: PriceType, deptId: Id | null, date: string, questions: readonly PriceQuestion[]): Promise<Priced[]> {
  const materialIds = [...new Set(questions.map((question) => question.materialId))];
  const [depts, ladders] = await Promise.all([deptId === null ? [] : deptLine(context, deptId), unitLadders(context, materialIds, { date })]);
  const rows = await context.tx.rows<EntryRow>(sql`
    ${entriesOf(type)}
    where t.frozen = 0 and t.material_id = any(${materialIds}::bigint[]) and ${validOn(date)} and (t.dept_id is null or t.dept_id = any(${depts.map((dept) => dept.id)}::bigint[]))`);
  const entries = Map.groupBy(rows, (row) => row.materialId);
  return questions.map(({ materialId, unitId }) => {
    const ladder = ladders.get(materialId);
    const path = unitId === undefined || ladder === undefined ? undefined : unitPath(ladder, unitId);
    if (path?.ok === false) throw new Refused(...path.refusals.map((refusal) => ({ ...refusal, field: 'unitId' })));
    const answer = resolvePrice((entries.get(materialId) ?? []).map(entryOf), {
      material: ladder?.material.name ?? materialId, priceType: resourceOf(type).label, date, depts: depts.map(({ id, deptName: name }) => ({ id, name })), ...(path === undefined ? {} : { unit: { id: path.unitId, factor: path.ratio } }),
    });
    const entry = answer.found ? answer.entry : undefined;
    const isOwn = path === undefined || path.unitId === entry?.unitId;
    return { materialId, answer, ladder, unitId: path?.unitId ?? entry?.unitId ?? '', factor: (isOwn ? (entry?.factor ?? path?.factor) : path.factor)?.toString() ?? '' };
  });
}

/** One published price as it stands, whatever the day. */
export async function publishedPrice(context: Context, type: PriceType, id: Id): Promise<(PriceEntry & { readonly materialId: Id }) | undefined> {
  const row = await context.tx.row<EntryRow>(sql`
    ${entriesOf(type)} where t.id = ${id}::bigint`);
  return row === undefined ? undefined : { ...entryOf(row), materialId: row.materialId };
}
