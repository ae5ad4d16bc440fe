import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { empty, ident, sql } from '../../../parts/postgres/database.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dishType } from '../dishes/dish-type.resource.ts';
import { namedId } from '../units/unit-calls.server.ts';
import { materialType } from './material-type.resource.ts';
import { treeChoices } from './tree-choices.calls.ts';

const DEPTH_MAX = materialType.tree!.depthMax;

/** What materials inherit: the nearest value from the type itself upwards. */
export interface InheritedTraits {
  readonly materialKind: string | null;
  readonly taxRate: string | null;
  readonly [trait: string]: unknown;
}

/** What types and those above them say, of each type the nearest first; nothing of one that is not there. */
const traitsUpwards = (context: Context, materialTypeIds: readonly Id[]): Promise<readonly Traits[]> =>
  context.tx.rows<Traits>(sql`
    with recursive chain as (
      select t.id as type_id, t.*, 1 as place from material_type t where t.id = any(${materialTypeIds}::bigint[])
      union all select c.type_id, t.*, c.place + 1 from material_type t join chain c on t.id = c.parent_id
      where c.place < ${DEPTH_MAX})
    select type_id, name as type_name, material_kind, default_tax_rate as tax_rate, storage_zone, shelf_life_days,
      near_expiry_days, min_remaining_share, min_remaining_days, over_rate, under_rate, abs_tolerance,
      weigh_at_receipt, temp_check
    from chain order by type_id, place`);
type Traits = Readonly<Record<string, unknown>> & { readonly typeId: Id; readonly typeName: string };

/** What materials of types begin with, by type: of each trait the nearest value up the tree. */
export async function inheritedTraits(
  context: Context,
  materialTypeIds: readonly Id[],
): Promise<ReadonlyMap<Id, InheritedTraits>> {
  const inherited = new Map<Id, InheritedTraits>();
  const chains = Map.groupBy(await traitsUpwards(context, materialTypeIds), ({ typeId }) => typeId);
  for (const [id, chain] of chains) {
    const nearest: Record<string, unknown> = {};
    for (const { typeId: _, typeName: __, ...traits } of chain)
      for (const [name, value] of Object.entries(traits)) nearest[name] ??= value;
    inherited.set(id, nearest as InheritedTraits);
  }
  return inherited;
}

/** The same, each trait that has a value with the type it comes from. */
export async function traitsBySource(
  context: Context,
  materialTypeId: string,
): Promise<{ readonly name: string; readonly value: string; readonly typeName: string }[]> {
  const found = new Map<string, { name: string; value: string; typeName: string }>();
  for (const { typeId: _, typeName, ...traits } of await traitsUpwards(context, [materialTypeId]))
    for (const [name, value] of Object.entries(traits))
      if (value !== null && !found.has(name)) found.set(name, { name, value: String(value), typeName });
  return [...found.values()];
}

/** Serves the nodes of a tree to whoever fills in a form that names one. */
const serveTreeChoices = (tree: Declaration): Call =>
  serve(
    treeChoices(tree),
    async (context, input) => {
      const { current, size } = paging(input);
      const table = ident(tableOf(tree));
      const parentId = namedId(input.parentId);
      const wanted =
        input.keyword !== null
          ? sql`where t.search_text like ${searchPattern(input.keyword.toLowerCase())}`
          : parentId === null
            ? empty
            : sql`where t.parent_id = ${parentId}::bigint`;
      const rows = await context.tx.rows<TreeChoice & { readonly total: number }>(sql`
      select t.id, t.parent_id, t.code, t.name, t.full_name, exists (select 1 from ${table} c
      where c.parent_id = t.id) as has_children, count(*) over ()::integer as total
      from ${table} t ${wanted} order by t.level, t.sort, t.id limit ${size} offset ${(current - 1) * size}`);
      const total = rows[0]?.total ?? 0;
      return { records: rows.map(({ total: _, ...row }) => row), total, size, current, pages: Math.ceil(total / size) };
    },
    { chooses: tree.name },
  );
type TreeChoice = TypeOf<ReturnType<typeof treeChoices>['answer']>['records'][number];

export const materialTypeChoices = serveTreeChoices(materialType);
export const dishTypeChoices = serveTreeChoices(dishType);
