/** Calls of master data that need suppliers to answer: packs among the units, prices of a unit. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { label } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { withoutTax } from '../master-data/dishes/food-cost.rules.ts';
import { dayOr } from '../master-data/figures/calendar-day.rules.ts';
import { materialUnit } from '../master-data/units/material-unit.resource.ts';
import { unitsOf } from '../master-data/units/material-units.server.ts';
import { namedId, offeredUnits, requireId } from '../master-data/units/unit-calls.server.ts';
import { firstOffers, type Offer } from './offers.server.ts';
import { pricesFor, supplierPacks } from './purchase-price.server.ts';
import * as calls from './purchase-price.calls.ts';
import { supplierMaterial } from './supplier-material.resource.ts';

type Price = TypeOf<typeof calls.purchasePrice>;
type OfOne = Omit<InputOf<typeof calls.getPrice.input>, 'id'>;
type OfMany = InputOf<typeof calls.pricesOfMaterials.input>;

const optionalId = <N extends string>(input: { readonly [K in N]: string | null }, name: N): Id | null =>
  input[name] === null ? null : requireId(input, name);

async function priceOf(context: Context, input: OfOne): Promise<Price> {
  const [price] = await unitPrices(context, dayOr(input.date, context.today), [
    {
      materialId: requireId(input, 'materialId'),
      unitId: optionalId(input, 'unitId'),
      supplierId: optionalId(input, 'supplierId'),
    },
  ]);
  return price!;
}

async function pricesOf(context: Context, input: OfMany): Promise<Price[]> {
  const materialIds = readIds(input, 'materialIds');
  const supplierId = optionalId(input, 'supplierId');
  const unitIds = input.unitIds === null ? [] : listOf(input.unitIds);
  return unitPrices(
    context,
    dayOr(input.date, context.today),
    materialIds.map((materialId, index) => ({ materialId, unitId: namedId(unitIds[index]), supplierId })),
  );
}

/** What is left of a price when its tax is taken off; 6 places, rounded once. */
const netOf = ({ price, taxRate }: Price): DecimalText | null =>
  price === null
    ? null
    : withoutTax(Decimal.of(price), Decimal.of(String(taxRate)))
        .rounded(6)
        .toString();

/** One offer of a supplier as it is, whatever the day. */
async function namedPrice(context: Context, id: Id): Promise<Price> {
  const row = await context.tx.row<Omit<Price, 'priceType' | 'found' | 'level' | 'reason'>>(sql`
    select id as supplier_material_id, supplier_id, material_id, unit_id, factor, price, base_price, tax_rate,
      start_date, coalesce(end_date::text, '') as end_date, coalesce(agreement_no, '') as agreement_no
      from supplier_material where id = ${id}::bigint`);
  if (row === undefined) throw unknownRecord(supplierMaterial.label);
  return {
    priceType: 'purchase',
    found: row.price !== null,
    level: 'direct',
    reason: label('指定价格', 'The price that was named')[context.language],
    ...row,
  };
}

export const getPrice = serve(calls.getPrice, (context, input) =>
  input.id === null ? priceOf(context, input) : namedPrice(context, requireId(input, 'id')),
);
export const netPrices = serve(
  calls.netPrices,
  async (context, input) => (await pricesOf(context, input)).map((price) => ({ ...price, cleanPrice: netOf(price) })),
  { reads: true },
);
export const priceOfGeneralUnit = serve(calls.priceOfGeneralUnit, priceOf);
export const priceOfMaterialUnit = serve(calls.priceOfMaterialUnit, priceOf);
export const pricesOfMaterial = serve(calls.pricesOfMaterial, async (context, input) => [
  await priceOf(context, input),
]);
export const pricesOfMaterials = serve(calls.pricesOfMaterials, pricesOf, { reads: true });

export const purchaseUnits = serve(
  calls.purchaseUnits,
  async (context, input) => {
    const [materialId, supplierId] = [requireId(input, 'materialId'), optionalId(input, 'supplierId')];
    return offeredUnits(context, materialId, 'purchase', {
      ...(supplierId === null ? {} : { supplierId, packs: await supplierPacks(context, [{ supplierId, materialId }]) }),
      agreementNo: input.agreementNo ?? '',
      date: dayOr(input.date, context.today),
    });
  },
  { chooses: materialUnit.name },
);

interface PricedMaterial {
  readonly materialId: Id;
  /** The material's purchase unit when absent. */
  readonly unitId: Id | null;
  /** The best offer's supplier when absent. */
  readonly supplierId: Id | null;
}

/** Purchase prices on a day, in the order asked. Nothing found is an answer, not a fault. */
async function unitPrices(context: Context, date: string, requested: readonly PricedMaterial[]): Promise<Price[]> {
  const materialIds = requested.map((each) => each.materialId);
  const units = await unitsOf(context, materialIds);
  const offers = requested.some((each) => each.supplierId === null)
    ? await firstOffers(context, materialIds, date, [])
    : new Map<Id, Offer>();
  const questions = requested.map(({ materialId, unitId, supplierId }) => ({
    materialId,
    unitId: unitId ?? units.get(materialId)?.purchaseUnitId ?? '0',
    supplierId: supplierId ?? offers.get(materialId)?.supplierId ?? null,
    date,
  }));
  const known = questions.flatMap((question) =>
    question.supplierId === null ? [] : [{ ...question, supplierId: question.supplierId }],
  );
  const answers = new Map((await pricesFor(context, known)).map((answer, index) => [known[index]!.materialId, answer]));
  return questions.map(({ materialId, unitId, supplierId }): Price => {
    const base = { materialId, unitId, supplierId: supplierId ?? '', priceType: 'purchase' as const, date };
    const answer = supplierId === null ? undefined : answers.get(materialId);
    if (answer === undefined)
      return {
        ...base,
        found: false,
        price: null,
        reason: label('没有供应商供应该物料', 'No supplier delivers it')[context.language],
      };
    return answer.found
      ? { ...base, ...answer, endDate: answer.endDate ?? '', reason: answer.reason[context.language] }
      : { ...base, found: false, price: null, reason: sentenceOf(answer.refusal, context.language) };
  });
}
