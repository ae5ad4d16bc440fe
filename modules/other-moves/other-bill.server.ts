/** What both bills of this area ask before they are saved, sent and posted: their day, their place, their lines. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import { convertLines, type ConvertedLine } from '../master-data/units/material-units.server.ts';
import {
  documentPlaces,
  onePlaceRefusals,
  placeIdOf,
  type NamesPlace,
} from '../stock/warehouses/document-place.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { BACKDATE_MOST, dateRefusal } from './business-date.rules.ts';
import type { Traits } from './other-in-store.rules.ts';

/** A bill as it is sent and posted. */
interface Bill {
  readonly id: Id;
  readonly billCode: string;
  readonly row: NamesPlace & { readonly billDate: string | null };
}

/** How many days late a bill of this kind may be entered. */
async function daysBack(context: Context, of: Declaration): Promise<number> {
  if (context.allowed(permissionOf(of, 'backdate'))) return BACKDATE_MOST;
  return Number((await readParameter(context, 'store.backdate-days')) || '3');
}

interface Head extends NamesPlace {
  billDate: string | null;
  companyDeptId: Id | null;
  projectDeptId: Id | null;
  visibleDeptIds: readonly Id[] | null;
}

/** The day of a bill, today where none is named, and who sees it, by its place. */
export async function fillHead(
  context: Context,
  of: Declaration,
  values: Head,
  before: { readonly billDate: string | null } | null,
): Promise<void> {
  values.billDate ??= context.today;
  if (values.billDate !== before?.billDate) {
    const wrong = dateRefusal(values.billDate, context.today, await daysBack(context, of));
    if (wrong !== undefined) throw new Refused(wrong);
  }
  const wrong = onePlaceRefusals(values);
  if (wrong.length > 0) throw new Refused(...wrong);
  const id = placeIdOf(values)!;
  const place = (await documentPlaces(context, [id])).get(id);
  if (place === undefined) return; // the kernel names the missing reference
  values.companyDeptId = place.companyDeptId;
  values.projectDeptId = place.deptId;
  values.visibleDeptIds = [place.deptId];
}

/** A material by its id, as lines are judged by it. */
type KnownMaterial = Traits & { readonly baseUnitId: Id; readonly nearDays: number };

/** What these materials say of their lots and measures, by id. */
export async function traitsOf(context: Context, materialIds: readonly Id[]): Promise<Map<Id, KnownMaterial>> {
  const rows = await context.tx.rows<{
    id: Id;
    material: string;
    managed: number;
    shelfLifeDays: number | null;
    catchWeight: number;
    auxUnitId: Id | null;
    baseUnitId: Id;
    nearDays: number;
  }>(sql`
    select m.id, m.called as material, m.shelf_life_managed as managed, coalesce(m.shelf_life_days,
      t.shelf_life_days) as shelf_life_days, m.catch_weight, m.aux_unit_id, m.base_unit_id,
      coalesce(m.near_expiry_days, t.near_expiry_days, 7) as near_days
    from material m left join material_type t on t.id = m.material_type_id
    where m.id = any(${[...new Set(materialIds)]}::bigint[])`);
  return new Map(
    rows.map(({ managed, catchWeight, ...row }) => [
      row.id,
      { ...row, managed: managed === 1, isCatchWeight: catchWeight === 1 },
    ]),
  );
}

interface TypedLine {
  readonly materialId: Id;
  readonly unitId: Id | null;
  readonly qty: DecimalText;
}
/** Lines in base unit, by the factors of the day of their bill; a line without a unit is in that of its material. */
export async function inBaseUnit(
  context: Context,
  lines: readonly TypedLine[],
  known: ReadonlyMap<Id, KnownMaterial>,
  date: string,
): Promise<(ConvertedLine & { readonly unitId: Id })[]> {
  const entered = lines.map(({ materialId, unitId, qty }) => ({
    materialId,
    unitId: unitId ?? known.get(materialId)?.baseUnitId ?? '0',
    qty,
  }));
  const converted = await convertLines(context, entered, { date });
  return entered.map(({ unitId }, index) => ({ unitId, ...converted[index]! }));
}

/** Nothing is sent or posted at a frozen place, or into a month that is closed. */
export async function standingAgainst(context: Context, bills: readonly Bill[]): Promise<Refusal[]> {
  const [frozen, closed] = await Promise.all([
    atFrozenWarehouses(context, bills),
    context.tx.rows<{ id: Id; closedThrough: string }>(sql`
    select l.id, l.closed_through from stock_location l
    where l.closed_through is not null and l.id = any(${bills.map(({ row }) => placeIdOf(row))}::bigint[])`),
  ]);
  const through = new Map(closed.map((row) => [row.id, row.closedThrough]));
  return [
    ...frozen,
    ...bills.flatMap(({ billCode, row }) =>
      (row.billDate ?? context.today) <= (through.get(placeIdOf(row)!) ?? '')
        ? [refuse('other-moves.month-closed', { billCode, billDate: row.billDate })]
        : [],
    ),
  ];
}

/** What is posted is not voided: in words of its own. Null: the usual ones say it. */
export async function notVoided(
  _context: Context,
  bills: readonly { readonly billCode: string; readonly status: string }[],
): Promise<readonly Refusal[] | void> {
  if (bills.every(({ status }) => status === 'done'))
    return bills.map(({ billCode }) => refuse('other-moves.posted', { billCode }));
}
