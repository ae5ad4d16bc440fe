import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  integer,
  moment,
  money,
  percent,
  price,
  quantity,
  ref,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { materialLine } from '../issuing/pick.document.ts';

const SEES_COST = 'factorysuppressorder_view_cost';
const cost = { readonly: true, optional: true, right: SEES_COST } as const;

const shipModes = [
  ['at-once', '审批即发', 'Shipped with its approval'],
  ['held', '占用后发货', 'Held, shipped apart'],
] as const;
const outStates = [
  ['none', '无', 'None'],
  ['held', '已占用', 'Held', 'next'],
  ['shipped', '在途', 'In transit', 'waiting'],
  ['received', '已收', 'Received', 'done'],
] as const;

const derivedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, default: '0', unit: 'unitId' });
const lying = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, optional: true, computed: true, unit: 'unitId' });

/** 工厂强压单: a factory sends goods to sites that did not ask for them; what a site does not want it refuses. */
export const factorySuppressOrder = document('factorySuppressOrder', {
  label: label('工厂强压单', 'Suppress order'),
  service: 'store-management',
  segment: 'factorysuppressorder',
  path: '/store/factorysuppressorder',
  purpose: label(
    '工厂把货主动发给项目部。选择发货仓，按站点和物料填数量，审批时看结存、日均用量和结算金额；项目部收货时可以拒收。',
    'A factory pushes goods to sites. Choose its store, enter quantities by site and material; stock, daily use and cost stand beside each. Sites may refuse at the dock.',
  ),
  signed: [label('发货', 'Sent by'), label('审批', 'Approved by')],
  fields: {
    billDate: day('业务日期', 'Date', { readonly: true, optional: true, search: true }),
    factoryWarehouseId: ref('发货工厂仓', 'From store', 'factoryWarehouse', { list: true, search: true }),
    suppressReason: dictionary('强压原因', 'Why', 'suppressReason', { list: true, search: true }),
    arriveDate: day('预计到货', 'Arrives on', { list: true, search: true }),
    shipMode: choice('发货方式', 'Shipping', shipModes, { default: 'at-once', search: true }),
    siteCount: integer('站点数', 'Sites', { readonly: true, computed: true, list: true, total: true }),
    settlementAmount: money('结算金额', 'Settlement', { ...cost, list: true, total: true }),
    outState: choice('进度', 'Progress', outStates, { readonly: true, default: 'none', list: true, search: true }),
    shipTime: moment('发货时间', 'Shipped at', { readonly: true, optional: true }),
    factoryId: ref('工厂', 'Factory', 'centralFactory', { readonly: true, optional: true, search: true }),
    sapFactory: text('SAP工厂', 'SAP plant', { readonly: true, optional: true, max: 10, search: true }),
    factoryDeptId: ref('工厂部门', 'Department', 'dept', { readonly: true, optional: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    orderNo: text('单号', 'Number', { readonly: true, optional: true, computed: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('强压明细', 'Lines'),
      unique: ['warehouseId', 'materialId', 'batchId'],
      min: 1,
      fields: {
        warehouseId: ref('收货仓库', 'To warehouse', 'warehouse'),
        ...materialLine,
        batchId: ref('批次', 'Lot', 'batch', {
          optional: true,
          hint: label('不填按先到期先出', 'Empty: first expired first'),
        }),
        siteStockQty: lying('站点结存', 'In stock there'),
        siteDailyUse: lying('日均用量', 'Used a day'),
        settlementPrice: price('结算价', 'Settlement price', { ...cost, unit: 'unitId' }),
        taxRate: percent('税率(%)', 'Tax rate (%)', cost),
        settlementAmount: money('结算金额', 'Settlement', { ...cost, total: true }),
        receivedQty: derivedQty('已收', 'Received'),
        refusedQty: derivedQty('拒收', 'Refused'),
        settledQty: derivedQty('已结差异', 'Difference settled'),
        takenOutReason: text('移出原因', 'Why taken out', { readonly: true, optional: true, max: 200 }),
        siteDeptId: ref('项目部', 'Site', 'dept', { readonly: true, optional: true }),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  opensAt: 'open',
  life: approvalLife('QY', {
    tabs: [
      ...dueTabs('arriveDate', label('未收完', 'Not all received'), {
        status: 'draft,pending,approved,rejected',
        outState: 'none,held,shipped',
      }),
      ...APPROVAL_STATES,
    ],
    facts: { amount: 'settlementAmount' },
    actions: {
      takeOut: {
        label: label('移出站点', 'Take a site out'),
        from: ['pending'],
        button: 'do_apply',
        notByApplicant: true,
        page: true,
        danger: true,
      },
      ship: {
        label: label('发货', 'Ship'),
        from: ['approved'],
        button: 'ship',
        when: ['outState', 'held'],
      },
    },
    events: {
      complete: label('各站点收货完成', 'All sites received'),
      reopen: label('重新收货', 'Received again'),
    },
  }),
  indexes: [['factoryDeptId', 'arriveDate']],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  scope: 'factoryDeptId',
});
