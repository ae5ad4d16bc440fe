/** Calls on closed months beyond their list. */
import { callOf, contract, pageInput } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { stockPeriod } from './stock-period.resource.ts';

/** Closes a month that is over, as `yyyy-MM`, of a company: months close one after the other, the first may be any. */
export const closeMonth = contract({
  method: 'POST',
  ...callOf(stockPeriod, 'close', 'close'),
  summary: label('月结', 'Close a month'),
  input: {
    companyDeptId: text('公司', 'Company', { optional: true }),
    month: text('月份', 'Month', { optional: true }),
  },
  answer: shape.object({ id: shape.id }),
});

/** Opening, in, out and closing of every lot of the places the caller answers for, in base unit. */
export const balancePage = contract({
  method: 'GET',
  ...callOf(stockPeriod, 'balancePage', 'view'),
  summary: label('月结余额', 'Balances of a closed month'),
  input: { periodId: text('月结', 'Month', { optional: true }), ...pageInput },
  answer: shape.page(
    shape.object({
      id: shape.id,
      locationId: shape.id,
      locationName: shape.text,
      materialId: shape.id,
      materialCode: shape.text,
      materialName: shape.text,
      batchId: shape.id,
      batchCode: shape.text,
      openQty: shape.quantity,
      inQty: shape.quantity,
      outQty: shape.quantity,
      closeQty: shape.quantity,
      /** Amounts: for holders of `stock_view_cost`. */
      openAmount: shape.optional(shape.money),
      inAmount: shape.optional(shape.money),
      outAmount: shape.optional(shape.money),
      closeAmount: shape.optional(shape.money),
    }),
  ),
});
