import { label } from '../../../kernel/core/label.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { empty, ident, sql } from '../../../parts/postgres/database.ts';
import { paging, type Page } from '../../../kernel/server/record-query.ts';
import { searchPattern } from '../../../parts/search/search-text.ts';
import { materialType } from './material-type.resource.ts';
import { placeInTree, replaceBelow } from './tree-place.server.ts';

const DEPTH_MAX = 5;

export const materialTypeBehaviour = behaviour(materialType, {
  beforeSave: (context, saving) =>
    placeInTree(context, 'material_type', saving, { label: materialType.label, depthMax: DEPTH_MAX }),
  afterSave: (context, { id, creating }) => (creating ? Promise.resolve() : replaceBelow(context, 'material_type', id)),
});

/** What materials inherit: the nearest value from the type itself upwards. */
export interface InheritedTraits {
  readonly materialKind: string | null;
  readonly taxRate: string | null;
  readonly [trait: string]: unknown;
}

export async function inheritedTraits(context: Context, materialTypeId: string): Promise<InheritedTraits | undefined> {
  const chain = await context.tx.rows<Record<string, unknown>>(sql`
    with recursive chain as (
      select t.*, 1 as place from material_type t where t.id = ${materialTypeId}::bigint
      union all select t.*, c.place + 1 from material_type t join chain c on t.id = c.parent_id where c.place < ${DEPTH_MAX})
    select material_kind, default_tax_rate as tax_rate, storage_zone, shelf_life_days, near_expiry_days, min_remaining_share, min_remaining_days, over_rate, under_rate, abs_tolerance, weigh_at_receipt, temp_check
    from chain order by place`);
  if (chain.length === 0) return undefined;
  const nearest: Record<string, unknown> = {};
  for (const row of chain) for (const [name, value] of Object.entries(row)) nearest[name] ??= value;
  return nearest as InheritedTraits;
}

/** Pickers of a tree: one level, or all levels by keyword. */
export const pageForSelect = (service: string, segment: string, table: string, chooses: string): Call => ({
  method: 'GET',
  service,
  path: `${segment}/pageForSelect`,
  permission: SESSION,
  chooses,
  summary: label('选择上级（分页）', 'Choose a node, page by page'),
  handle: async (context, input): Promise<Page> => {
    const { current, size } = paging(input);
    const keyword = String(input['keyword'] ?? '')
      .trim()
      .toLowerCase();
    const parentId = /^\d{1,19}$/.test(String(input['parentId'] ?? '')) ? String(input['parentId']) : null;
    const wanted =
      keyword !== ''
        ? sql`where t.search_text like ${searchPattern(keyword)}`
        : parentId === null
          ? empty
          : sql`where t.parent_id = ${parentId}::bigint`;
    const rows = await context.tx.rows<Record<string, unknown>>(sql`
      select t.id, t.parent_id, t.code, t.name, t.full_name, exists (select 1 from ${ident(table)} c where c.parent_id = t.id) as has_children, count(*) over ()::integer as total
      from ${ident(table)} t ${wanted} order by t.level, t.sort, t.id limit ${size} offset ${(current - 1) * size}`);
    const total = Number(rows[0]?.['total'] ?? 0);
    return { records: rows.map(({ total: _, ...row }) => row), total, size, current, pages: Math.ceil(total / size) };
  },
});
