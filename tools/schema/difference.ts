/** What has to be done to a schema until it is as the declarations ask: decided from two catalogs alone. */
import { keyOf, type Kind, type Part } from './catalog.ts';

/** A statement of the declared SQL, with the table it belongs to. */
export interface DeclaredStatement {
  readonly table: string;
  readonly text: string;
  /** Refers to other tables: comes after all of them are there. */
  readonly reference: boolean;
}

interface Comparison {
  /** What the database has after all migrations. */
  readonly there: readonly Part[];
  /** What the declarations ask. */
  readonly wanted: readonly Part[];
  /** Whether a part was once made from a declaration. What was written by hand stays, whatever the declarations say. */
  readonly drawn: (part: Part) => boolean;
  readonly declared: readonly DeclaredStatement[];
}

/** What a person has to fill in: no SQL, so that nobody runs it unread. */
const TO_DECIDE = '<what the rows that are there hold>';

const UNIQUE = / \(unique\)$/;
const createIndex = ({ table, name, definition }: Part): string =>
  `create ${UNIQUE.test(definition) ? 'unique ' : ''}index ${name} on ${table} ${definition.replace(UNIQUE, '')};`;

const add = (part: Part): string =>
  ({
    table: '',
    column: `alter table ${part.table} add column ${part.name} ${part.definition};`,
    constraint: `alter table ${part.table} add constraint ${part.name} ${part.definition};`,
    index: createIndex(part),
    policy: `create policy ${part.name} on ${part.table} ${part.definition};`,
    trigger: `${part.definition};`,
    grant: `grant ${part.definition} on ${part.table} to ${part.name};`,
  })[part.kind];

const drop = (part: Part): string =>
  ({
    table: `drop table ${part.table};`,
    column: `alter table ${part.table} drop column ${part.name};`,
    constraint: `alter table ${part.table} drop constraint ${part.name};`,
    index: `drop index ${part.name};`,
    policy: `drop policy ${part.name} on ${part.table};`,
    trigger: `drop trigger ${part.name} on ${part.table};`,
    grant: `revoke all on ${part.table} from ${part.name};`,
  })[part.kind];

/** A new column: one that must hold something, and says not what, holds in old rows what a person decides. */
function addColumn(part: Part): string[] {
  if (!part.required || part.fallback !== null) return [add(part)];
  return [
    `alter table ${part.table} add column ${part.name} ${part.definition} default ${TO_DECIDE};`,
    `alter table ${part.table} alter column ${part.name} drop default;`,
  ];
}

/** A column that stays: type, default and whether it must hold something, each where it differs. */
function alterColumn(before: Part, after: Part): string[] {
  const column = `alter table ${after.table} alter column ${after.name}`;
  const retyped = before.type !== after.type;
  const refilled = retyped || before.fallback !== after.fallback;
  return [
    // A default is of the old type: it goes first and comes back last.
    ...(refilled && before.fallback !== null ? [`${column} drop default;`] : []),
    ...(retyped ? [`${column} type ${after.type} using ${after.name}::${after.type};`] : []),
    ...(refilled && after.fallback !== null ? [`${column} set default ${after.fallback};`] : []),
    ...(before.required && !after.required ? [`${column} drop not null;`] : []),
    ...(!before.required && after.required
      ? [`-- Refused where a row holds nothing: fill such rows first.\n${column} set not null;`]
      : []),
  ];
}

/** Row-level security of a table that stays. */
const alterTable = ({ table, definition }: Part): string[] => [
  `alter table ${table} ${definition.includes('enabled') ? 'enable' : 'disable'} row level security;`,
  `alter table ${table} ${definition.includes('forced') ? 'force' : 'no force'} row level security;`,
];

const of = (parts: readonly Part[], ...kinds: readonly Kind[]): Part[] =>
  parts.filter(({ kind }) => kinds.includes(kind));
const isForeignKey = ({ kind, definition }: Part): boolean => kind === 'constraint' && definition.startsWith('FOREIGN');

/** Parts with the same content and another name: a new name is enough. */
function renamed(missing: readonly Part[], left: readonly Part[]): readonly (readonly [Part, Part])[] {
  const free = [...of(left, 'constraint', 'index')];
  return of(missing, 'constraint', 'index').flatMap((part) => {
    const at = free.findIndex(
      (each) => each.kind === part.kind && each.table === part.table && each.definition === part.definition,
    );
    return at < 0 ? [] : [[free.splice(at, 1)[0]!, part] as const];
  });
}
const rename = (before: Part, after: Part): string =>
  before.kind === 'index'
    ? `alter index ${before.name} rename to ${after.name};`
    : `alter table ${before.table} rename constraint ${before.name} to ${after.name};`;

/** A column that goes where another of the same type comes may have got a new name only. */
function suspected(missing: readonly Part[], left: readonly Part[]): string[] {
  return of(missing, 'column').flatMap((part) =>
    of(left, 'column')
      .filter((each) => each.table === part.table && each.type === part.type)
      .map(
        ({ table, name }) =>
          `-- Is ${table}.${name} only called ${part.name} now? Then draft again with ` +
          `--rename ${table}.${name}=${part.name}: otherwise what it holds is gone.`,
      ),
  );
}

/** The statements of a migration, in the order they can run in; none where the database is as the declarations ask. */
export function schemaDifference({ there, wanted, drawn, declared }: Comparison): string[] {
  const present = new Map(there.map((part) => [keyOf(part), part]));
  const wantedParts = new Map(wanted.map((part) => [keyOf(part), part]));
  const newTables = new Set(of(wanted, 'table').flatMap((part) => (present.has(keyOf(part)) ? [] : [part.table])));
  const goneTables = of(there, 'table').filter((part) => !wantedParts.has(keyOf(part)) && drawn(part));
  const gone = new Set(goneTables.map(({ table }) => table));

  const missing = wanted.filter((part) => !newTables.has(part.table) && !present.has(keyOf(part)));
  const left = there.filter((part) => !gone.has(part.table) && !wantedParts.has(keyOf(part)) && drawn(part));
  const changed = wanted.flatMap((after) => {
    const before = present.get(keyOf(after));
    return before === undefined || before.definition === after.definition ? [] : [{ before, after }];
  });
  const replaced = changed.filter(({ after }) => after.kind !== 'column' && after.kind !== 'table');
  const names = renamed(missing, left);
  const onlyRenamed = new Set(names.flat());

  const toDrop = [...left.filter((part) => !onlyRenamed.has(part)), ...replaced.map(({ before }) => before)];
  const toAdd = [...missing.filter((part) => !onlyRenamed.has(part)), ...replaced.map(({ after }) => after)];
  const own = declared.filter(({ table }) => newTables.has(table));
  return [
    ...suspected(missing, left),
    ...names.map(([before, after]) => rename(before, after)),
    ...toDrop.filter(isForeignKey).map(drop),
    ...of(toDrop, 'trigger', 'policy', 'grant', 'index').map(drop),
    ...of(toDrop, 'constraint')
      .filter((part) => !isForeignKey(part))
      .map(drop),
    ...(gone.size > 0 ? [`drop table ${[...gone].join(', ')};`] : []),
    ...of(toDrop, 'column').map(drop),
    ...own.filter(({ reference }) => !reference).map(({ text }) => text),
    ...of(toAdd, 'column').flatMap(addColumn),
    ...changed
      .filter(({ after }) => after.kind === 'column')
      .flatMap(({ before, after }) => alterColumn(before, after)),
    ...changed.filter(({ after }) => after.kind === 'table').flatMap(({ after }) => alterTable(after)),
    ...of(toAdd, 'constraint')
      .filter((part) => !isForeignKey(part))
      .map(add),
    ...toAdd.filter(isForeignKey).map(add),
    ...own.filter(({ reference }) => reference).map(({ text }) => text),
    ...of(toAdd, 'index', 'policy', 'grant', 'trigger').map(add),
  ];
}
