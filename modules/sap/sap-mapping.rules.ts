/**
 * Which service of SAP says what, and how its records are read. All of it can be told otherwise in the parameter
 * `sap.mapping`.
 */
import { dayIn, momentLiteral, rowsIn, type ODataKey, type ODataRow, type ODataVersion } from './odata/odata-text.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { hasCreditCodeShape } from '../suppliers/credit-code.rules.ts';
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
  /** The service remembers what was read and tells what changed since. */
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
};

/** The defaults, and over them what the parameter says of single objects and single fields. */
export function mappingOf(parameter: string): SapMapping {
  if (parameter === '' || parameter === '-') return DEFAULT_MAPPING;
  const own = JSON.parse(parameter) as Partial<Record<SapObject, Partial<SapSource>>>;
  return Object.fromEntries(
    Object.entries(DEFAULT_MAPPING).map(([object, source]) => {
      const told = own[object as SapObject] ?? {};
      return [object, { ...source, ...told, fields: { ...source.fields, ...told.fields } }];
    }),
  ) as unknown as SapMapping;
}

/** Changes are asked for from a little earlier: what was being written in SAP when it was last read comes now. */
const OVERLAP_MS = 10 * 60_000;
/** The filter of a source, with what changed since a moment where the source knows; null reads everything. */
export function changesFilter(source: SapSource, since: string | null): string {
  const own =
    since === null || source.changed === ''
      ? ''
      : `${source.changed} ge ${momentLiteral(source.version, source.changedKind, new Date(Date.parse(since) - OVERLAP_MS).toISOString())}`;
  return [source.filter, own].filter((part) => part !== '').join(' and ');
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());
const isSet = (value: unknown): boolean => value === true || ['true', 'x', '1'].includes(text(value).toLowerCase());
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

/** The text of the language people here read; else any. */
function wordsOf(source: SapSource, row: ODataRow, name: string): string {
  const own = rowsIn(row[source.fields['texts'] ?? '']);
  const languages = ['ZH', '1', 'ZHS', 'EN', 'E'];
  const best =
    languages.flatMap((language) =>
      own.filter((each) => text(each[source.fields['language']!]).toUpperCase() === language),
    )[0] ?? own[0];
  return text(best?.[source.fields[name]!] ?? row[source.fields[name]!]);
}

interface UnitFacts {
  readonly code: string;
  readonly name: string;
  readonly isoCode: string;
  readonly dimension: 'mass' | 'volume' | 'number' | 'pack';
  readonly decimals: number;
}
const DIMENSIONS: Readonly<Record<string, UnitFacts['dimension']>> = { MASS: 'mass', VOLUME: 'volume', VOL: 'volume' };
/** Pieces and their multiples; any other unit without a dimension is a pack. */
const NUMBERS = new Set(['PCE', 'EA', 'ST', 'PC', 'DZN', 'DZ', 'PR', 'C62']);
/** A unit as SAP has it. */
export function unitFacts(source: SapSource, row: ODataRow): UnitFacts {
  const of = (name: string): string => text(row[source.fields[name]!]);
  const decimals = Number(of('decimals'));
  const isNumber = NUMBERS.has(of('isoCode')) || NUMBERS.has(of('code'));
  return {
    code: of('code'),
    name: of('name') || of('code'),
    isoCode: of('isoCode'),
    dimension: DIMENSIONS[of('dimension').toUpperCase()] ?? (isNumber ? 'number' : 'pack'),
    decimals: Number.isInteger(decimals) ? Math.min(6, Math.max(0, decimals)) : 3,
  };
}

interface TypeFacts {
  readonly code: string;
  readonly name: string;
}
/** A type of material as SAP has it. */
export const typeFacts = (source: SapSource, row: ODataRow): TypeFacts => {
  const code = text(row[source.fields['code']!]);
  return { code, name: wordsOf(source, row, 'name') || code };
};

export interface UnitEquation {
  readonly unit: string;
  /** So many of the unit … */
  readonly fromQty: string;
  /** … are so many base units. */
  readonly toQty: string;
}
export interface MaterialFacts {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly kind: 'raw' | 'semi' | 'finished' | 'packaging' | null;
  readonly group: string;
  readonly baseUnit: string;
  readonly barcode: string;
  readonly status: string;
  readonly deleted: boolean;
  readonly shelfLifeDays: number | null;
  readonly minRemainingDays: number | null;
  readonly units: readonly UnitEquation[];
}
const KINDS: Readonly<Record<string, NonNullable<MaterialFacts['kind']>>> = {
  ROH: 'raw',
  HALB: 'semi',
  FERT: 'finished',
  HAWA: 'finished',
  VERP: 'packaging',
};
const days = (value: unknown): number | null => {
  const count = Number(text(value) || '0');
  return Number.isFinite(count) && count >= 1 ? Math.floor(count) : null;
};
/** A material as SAP has it. */
export function materialFacts(source: SapSource, row: ODataRow): MaterialFacts {
  const { fields } = source;
  const of = (name: string): string => text(row[fields[name]!]);
  const storage = rowsIn(row[fields['storage']!])[0] ?? row;
  return {
    code: of('code'),
    name: wordsOf(source, row, 'name') || of('code'),
    type: of('type'),
    kind: KINDS[of('type')] ?? null,
    group: of('group'),
    baseUnit: of('baseUnit'),
    barcode: of('barcode'),
    status: of('status'),
    deleted: isSet(row[fields['deleted']!]),
    shelfLifeDays: days(storage[fields['shelfLife']!]),
    minRemainingDays: days(storage[fields['minRemaining']!]),
    units: rowsIn(row[fields['units']!])
      .map((each) => ({
        unit: text(each[fields['unit']!]),
        fromQty: plain(each[fields['denominator']!]),
        toQty: plain(each[fields['numerator']!]),
      }))
      .filter(({ unit }) => unit !== '' && unit !== of('baseUnit')),
  };
}
/** A number as SAP writes it, without needless noughts; what is no number stays as it came, to be told. */
function plain(value: unknown): string {
  const given = text(value);
  return Decimal.isText(given) ? Decimal.of(given).toString() : given;
}

interface PlantFacts {
  readonly code: string;
  readonly name: string;
  readonly company: string;
  readonly purchaseOrg: string;
  readonly salesOrg: string;
  readonly customer: string;
  readonly deleted: boolean;
}
/** A plant as SAP has it. */
export function plantFacts(source: SapSource, row: ODataRow): PlantFacts {
  const of = (name: string): string => text(row[source.fields[name]!]);
  return {
    code: of('code'),
    name: of('name') || of('code'),
    company: of('company'),
    purchaseOrg: of('purchaseOrg'),
    salesOrg: of('salesOrg'),
    customer: of('customer'),
    deleted: isSet(row[source.fields['deleted']!]),
  };
}

interface ExtensionFacts {
  readonly material: string;
  readonly plant: string;
  readonly purchaseGroup: string;
  readonly status: string;
  readonly active: boolean;
}
/** A material at a plant as SAP has it. */
export function extensionFacts(source: SapSource, row: ODataRow): ExtensionFacts {
  const of = (name: string): string => text(row[source.fields[name]!]);
  return {
    material: of('material'),
    plant: of('plant'),
    purchaseGroup: of('purchaseGroup'),
    status: of('status'),
    active: !isSet(row[source.fields['deleted']!]),
  };
}

export interface SupplierFacts {
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly creditCode: string;
  readonly address: string;
  readonly bankName: string;
  readonly bankAccount: string;
  readonly plants: string;
  readonly blocked: boolean;
}
/** 18 signs without I, O, S, V, Z: a unified social credit code. */
export function supplierFacts(source: SapSource, row: ODataRow): SupplierFacts {
  const { fields } = source;
  const of = (name: string, from: ODataRow = row): string => text(from[fields[name]!]);
  const [own = {}] = rowsIn(row[fields['supplier']!]);
  const [address = {}] = rowsIn(row[fields['addresses']!]);
  const [bank = {}] = rowsIn(row[fields['banks']!]);
  const creditCode =
    rowsIn(row[fields['taxes']!])
      .map((each) => of('taxNumber', each))
      .find(hasCreditCodeShape) ?? '';
  return {
    code: of('code'),
    name: of('name'),
    shortName: of('shortName').slice(0, 30),
    creditCode,
    address: ['city', 'street', 'house']
      .map((name) => of(name, address))
      .join('')
      .slice(0, 200),
    bankName: of('bankName', bank),
    bankAccount: of('bankAccount', bank),
    plants: of('plants'),
    blocked: isSet(row[fields['blockedAll']!]) || isSet(own[fields['blocked']!]) || isSet(own[fields['deleted']!]),
  };
}

export interface PriceFacts {
  readonly key: string;
  readonly supplier: string;
  readonly material: string;
  readonly plant: string;
  readonly unit: string;
  /** Of one unit, 6 places; null where SAP's figures make no price. */
  readonly price: string | null;
  readonly tax: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly deleted: boolean;
}
const FOREVER = '9999-12-31';
/** A price as SAP has it, for one unit; what is no price or no period has null there. */
export function priceFacts(source: SapSource, row: ODataRow): PriceFacts {
  const { fields } = source;
  const [condition = {}] = rowsIn(row[fields['condition']!]);
  const of = (name: string): string => text(condition[fields[name]!] ?? row[fields[name]!]);
  const [amount, per] = [of('price'), of('per') || '1'];
  const from = dayIn(row[fields['from']!] ?? condition[fields['from']!]);
  const to = dayIn(row[fields['to']!] ?? condition[fields['to']!]);
  const isPrice =
    Decimal.isText(amount) && Decimal.isText(per) && Decimal.of(per).isPositive() && Decimal.of(amount).isPositive();
  const price = isPrice ? Decimal.of(amount).dividedBy(Decimal.of(per)).rounded(6) : null;
  return {
    key: [of('key'), of('plant'), from ?? ''].join('|'),
    supplier: of('supplier'),
    material: of('material'),
    plant: of('plant'),
    unit: of('unit'),
    price: price?.isPositive() === true ? price.toString() : null,
    tax: Decimal.isText(of('tax')) ? Decimal.of(of('tax')).toString() : null,
    from,
    to: to === null || to >= FOREVER ? null : to,
    deleted: isSet(condition[fields['deleted']!] ?? row[fields['deleted']!]),
  };
}
