/** The figures of the console, one call for each card. */
import { contract, SESSION } from '../../kernel/core/contract.ts';
import { label } from '../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../kernel/core/shape.ts';
import { cards, type CardKey } from './cards.ts';

/** One figure: of what, which part of it, how much. A group without parts has nothing. */
const point = shape.object({
  group: shape.text,
  groupName: shape.text,
  part: shape.nullable(shape.text),
  partName: shape.nullable(shape.text),
  value: shape.nullable(shape.quantity),
  /** Address of the list of this group, where it is another than the card's. */
  path: shape.optional(shape.text),
});
/** Points of the days from `from` to `to`. */
const figures = shape.object({ from: shape.day, to: shape.day, points: shape.list(point) });
export type Point = TypeOf<typeof point>;
export type Figures = TypeOf<typeof figures>;

const callOfCard = ({ key, label: { zh, en }, rights }: (typeof cards)[number]) =>
  contract({
    method: 'GET',
    service: 'blade-report',
    path: `console/${key}`,
    permission: rights[0] ?? SESSION,
    summary: label(`控制台：${zh}`, `Console: ${en}`),
    input: {},
    answer: figures,
  });
export const consoleCalls = Object.fromEntries(cards.map((card) => [card.key, callOfCard(card)])) as Readonly<
  Record<CardKey, ReturnType<typeof callOfCard>>
>;
