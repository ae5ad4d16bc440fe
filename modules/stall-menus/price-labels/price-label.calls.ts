/** Price labels that follow the menu: which are behind, and what they say once they were changed. */
import { callOf, chosenIds, contract, rows } from '../../../kernel/core/contract.ts';
import { flag, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { priceLabel } from './price-label.resource.ts';

/** [own] The labels of a stall beside what its menu says now; those that are behind first, longest first. */
export const followLabels = contract({
  method: 'GET',
  ...callOf(priceLabel, 'follow', 'view'),
  summary: label('价签跟踪', 'Price labels beside the menu'),
  input: { gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }) },
  answer: shape.object({
    stalls: shape.list(shape.object({ id: shape.id, name: shape.text })),
    /** Empty where there is no stall in reach. */
    stallId: shape.text,
    labels: shape.list(
      shape.object({
        id: shape.id,
        labelCode: shape.text,
        labelKind: shape.oneOf('paper', 'electronic'),
        dishName: shape.text,
        portionGroup: shape.text,
        state: shape.oneOf('current', 'price', 'sold-out', 'back', 'off-menu'),
        shownPrice: shape.nullable(shape.money),
        /** Null where it is free, or on no menu. */
        wantedPrice: shape.nullable(shape.money),
        /** Since when the menu says something else; empty for those that are current. */
        since: shape.text,
      }),
    ),
    /** Dishes of the menu before which nothing stands. */
    unlabelled: shape.list(
      shape.object({
        dishId: shape.id,
        dishName: shape.text,
        portionGroup: shape.text,
        price: shape.nullable(shape.money),
      }),
    ),
  }),
});
export type FollowedLabel = TypeOf<typeof followLabels.answer>['labels'][number];

/** [own] These labels were changed by hand: they say what the menu says now. */
export const confirmLabels = contract({
  method: 'POST',
  ...callOf(priceLabel, 'confirm', 'edit'),
  summary: label('价签已更换', 'Labels were changed'),
  input: chosenIds,
  answer: shape.done,
});

/** [own] What electronic labels show, as their gateway reports it. */
export const reportLabels = contract({
  method: 'POST',
  ...callOf(priceLabel, 'report', 'edit'),
  summary: label('电子价签上报', 'What electronic labels show'),
  input: {
    labels: rows('价签', 'Labels', {
      labelCode: text('价签编号', 'Code', { max: 40 }),
      price: text('价格', 'Price', { optional: true, max: 20 }),
      soldOut: flag('售罄', 'Sold out', { optional: true }),
    }),
  },
  answer: shape.done,
});
