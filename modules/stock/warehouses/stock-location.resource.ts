import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/**
 * A place of the ledger. A warehouse or a stall (a restaurant's shared store too) shares its id with its location; each
 * has one in-transit location for what is on its way there, each company one pass-through location for direct
 * deliveries. Rows are made by the database together with their owners.
 */
export const stockLocation = resource('stockLocation', {
  label: label('库存地点', 'Stock location'),
  service: 'store-management',
  segment: 'stocklocation',
  fields: {
    kind: choice(
      '类别',
      'Kind',
      [
        ['warehouse', '仓库', 'Warehouse'],
        ['factory-warehouse', '工厂仓', 'Factory warehouse'],
        ['stall', '档口', 'Stall'],
        ['in-transit', '在途', 'In transit'],
        ['pass-through', '直配过账', 'Direct delivery posting'],
      ],
      { readonly: true, list: true, search: true },
    ),
    name: text('名称', 'Name', { readonly: true, list: true, search: true }),
    transitForId: ref('在途目的地', 'In transit to', 'stockLocation', { readonly: true, optional: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, list: true }),
    deptId: ref('部门', 'Department', 'dept', { readonly: true, list: true }),
    closedThrough: day('月结至', 'Closed through', { readonly: true, optional: true, list: true }),
  },
  calls: [],
  shown: 'called',
  sort: 'name',
  scope: 'deptId',
});
