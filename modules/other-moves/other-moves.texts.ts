import { label } from '../../kernel/core/label.ts';

/** What the pages of other receipts and issues say. */
export const otherMovesTexts = {
  posted: label('已入账，共 {count} 行', 'Posted: {count} {count:line|lines}'),
  moves: label('查看库存流水', 'See the moves'),
  mirror: label('本单冲销原单，数量与金额为负', 'This bill reverses another: its figures are negative'),
  reversed: label('本单已冲销', 'This bill has been reversed'),
  guess: label('按成本', 'at cost'),
  first: label('先到期先出', 'First to expire'),
} as const;
