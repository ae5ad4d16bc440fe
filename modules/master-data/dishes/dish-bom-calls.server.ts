/** BOMs as a stall cooks by them, and their lines one by one for clients that edit them so. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { LineRow } from '../../../kernel/core/declaration.ts';
import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { PageOf, TypeOf } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { paging, presentFields, readPage, recordById } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { effectiveBom } from './recipe-book.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import * as calls from './dish-bom.calls.ts';
import { dishBom, dishBomSpecialGear } from './dish-bom.resource.ts';
import { dishFood } from './dish-food.server.ts';
import { deptsUpwards } from './dish.server.ts';
import { namedId, requireId } from '../units/unit-calls.server.ts';

type Line = LineRow<NonNullable<typeof dishBom.lines>['details']>;

/** Serves the release of versions that are drafts; all of the call or none. */
const serveRelease = (contract: typeof calls.releaseBom, of: typeof dishBom | typeof dishBomSpecialGear): Call =>
  serve(contract, async (context, input) => {
    for (const id of readIds(input)) {
      const { released } = await recordById(context, of, id);
      if (released !== 1) await saveRecord(of, context, { id, released: 1 });
    }
    return true;
  });
export const releaseBom = serveRelease(calls.releaseBom, dishBom);
export const releaseVariant = serveRelease(calls.releaseVariant, dishBomSpecialGear);

export const bomsOfStall = serve(calls.bomsOfStall, async (context, input, { body }) => {
  const gearId = requireId(input, 'gearId');
  const date = dayOr(input.date, context.today);
  const { gearId: _gear, date: _date, ...filters } = body;
  const page = await readPage(dishBom, context, { ...filters, validOn: date }, [sql`t.released = 1`]);
  const deptIds = (await context.tx.rows<{ id: Id }>(deptsUpwards(gearId))).map((dept) => dept.id);
  const cooked = await cookedBy(
    context,
    page.records.map((row) => row.dishId),
    deptIds,
    date,
  );
  return { ...page, records: page.records.map((row) => ({ ...row, ...cooked.get(row.dishId)! })) };
});

export const foodToday = serve(calls.foodToday, async (context, input) => {
  const dishId = requireId(input, 'dishId');
  const { boms } = await loadBomFacts(context, [dishId], context.today, context.today, []);
  const food = boms.some((bom) => bom.dishId === dishId)
    ? (await dishFood(context, [dishId], context.today)).get(dishId)!
    : null;
  return {
    dishId,
    date: context.today,
    hasBom: flagOf(food !== null),
    nutrients: food?.nutrients ?? {},
    withoutLosses: food?.withoutLosses ?? [],
    coverage: food?.coverage ?? null,
    allergens: food?.allergens ?? {},
  };
});

export const lineList = serve(calls.lineList, (context, input) => pageOfLines(context, input));
export const linePage = serve(calls.linePage, (context, input) => pageOfLines(context, input));

export const lineDetail = serve(calls.lineDetail, async (context, input) => {
  const { records } = await pageOfLines(context, { id: requireId(input, 'id') });
  const [line] = records;
  if (line === undefined) throw unknownRecord(dishBom.lines!.details.label);
  return line;
});

// The fields of the line are read with those of its BOM.
export const saveLine = serve(calls.saveLine, async (context, input, { body }) => {
  const id = input.id === null ? null : requireId(input, 'id');
  const bomId =
    id === null ? requireId(input, input.bomId === null ? 'dishBomId' : 'bomId') : await ownerOf(context, [id]);
  await rewrite(context, bomId, (stored) =>
    id === null ? [...stored, body] : stored.map((line) => (line.id === id ? { ...line, ...body } : line)),
  );
  return true;
});

export const removeLines = serve(calls.removeLines, async (context, input) => {
  const ids = readIds(input);
  await rewrite(context, await ownerOf(context, ids), (stored) => stored.filter((line) => !ids.includes(line.id)));
  return true;
});

/** Lines are saved through their BOM, so that every check of the whole holds for a single line too. */
async function rewrite(
  context: Context,
  bomId: Id,
  change: (stored: readonly Line[]) => readonly Input[],
): Promise<void> {
  const bom = await recordById(context, dishBom, bomId);
  await saveRecord(dishBom, context, { id: bomId, details: change(bom.details ?? []) });
}

async function ownerOf(context: Context, lineIds: readonly string[]): Promise<string> {
  const owners = await context.tx.rows<{ id: string }>(
    sql`select distinct dish_bom_id as id from dish_bom_detail where id = any(${[...lineIds]}::bigint[])`,
  );
  if (owners.length === 0) throw unknownRecord(dishBom.lines!.details.label);
  if (owners.length > 1) throw new Refused(refuse('param.invalid', { name: 'ids', value: lineIds.join(',') }));
  return owners[0]!.id;
}

type BomLine = TypeOf<typeof calls.bomLine>;
type LineFilter = Partial<InputOf<typeof calls.linePage.input>>;

/** Lines of all BOMs: by BOM, or where a material is used. */
async function pageOfLines(context: Context, input: LineFilter): Promise<PageOf<BomLine>> {
  const { current, size } = paging(input);
  const is = (column: Sql, value: string | null): Sql =>
    sql`(${value}::bigint is null or ${column} = ${value}::bigint)`;
  const rows = await context.tx.rows<BomLine & { readonly total: number }>(sql`
    select d.*, d.dish_bom_id as bom_id, m.called as material_name, m.code as material_code, s.name as sub_dish_name,
      u.called as unit_name, b.dish_id, i.name as dish_name, b.bom_version, b.released,
      count(*) over ()::integer as total
    from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id join dish i on i.id = b.dish_id
    left join material m on m.id = d.material_id left join dish s on s.id = d.sub_dish_id left
      join material_unit u on u.id = d.unit_id
    where ${is(sql`d.id`, namedId(input.id))} and
      ${is(sql`d.dish_bom_id`, namedId(input.bomId) ?? namedId(input.dishBomId))} and
      ${is(sql`d.material_id`, namedId(input.materialId))} and ${is(sql`d.sub_dish_id`, namedId(input.subDishId))}
    order by i.name collate pinyin, b.bom_version desc, d.line_no limit ${size} offset ${(current - 1) * size}`);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _, ...row }) =>
      presentFields<BomLine>(dishBom.lines!.details.fields, row, context.language),
    ),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** By what a dish is cooked at a place on a day. */
interface CookedBy {
  readonly origin: 'standard' | 'variant';
  /** None without a BOM in force. Quantities in base unit, yields in percent points. */
  readonly details: TypeOf<typeof calls.cookedLines>;
}

/**
 * BOMs of dishes in force on a day with the differences of a place laid over them; `deptIds` from the place upwards.
 */
export async function cookedBy(
  context: Context,
  dishIds: readonly Id[],
  deptIds: readonly Id[],
  date: string,
): Promise<ReadonlyMap<Id, CookedBy>> {
  const facts = await loadBomFacts(context, dishIds, date, date, deptIds);
  const names = new Map(
    (
      await context.tx.rows<{ id: string; name: string }>(sql`
    select id, name from material where id =
      any(${facts.boms.flatMap((bom) => bom.lines.flatMap((line) => line.materialId ?? []))}::bigint[])
    union all select id, name from dish where id = any(${facts.dishes.map((dish) => dish.id)}::bigint[])`)
    ).map((row) => [row.id, row.name]),
  );
  return new Map(
    dishIds.map((dishId) => {
      const varies = facts.variants.some((variant) => variant.dishId === dishId && deptIds.includes(variant.deptId));
      const details = (effectiveBom(facts, dishId, deptIds, date)?.lines ?? []).map((line) => ({
        materialId: line.materialId ?? '',
        subDishId: line.subDishId ?? '',
        name: names.get(line.materialId ?? line.subDishId ?? '') ?? '',
        netBaseQty: line.netBaseQty.toString(),
        yieldRate: line.cleanYield.toString(),
        processYield: line.processYield.toString(),
      }));
      return [dishId, { origin: varies ? 'variant' : 'standard', details }];
    }),
  );
}
