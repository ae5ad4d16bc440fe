import { expect, test } from 'vitest';
import { choice, day, json, money, ref, secret, text } from '../../kernel/core/field.ts';
import { EMPTY, groupFilters, isGrouped, readConfig } from './report.rules.ts';

const fields = {
  name: text('名称', 'Name'),
  amount: money('金额', 'Amount'),
  billDate: day('日期', 'Day'),
  supplierId: ref('供应商', 'Supplier', 'supplier'),
  kind: choice('种类', 'Kind', [['a', '甲', 'A']]),
  key: secret('密钥', 'Key'),
  data: json('数据', 'Data'),
  figure: text('算得', 'Computed', { computed: true }),
};
const codes = (config: unknown): string[] =>
  readConfig(config, fields).refusals.map(({ code, detail }) =>
    `${code} ${String(Object.values(detail ?? {})[0] ?? '')}`.trim(),
  );

test('EP-0155: a design is read by the fields of its records; it names nothing else', () => {
  const { config, refusals } = readConfig(
    {
      columns: [],
      groupBy: ['supplierId', { field: 'billDate', span: 'month' }],
      measures: [{ field: 'amount', fn: 'sum' }, { fn: 'count' }],
      filters: [{ field: 'kind', op: 'equal', value: 'a' }],
      sort: '-#0',
      chart: { evil: 1 },
    },
    fields,
  );
  expect(refusals).toEqual([]);
  expect(config).toEqual({
    columns: [],
    groupBy: [{ field: 'supplierId' }, { field: 'billDate', span: 'month' }],
    measures: [
      { field: 'amount', fn: 'sum' },
      { field: '', fn: 'count' },
    ],
    filters: [{ field: 'kind', op: 'equal', value: 'a' }],
    sort: '-#0',
  });
  expect([isGrouped(config), isGrouped(readConfig('{"columns":["name"]}', fields).config)]).toEqual([true, false]);
});

test.each<[string, unknown, string[]]>([
  ['a secret', { columns: ['key'] }, ['report.field key']],
  ['a whole object', { columns: ['data'] }, ['report.field data']],
  ['what is computed', { columns: ['figure'] }, ['report.field figure']],
  ['SQL', { columns: ['name; drop table report'] }, ['report.field name; drop table report']],
  [
    'what only objects have',
    { columns: ['__proto__', 'constructor'] },
    ['report.field __proto__', 'report.field constructor'],
  ],
  ['the sum of words', { measures: [{ field: 'name', fn: 'sum' }] }, ['report.not-a-figure name']],
  ['a function of its own', { measures: [{ field: 'amount', fn: 'pg_sleep' }] }, ['report.function pg_sleep']],
  ['months of a name', { groupBy: [{ field: 'name', span: 'month' }] }, ['report.span name']],
  [
    'an operator that is none',
    { columns: ['name'], filters: [{ field: 'name', op: 'or 1=1', value: '' }] },
    ['report.operator or 1=1'],
  ],
  ['an order by what is not there', { columns: ['name'], sort: '-#3' }, ['report.field #3']],
  ['nothing at all', {}, ['report.nothing']],
  ['too much', { columns: Array.from({ length: 31 }, () => 'name') }, ['report.too-many columns']],
])('a design cannot ask for %s', (_name, config, expected) => expect(codes(config)).toEqual(expected));

test.each`
  groupBy                                    | values            | names       | filters
  ${[{ field: 'supplierId' }]}               | ${['7']}          | ${['一诺']} | ${{ supplierId: '7', '~supplierId': '一诺' }}
  ${[{ field: 'supplierId' }]}               | ${[null]}         | ${['']}     | ${{ supplierId_null: '1' }}
  ${[{ field: 'orderDate', span: 'day' }]}   | ${['2026-02-28']} | ${['']}     | ${{ orderDate_dateequal: '2026-02-28' }}
  ${[{ field: 'orderDate', span: 'month' }]} | ${['2026-02']}    | ${['']}     | ${{ orderDate_datege: '2026-02-01', orderDate_datele: '2026-02-28' }}
  ${[{ field: 'orderDate', span: 'year' }]}  | ${['2026']}       | ${['']}     | ${{ orderDate_datege: '2026-01-01', orderDate_datele: '2026-12-31' }}
`('the records of a group $values are those its list shows with $filters', ({ groupBy, values, names, filters }) => {
  const config = { ...EMPTY, groupBy, filters: [{ field: 'status', op: 'notnull', value: '' }] } as const;
  expect(groupFilters(config, values, names)).toEqual({ status_notnull: '1', ...filters });
});
