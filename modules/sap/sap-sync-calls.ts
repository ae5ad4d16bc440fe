import { label, type Label } from '../../kernel/core/label.ts';
import type { SapObject } from './sap-sync-run.resource.ts';

/** A sync as it is called: `addresses` of one handler, the segment of the first names the button. */
export interface SyncCall {
  readonly object: SapObject;
  readonly addresses: readonly (readonly [service: string, segment: string, name: string])[];
  readonly button: string;
  readonly label: Label;
}
const sync = (object: SapObject, zh: string, en: string, ...addresses: SyncCall['addresses']): SyncCall => ({
  object,
  addresses,
  button: `${addresses[0]![1]}_sync`,
  label: label(`同步SAP${zh}`, `Sync ${en} from SAP`),
});

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
];
