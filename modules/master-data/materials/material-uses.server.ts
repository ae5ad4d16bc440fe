/** What is planned, cooked, ordered or stored of materials: shown before they are frozen or merged. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { column, ident, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { materialUses, type Use } from './material-uses.port.server.ts';

const SHOWN = 5;

/** States of a document from which something still leads on. */
const openStates = ({ life }: Declaration): string[] =>
  Object.keys(life?.states ?? {}).filter((state) =>
    Object.values(life!.actions).some(
      (action) => action.from.includes(state) && action.to !== undefined && action.to !== state,
    ),
  );

/** Documents that are not finished and have such a line, by kind. */
async function openDocuments(registry: Registry, context: Context, ids: readonly Id[]): Promise<Use[]> {
  const kinds = Map.groupBy(
    registry
      .referrers('material')
      .filter(({ declaration, lines, isList }) => declaration.life !== undefined && lines !== null && !isList),
    ({ declaration }) => declaration,
  );
  const uses: Use[] = [];
  for (const [declaration, places] of kinds) {
    const inLine = join(
      places.map(
        ({ field, lines }) =>
          sql`exists (select 1 from ${ident(lineTableOf(declaration, lines!))} l
            where l.tenant_id = t.tenant_id and l.${ident(ownerColumn(declaration))} = t.id
              and l.${column(field)} = any(${ids as Id[]}::bigint[]))`,
      ),
      ' or ',
    );
    uses.push(
      await found(
        context,
        declaration.label,
        sql`select t.bill_code as name from ${ident(tableOf(declaration))} t
          where t.status = any(${openStates(declaration)}) and (${inLine})`,
      ),
    );
  }
  return uses;
}

const found = async (context: Context, of: Use['label'], names: Sql): Promise<Use> => {
  const row = (await context.tx.row<{ count: number; first: string[] | null }>(
    sql`with n as (${names}) select count(*)::integer as count, (select array_agg(f.name) from (select name from n
      order by name limit ${SHOWN}) f) as first from n`,
  ))!;
  return { label: of, count: row.count, first: row.first ?? [] };
};

/** Uses of materials that freezing them would touch; what is not in use is left out. */
export async function usesOf(registry: Registry, context: Context, materialIds: readonly Id[]): Promise<Use[]> {
  const ids = sql`${materialIds}::bigint[]`;
  const lasts = sql`coalesce(b.end_date, 'infinity'::date) >= ${context.today}::date`;
  const cooked = sql`select b.dish_id from dish_bom b join dish_bom_detail d on d.dish_bom_id = b.id
    where b.released = 1 and ${lasts} and d.material_id = any(${ids})`;
  const own = [
    await found(
      context,
      label('菜品BOM', 'Dish BOM'),
      sql`select distinct h.name from dish h where h.id in (${cooked})`,
    ),
    await found(
      context,
      label('特殊档口BOM', 'Stall BOM'),
      sql`
      select distinct h.name from dish_bom_special_gear b
      join dish_bom_special_gear_detail d on d.dish_bom_special_gear_id = b.id join dish h on h.id = b.dish_id
      where b.released = 1 and ${lasts} and (d.material_id = any(${ids}) or d.target_material_id = any(${ids}))`,
    ),
    await found(
      context,
      label('启用的菜谱模板', 'Menu templates in use'),
      sql`
      select distinct b.name from menu_template b join menu_template_detail d on d.menu_template_id = b.id
      where b.status = 'approved' and b.enabled = 1 and b.frozen = 0 and ${lasts} and d.dish_id in (${cooked})`,
    ),
    await found(
      context,
      label('作为替换或替代', 'Taken or offered instead of another'),
      sql`
      select distinct m.name from material m where m.id in (
        select b.material_id from material_replace b where b.replace_material_id = any(${ids}) and ${lasts}
        union select b.material_id from material_substitute b
        where b.substitute_material_id = any(${ids}) and ${lasts})`,
    ),
    await found(
      context,
      label('作为半成品的库存物料', 'Kept in stock for a semi-finished dish'),
      sql`select h.name from dish h where h.frozen = 0 and h.stock_material_id = any(${ids})`,
    ),
  ];
  return [
    ...own,
    ...(await openDocuments(registry, context, materialIds)),
    ...(await Promise.all(materialUses.of(context).map((find) => find(context, materialIds)))),
  ].filter((use) => use.count > 0);
}
