/** What the home page counts beside the states of documents: each is a list with filters, so that both say the same. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Tone } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { stockCheck } from '../../counting/stock-check.document.ts';
import { outStore } from '../../issuing/out-store.document.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { requirementPlan } from '../../planning/requirement-plan.document.ts';
import { priceWarning } from '../../prices/warnings/price-warning.document.ts';
import { purchaseOrder } from '../../purchasing/purchase-order.document.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { inStoreDifference } from '../../receiving/in-store-difference.document.ts';
import { inStore } from '../../receiving/in-store.document.ts';
import { stockBatch } from '../../stock/lots/stock-batch.resource.ts';
import { stock } from '../../stock/on-hand/stock.resource.ts';

type Filters = Readonly<Record<string, string>>;

/** A line of the home page over the list of `of`; its words are the text of the same key. */
export interface ListLine {
  readonly of: Declaration;
  readonly filters: (days: { readonly yesterday: string }) => Filters;
  /** All of these are needed beside the right to view the list: what the person does about it. */
  readonly rights: readonly string[];
  readonly tone: Tone;
  readonly act: Label;
  /** Fields whose sums it tells. */
  readonly amount?: string;
  readonly lines?: string;
  /** Where the work is done, when that is another page than the list. */
  readonly page?: string;
}

const see = label('查看', 'Open');

/** What waits. `meals` are counted in a statement of their own: nobody lists meals without a requirement plan. */
export const waitingLines = {
  meals: {
    of: salesPlan,
    filters: () => ({}),
    rights: ['invrequireplan_generate'],
    tone: 'look',
    act: label('生成需求', 'Plan needs'),
    page: `${requirementPlan.path}/new`,
  },
  'to-request': {
    of: requirementPlan,
    filters: () => ({ status: 'to-request' }),
    rights: ['invpleasepurchase_generate'],
    tone: 'look',
    act: label('生成请购单', 'Generate requests'),
    amount: 'amount',
    lines: 'lineCount',
  },
  'to-order': {
    of: purchaseRequest,
    filters: () => ({ status: 'approved', executeStatus_in: 'none,partial' }),
    rights: ['purchaseorder_add'],
    tone: 'look',
    act: label('下单', 'Order'),
    amount: 'amount',
    lines: 'lineCount',
  },
  arriving: {
    of: inStore,
    filters: () => ({ expectedToday: '1' }),
    rights: ['invinstore_do_receiving'],
    tone: 'next',
    act: label('收货', 'Receive'),
    lines: 'lineCount',
  },
  differences: {
    of: inStoreDifference,
    filters: () => ({ status: 'mine' }),
    rights: ['invinstoredifference_confirm'],
    tone: 'look',
    act: label('确认', 'Confirm'),
    amount: 'amount',
  },
  expired: {
    of: stockBatch,
    filters: () => ({ tab: 'expired' }),
    rights: ['invcheck_generate_detail'],
    tone: 'stop',
    act: label('清点报损', 'Count and write off'),
    amount: 'amount',
  },
  near: {
    of: stockBatch,
    filters: () => ({ tab: 'near' }),
    rights: ['pick_do_apply'],
    tone: 'waiting',
    act: see,
  },
  short: {
    of: stock,
    filters: () => ({ tab: 'short' }),
    rights: ['invrequireplan_generate'],
    tone: 'look',
    act: see,
  },
} as const satisfies Readonly<Record<string, ListLine>>;

/** What changed since yesterday, for whoever may read the list. */
export const changedLines = {
  ordered: {
    of: purchaseOrder,
    filters: ({ yesterday }) => ({ orderDate_datege: yesterday, status_in: 'approved,done' }),
    rights: [],
    tone: 'done',
    act: see,
    amount: 'amount',
  },
  received: {
    of: inStore,
    filters: ({ yesterday }) => ({ firstReceiveTime_datege: yesterday }),
    rights: [],
    tone: 'done',
    act: see,
    lines: 'lineCount',
  },
  issued: {
    of: outStore,
    filters: ({ yesterday }) => ({ shipTime_datege: yesterday }),
    rights: [],
    tone: 'done',
    act: see,
  },
  counted: {
    of: stockCheck,
    filters: ({ yesterday }) => ({ billDate_datege: yesterday, status: 'done' }),
    rights: [],
    tone: 'done',
    act: see,
  },
  planned: {
    of: salesPlan,
    filters: ({ yesterday }) => ({ approveTime_datege: yesterday, status_in: 'approved,done' }),
    rights: [],
    tone: 'done',
    act: see,
  },
  warned: {
    of: priceWarning,
    filters: ({ yesterday }) => ({ createTime_datege: yesterday, status: 'open' }),
    rights: ['pricewarning_handle'],
    tone: 'look',
    act: see,
    amount: 'stakeAmount',
  },
  'newly-expired': {
    of: stockBatch,
    filters: ({ yesterday }) => ({ tab: 'expired', expiryDate_datege: yesterday }),
    rights: [],
    tone: 'stop',
    act: see,
  },
  'meals-changed': {
    of: requirementPlan,
    filters: () => ({ status: 'changed' }),
    rights: ['invrequireplan_generate'],
    tone: 'look',
    act: see,
  },
} as const satisfies Readonly<Record<string, ListLine>>;

export type QueueKey = keyof typeof waitingLines | keyof typeof changedLines;
/** The line of a key; undefined where the key is a document's. */
export const listLineOf = (key: string): ListLine | undefined =>
  ({ ...waitingLines, ...changedLines } as Readonly<Record<string, ListLine>>)[key];
