/** Crates made ready for orders that have not left. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { integer, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { distributionStatementLog } from '../sorting/distribution-statement-log.resource.ts';

/** So many crates of a type go with an order, in place of what was said before. */
export const packCrates = contract({
  method: 'POST',
  ...callOf(distributionStatementLog, 'packCrates', 'sort'),
  summary: label('装车筐数', 'Crates to load'),
  input: {
    orderNo: text('订单号', 'Order number', { max: 40 }),
    crateTypeId: ref('周转筐', 'Crate', 'crateType'),
    qty: integer('只数', 'Crates', { min: 0, max: 10_000 }),
  },
  answer: shape.done,
});

/** What is ready for orders that have not left, and what their sites hold. */
export const packedCrates = contract({
  method: 'GET',
  ...callOf(distributionStatementLog, 'packedCrates', 'view'),
  summary: label('订单的装车筐', 'Crates ready for orders'),
  input: { orderNos: text('订单号', 'Order numbers', { max: 2000, hint: label('逗号分隔', 'with commas') }) },
  answer: shape.list(
    shape.object({
      orderNo: shape.text,
      siteName: shape.text,
      lines: shape.list(
        shape.object({
          crateTypeId: shape.id,
          name: shape.text,
          qty: shape.integer,
          heldQty: shape.integer,
        }),
      ),
    }),
  ),
});
export type PackedOrder = TypeOf<typeof packedCrates.answer>[number];
