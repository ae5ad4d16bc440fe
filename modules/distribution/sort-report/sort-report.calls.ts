/** Calls of the sort report: what is sorted of a day, by goods, by client or by route. */
import { contract } from '../../../kernel/core/contract.ts';
import { choice, day, flag, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';

const service = 'store-management';
const id = (zh: string, en: string) => text(zh, en, { optional: true, max: 19 });
export const asked = {
  deliveryDate: day('配送日期', 'Delivery date', { optional: true }),
  startDate: day('开始日期', 'From', { optional: true }),
  endDate: day('结束日期', 'To', { optional: true }),
  outOrgId: id('发货组织', 'Sender'),
  factoryWarehouseId: id('发货工厂仓', 'Factory store'),
  warehouseId: id('收货仓库', 'Receiving warehouse'),
  projectDeptSysId: id('项目部体系', 'Site profile'),
  deptId: id('项目部', 'Site'),
  routeId: id('线路', 'Route'),
  materialType: text('物料类型', 'Material type', {
    optional: true,
    max: 19,
    hint: label('含下级', 'and all below it'),
  }),
  groupBy: choice(
    '分组',
    'Group by',
    [
      ['material', '按商品', 'By goods'],
      ['site', '按客户', 'By client'],
      ['route', '按线路', 'By route'],
    ],
    { default: 'material' },
  ),
  onlyOpen: flag('只看未拣', 'Only what is not sorted', { optional: true }),
} as const;

const figures = {
  unitId: shape.id,
  unitName: shape.text,
  totalQty: shape.quantity,
  sortedQty: shape.quantity,
  shortQty: shape.quantity,
};

/** Rows of a group and unit; after them a total of each unit, which is the same whichever way it is grouped. */
export const generateSortReport = contract({
  method: 'GET',
  service,
  path: 'sortreport/generateSortReport',
  permission: 'sortreport_view',
  summary: label('分拣报表', 'Sort report'),
  input: asked,
  answer: shape.list(
    shape.object({
      /** Empty: on no route. Of a total row both are empty. */
      groupId: shape.text,
      groupName: shape.text,
      isTotal: shape.boolean,
      materialId: shape.text,
      materialCode: shape.text,
      materialName: shape.text,
      spec: shape.text,
      ...figures,
      /** A site; by client, a route. They add up to the row. */
      columns: shape.list(
        shape.object({
          key: shape.text,
          name: shape.text,
          stopSeq: shape.nullable(shape.integer),
          qty: shape.quantity,
          num: shape.quantity,
          /** Whether it is short there. */
          isShort: shape.boolean,
        }),
      ),
    }),
  ),
});
export type SortReport = TypeOf<typeof generateSortReport.answer>;
export type ReportRow = SortReport[number];

/** Crates to load for each stop of each route, and what the stop has to give back. */
export const loadCrates = contract({
  method: 'GET',
  service,
  path: 'sortreport/crates',
  permission: 'sortreport_view',
  summary: label('装车单的周转筐', 'Crates of the load sheet'),
  input: asked,
  answer: shape.list(
    shape.object({
      routeId: shape.text,
      routeName: shape.text,
      stopSeq: shape.nullable(shape.integer),
      siteName: shape.text,
      crateName: shape.text,
      loadQty: shape.integer,
      heldQty: shape.integer,
    }),
  ),
});
export type LoadedCrates = TypeOf<typeof loadCrates.answer>[number];

/** A sheet for each group; of a route, with the stops in the order they are loaded. */
export const exportSortReport = contract({
  method: 'POST',
  service,
  path: 'sortreport/exportExcel',
  permission: 'sortreport_export',
  summary: label('导出分拣报表', 'Export the sort report'),
  input: asked,
  answer: shape.file,
});
