/** BOMs as a stall cooks by them, and their lines one by one for clients that edit them so. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { paging, presentFields, readPage, readRecord, type Page } from '../../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { effectiveBom } from './bom-explosion.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import { dishBom, dishBomSpecialGear } from './dish-bom.resource.ts';
import { dishFood } from './dish-food.server.ts';
import { deptsUpwards } from './dish.server.ts';
import { requireId } from '../units/unit-calls.server.ts';

const VIEW = ['dishbom_view', 'dishbom_edit'];

export const dishBomCalls = ({ registry }: Services): readonly Call[] => {
  const get = (path: string, zh: string, en: string, handle: Call['handle']): Call => ({
    method: 'GET',
    service: 'master-data',
    path,
    permission: VIEW,
    summary: label(zh, en),
    handle,
  });
  const post = (path: string, zh: string, en: string, handle: Call['handle']): Call => ({
    method: 'POST',
    service: 'master-data',
    path,
    permission: 'dishbom_edit',
    summary: label(zh, en),
    handle,
  });
  const release = (of: Declaration): Call => ({
    method: 'POST',
    service: 'master-data',
    path: `${of.segment}/release`,
    permission: `${of.segment}_release`,
    summary: label(`发布${of.label.zh}`, `Release ${of.label.en}`),
    handle: async (context, input) => {
      const ids = readIds(input);
      for (const id of ids) {
        const stored = await readRecord(registry(), of, context, { id });
        if (stored === undefined) throw unknownRecord(of.label);
        if (stored['released'] !== 1) await saveRecord(registry(), of, context, { id, released: 1 });
      }
      return true;
    },
  });
  return [
    release(dishBom),
    release(dishBomSpecialGear),
    get('dishbom/getDishBomPageListByGearId', '档口当前BOM', 'BOMs a stall cooks by', (context, input) =>
      bomsOfStall(registry(), context, input),
    ),
    get('dishbom/food', '菜品营养与过敏原', 'What a portion feeds and contains', foodToday),
    get('dishbomdetail/list', 'BOM用料分页', 'Page of BOM lines', pageOfLines),
    get('dishbomdetail/page', 'BOM用料分页', 'Page of BOM lines', pageOfLines),
    get('dishbomdetail/detail', 'BOM用料', 'One BOM line', async (context, input) => {
      const page = await pageOfLines(context, { id: requireId(input, 'id') });
      if (page.records[0] === undefined) throw unknownRecord(dishBom.lines!.details.label);
      return page.records[0];
    }),
    post('dishbomdetail/submit', '保存BOM用料', 'Save a BOM line', async (context, input) => {
      const id = input['id'] ? requireId(input, 'id') : null;
      const bomId =
        id === null ? requireId(input, input['bomId'] ? 'bomId' : 'dishBomId') : await ownerOf(context, [id]);
      await rewrite(registry(), context, bomId, (stored) =>
        id === null ? [...stored, input] : stored.map((line) => (line['id'] === id ? { ...line, ...input } : line)),
      );
      return true;
    }),
    post('dishbomdetail/remove', '删除BOM用料', 'Remove BOM lines', async (context, input) => {
      const ids = readIds(input);
      await rewrite(registry(), context, await ownerOf(context, ids), (stored) =>
        stored.filter((line) => !ids.includes(String(line['id']))),
      );
      return true;
    }),
  ];
};

/** Of a portion by the BOM in force today; nothing while there is none. */
async function foodToday(context: Context, input: Input): Promise<unknown> {
  const dishId = requireId(input, 'dishId');
  const { boms } = await loadBomFacts(context, [dishId], context.today, context.today, []);
  const food = boms.some((bom) => bom.dishId === dishId)
    ? (await dishFood(context, [dishId], context.today)).get(dishId)!
    : null;
  return {
    dishId,
    date: context.today,
    hasBom: food === null ? 0 : 1,
    nutrients: food?.nutrients ?? {},
    withoutLosses: food?.withoutLosses ?? [],
    coverage: food?.coverage ?? null,
    allergens: food?.allergens ?? {},
  };
}

/** Lines are saved through their BOM, so that every check of the whole holds for a single line too. */
async function rewrite(
  registry: Registry,
  context: Context,
  bomId: string,
  change: (stored: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[],
): Promise<void> {
  const bom = await readRecord(registry, dishBom, context, { id: bomId });
  if (bom === undefined) throw unknownRecord(dishBom.label);
  await saveRecord(registry, dishBom, context, {
    id: bomId,
    details: change(bom['details'] as readonly Record<string, unknown>[]),
  });
}

async function ownerOf(context: Context, lineIds: readonly string[]): Promise<string> {
  const owners = await context.tx.rows<{ id: string }>(
    sql`select distinct dish_bom_id as id from dish_bom_detail where id = any(${[...lineIds]}::bigint[])`,
  );
  if (owners.length === 0) throw unknownRecord(dishBom.lines!.details.label);
  if (owners.length > 1) throw new Refused(refuse('param.invalid', { name: 'ids', value: lineIds.join(',') }));
  return owners[0]!.id;
}

/** Lines of all BOMs: by BOM, or where a material is used. */
async function pageOfLines(context: Context, input: Input): Promise<Page> {
  const { current, size } = paging(input);
  const by = (name: string): string | null =>
    /^\d{1,19}$/.test(String(input[name] ?? '')) ? String(input[name]) : null;
  const is = (column: Sql, value: string | null): Sql =>
    sql`(${value}::bigint is null or ${column} = ${value}::bigint)`;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select d.*, d.dish_bom_id as bom_id, m.name as material_name, m.code as material_code, s.name as sub_dish_name, u.name as unit_name, b.dish_id, i.name as dish_name, b.bom_version, b.released, count(*) over ()::integer as total
    from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id join dish i on i.id = b.dish_id
    left join material m on m.id = d.material_id left join dish s on s.id = d.sub_dish_id left join material_unit u on u.id = d.unit_id
    where ${is(sql`d.id`, by('id'))} and ${is(sql`d.dish_bom_id`, by('bomId') ?? by('dishBomId'))} and ${is(sql`d.material_id`, by('materialId'))} and ${is(sql`d.sub_dish_id`, by('subDishId'))}
    order by i.name collate pinyin, b.bom_version desc, d.line_no limit ${size} offset ${(current - 1) * size}`);
  const total = Number(rows[0]?.['total'] ?? 0);
  return {
    records: rows.map(({ total: _, ...row }) => presentFields(dishBom.lines!.details.fields, row, context.language)),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** Standard BOMs in force with the stall's differences laid over them; `origin` says which they are. */
async function bomsOfStall(registry: Registry, context: Context, input: Input): Promise<Page> {
  const gearId = requireId(input, 'gearId');
  const date = /^\d{4}-\d{2}-\d{2}$/.test(String(input['date'] ?? '')) ? String(input['date']) : context.today;
  const { gearId: _gear, date: _date, ...filters } = input;
  const page = await readPage(registry, dishBom, context, { ...filters, validOn: date }, [sql`t.released = 1`]);
  const deptIds = (await context.tx.rows<{ id: string }>(deptsUpwards(gearId))).map((dept) => dept.id);
  const cooked = await cookedBy(
    context,
    page.records.map((row) => String(row['dishId'])),
    deptIds,
    date,
  );
  return { ...page, records: page.records.map((row) => ({ ...row, ...cooked.get(String(row['dishId']))! })) };
}

/** By what a dish is cooked at a place on a day. */
export interface CookedBy {
  readonly origin: 'standard' | 'variant';
  /** None without a BOM in force. Quantities in base unit, yields in percent points. */
  readonly details: readonly {
    readonly materialId: string;
    readonly subDishId: string;
    readonly name: string;
    readonly netBaseQty: string;
    readonly yieldRate: string;
    readonly processYield: string;
  }[];
}

/** BOMs of dishes in force on a day with the differences of a place laid over them; `deptIds` from the place upwards. */
export async function cookedBy(
  context: Context,
  dishIds: readonly string[],
  deptIds: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, CookedBy>> {
  const facts = await loadBomFacts(context, dishIds, date, date, deptIds);
  const names = new Map(
    (
      await context.tx.rows<{ id: string; name: string }>(sql`
    select id, name from material where id = any(${facts.boms.flatMap((bom) => bom.lines.flatMap((line) => line.materialId ?? []))}::bigint[])
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
