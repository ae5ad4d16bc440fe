/** Who may open a file that somebody else uploaded: whoever sees a record that names it. */
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { ports } from '../../kernel/server/port.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { column, ident, join, raw, sql, type Sql } from '../postgres/database.ts';

/** Rows `t` of a record kind that the caller is shown by another way than its list, such as a task they decide on. */
type Shown = (context: Context, declaration: Declaration) => Sql | undefined;
export const recordsShown = ports<Shown>('records shown beside lists');

const FILE_KINDS = new Set(['pictures', 'attachments']);
const namesFiles = ({ kind, rules }: Field): boolean => FILE_KINDS.has(kind) && !rules.computed;

/** Does the caller see a record with this file in a field they may see? */
export async function seesFile(context: Context, id: string): Promise<boolean> {
  const records = context.registry.declarations
    .filter((declaration) => declaration.view !== true)
    .flatMap((declaration) => recordsNaming(context, declaration, id));
  return records.length > 0 && (await context.tx.row(sql`${join(records, ' union all ')} limit 1`)) !== undefined;
}

function recordsNaming(context: Context, declaration: Declaration, id: string): Sql[] {
  const named = (fields: Fields): Sql[] =>
    Object.entries(fields)
      .filter(
        ([, field]) => namesFiles(field) && (field.rules.right === undefined || context.allowed(field.rules.right)),
      )
      // Through text, so that the statement can be prepared with whichever column.
      .map(([name]) => sql`${id}::bigint = any(t.${column(name)}::text::bigint[])`);
  const inLines = Object.entries(declaration.lines ?? {}).flatMap(([key, { fields }]) => {
    const held = named(fields);
    const [table, owner] = [ident(lineTableOf(declaration, key)), ident(ownerColumn(declaration))];
    return held.length === 0
      ? []
      : [sql`t.id in (select t.${owner} from ${table} t where ${join([sql`false`, ...held], ' or ')})`];
  });
  const held = [...named(declaration.fields), ...inLines];
  const shown = held.length === 0 ? [] : shownRows(context, declaration);
  return shown.length === 0
    ? []
    : [
        sql`select 1 as one from ${ident(tableOf(declaration))} t
          where (${join([sql`false`, ...held], ' or ')}) and (${join([sql`false`, ...shown], ' or ')})`,
      ];
}

/** Conditions, of which one is enough for the caller to see the row `t`. */
function shownRows(context: Context, declaration: Declaration): Sql[] {
  const mayList = ['view', 'edit'].some((button) => context.allowed(permissionOf(declaration, button)));
  const listed = mayList ? [join([raw('true'), ...scopeCondition(declaration, context)], ' and ')] : [];
  const others = recordsShown.of(context).flatMap((shown) => shown(context, declaration) ?? []);
  return [...listed, ...others];
}
