/** What the factory looks at while a call-back is under way. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { ref } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../kernel/core/shape.ts';
import { factoryReturned } from './factory-returned.document.ts';

/**
 * Site by site: what had come there, and what became of it. What came is what was shipped, eaten, lies there and is on
 * its way, unless it was lost or counted otherwise.
 */
export const progress = contract({
  method: 'GET',
  ...callOf(factoryReturned, 'progress', 'view'),
  summary: label('召回进度', 'Progress of a call-back'),
  input: { id: ref('工厂退货单', 'Call-back', 'factoryReturned') },
  answer: shape.list(
    shape.object({
      siteId: shape.id,
      siteName: shape.text,
      unitName: shape.text,
      /** In base unit, as all quantities. */
      askedQty: shape.quantity,
      onWayQty: shape.quantity,
      lyingQty: shape.quantity,
      eatenQty: shape.quantity,
      shippedQty: shape.quantity,
      receivedQty: shape.quantity,
      /** From the call until the site shipped; null where it did not yet. */
      minutes: shape.nullable(shape.integer),
      bills: shape.list(shape.object({ id: shape.id, billCode: shape.text, status: shape.text })),
    }),
  ),
});
export type SiteProgress = TypeOf<typeof progress.answer>[number];
