/** Documents out of work lists. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { json } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** EP-0758: documents of what is open in these work lists, or of these of their lines alone. All or none. */
export const generatePurchaseDocument = contract({
  method: 'POST',
  ...callOf(purchaseDocument, 'generatePurchaseDocument', 'generate'),
  summary: label('由直配、统配单制单', 'Make documents of work lists'),
  input: {
    ids: json('直配、统配单', 'Work lists'),
    detailIds: json('明细', 'Lines', { optional: true }),
  },
  answer: shape.done,
});
