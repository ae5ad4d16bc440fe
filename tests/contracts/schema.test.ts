/**
 * The database after all migrations is what the declarations ask, and a declaration that changes gets a migration that
 * leads there.
 */
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { flag, longtext, quantity, ref, text } from '../../kernel/core/field.ts';
import type { Module } from '../../kernel/core/module.ts';
import { migrate } from '../../parts/postgres/migrate.ts';
import { clientType as withTypes } from '../../modules/mall/client-type.resource.ts';
import { modules } from '../../modules/modules.ts';
import { declaredStatements } from '../../tools/schema/declared.ts';
import { keyOf } from '../../tools/schema/catalog.ts';
import { draftStatements, partsOf, migrateAndWatch, type Rename } from '../../tools/schema/draft.ts';
import { copyDatabase, emptyDatabase, type TestDatabase } from '../support/postgres.ts';

test('the database after all migrations is what the declarations ask', async () => {
  const { ownerUrl } = await emptyDatabase();
  const drawn = await migrateAndWatch(ownerUrl);
  expect(await draftStatements(ownerUrl, { declared: declaredStatements(modules), drawn })).toEqual([]);
}, 120_000);

const clientType: Declaration = withTypes;
const { name: _name, sort, ...withoutName } = clientType.fields;
type Change = (declaration: Declaration) => Partial<Declaration>;

/** A business of few tables: comparing all there are takes seconds. */
const shop = (declarations: readonly Declaration[]): Module[] => [{ ...modules[0]!, declarations }];
let small: TestDatabase;
/** What the small database was made of. */
const made = new Set<string>();

beforeAll(async () => {
  small = await emptyDatabase();
  await migrate(small.ownerUrl, { only: (name) => name === '0001_kernel.sql' });
  const kernel = (await partsOf(small.ownerUrl)).map(keyOf);
  await run(
    small.ownerUrl,
    declaredStatements(shop([clientType])).map((each) => each.text),
  );
  for (const key of (await partsOf(small.ownerUrl)).map(keyOf)) if (!kernel.includes(key)) made.add(key);
});

const draft = (ownerUrl: string, business: readonly Module[], renames: readonly Rename[] = []): Promise<string[]> =>
  draftStatements(ownerUrl, { declared: declaredStatements(business), drawn: made, renames });

/** Runs what was drafted, with what a person fills in. */
async function run(ownerUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of statements)
      await client.query(statement.replace('<what the rows that are there hold>', "'unknown'"));
  } finally {
    await client.end();
  }
}

test.each<[title: string, fields: Change, statements: string[], renames?: Rename[]]>([
  ['nothing', () => ({}), []],
  [
    'a field that may be empty',
    ({ fields }) => ({ fields: { ...fields, note: longtext('说明', 'Note', { optional: true }) } }),
    ['alter table client_type add column note text;'],
  ],
  [
    'a field with a default and a check',
    ({ fields }) => ({ fields: { ...fields, cash: flag('现金', 'Cash', { default: 0 }) } }),
    [
      `alter table client_type add column cash smallint not null default '0'::smallint;`,
      'alter table client_type add constraint client_type_cash_ck CHECK (cash = ANY (ARRAY[0, 1]));',
    ],
  ],
  [
    'a field that must be filled: somebody says with what',
    ({ fields }) => ({ fields: { ...fields, origin: text('来源', 'Origin', { max: 20 }) } }),
    [
      'alter table client_type add column origin text not null default <what the rows that are there hold>;',
      'alter table client_type alter column origin drop default;',
    ],
  ],
  [
    'a reference',
    ({ fields }) => ({ fields: { ...fields, aboveId: ref('上级', 'Above', 'clientType', { optional: true }) } }),
    [
      'alter table client_type add column above_id bigint;',
      'alter table client_type add constraint client_type_above_id_fk FOREIGN KEY (tenant_id, above_id) REFERENCES client_type(tenant_id, id);',
      'create index client_type_above_id_ix on client_type USING btree (tenant_id, above_id);',
    ],
  ],
  [
    'another type',
    ({ fields }) => ({ fields: { ...fields, sort: quantity('排序', 'Order', { default: '0', min: 0 }) } }),
    [
      'alter table client_type alter column sort drop default;',
      'alter table client_type alter column sort type numeric(20,6) using sort::numeric(20,6);',
      `alter table client_type alter column sort set default '0'::numeric;`,
      'alter table client_type add constraint client_type_sort_ck CHECK (sort >= 0::numeric);',
    ],
  ],
  [
    'a field that is gone',
    ({ fields: { sort: _sort, ...fields } }) => ({ fields, sort: 'code' }),
    ['alter table client_type drop column sort;'],
  ],
  [
    'a field with another name',
    () => ({
      fields: { ...withoutName, title: text('类型名称', 'Name', { unique: true, max: 50 }), sort: sort! },
      keyword: ['code'],
    }),
    [
      'alter table client_type rename column name to title;',
      'alter table client_type rename constraint client_type_name_uq to client_type_title_uq;',
    ],
    [{ from: 'client_type.name', to: 'title' }],
  ],
  [
    'another index and another default',
    ({ fields }) => ({
      indexes: [['-createTime', 'sort']],
      fields: { ...fields, creditDays: { ...fields['creditDays']!, rules: { default: 60 } } },
    }),
    [
      'alter table client_type alter column credit_days drop default;',
      'alter table client_type alter column credit_days set default 60;',
      'create index client_type_create_time_sort_ix on client_type USING btree (tenant_id, create_time DESC, sort);',
    ],
  ],
])('drafted for %s, and then there is nothing left to draft', async (_title, change, statements, renames = []) => {
  const business = shop([{ ...clientType, ...change(clientType) } as Declaration]);
  const { ownerUrl } = await copyDatabase(small.name);
  const drafted = await draft(ownerUrl, business, renames);
  expect(drafted).toEqual(statements);
  await run(ownerUrl, drafted);
  expect(await draft(ownerUrl, business)).toEqual([]);
});

test('a resource comes with its whole table and goes with it; what was written by hand stays', async () => {
  const { ownerUrl } = await copyDatabase(small.name);
  await run(ownerUrl, [
    'create table by_hand (id bigint)',
    'create index by_hand_ix on client_type (tenant_id, (code || name))',
    'alter table client_type add column by_hand text, add constraint by_hand_ck check (sort <> 7)',
  ]);
  const fields = { ...clientType.fields, clientTypeId: ref('客户类型', 'Client type', 'clientType') };
  const both = shop([{ ...clientType, name: 'guestType', fields }, clientType]);
  const coming = await draft(ownerUrl, both);
  expect(coming[0]).toMatch(/^create table guest_type \(\n {2}tenant_id text not null,\n/);
  await run(ownerUrl, coming);
  expect(await draft(ownerUrl, both)).toEqual([]);

  const drawn = new Set([
    ...made,
    ...(await partsOf(ownerUrl)).map(keyOf).filter((key) => key.includes(' guest_type.')),
  ]);
  const dropped = await draftStatements(ownerUrl, { declared: declaredStatements(shop([clientType])), drawn });
  expect(dropped).toEqual(['drop table guest_type;']);
});

test('a table with another name keeps its rows, and what was written by hand', async () => {
  const { ownerUrl } = await copyDatabase(small.name);
  await run(ownerUrl, ['alter table client_type add column by_hand text']);
  const business = shop([{ ...clientType, name: 'customerType' }]);
  const drafted = await draft(ownerUrl, business, [{ from: 'client_type', to: 'customer_type' }]);
  expect(drafted[0]).toBe('alter table client_type rename to customer_type;');
  expect(drafted.filter((statement) => /^(drop|create) table/.test(statement))).toEqual([]);
  await run(ownerUrl, drafted);
  expect(await draft(ownerUrl, business)).toEqual([]);
});

test('a column that goes where another of its type comes may have a new name only: the draft asks', async () => {
  const { name, ...others } = clientType.fields;
  const [question] = await draft(
    small.ownerUrl,
    shop([{ ...clientType, fields: { ...others, title: name! }, keyword: ['code'] }]),
  );
  expect(question).toBe(
    '-- Is client_type.name only called title now? Then draft again with --rename client_type.name=title: otherwise what it holds is gone.',
  );
});

test('what only a person knows is no SQL: nobody runs it unread', async () => {
  const { ownerUrl } = await copyDatabase(small.name);
  const origin = text('来源', 'Origin', { max: 20 });
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const [statement] = await draft(ownerUrl, shop([{ ...clientType, fields: { ...clientType.fields, origin } }]));
  await expect(client.query(statement!)).rejects.toThrow('syntax error');
  await client.end();
});
