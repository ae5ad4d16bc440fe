import { expect, test } from 'vitest';
import { nameOf, printDeclaration, type Column } from './code-generation.rules.ts';

const column = (name: string, type: string, required = true, refersTo: string | null = null): Column => ({
  name,
  type,
  required,
  refersTo,
});

test('RULE-260: a table becomes a declaration: kinds from types, references by their target, what every record has left out', () => {
  const text = printDeclaration(
    {
      codeName: '车辆',
      serviceName: 'master-data',
      tableName: 'biz_delivery_truck',
      tablePrefix: 'biz_',
      webPath: '/masterdata/truck',
    },
    [
      column('tenant_id', 'text'),
      column('id', 'bigint'),
      column('version', 'integer'),
      column('plate_code', 'text'),
      column('name', 'text'),
      column('load_qty', 'numeric(20,6)'),
      column('unit_price', 'numeric(20,6)', false),
      column('is_cold', 'smallint'),
      column('warehouse_id', 'bigint', false, 'warehouse'),
      column('bought_on', 'date', false),
      column('remark', 'text', false),
    ],
    (table) => ({ warehouse: 'warehouse' })[table] ?? table,
  );
  expect(text).toContain(`export const deliveryTruck = resource('deliveryTruck', {`);
  expect(text).toContain(
    `import { code, day, flag, longtext, price, quantity, ref, text } from '../../kernel/core/field.ts';`,
  );
  for (const line of [
    `    plateCode: code('Plate code', 'Plate code', { search: true, list: true }),`,
    `    name: text('Name', 'Name', { search: true, list: true }),`,
    `    unitPrice: price('Unit price', 'Unit price', { optional: true, list: true }),`,
    `    warehouseId: ref('Warehouse id', 'Warehouse id', 'warehouse', { optional: true, list: true }),`,
    `    remark: longtext('Remark', 'Remark', { optional: true }),`,
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(/tenantId|version:|platform: true/);
});

test('what a person types stays text: it closes no comment and no string', () => {
  const text = printDeclaration(
    { codeName: `'); process.exit(); //*/`, serviceName: 'x', tableName: 't', tablePrefix: '', webPath: '' },
    [column('name', 'text')],
    (table) => table,
  );
  expect(text).toContain(String.raw`label('\'); process.exit(); //*/'`);
  expect(text).toContain(`/** '); process.exit(); //. */`);
  expect(nameOf({ tableName: 'a_b_c', tablePrefix: 'x_' })).toBe('aBC');
});
