/** What a message is about: by whom it is sent out, and what a person may choose to have otherwise. */
const TOPICS = [
  'approval.todo',
  'approval.passed',
  'approval.rejected',
  'approval.overdue',
  'approval.cc',
  'stock.short',
  'stock.expiring',
  'stock.recall',
  'food.sample',
  'food.ledger',
  'price.warning',
  'receiving.difference',
  'order.cutoff',
  'order.answered',
  'contract.due',
  'import.done',
  'job.failed',
  'sync.failed',
  'device.offline',
  'guest.pending',
  'account.locked',
  'mail',
] as const;
export type Topic = (typeof TOPICS)[number];

/** A link leads to a page of ours, never out of the house. */
export const isOwnAddress = (link: string): boolean =>
  link === '' || (/^\/[\w/.?=&%:,-]*$/.test(link) && !link.startsWith('//'));
