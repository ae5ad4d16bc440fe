/** Calls on the administrators of stalls. */
import { callOf, chosenIds, contract, pageInput } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { text } from '../../../kernel/core/field.ts';
import { storeAdmin } from './store-admin.resource.ts';

/** Takes the filters of the list. */
export const storeAdminPage = contract({
  method: 'POST',
  ...callOf(storeAdmin, 'page', 'view'),
  summary: label('店铺管理员分页', 'Page of stall administrators'),
  input: pageInput,
  answer: shape.page(shape.row(storeAdmin)),
});

export const enableStoreAdmins = contract({
  method: 'POST',
  ...callOf(storeAdmin, 'enable', 'enable'),
  summary: label('启用店铺管理员', 'Enable stall administrators'),
  input: chosenIds,
  answer: shape.done,
});

export const stopStoreAdmins = contract({
  method: 'POST',
  ...callOf(storeAdmin, 'stop', 'stop'),
  summary: label('停用店铺管理员', 'Stop stall administrators'),
  input: { ...chosenIds, reason: text('原因', 'Reason', { optional: true, max: 200 }) },
  answer: shape.done,
});
