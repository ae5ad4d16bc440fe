/** What stands on the shelf of a stall: of all goods systems in use that reach it. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';

/** The goods system `s` is in use. */
export const IN_USE = sql`(s.use_status = 'enabled' and s.frozen = 0)`;
/** The goods system `s` is meant for this stall of this site. */
export const reaches = (stall: Sql, site: Sql): Sql =>
  sql`(s.gear_project_dept_sys_dept_id = ${site} and (coalesce(cardinality(s.gear_operation_dept_ids), 0) = 0
    or ${stall} = any(s.gear_operation_dept_ids)))`;

export interface Shelf {
  /** Dishes that may be sold, with the price the shelf names. */
  readonly dishes: ReadonlyMap<Id, DecimalText | null>;
  /** Materials that may be asked for; null where it names none, and only dishes are limited. */
  readonly materials: ReadonlySet<Id> | null;
}

/** The shelf of a stall; null where no goods system is in use for it, and nothing is limited. */
export const shelfOf = async (context: Pick<Context, 'tx'>, stallDeptId: Id): Promise<Shelf | null> =>
  (await shelvesOf(context, [stallDeptId])).get(stallDeptId) ?? null;

/** The shelves of stalls; one that no goods system in use reaches has none, and is not limited. */
export async function shelvesOf(
  { tx }: Pick<Context, 'tx'>,
  stallDeptIds: readonly Id[],
): Promise<ReadonlyMap<Id, Shelf>> {
  const rows = await tx.rows<{
    stallId: Id;
    dishId: Id | null;
    materialId: Id | null;
    salePrice: DecimalText | null;
    isRequireGoods: number;
  }>(sql`
    with recursive line as (
      select d.id as stall_id, d.id, d.parent_id, d.dept_category, 1 as place from dept d
      where d.id = any(${[...new Set(stallDeptIds)]}::bigint[])
      union all select l.stall_id, d.id, d.parent_id, d.dept_category, l.place + 1 from dept d
      join line l on d.id = l.parent_id where l.place < 8)
    select l.stall_id, g.dish_id, g.material_id, g.sale_price, coalesce(g.is_require_goods, 0) as is_require_goods
    from goods_system s
    join line l on l.dept_category = '2' and ${reaches(sql`l.stall_id`, sql`l.id`)}
    left join goods_system_detail g on g.goods_system_id = s.id and g.line_status = 'on'
    where ${IN_USE} order by s.id, g.sort, g.line_no`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.stallId)].map(([stallId, goods]) => {
      const dishes = new Map<Id, DecimalText | null>();
      for (const { dishId, salePrice } of goods)
        if (dishId !== null && !dishes.has(dishId)) dishes.set(dishId, salePrice);
      const named = goods.filter((row) => row.materialId !== null);
      const askable = named.flatMap((row) => (row.isRequireGoods === 1 ? row.materialId! : []));
      return [stallId, { dishes, materials: named.length === 0 ? null : new Set(askable) }];
    }),
  );
}

/** Refuses dishes that stand on no shelf of the stall, line by line; nothing where no shelf limits it. */
export async function offShelfRefusals(
  context: Context,
  stallDeptId: Id,
  lines: readonly { readonly dishId: Id }[],
): Promise<Refusal[]> {
  const shelf = lines.length === 0 ? null : await shelfOf(context, stallDeptId);
  const off = shelf === null ? [] : lines.filter(({ dishId }) => !shelf.dishes.has(dishId));
  if (off.length === 0) return [];
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, name from dish where id = any(${off.map((line) => line.dishId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );
  return lines.flatMap(({ dishId }, index) =>
    shelf!.dishes.has(dishId) || !names.has(dishId)
      ? []
      : [
          refuse(
            'operations.off-shelf',
            { line: index + 1, dish: names.get(dishId) },
            { line: index + 1, field: 'dishId' },
          ),
        ],
  );
}
