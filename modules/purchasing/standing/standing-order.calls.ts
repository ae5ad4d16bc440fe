import { callOf, contract } from '../../../kernel/core/contract.ts';
import { ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { standingOrder } from './standing-order.resource.ts';

/** [own] A frozen standing order of what the last eight same weekdays were like; whoever agrees unfreezes it. */
export const learnStandingOrder = contract({
  method: 'POST',
  ...callOf(standingOrder, 'learn', 'add'),
  summary: label('从过去8周学习', 'Learn from the last eight weeks'),
  input: {
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse'),
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      hint: label('不填为全部供应商', 'Leave empty for all suppliers'),
    }),
  },
  answer: shape.object({ id: shape.id, name: shape.text, lines: shape.integer }),
});
