/** The SQL a declaration implies: tables, keys, checks, indexes and row-level security, run as a migration. */
import type { Declaration, Lines } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds, refersToOne } from '../../kernel/core/kinds.ts';
import { isName } from '../../kernel/server/list-order.ts';
import { columnType, isStored, lineTableOf, ownerColumn, short, tableOf } from '../../kernel/server/schema.ts';
import { snake } from '../../parts/postgres/database.ts';
import { PINYIN } from '../../parts/postgres/pinyin.ts';

const BASE_COLUMNS = [
  'version integer not null default 1',
  'create_user bigint',
  'create_dept bigint',
  'create_time timestamptz not null default now()',
  'update_user bigint',
  'update_time timestamptz not null default now()',
];

/** Table of a record that is referred to, and whether all tenants share it. */
type TargetTable = (resource: string) => { readonly table: string; readonly platform: boolean };

/** `references` come after all tables exist, since declarations may point at each other. */
interface DeclaredSchema {
  readonly tables: readonly string[];
  readonly references: readonly string[];
}

/** `-updateTime` → `update_time desc`, and names by their pinyin: as a list is sorted. */
function indexColumn(declaration: Declaration, given: string): string {
  const name = given.replace('-', '');
  return `${snake(name)}${isName(declaration, name) ? ` ${PINYIN}` : ''}${given.startsWith('-') ? ' desc' : ''}`;
}

/** The SQL that a declaration implies: tables, keys, checks, indexes, row-level security. Reviewed as a migration. */
export function schemaOf(declaration: Declaration, targetTable: TargetTable): DeclaredSchema {
  if (declaration.view || declaration.of !== undefined) return { tables: [], references: [] };
  const table = tableOf(declaration);
  const head = declaration.platform ? [] : ['tenant_id text not null'];
  const columns = [
    ...head,
    'id bigint not null default new_id()',
    ...storedColumns(declaration.fields),
    ...(declaration.keyword ? ["search_text text not null default ''"] : []),
    ...(declaration.life
      ? [`status text not null default '${declaration.life.first}'`]
      : ['status smallint not null default 1']),
    ...BASE_COLUMNS,
  ];
  const key = (names: readonly string[]): string =>
    [...(declaration.platform ? [] : ['tenant_id']), ...names].join(', ');
  const constraints = [
    `constraint ${short(table, 'pk')} primary key (${key(['id'])})`,
    ...fieldConstraints(declaration.fields, table, declaration.platform ?? false),
    ...(declaration.unique ?? []).map((names) => unique(table, names, key)),
    ...(declaration.life
      ? [
          `constraint ${short(table, 'status_ck')} check (status in (${Object.keys(declaration.life.states).map(quote).join(', ')}))`,
        ]
      : []),
    ...Object.entries(declaration.constraints ?? {}).map(([name, text]) => `constraint ${short(table, name)} ${text}`),
  ];
  const statements = [createTable(table, columns, constraints)];
  for (const names of declaration.indexes ?? [])
    statements.push(
      `create index ${short(table, `${names.map((name) => snake(name.replace('-', ''))).join('_')}_ix`)} on ${table} (${key(names.map((name) => indexColumn(declaration, name)))});`,
    );
  const share = Object.keys(declaration.where ?? {}).map(snake);
  statements.push(...textIndexes(declaration, table, (columns) => key([...share, ...columns])));
  statements.push(
    `create index ${short(table, 'recent_ix')} on ${table} (${key([...share, 'create_time desc', 'id desc'])});`,
  );
  if (declaration.keyword)
    statements.push(`create index ${short(table, 'search_ix')} on ${table} using gin (search_text gin_trgm_ops);`);
  statements.push(
    ...(declaration.platform ? [`grant select, insert, update, delete on ${table} to larder_app;`] : tenancy(table)),
  );
  const references = referencesOf(declaration.fields, table, declaration.platform ?? false, targetTable);
  for (const [name, spec] of Object.entries(declaration.lines ?? {})) {
    statements.push(...lineSchema(declaration, name, spec));
    references.push(...referencesOf(spec.fields, lineTableOf(declaration, name), false, targetTable));
  }
  return { tables: statements, references };
}

/** PostgreSQL refuses a row of an index above some 2,700 bytes; a letter has up to four. */
const LONGEST_INDEXED = 500;
/**
 * What a list of very many records is put in order by and filtered by, as far as it is text: an order by the field and
 * the id, and the parts of what the search box does not look into.
 */
function textIndexes(declaration: Declaration, table: string, key: (columns: readonly string[]) => string): string[] {
  const { fields, indexes = [], keyword = [], calls, few } = declaration;
  if (few === true || (!calls.includes('page') && !calls.includes('list'))) return [];
  return Object.entries(fields)
    .filter(([, field]) => isStored(field) && isFreeText(field))
    .flatMap(([name, { rules }]) => {
      const column = snake(name);
      const isOrdered =
        (rules.unique === true && !isName(declaration, name)) ||
        indexes.some(([first, second]) => first === name && second === 'id');
      return [
        ...(rules.list && !isOrdered && (rules.max ?? 0) <= LONGEST_INDEXED
          ? [
              `create index ${short(table, `${column}_order_ix`)} on ${table} (${key([indexColumn(declaration, name), 'id'])});`,
            ]
          : []),
        ...(rules.search && !keyword.includes(name)
          ? [`create index ${short(table, `${column}_part_ix`)} on ${table} using gin (${column} gin_trgm_ops);`]
          : []),
      ];
    });
}

/** A text people write, not one of a choice. */
const isFreeText = ({ kind }: Field): boolean => ['words', 'signs'].includes(kinds[kind].text ?? '');

function lineSchema(declaration: Declaration, name: string, spec: Lines): string[] {
  const table = lineTableOf(declaration, name);
  const owner = ownerColumn(declaration);
  const columns = [
    'tenant_id text not null',
    'id bigint not null default new_id()',
    `${owner} bigint not null`,
    'line_no integer not null',
    ...storedColumns(spec.fields),
  ];
  const constraints = [
    `constraint ${short(table, 'pk')} primary key (tenant_id, id)`,
    `constraint ${short(table, 'owner_fk')} foreign key (tenant_id, ${owner}) references ${tableOf(declaration)} (tenant_id, id) on delete cascade`,
    ...fieldConstraints(spec.fields, table, false),
    ...(spec.unique ? [unique(table, [owner, ...spec.unique], (names) => ['tenant_id', ...names].join(', '))] : []),
  ];
  return [
    createTable(table, columns, constraints),
    `create index ${short(table, 'owner_ix')} on ${table} (tenant_id, ${owner}, line_no);`,
    ...tenancy(table),
  ];
}

const storedColumns = (fields: Readonly<Record<string, Field>>): string[] =>
  Object.entries(fields)
    .filter(([, field]) => isStored(field))
    .map(([name, field]) => `${snake(name)} ${columnDefinition(field)}`);

/** Column definition after its name, also used by the migration draft for a field that came later. */
function columnDefinition(field: Field): string {
  const fallback = field.rules.default;
  const defaultClause =
    fallback === undefined || fallback === null
      ? ''
      : ` default ${Array.isArray(fallback) ? `'{}'` : quote(String(fallback))}`;
  return `${columnType(field.kind)}${field.optional ? '' : ' not null'}${defaultClause}`;
}

/** Composite foreign keys: a row can never point into another tenant. */
function referencesOf(
  fields: Readonly<Record<string, Field>>,
  table: string,
  platform: boolean,
  targetTable: TargetTable,
): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isStored(field) && refersToOne(field) && field.rules.target !== undefined)
    .flatMap(([name, field]) => {
      const column = snake(name);
      const target = targetTable(field.rules.target!);
      const keys =
        target.platform || platform
          ? `(${column}) references ${target.table} (id)`
          : `(tenant_id, ${column}) references ${target.table} (tenant_id, id)`;
      return [
        `alter table ${table} add constraint ${short(table, `${column}_fk`)} foreign key ${keys};`,
        `create index ${short(table, `${column}_ix`)} on ${table} (${platform ? '' : 'tenant_id, '}${column});`,
      ];
    });
}

function fieldConstraints(fields: Readonly<Record<string, Field>>, table: string, platform: boolean): string[] {
  const constraints: string[] = [];
  const key = (names: readonly string[]): string => [...(platform ? [] : ['tenant_id']), ...names].join(', ');
  for (const [name, field] of Object.entries(fields)) {
    if (!isStored(field)) continue;
    const column = snake(name);
    if (field.rules.unique)
      constraints.push(
        unique(table, [name, ...(Array.isArray(field.rules.unique) ? (field.rules.unique as string[]) : [])], key),
      );
    const { nature, words } = kinds[field.kind];
    if (words === 'yes-no') constraints.push(`constraint ${short(table, `${column}_ck`)} check (${column} in (0, 1))`);
    if (words === 'field')
      constraints.push(
        `constraint ${short(table, `${column}_ck`)} check (${column} in (${(field.rules.choices ?? []).map((choice) => quote(choice.value)).join(', ')}))`,
      );
    if (field.rules.positive && nature === 'decimal')
      constraints.push(`constraint ${short(table, `${column}_ck`)} check (${column} > 0)`);
    else if (field.rules.min === 0 && ['quantity', 'price', 'money', 'percent'].includes(field.kind))
      constraints.push(`constraint ${short(table, `${column}_ck`)} check (${column} >= 0)`);
  }
  return constraints;
}

const unique = (table: string, names: readonly string[], key: (names: readonly string[]) => string): string =>
  `constraint ${short(table, `${names.map(snake).join('_')}_uq`)} unique nulls distinct (${key(names.map(snake))})`;

const createTable = (table: string, columns: readonly string[], constraints: readonly string[]): string =>
  `create table ${table} (\n  ${[...columns, ...constraints].join(',\n  ')}\n);`;

/** Row-level security, forced on the owner too: a query that forgets the tenant sees nothing of another. */
const tenancy = (table: string): string[] => [
  `alter table ${table} enable row level security;`,
  `alter table ${table} force row level security;`,
  `create policy tenant on ${table} using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));`,
  `alter table ${table} alter column tenant_id set default current_setting('app.tenant', true);`,
  `grant select, insert, update, delete on ${table} to larder_app;`,
];

const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Where the declarations of a program live. */
export const targetTableOf =
  (find: (name: string) => Declaration): TargetTable =>
  (name) => {
    const target = find(name);
    return { table: tableOf(target), platform: target.platform ?? false };
  };
