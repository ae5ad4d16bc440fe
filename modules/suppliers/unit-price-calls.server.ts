/** Calls of master data that need suppliers to answer: packs among the units, prices of a unit. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { label } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { withoutTax } from '../master-data/dishes/food-cost.rules.ts';
import { unitsOf } from '../master-data/units/material-units.server.ts';
import { offeredUnits, requireId } from '../master-data/units/unit-calls.server.ts';
import { firstOffers, type Offer } from './offers.server.ts';
import { pricesFor, supplierPacks } from './purchase-price.server.ts';
import { supplierMaterial } from './supplier-material.resource.ts';

const dateOf = (context: Context, input: Input): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(input['date'] ?? '')) ? String(input['date']) : context.today;

const one = async (context: Context, input: Input): Promise<Record<string, unknown>> =>
  (
    await unitPrices(context, dateOf(context, input), [
      {
        materialId: requireId(input, 'materialId'),
        unitId: input['unitId'] ? requireId(input, 'unitId') : null,
        supplierId: input['supplierId'] ? requireId(input, 'supplierId') : null,
      },
    ])
  )[0]!;

function many(context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const materialIds = readIds(input, 'materialIds');
  const supplierId = input['supplierId'] ? requireId(input, 'supplierId') : null;
  const unitIds = input['unitIds'] === undefined ? [] : listOf(input['unitIds']);
  return unitPrices(
    context,
    dateOf(context, input),
    materialIds.map((materialId, index) => ({
      materialId,
      unitId: /^\d{1,19}$/.test(unitIds[index] ?? '') ? unitIds[index]! : null,
      supplierId,
    })),
  );
}

/** With what is left of a price when its tax is taken off; 6 places, rounded once. */
function net(row: Record<string, unknown>): Record<string, unknown> {
  const { price, taxRate } = row;
  if (typeof price !== 'string') return { ...row, cleanPrice: null };
  return {
    ...row,
    cleanPrice: withoutTax(Decimal.of(price), Decimal.of(String(taxRate)))
      .rounded(6)
      .toString(),
  };
}

/** One offer of a supplier as it stands, whatever the day. */
async function thatPrice(context: Context, id: Id): Promise<Record<string, unknown>> {
  const row = await context.tx.row<Record<string, unknown>>(sql`
    select id as supplier_material_id, supplier_id, material_id, unit_id, factor, price, base_price, tax_rate, start_date, coalesce(end_date::text, '') as end_date, coalesce(agreement_no, '') as agreement_no from supplier_material where id = ${id}::bigint`);
  if (row === undefined) throw unknownRecord(supplierMaterial.label);
  return {
    priceType: 'purchase',
    found: row['price'] !== null,
    level: 'direct',
    reason: label('指定价格', 'The price that was named')[context.language],
    ...row,
  };
}

const getPrice = (segment: string): Call => ({
  method: 'GET',
  service: 'master-data',
  path: `${segment}/getPrice`,
  permission: 'purchaseprice_see',
  summary: label('某单位的采购价', 'Purchase price of a unit'),
  handle: one,
});

export const unitPriceCalls: readonly Call[] = [
  {
    method: 'GET',
    service: 'store-management',
    path: 'purchaseprice/getPrice',
    permission: 'purchaseprice_see',
    summary: label('取采购价', 'Purchase price of a material'),
    handle: (context, input) =>
      String(input['id'] ?? '') === '' ? one(context, input) : thatPrice(context, requireId(input, 'id')),
  },
  {
    method: 'POST',
    service: 'store-management',
    path: 'purchaseprice/getCleanPriceList',
    permission: 'purchaseprice_see',
    reads: true,
    summary: label('批量取采购净价', 'Net purchase prices of many materials'),
    handle: async (context, input) => (await many(context, input)).map(net),
  },
  {
    method: 'GET',
    service: 'master-data',
    path: 'materialunit/getPurchaseUnitList',
    permission: SESSION,
    chooses: 'materialUnit',
    summary: label('物料采购单位', 'Units a material is bought in'),
    handle: async (context, input) => {
      const materialId = requireId(input, 'materialId');
      const supplierId = input['supplierId'] ? requireId(input, 'supplierId') : '';
      const packs = supplierId === '' ? new Map() : await supplierPacks(context, [{ supplierId, materialId }]);
      return offeredUnits(context, materialId, 'purchase', {
        packs,
        supplierId,
        agreementNo: String(input['agreementNo'] ?? ''),
        date: dateOf(context, input),
      });
    },
  },
  getPrice('basicunitconversion'),
  getPrice('itemunitconversion'),
  {
    method: 'GET',
    service: 'master-data',
    path: 'material/getMaterialPriceWithAuth',
    permission: 'purchaseprice_see',
    summary: label('物料价格', 'Prices of a material'),
    handle: async (context, input) => [await one(context, input)],
  },
  {
    method: 'POST',
    service: 'master-data',
    path: 'material/getListAllMaterrialPriceWithAuth',
    permission: 'purchaseprice_see',
    reads: true,
    summary: label('多个物料的价格', 'Prices of many materials'),
    handle: many,
  },
];

interface Asked {
  readonly materialId: Id;
  /** The material's purchase unit when absent. */
  readonly unitId: Id | null;
  /** The best offer's supplier when absent. */
  readonly supplierId: Id | null;
}

/** Purchase prices on a day, in the order asked. Nothing found is an answer, not a fault. */
async function unitPrices(context: Context, date: string, asked: readonly Asked[]): Promise<Record<string, unknown>[]> {
  const materialIds = asked.map((each) => each.materialId);
  const units = await unitsOf(context, materialIds);
  const offers = asked.some((each) => each.supplierId === null)
    ? await firstOffers(context, materialIds, date, [])
    : new Map<Id, Offer>();
  const questions = asked.map(({ materialId, unitId, supplierId }) => ({
    materialId,
    unitId: unitId ?? units.get(materialId)?.purchaseUnitId ?? '0',
    supplierId: supplierId ?? offers.get(materialId)?.supplierId ?? null,
    date,
  }));
  const known = questions.flatMap((question) =>
    question.supplierId === null ? [] : [{ ...question, supplierId: question.supplierId }],
  );
  const answers = new Map((await pricesFor(context, known)).map((answer, index) => [known[index]!.materialId, answer]));
  return questions.map(({ materialId, unitId, supplierId }) => {
    const base = { materialId, unitId, supplierId: supplierId ?? '', priceType: 'purchase', date };
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
