/**
 * Why stock moves (store.md 3.1): movements are named by reason, never by plus or minus codes.
 *
 * `exit` says which way a lot leaves (trade-rules 7.3): expired and held lots leave by return or scrap only. Arrivals,
 * counts and settled differences are never stopped by the state of the lot, so they carry none.
 */
import type { Label } from '../../../kernel/core/label.ts';
import type { LotExit } from './batch-allocation.rules.ts';

interface MoveReason {
  readonly label: Label;
  readonly exit?: LotExit;
}
const reason = (zh: string, en: string, exit?: LotExit): MoveReason => ({
  label: { zh, en },
  ...(exit ? { exit } : {}),
});

export const moveReasons = {
  'receipt.purchase': reason('采购入库', 'Purchase receipt'),
  'receipt.direct-buy': reason('直配采购', 'Direct purchase'),
  'receipt.direct-in': reason('直配入库', 'Direct delivery'),
  'receipt.self': reason('自采入库', 'Self-purchase receipt'),
  'uniform.ship': reason('统配发货', 'Uniform shipment', 'transfer'),
  'uniform.receive': reason('统配收货', 'Uniform receipt'),
  'suppress.ship': reason('强压发货', 'Suppress shipment', 'transfer'),
  'suppress.receive': reason('强压收货', 'Suppress receipt'),
  'pick.ship': reason('领料出库', 'Pick shipment', 'transfer'),
  'pick.receive': reason('领料收货', 'Pick receipt'),
  'allocation.ship': reason('调拨出库', 'Transfer shipment', 'transfer'),
  'allocation.receive': reason('调拨入库', 'Transfer receipt'),
  'client.ship': reason('客户发货', 'Client shipment', 'sale'),
  'purchase-return.ship': reason('采购退货出库', 'Purchase return', 'return'),
  'factory-return.ship': reason('退工厂出库', 'Return to factory', 'return'),
  'factory-return.receive': reason('退工厂入库', 'Factory return receipt'),
  'stall-return.ship': reason('档口退库', 'Stall return', 'return'),
  'stall-return.receive': reason('退库收货', 'Stall return receipt'),
  'difference.back': reason('差异冲回', 'Difference back to sender'),
  'difference.loss': reason('在途损失', 'Loss in transit'),
  'difference.over': reason('多发补账', 'Over delivery'),
  'other-in.post': reason('其他入库', 'Other receipt'),
  'other-out.post': reason('其他出库', 'Other issue', 'use'),
  'count.gain': reason('盘盈', 'Count gain'),
  'count.loss': reason('盘亏', 'Count loss'),
  'count.zero': reason('盘平', 'Count agreed'),
  'batch.open': reason('开封分批', 'Lot opened'),
  'batch.repack': reason('分装并批', 'Repacked'),
  'repack.loss': reason('分装损耗', 'Loss in repacking', 'use'),
  'weight.residue': reason('抄秤损耗', 'Weighing loss'),
  'cost.residue': reason('成本尾差', 'Cost residue'),
  'cost.adjust': reason('成本调整', 'Cost adjustment'),
  'unit.close': reason('换单位转出', 'Unit change out'),
  'unit.open': reason('换单位转入', 'Unit change in'),
  'kitchen.produce-out': reason('加工耗用', 'Used in production', 'use'),
  'kitchen.produce-in': reason('加工产出', 'Produced'),
  'kitchen.waste': reason('浪费', 'Waste', 'scrap'),
  'kitchen.sale': reason('销售', 'Sale', 'use'),
  'kitchen.use': reason('直接耗用', 'Used', 'use'),
} as const satisfies Readonly<Record<string, MoveReason>>;

/** Kinds of other issue that do away with goods: the only ones expired and held lots leave by. */
export const SCRAP_TYPES: readonly string[] = ['scrap', 'expired'];

export type ReasonCode = keyof typeof moveReasons;
/** Reversals carry the reason they reverse behind `reverse.`. */
export type PostedReason = ReasonCode | `reverse.${ReasonCode}`;

/** What lay there already and lies there now as another lot: both moves are at one place, and come to nothing. */
export const SAME_GOODS: readonly string[] = ['batch.open', 'batch.repack'] satisfies readonly ReasonCode[];

/**
 * What comes in at a cost says what the material last cost there, but for what was found, which is valued by it, what
 * was there already as another lot, and what comes back.
 */
export const setsLastCost = (reason: string): boolean =>
  reason !== 'count.gain' && !SAME_GOODS.includes(reason) && !reason.startsWith('reverse.');

/** The words for the reason of a move; `reverse.` before it means its reversal. */
export function reasonLabel(code: string): Label {
  const bare = code.replace(/^reverse\./, '');
  const known = (moveReasons as Readonly<Record<string, MoveReason>>)[bare]?.label ?? { zh: bare, en: bare };
  return bare === code ? known : { zh: `冲销：${known.zh}`, en: `Reversal: ${known.en}` };
}
