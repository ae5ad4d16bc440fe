/** What the home page asks: everything that waits for the caller, and what became of things since yesterday. */
import { contract, SESSION } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';

const line = shape.object({
  /** One of `QueueKey`, or a document. */
  key: shape.text,
  /** State of the documents it counts; empty where the line is no state of documents. */
  status: shape.text,
  count: shape.integer,
  /** When the first of them is due, a day or a moment. */
  due: shape.nullable(shape.text),
  /** What they are worth together, where the caller may see it. */
  amount: shape.nullable(shape.money),
  /** Lines of the documents together. */
  lines: shape.nullable(shape.integer),
  /** Filters of the list that shows exactly these. */
  filters: shape.map(shape.text),
});
export type QueueLine = TypeOf<typeof line>;

export const homeQueue = contract({
  method: 'GET',
  service: 'blade-report',
  path: 'home/queue',
  permission: SESSION,
  summary: label(
    '首页：等本人处理的事和昨天以来的变化',
    'Home: what waits for the caller, and what changed since yesterday',
  ),
  input: {},
  answer: shape.object({ now: shape.moment, waiting: shape.list(line), changed: shape.list(line) }),
});
