import type { Declaration } from '../core/declaration.ts';
import type { Fields } from '../core/field.ts';
import { label, type Label } from '../core/label.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import { brokenConstraint } from '../../parts/postgres/broken-constraint.ts';
import { snake } from '../../parts/postgres/database.ts';
import { isOwner, type Registry } from './registry.ts';
import { lineTableOf, short, tableOf } from './schema.ts';

interface Owner {
  readonly label: Label;
  readonly table: string;
  readonly fields: Fields;
  readonly uniques: readonly (readonly string[])[];
}

/** Tables and their unique groups, so that a broken constraint can be said in words. */
function owners(registry: Registry): Owner[] {
  const groups = (fields: Fields): string[][] =>
    Object.entries(fields)
      .filter(([, field]) => field.rules.unique)
      .map(([name, field]) => [name, ...(Array.isArray(field.rules.unique) ? (field.rules.unique as string[]) : [])]);
  return registry.declarations
    .filter((declaration) => !declaration.view && isOwner(declaration))
    .flatMap((declaration: Declaration) => [
      {
        label: declaration.label,
        table: tableOf(declaration),
        fields: declaration.fields,
        uniques: [...groups(declaration.fields), ...(declaration.unique ?? [])],
      },
      ...Object.entries(declaration.lines ?? {}).map(([key, lines]) => ({
        label: label(`${declaration.label.zh}${lines.label.zh}`, `${declaration.label.en} ${lines.label.en}`),
        table: lineTableOf(declaration, key),
        fields: lines.fields,
        uniques: groups(lines.fields),
      })),
    ]);
}

const labelOf = (all: readonly Owner[], table: string | undefined): Label | undefined =>
  all.find((owner) => owner.table === table)?.label;

/**
 * What the database refused, as a refusal a person can read. Null when no declared constraint is broken: a bug.
 * `bespoke` names constraints written by hand in a module's migration: constraint → refusal code.
 */
export function refusalOfConstraint(
  registry: Registry,
  error: unknown,
  bespoke: Readonly<Record<string, string>>,
): Refusal | null {
  const broken = brokenConstraint(error);
  if (broken === null) return null;
  const own = bespoke[broken.constraint];
  if (own !== undefined) return refuse(own, {});
  const all = owners(registry);
  // Removing what others point at: PostgreSQL names who points, and in its message what at.
  const referrer = broken.rule === 'reference' ? /referenced from table "(\w+)"/.exec(broken.detail)?.[1] : undefined;
  if (referrer !== undefined) {
    const target = /^update or delete on table "(\w+)"/.exec(broken.message)?.[1];
    return refuse('record.referenced', {
      title: labelOf(all, target) ?? label('该记录', 'This record'),
      by: labelOf(all, referrer) ?? label('业务记录', 'records of work done'),
    });
  }
  const table = all.find((owner) => owner.table === broken.table);
  if (table === undefined) return null;
  if (broken.rule === 'unique') {
    const names = table.uniques.find(
      (each) => short(table.table, `${each.map(snake).join('_')}_uq`) === broken.constraint,
    );
    if (names === undefined) return null;
    const field = names.find((name) => table.fields[name])!;
    const value =
      /\)=\((.*)\)/.exec(broken.detail)?.[1]?.split(', ').slice(-names.length)[names.indexOf(field)] ??
      broken.written[field];
    const about = { name: table.fields[field]!.label };
    // An id would tell nobody anything.
    const isShown = value !== undefined && !['ref', 'parent'].includes(table.fields[field]!.kind);
    return isShown ? refuse('field.unique', { ...about, value }, { field }) : refuse('field.taken', about, { field });
  }
  if (broken.rule === 'reference') {
    const name = Object.keys(table.fields).find(
      (field) => short(table.table, `${snake(field)}_fk`) === broken.constraint,
    );
    return name === undefined
      ? null
      : refuse('field.unknown-reference', { name: table.fields[name]!.label }, { field: name });
  }
  if (broken.rule === 'check') {
    const name = Object.keys(table.fields).find(
      (field) => short(table.table, `${snake(field)}_ck`) === broken.constraint,
    );
    return name === undefined ? null : refuse('field.positive', { name: table.fields[name]!.label }, { field: name });
  }
  return null;
}
