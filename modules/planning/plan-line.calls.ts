/** "Why 37 kg?": calls that explain one line of a plan. Quantities are in base unit unless said otherwise. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { ref } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { SOURCE_KINDS } from '../sourcing/source-rule.fields.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const explaining = (name: string, zh: string, en: string) => ({
  method: 'GET' as const,
  ...callOf(requirementPlan, name, 'view'),
  summary: label(zh, en),
  input: { planDetailId: ref('计划行', 'Plan line', 'requirementPlan') },
});
const words = shape.object({ zh: shape.text, en: shape.text });

/** Which stall, meal and dish caused how much, and by which route through the recipes: largest first, 500 at most. */
export const linePegs = contract({
  ...explaining('pegging', '需求追溯', 'Pegging'),
  answer: shape.list(
    shape.object({
      sourceType: shape.text,
      sourceId: shape.id,
      sourceLineId: shape.id,
      sourceCode: shape.text,
      /** Name of a special meal; empty for a sales plan. */
      sourceName: shape.text,
      gearOperationDeptId: shape.id,
      gearOperationDeptName: shape.text,
      useRestaurantDeptName: shape.nullable(shape.text),
      mealDate: shape.day,
      mealType: shape.text,
      /** Empty for goods that were asked for as they are. */
      dishId: shape.text,
      dishName: shape.text,
      /** Unit of goods asked for as they are; empty for a dish, which has portions. */
      unitName: shape.text,
      dishBomId: shape.text,
      bomVersion: shape.nullable(shape.integer),
      portions: shape.quantity,
      netPerPortion: shape.factor,
      /** Percent points. */
      yieldRate: shape.factor,
      /** The dish, then the semi-finished ones down to the material. */
      path: shape.list(shape.object({ dishId: shape.id, dishName: shape.text })),
      /** The material it stands in for; empty where it is none. */
      originMaterialId: shape.text,
      originMaterialName: shape.text,
      ratio: shape.factor,
      grossQty: shape.quantity,
      link: shape.text,
    }),
  ),
});

/** Day by day how stock of the line's warehouse and material goes, each receipt with a link to its bill. */
export const lineNetting = contract({
  ...explaining('netting', '净需求推算', 'Netting'),
  answer: shape.list(
    shape.object({
      date: shape.day,
      /** The day of the line. */
      current: shape.boolean,
      openingQty: shape.quantity,
      receiptQty: shape.quantity,
      expireQty: shape.quantity,
      /** Taken by other plans since the date before; `later` has to be left for them until the next. */
      otherQty: shape.quantity,
      laterQty: shape.quantity,
      grossQty: shape.quantity,
      manualQty: shape.quantity,
      safetyQty: shape.quantity,
      netQty: shape.quantity,
      planQty: shape.quantity,
      closingQty: shape.quantity,
      terms: shape.list(
        shape.object({
          term: shape.oneOf('gross', 'safety', 'onHand', 'reserved', 'other', 'due', 'expired'),
          qty: shape.quantity,
          billType: shape.optional(shape.text),
          billId: shape.optional(shape.id),
          billCode: shape.optional(shape.text),
          date: shape.optional(shape.day),
          link: shape.optional(shape.text),
        }),
      ),
    }),
  ),
});

/** The line as one equation, each term with where it can be looked up. */
export const lineEquation = contract({
  ...explaining('equation', '计划量算式', 'Equation'),
  answer: shape.object({
    planDetailId: shape.id,
    materialName: shape.text,
    warehouseName: shape.text,
    needDate: shape.day,
    /** When stock and orders were read. */
    at: shape.moment,
    terms: shape.list(
      shape.object({
        sign: shape.optional(shape.oneOf('+', '−')),
        label: words,
        qty: shape.quantity,
        unit: shape.text,
        link: shape.optional(shape.text),
      }),
    ),
    /** Below zero there is more than is needed, and nothing is ordered. */
    balance: shape.quantity,
    unit: shape.text,
    text: words,
    notes: shape.list(words),
  }),
});

/** [own] Which rule and which reasons chose channel and supplier of the line, and until when it can be ordered. */
export const lineSource = contract({
  ...explaining('source', '货源依据', 'Why this source'),
  answer: shape.object({
    planDetailId: shape.id,
    sourceKind: shape.oneOf(...SOURCE_KINDS.map(([kind]) => kind)),
    sourceKindName: shape.text,
    /** Supplier, warehouse or factory. */
    fromName: shape.text,
    supplierId: shape.text,
    supplierLink: shape.text,
    ruleCode: shape.text,
    ruleLink: shape.text,
    reason: shape.text,
    supplierReason: shape.text,
    /** Rules that were passed over, and why. */
    trail: shape.list(shape.object({ code: shape.text, verdict: shape.text })),
    /** 1: a person chose it instead of what the rules proposed. */
    byHand: shape.flag,
    deliveryDate: shape.day,
    orderBefore: shape.moment,
    note: shape.text,
    /** The site's clock. */
    now: shape.moment,
  }),
});
