/** Calls on requests beyond the ordinary ones: made of plans, distributed line by line, exported. */
import { callOf, contract, pageInput } from '../../kernel/core/contract.ts';
import { refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchaseRequestLine } from './request-line.resource.ts';

/** The open lines of all given plans as approved requests, all or none, each line once. */
export const generatePleasePurchase = contract({
  method: 'POST',
  ...callOf(purchaseRequest, 'generatePleasePurchase', 'generate'),
  summary: label('由需求计划生成请购单', 'Generate purchase requests from plans'),
  input: { invRequirePlanIds: refs('需求计划', 'Requirement plans', 'requirementPlan', { optional: true }) },
  answer: shape.done,
});

/** Request lines to distribute, with the moment until when their supplier takes an order. Filters of request lines. */
export const pageDistribution = contract({
  method: 'GET',
  ...callOf(purchaseRequest, 'pageDistribution', 'view'),
  summary: label('请购分配', 'Request lines to distribute'),
  input: pageInput,
  answer: shape.page(shape.row(purchaseRequestLine)),
});

/** [own] Whether request lines are ordered at once, by work lists of distribution, or both, as the company says. */
export const purchasingChannel = contract({
  method: 'GET',
  service: purchaseRequest.service,
  path: `${purchaseRequest.segment}/channel`,
  permission: ['invpleasepurchase_view', 'purchaseorder_view', 'distributionstraight_view', 'distributionuniform_view'],
  summary: label('请购下单通道', 'How requests become orders'),
  input: {},
  answer: shape.object({ direct: shape.boolean, distribution: shape.boolean }),
});

/** [own] Who offers the material of a request line to its site, best first, at what price and until when. */
export const suppliersForLine = contract({
  method: 'GET',
  service: purchaseRequest.service,
  path: `${purchaseRequest.segment}/suppliersForLine`,
  permission: ['invpleasepurchase_view', 'purchaseorder_add'],
  summary: label('请购行可选供应商', 'Suppliers a request line may be ordered from'),
  input: { id: text('请购行', 'Request line', { optional: true }) },
  answer: shape.list(
    shape.object({
      supplierId: shape.id,
      supplierName: shape.text,
      supplierCode: shape.text,
      /** Words a person may type to find it. */
      search: shape.text,
      rank: shape.integer,
      leadDays: shape.integer,
      minOrderQty: shape.nullable(shape.quantity),
      orderMultiple: shape.nullable(shape.quantity),
      /** With why it is this one, for holders of `invpleasepurchase_view_cost`; null where none is agreed. */
      price: shape.optional(shape.nullable(shape.price)),
      reason: shape.optional(shape.text),
      orderBefore: shape.moment,
      isLate: shape.flag,
      /** Why it cannot deliver; empty where it can. */
      note: shape.text,
    }),
  ),
});

/** Request lines as a sheet. Filters of request lines. */
export const exportDistribution = contract({
  method: 'GET+POST',
  ...callOf(purchaseRequest, 'distributionExportExcel', 'export'),
  summary: label('导出请购分配', 'Export request lines'),
  input: {},
  answer: shape.file,
});

/** What goes where: a sheet a delivery day, materials down, warehouses across, sums both ways. Filters of requests. */
export const exportMatrix = contract({
  method: 'GET+POST',
  ...callOf(purchaseRequest, 'exportExcelNew', 'export'),
  summary: label('导出请购汇总', 'Export requests by site'),
  input: {},
  answer: shape.file,
});
