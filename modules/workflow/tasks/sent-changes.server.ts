import { titleField } from '../../../kernel/core/declaration.ts';
import type { Fields, Id } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { column, ident, sql } from '../../../parts/postgres/database.ts';
import { changesBetween, type Changed, type Snapshot } from '../engine/changed.rules.ts';
import type { sentChange } from './flow-view.calls.ts';

/** A document as it was sent for the `round`th time. */
interface Sent {
  readonly businessResource: string;
  readonly businessId: Id;
  readonly round: number;
}

/**
 * What was sent differently from the time before, with names instead of ids, as far as the caller may see those
 * fields.
 */
export async function changedSince(context: Context, instance: Sent): Promise<TypeOf<typeof sentChange>[]> {
  if (instance.round === 1) return [];
  const declaration = context.registry.find(instance.businessResource);
  const rows = await context.tx.rows<{ snapshot: Snapshot }>(sql`
    select snapshot from flow_instance where business_resource = ${instance.businessResource} and business_id =
      ${instance.businessId}::bigint and round in (${instance.round - 1}, ${instance.round}) order by round`);
  if (rows.length < 2) return [];
  const fieldsOf = (change: Changed): Fields =>
    change.lines === '' ? declaration.fields : declaration.lines![change.lines]!.fields;
  const found = changesBetween(declaration, rows[0]!.snapshot, rows[1]!.snapshot).filter((change) => {
    const { right } = fieldsOf(change)[change.field]!.rules;
    return right === undefined || context.allowed(right);
  });
  const titles = await titlesOf(
    context,
    found.flatMap((change) => {
      const field = fieldsOf(change)[change.field]!;
      return field.kind === 'ref'
        ? [change.before, change.after]
            .filter((id): id is string => id !== null)
            .map((id) => ({ target: field.rules.target!, id }))
        : [];
    }),
  );
  return found.map((change) => {
    const field = fieldsOf(change)[change.field]!;
    const shown = (value: string | null): string => {
      if (value === null) return '';
      if (field.kind === 'ref') return titles.get(`${field.rules.target} ${value}`) ?? value;
      if (field.kind === 'choice')
        return field.rules.choices?.find((each) => each.value === value)?.label[context.language] ?? value;
      return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;
    };
    return {
      ...change,
      name: field.label[context.language],
      linesName: change.lines === '' ? '' : declaration.lines![change.lines]!.label[context.language],
      before: shown(change.before),
      after: shown(change.after),
    };
  });
}

async function titlesOf(
  context: Context,
  wanted: readonly { readonly target: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [name, each] of Map.groupBy(wanted, (one) => one.target)) {
    const target = context.registry.find(name);
    if (target.view) continue;
    const rows = await context.tx.rows<{ id: string; title: string }>(
      sql`select id, ${column(titleField(target))}::text as title
        from ${ident(tableOf(target))} where id = any(${[...new Set(each.map((one) => one.id))]}::bigint[])`,
    );
    for (const row of rows) found.set(`${name} ${row.id}`, row.title);
  }
  return found;
}
