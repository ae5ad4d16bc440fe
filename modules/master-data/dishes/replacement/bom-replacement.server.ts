/**
 * One material in the place of another in every recipe, as one act that can be taken back. The preview is the act
 * itself, taken back before anybody sees it: what is shown is what would be.
 */
import { Decimal } from '../../../../kernel/core/decimal.ts';
import type { InputOf } from '../../../../kernel/core/contract.ts';
import { flagOf, type Id } from '../../../../kernel/core/field.ts';
import { label } from '../../../../kernel/core/label.ts';
import type { WholeRecord } from '../../../../kernel/core/shape.ts';
import { refuse, Refused, type Refusal } from '../../../../kernel/core/refusal.ts';
import { audit } from '../../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../../kernel/server/context.ts';
import { sql } from '../../../../parts/postgres/database.ts';
import { readRecord } from '../../../../kernel/server/record-query.ts';
import { readIds } from '../../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../../kernel/server/save.ts';
import { serve } from '../../../../kernel/server/serve.ts';
import { dayPlus } from '../../figures/calendar-day.rules.ts';
import * as calls from './bom-replacement.calls.ts';
import { dishBom } from '../dish-bom.resource.ts';
import { costsToday, type DishCostToday } from '../dish-cost.port.server.ts';
import { dishFood } from '../dish-food.server.ts';
import type { DishFood } from '../dish-food.rules.ts';
import { Fraction } from '../../figures/exact-fraction.rules.ts';
import { unitLadders } from '../../units/material-units.server.ts';
import { material } from '../../materials/material.resource.ts';
import { requireId } from '../../units/unit-calls.server.ts';
import { unitPath, type UnitContext } from '../../units/unit-conversion.rules.ts';

interface Replacement {
  readonly from: Goods;
  readonly to: Goods;
  readonly ratio: Decimal;
  readonly startDate: string;
  /** Only these; all where it is null. */
  readonly dishIds: readonly Id[] | null;
}
interface Goods {
  readonly id: Id;
  readonly name: string;
  readonly baseUnitId: Id;
  readonly frozen: 0 | 1;
}
/** A version that was made, and the one it stands for as that one stood. */
interface Made {
  readonly bomId: Id;
  readonly version: number;
  readonly formerId: Id;
  readonly dishId: Id;
  readonly endDate: string | null;
  /** The former one had not begun: it went back to a draft. */
  readonly withdrawn: boolean;
}

async function readReplacement(
  context: Context,
  input: InputOf<typeof calls.replaceMaterial.input>,
): Promise<Replacement> {
  const [fromId, toId] = [requireId(input, 'materialId'), requireId(input, 'toMaterialId')];
  const rows = await context.tx.rows<Goods>(
    sql`select id, name, base_unit_id, frozen from material where id = any(${[fromId, toId]}::bigint[])`,
  );
  const [from, to] = [fromId, toId].map((id) => rows.find((row) => row.id === id));
  if (from === undefined || to === undefined) throw unknownRecord(material.label);
  const given = input.ratio ?? '1';
  const startDate = input.startDate ?? dayPlus(context.today, 1);
  const wrong = [
    ...(fromId === toId ? [refuse('master-data.bom-replace-same', {}, { field: 'toMaterialId' })] : []),
    ...(to.frozen === 1
      ? [refuse('master-data.bom-replace-frozen', { material: to.name }, { field: 'toMaterialId' })]
      : []),
    ...(Decimal.isText(given) && Decimal.of(given).isPositive()
      ? []
      : [refuse('field.positive', { name: label('用量比', 'Ratio') }, { field: 'ratio' })]),
    ...(/^\d{4}-\d\d-\d\d$/.test(startDate) && startDate >= context.today
      ? []
      : [refuse('master-data.bom-replace-past', { today: context.today }, { field: 'startDate' })]),
  ];
  if (wrong.length > 0) throw new Refused(...wrong);
  const dishIds = input.dishIds === null ? null : readIds(input, 'dishIds');
  return { from, to, ratio: Decimal.of(given), startDate, dishIds };
}

interface Affected {
  readonly id: Id;
  readonly dishId: Id;
  readonly startDate: string;
  readonly endDate: string | null;
}
/** Released versions with the material that count on the day or later. */
const affected = (context: Context, { from, startDate, dishIds }: Replacement): Promise<Affected[]> =>
  context.tx.rows<Affected>(sql`
  select b.id, b.dish_id, b.start_date, b.end_date from dish_bom b
  where b.released = 1 and coalesce(b.end_date, 'infinity'::date) >= ${startDate}::date
    and (${dishIds === null} or b.dish_id = any(${dishIds ?? []}::bigint[]))
    and exists (select 1 from dish_bom_detail d where d.dish_bom_id = b.id and d.material_id = ${from.id}::bigint)
  order by b.dish_id, b.start_date for update of b`);

/**
 * Lines with the material replaced. Refuses, by line, what no unit of the new one holds exactly: it would be multiplied
 * by all portions.
 */
function linesFor(
  ladders: ReadonlyMap<Id, UnitContext>,
  replacement: Replacement,
  former: WholeRecord<typeof dishBom>,
): { readonly lines: Record<string, unknown>[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const lines = former.details.map(({ id: _id, lineNo, ...line }) => {
    if (String(line.materialId ?? '') !== replacement.from.id) return line;
    const own = unitPath(ladders.get(replacement.from.id)!, line.unitId);
    const base = own.ok ? Fraction.of(line.netQty).times(own.ratio) : Fraction.of(String(line.netBaseQty));
    const written = writtenExactly(
      ladders.get(replacement.to.id)!,
      base.times(Fraction.of(replacement.ratio)),
      line.unitId,
    );
    if (written === undefined)
      refusals.push(
        refuse(
          'master-data.bom-replace-places',
          { dish: former.dishName, line: lineNo, qty: line.netQty, unit: line.unitName, ratio: replacement.ratio },
          { field: 'ratio' },
        ),
      );
    // The yield is that of the new material; how it is worked on stays.
    return {
      ...line,
      materialId: replacement.to.id,
      unitId: written?.unitId,
      netQty: written?.qty,
      yieldRate: null,
      factor: null,
      netBaseQty: null,
    };
  });
  return { lines, refusals };
}

/**
 * A base quantity of a material in the unit a line had, else in its base unit, else in another of that dimension: the
 * first in which it has no more than 6 places.
 */
function writtenExactly(
  ladder: UnitContext,
  baseQty: Fraction,
  unitId: Id,
): { readonly unitId: Id; readonly qty: string } | undefined {
  const { baseUnitId } = ladder.material;
  const dimension = ladder.units.find((unit) => unit.id === baseUnitId)?.dimension;
  const alike = ladder.units
    .filter((unit) => unit.dimension === dimension && dimension !== 'pack')
    .map((unit) => unit.id);
  for (const id of [unitId, baseUnitId, ...alike]) {
    const path = unitPath(ladder, id);
    if (!path.ok) continue;
    const exact = baseQty.dividedBy(path.ratio);
    const qty = exact.rounded(6);
    if (Fraction.of(qty).compare(exact) === 0) return { unitId: id, qty: qty.toString() };
  }
  return undefined;
}

async function replace(context: Context, wish: Replacement): Promise<Made[]> {
  // Whoever may replace may release what comes of it.
  const acting: Context = {
    ...context,
    allowed: (permission) => permission === 'dishbom_release' || context.allowed(permission),
  };
  const made: Made[] = [];
  const versions = [];
  const ladders = await unitLadders(context, [wish.from.id, wish.to.id], { date: wish.startDate });
  for (const each of await affected(context, wish)) {
    const former = (await readRecord(dishBom, context, { id: each.id }))!;
    versions.push({ each, former, ...linesFor(ladders, wish, former) });
  }
  const refusals = versions.flatMap((version) => version.refusals);
  if (refusals.length > 0) throw new Refused(...refusals);
  for (const { each, former, lines } of versions) {
    const withdrawn = each.startDate >= wish.startDate;
    await endVersion(context, each.id, withdrawn ? null : dayPlus(wish.startDate, -1));
    const bomId = await saveRecord(dishBom, acting, {
      ...Object.fromEntries(
        ['dishId', 'outputQty', 'outputUnitId', 'processLossRate', 'auxiliaryCost', 'tagIds', 'remark'].map((name) => [
          name,
          former[name],
        ]),
      ),
      startDate: withdrawn ? each.startDate : wish.startDate,
      endDate: each.endDate ?? '',
      released: 1,
      changeNote: label(
        `「${wish.from.name}」换成「${wish.to.name}」`,
        `${wish.from.name} replaced by ${wish.to.name}`,
      )[context.language].slice(0, 200),
      details: lines,
    });
    const { version } = (await context.tx.row<{ version: number }>(
      sql`select version from dish_bom where id = ${bomId}::bigint`,
    ))!;
    made.push({ bomId, version, formerId: each.id, dishId: each.dishId, endDate: each.endDate, withdrawn });
  }
  return made;
}

/** Ends a version the day before; one that has not begun goes back to a draft. */
async function endVersion(context: Context, id: Id, lastDay: string | null): Promise<void> {
  await context.tx.run(
    lastDay === null
      ? sql`update dish_bom set released = 0, version = version + 1, update_user = ${context.user.userId}::bigint,
        update_time = now() where id = ${id}::bigint`
      : sql`update dish_bom set end_date = ${lastDay}::date, version = version + 1,
        update_user = ${context.user.userId}::bigint, update_time = now() where id = ${id}::bigint`,
  );
}

/** The dishes themselves, and every dish they are a part of. */
const dishesAbove = (
  context: Context,
  dishIds: readonly Id[],
  date: string,
): Promise<{ id: Id; name: string; code: string; direct: boolean }[]> =>
  context.tx.rows(sql`
  with recursive reach as (
    select unnest(${dishIds as Id[]}::bigint[]) as id
    union select b.dish_id from dish_bom b join dish_bom_detail d on d.dish_bom_id = b.id
    join reach r on r.id = d.sub_dish_id where b.released = 1
      and coalesce(b.end_date, 'infinity'::date) >= ${date}::date)
  select d.id, d.name, d.code, d.id = any(${dishIds as Id[]}::bigint[]) as direct from dish d
  join reach r on r.id = d.id order by direct desc, d.code`);

type Seen = DishFood & { readonly cost: string | null };
async function seen(context: Context, dishIds: readonly Id[], date: string): Promise<Map<Id, Seen>> {
  const [food, costs] = [
    await dishFood(context, dishIds, date),
    context.allowed('dish_cost_view')
      ? await costsToday({ ...context, today: date }, dishIds)
      : new Map<Id, DishCostToday>(),
  ];
  return new Map(dishIds.map((id) => [id, { ...food.get(id)!, cost: costs.get(id)?.todayCost ?? null }]));
}

export const replaceMaterial = serve(calls.replaceMaterial, async (context, input) => {
  const wish = await readReplacement(context, input);
  const dishIds = [...new Set((await affected(context, wish)).map((each) => each.dishId))];
  if (dishIds.length === 0) throw new Refused(refuse('master-data.bom-replace-nowhere', { material: wish.from.name }));
  const dishesUsing = await dishesAbove(context, dishIds, wish.startDate);
  const ids = dishesUsing.map((each) => each.id);
  const before = await seen(context, ids, wish.startDate);
  await context.tx.run(sql`savepoint replacing`);
  const made = await replace(context, wish);
  const after = await seen(context, ids, wish.startDate);
  const drafts = (await context.tx.row<{ n: number }>(sql`
    select count(distinct b.id)::integer as n from dish_bom b join dish_bom_detail d on d.dish_bom_id = b.id
    where b.released = 0 and d.material_id = ${wish.from.id}::bigint
      and b.id <> all(${made.map((each) => each.formerId)}::bigint[])`))!.n;
  const variants = await context.tx.rows<{ dishName: string; deptName: string }>(sql`
    select distinct i.name as dish_name, p.dept_name from dish_bom_special_gear v
    join dish_bom_special_gear_detail d on d.dish_bom_special_gear_id = v.id join dish i on i.id = v.dish_id
      join dept p on p.id = v.dept_id
    where v.released = 1 and coalesce(v.end_date, 'infinity'::date) >= ${wish.startDate}::date
      and ${wish.from.id}::bigint in (d.material_id, d.target_material_id) order by 1, 2`);
  const dishes = dishesUsing.map(({ id, name, code, direct }) => ({
    dishId: id,
    dishName: name,
    dishCode: code,
    direct: flagOf(direct),
    before: before.get(id)!,
    after: after.get(id)!,
  }));
  const answer = {
    materialName: wish.from.name,
    toMaterialName: wish.to.name,
    startDate: wish.startDate,
    versions: made.length,
    dishes,
    drafts,
    variants,
  };
  if (input.dryRun === 1) {
    await context.tx.run(sql`rollback to savepoint replacing`);
    return { ...answer, id: '' };
  }
  await context.tx.run(sql`release savepoint replacing`);
  const { id } = (await context.tx.row<{ id: Id }>(sql`
    insert into bom_replacement (material_id, to_material_id, ratio, start_date, bom_count, reason, made, create_user,
      create_dept, update_user)
    values (${wish.from.id}::bigint, ${wish.to.id}::bigint, ${wish.ratio.toString()}::numeric, ${wish.startDate}::date,
      ${made.length}, ${input.reason?.slice(0, 200) ?? null}, ${JSON.stringify(made)}::jsonb,
      ${context.user.userId}::bigint, ${context.user.deptId || null}::bigint, ${context.user.userId}::bigint)
      returning id`))!;
  await audit(context, [
    {
      resource: material.name,
      recordId: wish.from.id,
      action: 'replace',
      title: wish.from.name,
      changes: { toMaterialId: [null, wish.to.id], dishBom: [null, made.length] },
    },
  ]);
  return { ...answer, id };
});

/** Puts the versions of before back, as far as nobody has gone on from those that were made. */
async function undo(context: Context, id: Id): Promise<{ back: number; left: number }> {
  const found = await context.tx.row<{
    replacementState: string;
    made: readonly Made[];
    name: string;
    materialId: Id;
  }>(sql`
    select r.replacement_state, r.made, m.name, r.material_id from bom_replacement r
    join material m on m.id = r.material_id where r.id = ${id}::bigint for update of r`);
  if (found === undefined) throw unknownRecord(label('配方换料', 'Replaced in recipes'));
  if (found.replacementState === 'undone')
    throw new Refused(refuse('master-data.bom-replace-undone', { material: found.name }));
  const acting: Context = {
    ...context,
    allowed: (permission) => permission === 'dishbom_release' || context.allowed(permission),
  };
  let back = 0;
  for (const each of found.made) {
    const now = await context.tx.row<{ version: number; released: number; startDate: string }>(
      sql`select version, released, start_date from dish_bom where id = ${each.bomId}::bigint for update`,
    );
    if (now === undefined || now.version !== each.version || now.released !== 1) continue;
    if (now.startDate >= context.today) {
      await context.tx.run(
        sql`update dish_bom set released = 0, version = version + 1, update_user = ${context.user.userId}::bigint,
          update_time = now() where id = ${each.bomId}::bigint`,
      );
      await context.tx.run(
        sql`update dish_bom set released = 1, end_date = ${each.endDate}::date, version = version + 1,
          update_user = ${context.user.userId}::bigint, update_time = now() where id = ${each.formerId}::bigint`,
      );
      await context.tx.run(sql`delete from dish_bom b where b.id = ${each.bomId}::bigint`);
    } else {
      // It was cooked by: that stays told, and from today the former recipe counts again.
      const former = (await readRecord(dishBom, context, { id: each.formerId }))!;
      await endVersion(context, each.bomId, dayPlus(context.today, -1));
      await saveRecord(dishBom, acting, {
        ...Object.fromEntries(
          ['dishId', 'outputQty', 'outputUnitId', 'processLossRate', 'auxiliaryCost', 'tagIds', 'remark'].map(
            (name) => [name, former[name]],
          ),
        ),
        startDate: context.today,
        endDate: each.endDate ?? '',
        released: 1,
        changeNote: label('撤销换料', 'Replacement undone')[context.language],
        details: former.details.map(({ id: _id, lineNo: _no, ...line }) => line),
      });
    }
    back += 1;
  }
  const left = found.made.length - back;
  await context.tx.run(
    sql`update bom_replacement set replacement_state = 'undone', undone_time = now(), left_count = ${left},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
      where id = ${id}::bigint`,
  );
  await audit(context, [
    {
      resource: material.name,
      recordId: found.materialId,
      action: 'unreplace',
      title: found.name,
      changes: { dishBom: [found.made.length, left] },
    },
  ]);
  return { back, left };
}

export const undoReplacement = serve(calls.undoReplacement, (context, input) =>
  undo(context, readIds(input, 'id')[0]!),
);
