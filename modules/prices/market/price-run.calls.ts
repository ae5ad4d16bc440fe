/** Calls by which a price run is proposed from what moved since prices were last published. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { priceRun } from './price-run.document.ts';

/** What a proposal came to; without a change there is no run. */
export const proposal = shape.object({
  state: shape.oneOf('done'),
  /** Prices that were calculated, and what became of them. */
  fetched: shape.integer,
  created: shape.integer,
  updated: shape.integer,
  unchanged: shape.integer,
  failed: shape.integer,
  /** The first of those that failed, and why. */
  errors: shape.list(shape.object({ materialId: shape.id, materialName: shape.text, reason: shape.text })),
  priceRunId: shape.text,
  billCode: shape.text,
});
/** The caller's own company where none is named. */
const companyDeptId = text('公司', 'Company', { optional: true });

/** Both services answer alike. */
const carryPurchasePrices = (service: string) =>
  contract({
    method: 'GET',
    service,
    path: 'settlementprice/syncPurchasePrice',
    permission: 'settlementprice_sync',
    summary: label('按采购价更新结算价', 'Carry purchase prices into settlement prices'),
    input: { companyDeptId },
    answer: proposal,
  });
export const syncPurchasePrices = carryPurchasePrices('master-data');
export const syncPurchasePricesOfStores = carryPurchasePrices('store-management');

const { priceType, trigger } = priceRun.fields;

/** [own] By purchase prices, or by those of the market, for settlement prices or joint ones. */
export const proposeRun = contract({
  method: 'POST',
  ...callOf(priceRun, 'propose', 'add'),
  summary: label('按变动生成调价单', 'Propose what moved'),
  input: { priceType, trigger: { ...trigger, rules: { ...trigger.rules, readonly: false } }, companyDeptId },
  answer: proposal,
});
