/** Records of SAP as facts in our words: units, types, materials, plants, suppliers, prices. Pure. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { hasCreditCodeShape } from '../suppliers/credit-code.rules.ts';
import { dayIn, rowsIn, type ODataRow } from './odata/odata-text.ts';
import { text, type SapSource } from './sap-mapping.rules.ts';

const isSet = (value: unknown): boolean => value === true || ['true', 'x', '1'].includes(text(value).toLowerCase());

/** The text of the language people here read; else any. */
function textOf(source: SapSource, row: ODataRow, name: string): string {
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
  return { code, name: textOf(source, row, 'name') || code };
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
    name: textOf(source, row, 'name') || of('code'),
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
        fromQty: numberText(each[fields['denominator']!]),
        toQty: numberText(each[fields['numerator']!]),
      }))
      .filter(({ unit }) => unit !== '' && unit !== of('baseUnit')),
  };
}
/** A number of SAP without needless noughts; what is no number stays as it came, for its refusal to quote. */
function numberText(value: unknown): string {
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
/** A supplier as SAP has it; of its tax numbers the one that has the shape of a unified social credit code. */
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
