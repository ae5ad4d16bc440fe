/** What anything costs here on a day, and why: for documents, testers and other systems. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { json, ref, text } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { jointOperationPrice as joint, SEES, settlementPrice as settlement, type PriceType } from './price.resource.ts';

/**
 * A published price in the unit that was named, per base unit and without its tax; all of it null or empty where there
 * is none.
 */
export const publishedPrice = shape.object({
  priceType: shape.oneOf('settlement', 'joint', 'management', 'assessment'),
  materialId: shape.id,
  materialName: shape.text,
  unitId: shape.text,
  unitName: shape.text,
  /** Base units in one unit. */
  /** Base units of one `unitId`; "" where no unit was asked for and none has a price. */
  factor: shape.text,
  baseUnitId: shape.text,
  baseUnitName: shape.text,
  found: shape.boolean,
  reason: shape.text,
  /** Every level that was looked at, and what was found there. */
  trail: shape.list(
    shape.object({
      level: shape.oneOf('dept', 'ancestor', 'scheme', 'base'),
      levelName: shape.text,
      deptId: shape.text,
      deptName: shape.text,
      /** The department, or the scheme. */
      key: shape.text,
      code: shape.text,
      verdict: shape.text,
    }),
  ),
  price: shape.nullable(shape.price),
  priceNoTax: shape.nullable(shape.price),
  taxRate: shape.nullable(shape.percent),
  basePrice: shape.nullable(shape.price),
  basePriceNoTax: shape.nullable(shape.price),
  startDate: shape.day,
  endDate: shape.day,
  priceEntryId: shape.text,
  /** The level it was found at; `direct` where it was named by its id. */
  level: shape.oneOf('', 'dept', 'ancestor', 'scheme', 'base', 'direct'),
  levelName: shape.text,
  deptId: shape.text,
  deptName: shape.text,
  priceSeriesId: shape.text,
  priceSeriesName: shape.text,
  enterpriseId: shape.text,
  enterpriseName: shape.text,
});

/** The place and the day of a price: the caller's own department and today where neither is named. */
export const where = {
  deptId: text('部门', 'Department', { optional: true }),
  date: text('日期', 'Day', { optional: true }),
};

/** The price of a material at a place, or the one that is named by its id. */
const getPrice = (service: string, segment: string, type: PriceType, summary: Label) =>
  contract({
    method: 'GET',
    service,
    path: `${segment}/getPrice`,
    permission: SEES[type],
    summary,
    input: {
      id: text('价格', 'Price', { optional: true }),
      materialId: text('物料', 'Material', { optional: true }),
      unitId: text('单位', 'Unit', { optional: true }),
      /** Prices of this partner count too. */
      enterpriseId: text('合作企业', 'Enterprise', { optional: true }),
      ...where,
    },
    answer: publishedPrice,
  });
const OF_SETTLEMENT = label('取结算价', 'Settlement price of a material at a place');
export const settlementPrice = getPrice('master-data', 'settlementprice', 'settlement', OF_SETTLEMENT);
export const settlementPriceOfStores = getPrice('store-management', 'settlementprice', 'settlement', OF_SETTLEMENT);
export const managementPrice = getPrice(
  'master-data',
  'managementprice',
  'management',
  label('取管理价', 'Management price of a material at a place'),
);
export const jointPrice = getPrice(
  'master-data',
  'jointoperationprice',
  'joint',
  label('取联营价', 'Joint-operation price of a material at a place'),
);

/** Prices of many materials without tax, in the order they are named; every one is answered. */
const netPrices = (service: string) =>
  contract({
    method: 'POST',
    service,
    path: 'settlementprice/getCleanPriceList',
    permission: SEES.settlement,
    summary: label('批量取净价', 'Net settlement prices of many materials'),
    input: {
      materialIds: json('物料', 'Materials', { optional: true }),
      /** Of each material its unit, in the same order; what is none is the unit of the price. */
      unitIds: json('单位', 'Units', { optional: true }),
      ...where,
    },
    answer: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        unitId: shape.text,
        unitName: shape.text,
        price: shape.nullable(shape.price),
        taxRate: shape.nullable(shape.percent),
        cleanPrice: shape.nullable(shape.price),
        basePrice: shape.nullable(shape.price),
        startDate: shape.day,
        endDate: shape.day,
        priceEntryId: shape.text,
        level: shape.text,
        reason: shape.text,
      }),
    ),
  });
export const netSettlementPrices = netPrices('master-data');
export const netSettlementPricesOfStores = netPrices('store-management');

/** [own] What a new single price begins with: the unit its material is bought in, and the price it would follow. */
const inForce = (of: Pick<Declaration, 'service' | 'segment' | 'permission'>) =>
  contract({
    method: 'GET',
    ...callOf(of, 'inForce', 'view'),
    summary: label('新价格之前的现价', 'The price a new one would follow'),
    input: {
      materialId: ref('物料', 'Material', 'material'),
      /** Left out: the base price. */
      deptId: where.deptId,
      enterpriseId: text('合作企业', 'Enterprise', { optional: true }),
      date: where.date,
    },
    answer: shape.object({
      materialId: shape.id,
      unitId: shape.id,
      unitName: shape.text,
      /** Null where there is none, or the caller may not see it. */
      now: shape.nullable(
        shape.object({
          price: shape.price,
          unitId: shape.id,
          unitName: shape.text,
          startDate: shape.day,
          /** Of the department itself, one above, or the base price. */
          where: shape.text,
          byName: shape.text,
          approved: shape.flag,
        }),
      ),
    }),
  });
export const settlementInForce = inForce(settlement);
export const jointInForce = inForce(joint);
