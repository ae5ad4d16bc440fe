/**
 * Which service of SAP has which records, and how they are read; the parameter `sap.mapping` changes any of it.
 */
import { dayIn, momentLiteral, type ODataKey, type ODataRow, type ODataVersion } from './odata/odata-text.ts';
import type { SapObject } from './sap-sync-run.resource.ts';

export interface SapSource {
  /** Path of the service on the host. */
  readonly service: string;
  readonly version: ODataVersion;
  readonly set: string;
  readonly keys: readonly string[];
  readonly expand: readonly string[];
  readonly filter: string;
  /** Field by which changes are asked for; empty: everything is read, or what the service remembers. */
  readonly changed: string;
  readonly changedKind: 'datetimeoffset' | 'datetime' | 'date';
  /** The service remembers what was read and answers what changed since. */
  readonly track: boolean;
  /** Our names of its fields. */
  readonly fields: Readonly<Record<string, string>>;
}
export type SapMapping = Readonly<Record<SapObject, SapSource>>;

const V2 = '/sap/opu/odata/sap/';
const read = (source: Partial<SapSource> & Pick<SapSource, 'service' | 'set' | 'keys' | 'fields'>): SapSource => ({
  version: 2,
  expand: [],
  filter: '',
  changed: '',
  changedKind: 'datetimeoffset',
  track: false,
  ...source,
});

export const DEFAULT_MAPPING: SapMapping = {
  unit: read({
    service: '/sap/opu/odata4/sap/api_unitofmeasure/srvd_a2x/sap/unitofmeasure/0001',
    version: 4,
    set: 'UnitOfMeasure',
    keys: ['UnitOfMeasure'],
    track: true,
    fields: {
      code: 'UnitOfMeasure',
      isoCode: 'UnitOfMeasureISOCode',
      dimension: 'UnitOfMeasureDimension',
      name: 'UnitOfMeasureName',
      decimals: 'UnitOfMeasureDspNmbrOfDcmls',
    },
  }),
  'material-type': read({
    service: `${V2}API_PRODUCTGROUP_SRV`,
    set: 'A_ProductGroup',
    keys: ['MaterialGroup'],
    expand: ['to_Text'],
    fields: { code: 'MaterialGroup', name: 'MaterialGroupName', texts: 'to_Text', language: 'Language' },
  }),
  material: read({
    service: `${V2}API_PRODUCT_SRV`,
    set: 'A_Product',
    keys: ['Product'],
    expand: ['to_Description', 'to_ProductUnitsOfMeasure', 'to_ProductStorage'],
    changed: 'LastChangeDateTime',
    fields: {
      code: 'Product',
      type: 'ProductType',
      group: 'ProductGroup',
      baseUnit: 'BaseUnit',
      barcode: 'ProductStandardID',
      deleted: 'IsMarkedForDeletion',
      status: 'CrossPlantStatus',
      texts: 'to_Description',
      language: 'Language',
      name: 'ProductDescription',
      storage: 'to_ProductStorage',
      shelfLife: 'TotalShelfLife',
      minRemaining: 'MinRemainingShelfLife',
      units: 'to_ProductUnitsOfMeasure',
      unit: 'AlternativeUnit',
      numerator: 'QuantityNumerator',
      denominator: 'QuantityDenominator',
    },
  }),
  'project-dept': read({
    service: `${V2}API_PLANT_SRV`,
    set: 'A_Plant',
    keys: ['Plant'],
    fields: {
      code: 'Plant',
      name: 'PlantName',
      company: 'CompanyCode',
      purchaseOrg: 'DefaultPurchasingOrganization',
      salesOrg: 'SalesOrganization',
      customer: 'PlantCustomer',
      deleted: 'IsMarkedForArchiving',
      category: 'PlantCategory',
    },
  }),
  'material-project-dept': read({
    service: `${V2}API_PRODUCT_SRV`,
    set: 'A_ProductPlant',
    keys: ['Product', 'Plant'],
    fields: {
      material: 'Product',
      plant: 'Plant',
      purchaseGroup: 'PurchasingGroup',
      status: 'ProfileCode',
      deleted: 'IsMarkedForDeletion',
    },
  }),
  supplier: read({
    service: `${V2}API_BUSINESS_PARTNER`,
    set: 'A_BusinessPartner',
    keys: ['BusinessPartner'],
    expand: ['to_Supplier', 'to_BusinessPartnerAddress', 'to_BusinessPartnerBank', 'to_BusinessPartnerTax'],
    filter: "Supplier ne ''",
    changed: 'LastChangeDate',
    changedKind: 'date',
    fields: {
      code: 'Supplier',
      name: 'BusinessPartnerFullName',
      shortName: 'SearchTerm1',
      blockedAll: 'BusinessPartnerIsBlocked',
      supplier: 'to_Supplier',
      blocked: 'PurchasingIsBlocked',
      deleted: 'DeletionIndicator',
      plants: 'Plants',
      addresses: 'to_BusinessPartnerAddress',
      city: 'CityName',
      street: 'StreetName',
      house: 'HouseNumber',
      banks: 'to_BusinessPartnerBank',
      bankName: 'BankName',
      bankAccount: 'BankAccount',
      taxes: 'to_BusinessPartnerTax',
      taxType: 'BPTaxType',
      taxNumber: 'BPTaxNumber',
    },
  }),
  'purchase-price': read({
    service: `${V2}API_INFORECORD_PROCESS_SRV`,
    set: 'A_PurInfoRecdPrcgCndnValidity',
    keys: ['ConditionRecord', 'ConditionValidityEndDate'],
    expand: ['to_PurInfoRecdPrcgCndn'],
    fields: {
      key: 'PurchasingInfoRecord',
      supplier: 'Supplier',
      material: 'Material',
      plant: 'Plant',
      from: 'ConditionValidityStartDate',
      to: 'ConditionValidityEndDate',
      condition: 'to_PurInfoRecdPrcgCndn',
      price: 'ConditionRateValue',
      per: 'ConditionQuantity',
      unit: 'ConditionQuantityUnit',
      deleted: 'ConditionIsDeleted',
      tax: 'TaxRate',
    },
  }),
  'settlement-price': read({
    service: `${V2}API_SLSPRICINGCONDITIONRECORD_SRV`,
    set: 'A_SlsPrcgCndnRecdValidity',
    keys: ['ConditionRecord', 'ConditionValidityEndDate'],
    expand: ['to_SlsPrcgConditionRecord'],
    fields: {
      key: 'ConditionRecord',
      material: 'Material',
      plant: 'Plant',
      from: 'ConditionValidityStartDate',
      to: 'ConditionValidityEndDate',
      condition: 'to_SlsPrcgConditionRecord',
      price: 'ConditionRateValue',
      per: 'ConditionQuantity',
      unit: 'ConditionQuantityUnit',
      deleted: 'ConditionIsDeleted',
      tax: 'TaxRate',
    },
  }),
  'factory-stock': read({
    service: `${V2}API_MATERIAL_STOCK_SRV`,
    set: 'A_MatlStkInAcctMod',
    keys: ['Material', 'Plant', 'StorageLocation', 'Batch', 'InventoryStockType', 'InventorySpecialStockType'],
    fields: {
      material: 'Material',
      plant: 'Plant',
      storage: 'StorageLocation',
      unit: 'MaterialBaseUnit',
      qty: 'MatlWrhsStkQtyInMatlBaseUnit',
    },
  }),
};

/** The defaults, and over them what the parameter says of single objects and single fields. */
export function mappingOf(parameter: string): SapMapping {
  if (parameter === '' || parameter === '-') return DEFAULT_MAPPING;
  const own = JSON.parse(parameter) as Partial<Record<SapObject, Partial<SapSource>>>;
  return Object.fromEntries(
    Object.entries(DEFAULT_MAPPING).map(([object, source]) => {
      const given = own[object as SapObject] ?? {};
      return [object, { ...source, ...given, fields: { ...source.fields, ...given.fields } }];
    }),
  ) as unknown as SapMapping;
}

/** Changes are asked for from a little earlier: what was being written in SAP when it was last read comes now. */
const OVERLAP_MS = 10 * 60_000;
/** The filter of a source, with what changed since a moment where the source knows; null reads everything. */
export function changesFilter(source: SapSource, since: string | null): string {
  if (since === null || source.changed === '') return source.filter;
  const from = new Date(Date.parse(since) - OVERLAP_MS).toISOString();
  const changed = `${source.changed} ge ${momentLiteral(source.version, source.changedKind, from)}`;
  return source.filter === '' ? changed : `${source.filter} and ${changed}`;
}

/** A value of SAP as text, trimmed; empty where there is none. */
export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());
/** What names the record in SAP, as text. */
export const sapKeyOf = (source: SapSource, row: ODataRow): string =>
  source.keys.map((name) => (isDay(name) ? (dayIn(row[name]) ?? '') : text(row[name]))).join('|');
/** The parts of such a key, for asking again. */
export const keyParts = (source: SapSource, sapKey: string): ODataKey =>
  Object.fromEntries(
    sapKey.split('|').map((part, index) => {
      const name = source.keys[index] ?? source.keys[0]!;
      return [name, isDay(name) ? { day: part } : part];
    }),
  );
const isDay = (name: string): boolean => name.endsWith('Date');
