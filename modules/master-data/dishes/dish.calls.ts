/** The call on dishes beyond the ordinary ones. */
import { contract, pageInput } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { dish } from './dish.resource.ts';

/**
 * Dishes a stall may sell, with the BOM in force on a day, today where none is named; takes the filters of the list.
 */
export const sellableDishes = contract({
  method: 'GET',
  service: dish.service,
  path: `${dish.segment}/listDishPageListByGearId`,
  permission: ['dish_view', 'gearsalesplan_view', 'gearsalesplan_edit'],
  summary: label('档口可售菜品', 'Dishes a stall may sell'),
  input: {
    ...pageInput,
    gearId: text('档口', 'Stall', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
    keyword: text('关键字', 'Search', { optional: true }),
  },
  answer: shape.page(
    shape.open({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      salePrice: shape.nullable(shape.price),
      /** Empty where no BOM is in force. */
      bomId: shape.text,
      /** 1 where the stall, or a place above it, cooks it differently. */
      hasVariant: shape.flag,
      usable: shape.flag,
      /** Why it cannot be sold; empty where it can. */
      reason: shape.text,
    }),
  ),
});
