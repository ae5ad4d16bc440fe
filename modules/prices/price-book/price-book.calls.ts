/** Calls of the price book: how a price is found, what will lack one, and how it went. All [own]. */
import { callOf, contract, pageInput } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { priceBook } from './price-book.resource.ts';
import { where, type publishedPrice } from './price.calls.ts';

type PublishedPrice = TypeOf<typeof publishedPrice>;
const type = text('价格类型', 'Kind of price', { optional: true });

/** Every kind of price the caller may see, in a list; with a `type` that one alone. */
export const resolvePrice = contract({
  method: 'GET',
  ...callOf(priceBook, 'resolve', 'view'),
  summary: label('取价试算', 'What a material costs, and why'),
  input: {
    materialId: text('物料', 'Material', { optional: true }),
    unitId: text('单位', 'Unit', { optional: true }),
    /** As somebody of this role would find it, for whoever may test. */
    roleId: text('角色', 'Role', { optional: true }),
    enterpriseId: text('合作企业', 'Enterprise', { optional: true }),
    type,
    ...where,
  },
  answer: shape.deeper<PublishedPrice | readonly PublishedPrice[]>(),
});

/** Which gaps are looked for. */
const sought = {
  type,
  /** How many days from the day on; 14 where none is named, 31 at most. */
  days: text('天数', 'Days', { optional: true }),
  keyword: text('关键字', 'Search', { optional: true }),
  ...where,
};
/**
 * Materials without a price on some of the coming days, page by page: those that recipes need, or that had a price of
 * the kind before.
 */
export const findGaps = contract({
  method: 'GET',
  ...callOf(priceBook, 'gaps', 'view'),
  summary: label('未来几天缺价的物料', 'What will have no price in the coming days'),
  input: { ...pageInput, ...sought },
  answer: shape.object({
    records: shape.list(
      shape.object({
        materialId: shape.id,
        code: shape.text,
        name: shape.text,
        baseUnitName: shape.text,
        /** The unit it is bought in, which a price is usually given for. */
        unitId: shape.id,
        unitName: shape.text,
        gaps: shape.list(
          shape.object({
            from: shape.day,
            /** Included. */
            to: shape.day,
            days: shape.integer,
          }),
        ),
        days: shape.integer,
      }),
    ),
    total: shape.integer,
    size: shape.integer,
    current: shape.integer,
    pages: shape.integer,
    /** How many materials were looked at. */
    looked: shape.integer,
    from: shape.day,
    to: shape.day,
    deptId: shape.text,
  }),
});

/** The same gaps as a workbook, a row for each. */
export const exportGaps = contract({
  method: 'GET',
  ...callOf(priceBook, 'exportGaps', 'export'),
  summary: label('导出缺价的物料', 'Export what will have no price'),
  input: sought,
  answer: shape.file,
});

/** One kind of price of a material at a place through time, with what came in meanwhile. */
export const priceHistory = contract({
  method: 'GET',
  ...callOf(priceBook, 'history', 'view'),
  summary: label('价格走势', 'Prices of a material through time'),
  input: {
    type,
    materialId: text('物料', 'Material', { optional: true }),
    deptId: where.deptId,
    /** A year back where none is named. */
    from: text('起始日期', 'From', { optional: true }),
  },
  answer: shape.object({
    type: shape.oneOf('purchase', 'settlement', 'joint', 'management', 'assessment'),
    materialId: shape.id,
    materialName: shape.text,
    baseUnitName: shape.text,
    deptId: shape.text,
    from: shape.day,
    today: shape.day,
    steps: shape.list(
      shape.object({
        from: shape.day,
        to: shape.day,
        /** Null while there was none. */
        basePrice: shape.nullable(shape.price),
        price: shape.nullable(shape.price),
        unitName: shape.text,
        where: shape.text,
        reason: shape.text,
        /** The record it stands in, and the route to it. */
        code: shape.text,
        path: shape.text,
        /** Who approved it; of a price nobody has to approve, who entered it. */
        byName: shape.text,
        time: shape.moment,
        approved: shape.flag,
        /** Base quantity that came in meanwhile. */
        receivedQty: shape.quantity,
      }),
    ),
    receipts: shape.list(
      shape.object({
        date: shape.day,
        billCode: shape.text,
        qty: shape.quantity,
        /** For whoever may see purchase prices. */
        price: shape.optional(shape.price),
      }),
    ),
  }),
});
