import { document } from '../../kernel/core/declaration.ts';
import { attachments, choice, day, factor, flag, integer, json, moment, money, price, quantity, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/dept.resource.ts';
import { SOURCE_KINDS } from '../sourcing/source-rule.fields.ts';

const SEE = 'invrequireplan_view_cost';
const inBase = { readonly: true, optional: true, unit: 'baseUnitId' } as const;
const progress = { readonly: true, default: '0', unit: 'unitId', min: 0 } as const;

/** Net need of materials per warehouse and day, from approved sales plans, safety stock, a sheet or by hand. */
export const requirementPlan = document('requirementPlan', {
  scope: 'bladeProjectDeptIds',
  label: label('需求计划', 'Requirement plan'),
  service: 'store-management',
  segment: 'invrequireplan',
  path: '/purchasing/invrequireplan',
  purpose: label('把已审批的营销计划和特殊餐展开成用料，扣减库存和在订，得到每个仓库每天要订多少。点「生成计划」开始。', 'Turns approved sales plans and special meals into materials, less what lies there or is due: what to order per warehouse and day. Start with "Generate".'),
  fields: {
    planName: text('计划名称', 'Name', { optional: true, max: 60, list: true, search: true, hint: label('不填为项目部加期间', 'Empty: site and days') }),
    planType: choice('计划类型', 'Kind', [['meal', '餐次需求', 'Meals'], ['safety', '安全库存', 'Safety stock'], ['manual', '手工', 'By hand'], ['import', '导入', 'Imported'], ['supplement', '补充', 'Supplement']], { default: 'manual', list: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { optional: true, readonly: true, search: true }),
    bladeProjectDeptIds: refs('项目部', 'Sites', 'dept', { offer: OFFER.sites, optional: true, list: true, search: true }),
    warehouseIds: refs('仓库', 'Warehouses', 'warehouse', { optional: true, search: true, hint: label('不填为全部', 'Empty: all') }),
    startDate: day('需求开始', 'From', { list: true, search: true, hint: label('按用餐日期', 'By meal date') }),
    endDate: day('需求结束', 'To', { list: true, search: true }),
    mealTypes: text('餐次', 'Meals', { optional: true, max: 100, hint: label('不填为全部', 'Empty: all') }),
    includeSafety: flag('补足安全库存', 'Fill safety stock', { default: 1 }),
    netFlag: flag('扣减库存与在订', 'Less stock and orders', { default: 1 }),
    snapshotTime: moment('取数时间', 'Facts as of', { readonly: true, optional: true, list: true }),
    generateParam: json('生成条件', 'Generated from', { readonly: true, optional: true }),
    confirmFlag: flag('已确认', 'Confirmed', { readonly: true, default: 0, list: true, search: true }),
    confirmUserId: ref('确认人', 'Confirmed by', 'user', { readonly: true, optional: true }),
    confirmTime: moment('确认时间', 'Confirmed at', { readonly: true, optional: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true }),
    lateCount: integer('截单行数', 'Late lines', { readonly: true, default: 0, list: true }),
    amount: money('预估金额', 'Estimated amount', { readonly: true, optional: true, list: true, right: SEE }),
    requestStatus: choice('请购状态', 'Requests', [['none', '未请购', 'Not requested', 'look'], ['partial', '部分请购', 'Partly requested', 'waiting'], ['all', '已请购', 'Requested', 'done']], { readonly: true, default: 'none', list: true, search: true }),
    copyFromId: ref('复制自', 'Copied from', 'requirementPlan', { readonly: true, optional: true }),
    basePlanId: ref('被补充计划', 'Supplements', 'requirementPlan', { readonly: true, optional: true }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('计划明细', 'Plan lines'),
      fields: {
        warehouseId: ref('仓库', 'Warehouse', 'warehouse', { list: true, search: true }),
        bladeProjectDeptId: ref('项目部', 'Site', 'dept', { readonly: true, optional: true }),
        materialId: ref('物料', 'Material', 'material', { list: true, search: true }),
        needDate: day('需求日期', 'Needed on', { list: true }),
        deliveryDate: day('到货日期', 'Delivery', { readonly: true, optional: true, list: true }),
        grossQty: quantity('毛需求', 'Gross', { ...inBase, list: true }),
        onHandQty: quantity('现存', 'On hand', inBase),
        reservedQty: quantity('占用', 'Reserved', inBase),
        availableQty: quantity('可用库存', 'Available', { ...inBase, hint: label('可用 = 现存 − 占用', 'Available = on hand − reserved') }),
        onOrderQty: quantity('在订量', 'Due', inBase),
        expireQty: quantity('过期', 'Expiring', inBase),
        safetyQty: quantity('安全库存', 'Safety', inBase),
        netQty: quantity('净需求', 'Net', { ...inBase, list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
        factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
        proposedQty: quantity('建议量', 'Proposed', { readonly: true, optional: true, unit: 'unitId' }),
        packs: json('包装组合', 'Packs', { readonly: true, optional: true }),
        planQty: quantity('计划量', 'Planned', { min: 0, unit: 'unitId', list: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0', unit: 'baseUnitId', min: 0 }),
        adjustReason: text('调整原因', 'Why changed', { optional: true, max: 100, hint: label('计划量与建议量不同时必填', 'Needed where planned differs from proposed') }),
        surplusQty: quantity('富余量', 'Surplus', inBase),
        sourceKind: choice('货源', 'Source', SOURCE_KINDS, { default: 'direct' }),
        sourceReason: text('货源依据', 'Why this source', { readonly: true, optional: true, max: 200 }),
        outWarehouseId: ref('发货仓', 'Sent from', 'warehouse', { readonly: true, optional: true }),
        factoryDeptId: ref('发货工厂', 'Sent by factory', 'dept', { readonly: true, optional: true }),
        supplierId: ref('建议供应商', 'Suggested supplier', 'supplier', { optional: true, list: true }),
        price: price('预估单价', 'Estimated price', { readonly: true, optional: true, right: SEE }),
        amount: money('预估金额', 'Estimated amount', { readonly: true, optional: true, total: true, right: SEE }),
        orderBefore: moment('最晚下单时间', 'Order before', { readonly: true, optional: true, list: true }),
        deliveryNote: text('到货说明', 'About delivery', { readonly: true, optional: true, max: 200 }),
        lateFlag: flag('截单后', 'After cut-off', { readonly: true, default: 0 }),
        originMaterialId: ref('原物料', 'In place of', 'material', { readonly: true, optional: true }),
        requestedQty: quantity('已请购', 'Requested', progress),
        orderedQty: quantity('已订购', 'Ordered', progress),
        receivedQty: quantity('已收货', 'Received', progress),
        cancelledQty: quantity('取消', 'Cancelled', progress),
        lineStatus: choice('行状态', 'Line', [['open', '未请购', 'Open', 'look'], ['requested', '已请购', 'Requested', 'done'], ['closed', '已关闭', 'Closed', 'plain']], { readonly: true, default: 'open' }),
        manualFlag: flag('手工行', 'By hand', { readonly: true, default: 0 }),
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  constraints: { days_ck: 'check (end_date >= start_date)' },
  indexes: [['status', 'startDate']],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
  keyword: ['billCode', 'planName'],
  life: approvalLife('XQ', {
    facts: { afterCutoff: 'lateCount' },
    actions: {
      generatePlan: { label: label('重新生成', 'Generate again'), from: ['draft', 'rejected'], button: 'generate', custom: true, when: ['confirmFlag', 0] },
      confirmPlan: { label: label('确认', 'Confirm'), from: ['draft', 'rejected'], button: 'confirm', custom: true, when: ['confirmFlag', 0] },
      cancelConfirm: { label: label('取消确认', 'Take back confirmation'), from: ['draft', 'rejected'], button: 'confirm', when: ['confirmFlag', 1] },
      closeDetail: { label: label('关闭未请购行', 'Close open lines'), from: ['approved'], button: 'close', custom: true, danger: true },
      copyAndSaveInvRequirePlan: { label: label('复制', 'Copy'), from: ['draft', 'pending', 'approved', 'done', 'rejected', 'void'], button: 'add', custom: true },
    },
    tabs: [
      'draft', { key: 'confirmed', label: label('已确认', 'Confirmed'), where: { status: 'draft', confirmFlag: '1' } }, 'pending', { key: 'to-request', label: label('待请购', 'To request'), where: { status: 'approved', requestStatus: 'none,partial' } },
      'done', 'rejected', 'void', { key: 'changed', label: label('需求变更', 'Changed'), where: { changed: '1' } },
    ],
    editableWhen: ['confirmFlag', 0],
    events: { generatePleasePurchase: label('生成请购单', 'Requests generated'), reopen: label('请购单作废，重新打开', 'Open again: its request was voided') },
  }),
});

/** Days a plan may span, and lines one plan may have. */
export const PLAN_DAYS_MAX = 31;
