/** What tests say of yields, and what people decide on it. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { percent, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { materialYieldTest } from './material-yield-test.resource.ts';

const estimate = {
  count: shape.integer,
  learned: shape.percent,
  /** 95 %; null with a single test. */
  low: shape.nullable(shape.percent),
  high: shape.nullable(shape.percent),
};

/** [own] Materials that were tested: the yield in use beside what the tests say, by season and supplier. */
export const yieldBoard = contract({
  method: 'GET',
  ...callOf(materialYieldTest, 'board', 'view'),
  summary: label('出成率看板', 'What tests say of yields'),
  input: { materialId: text('物料', 'Material', { optional: true, max: 19 }) },
  /** Proposals first. */
  answer: shape.list(
    shape.object({
      materialId: shape.id,
      materialName: shape.text,
      standard: shape.percent,
      /** `all` for all of the year, then the seasons that were tested. */
      seasons: shape.list(
        shape.object({
          season: shape.text,
          ...estimate,
          /** What orders and costs go by. */
          used: shape.percent,
          isAccepted: shape.boolean,
          isProposed: shape.boolean,
        }),
      ),
      suppliers: shape.list(
        shape.object({ supplierId: shape.id, supplierName: shape.text, season: shape.text, ...estimate }),
      ),
    }),
  ),
});
export type YieldRow = TypeOf<typeof yieldBoard.answer>[number];

const proposal = {
  materialId: text('物料', 'Material', { max: 19 }),
  season: text('季节', 'Season', { optional: true, max: 10, hint: label('不填为全年', 'Left empty: all year') }),
};

/** [own] Accepts a proposed yield: orders and costs go by it from now on. `learnedYield`: what one looked at. */
export const adoptYield = contract({
  method: 'POST',
  ...callOf(materialYieldTest, 'adopt', 'adopt'),
  summary: label('采纳实测出成率', 'Accept the learned yield'),
  input: {
    ...proposal,
    learnedYield: percent('实测出成率', 'Learned yield', { optional: true, positive: true, max: 2000 }),
  },
  answer: shape.done,
});

/** [own] Declines a proposal, with a reason; it comes again once there are five tests more. */
export const declineYield = contract({
  method: 'POST',
  ...callOf(materialYieldTest, 'decline', 'adopt'),
  summary: label('不采纳实测出成率', 'Decline the learned yield'),
  input: { ...proposal, reason: text('原因', 'Why', { max: 200 }) },
  answer: shape.done,
});

/** [own] Takes an accepted yield back: the standard counts again. */
export const withdrawYield = contract({
  method: 'POST',
  ...callOf(materialYieldTest, 'withdrawYield', 'adopt'),
  summary: label('撤回已采纳的出成率', 'Take an accepted yield back'),
  input: { ...proposal, reason: text('原因', 'Why', { max: 200 }) },
  answer: shape.done,
});
