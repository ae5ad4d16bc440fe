/**
 * A small SAP for tests and demonstration: its services under the names and with the fields that the default mapping
 * reads.
 */
import {
  startODataService,
  type RunningService,
  type ServedRow,
  type ServedService,
} from './odata/odata-service.testing.ts';
import { DEFAULT_MAPPING } from './sap-mapping.rules.ts';

export const SAP_USER = 'LARDER';
export const SAP_SECRET = 'Welcome-1';

export interface SapSystem extends RunningService {
  /** Changes what SAP has of a kind. */
  rows(object: keyof typeof DEFAULT_MAPPING, work: (rows: ServedRow[]) => void): void;
}

export const product = (code: string, name: string, more: ServedRow = {}): ServedRow => ({
  Product: code,
  ProductType: 'ROH',
  ProductGroup: 'VEG',
  BaseUnit: 'KG',
  ProductStandardID: '',
  IsMarkedForDeletion: false,
  CrossPlantStatus: '',
  LastChangeDateTime: '2026-01-01T00:00:00Z',
  to_Description: [
    { Product: code, Language: 'EN', ProductDescription: `${name} (EN)` },
    { Product: code, Language: 'ZH', ProductDescription: name },
  ],
  to_ProductStorage: { Product: code, TotalShelfLife: '7', MinRemainingShelfLife: '3' },
  to_ProductUnitsOfMeasure: [
    { Product: code, AlternativeUnit: 'KG', QuantityNumerator: '1', QuantityDenominator: '1' },
    { Product: code, AlternativeUnit: 'CAR', QuantityNumerator: '12.5', QuantityDenominator: '1' },
  ],
  ...more,
});
const unit = (code: string, iso: string, dimension: string, name: string, decimals: number): ServedRow => ({
  UnitOfMeasure: code,
  UnitOfMeasureISOCode: iso,
  UnitOfMeasureDimension: dimension,
  UnitOfMeasureName: name,
  UnitOfMeasureDspNmbrOfDcmls: decimals,
});

/** Stock of a material at a storage location of a plant, in the unit SAP keeps it in. */
export const stockOf = (
  material: string,
  plant: string,
  storage: string,
  qty: string,
  more: ServedRow = {},
): ServedRow => ({
  Material: material,
  Plant: plant,
  StorageLocation: storage,
  Batch: '',
  InventoryStockType: '01',
  InventorySpecialStockType: '',
  MaterialBaseUnit: 'KG',
  MatlWrhsStkQtyInMatlBaseUnit: qty,
  ...more,
});

export interface SapData {
  readonly units: ServedRow[];
  readonly groups: ServedRow[];
  readonly products: ServedRow[];
  readonly productPlants: ServedRow[];
  readonly plants: ServedRow[];
  readonly partners: ServedRow[];
  readonly infoRecords: ServedRow[];
  readonly salesConditions: ServedRow[];
  readonly stocks: ServedRow[];
}
export const sapData = (more: Partial<SapData> = {}): SapData => ({
  units: [
    unit('KG', 'KGM', 'MASS', '公斤', 3),
    unit('CAR', 'CT', 'AAAADL', '纸箱', 0),
    unit('ROL', 'RO', 'AAAADL', '卷', 0),
  ],
  groups: [
    ['VEG', '蔬菜'],
    ['MEAT', '肉类'],
  ].map(([MaterialGroup, name]) => ({
    MaterialGroup,
    to_Text: [{ MaterialGroup, Language: 'ZH', MaterialGroupName: name }],
  })),
  products: [],
  productPlants: [],
  plants: [],
  partners: [],
  infoRecords: [],
  salesConditions: [],
  stocks: [],
  ...more,
});

/** Starts it on loopback. */
export async function startSap(
  data: SapData,
  options: { readonly pageMost?: number; readonly port?: number } = {},
): Promise<SapSystem> {
  const services: Record<string, { version: 2 | 4; sets: Record<string, ServedService['sets'][string]> }> = {};
  const serve = (
    object: keyof typeof DEFAULT_MAPPING,
    rows: ServedRow[],
    types: ServedService['sets'][string]['types'] = {},
  ): void => {
    const { service, version, set, keys } = DEFAULT_MAPPING[object];
    (services[service] ??= { version, sets: {} }).sets[set] = { keys, rows, types };
  };
  const validity = { ConditionValidityStartDate: 'day', ConditionValidityEndDate: 'day' } as const;
  serve('unit', data.units);
  serve('material-type', data.groups);
  serve('material', data.products, { LastChangeDateTime: 'moment' });
  serve('material-project-dept', data.productPlants);
  serve('project-dept', data.plants);
  serve('supplier', data.partners, { LastChangeDate: 'day' });
  serve('purchase-price', data.infoRecords, validity);
  serve('settlement-price', data.salesConditions, validity);
  serve('factory-stock', data.stocks);
  const running = await startODataService({ user: SAP_USER, secret: SAP_SECRET, services, ...options });
  return {
    ...running,
    rows: (object, work) => running.change(DEFAULT_MAPPING[object].service, DEFAULT_MAPPING[object].set, work),
  };
}
