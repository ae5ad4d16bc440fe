/**
 * The syncs as calls. Each begins a run, or finds the one under way, and answers it once it ended, or after 5 seconds
 * as it is then.
 */
import { contract, type Contract } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../kernel/core/shape.ts';
import type { SapObject } from './sap-sync-run.resource.ts';

/** A run: how many records came, what became of them, and the first 100 that failed. */
export const syncResult = shape.object({
  runId: shape.id,
  state: shape.oneOf('running', 'succeeded', 'partial', 'failed'),
  mode: shape.oneOf('delta', 'full'),
  fetched: shape.integer,
  created: shape.integer,
  updated: shape.integer,
  unchanged: shape.integer,
  failed: shape.integer,
  /** By SAP's clock; empty where everything is read. */
  from: shape.moment,
  to: shape.moment,
  message: shape.text,
  errors: shape.list(shape.object({ sapKey: shape.text, field: shape.text, reason: shape.text })),
});
/** 1 or true reads everything anew, not only what changed. */
const input = { full: text('全量', 'Everything', { optional: true }) };

/** A sync as it is called: `calls` are addresses of one handler, the segment of the first names the button. */
export interface SyncCall {
  readonly object: SapObject;
  readonly button: string;
  readonly label: Label;
  readonly calls: readonly Contract<typeof input, TypeOf<typeof syncResult>>[];
}
type Address = readonly [service: string, segment: string, name: string];

function sync(object: SapObject, zh: string, en: string, first: Address, ...others: readonly Address[]): SyncCall {
  const summary = label(`同步SAP${zh}`, `Sync ${en} from SAP`);
  const button = `${first[1]}_sync`;
  const calls = [first, ...others].map(([service, segment, name]) =>
    contract({
      method: 'GET',
      service,
      path: `${segment}/${name}`,
      permission: button,
      summary,
      input,
      answer: syncResult,
    }),
  );
  return { object, button, label: summary, calls };
}

/** In the order in which one needs another. */
export const SYNC_CALLS: readonly SyncCall[] = [
  sync('unit', '单位', 'units', ['master-data', 'sapmaterialunit', 'syncsapmaterialunits']),
  sync('material-type', '物料类型', 'material types', ['master-data', 'sapmaterialtype', 'syncsapmaterialtypes']),
  sync('material', '物料', 'materials', ['master-data', 'sapmaterial', 'syncsapmaterials']),
  sync('project-dept', '项目部', 'sites', ['gear-operation', 'gearprojectdeptsys', 'syncsapprojectdepts']),
  sync('material-project-dept', '物料项目部', 'materials at plants', [
    'master-data',
    'sapmaterialprojectdept',
    'syncsapmaterialprojectdepts',
  ]),
  sync('supplier', '供应商', 'suppliers', ['store-management', 'sapsupplier', 'syncsapsuppliers']),
  sync(
    'purchase-price',
    '采购价',
    'purchase prices',
    ['store-management', 'purchaseprice', 'syncsappurchaseprices'],
    ['master-data', 'purchaseprice', 'syncsappurchaseprices'],
  ),
  sync(
    'settlement-price',
    '结算价',
    'settlement prices',
    ['store-management', 'settlementprice', 'syncsapsettlementprices'],
    ['master-data', 'settlementprice', 'syncsapsettlementprices'],
  ),
  sync('factory-stock', '工厂库存', 'stock of factories', ['store-management', 'factorystock', 'syncsaptotime']),
];
