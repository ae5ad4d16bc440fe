/** Calls of master data that need suppliers to answer: packs among the units, prices of a unit. */
import { label } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { SESSION, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { offeredUnits, requireId } from '../master-data/unit-calls.server.ts';
import { offersFor } from './offers.server.ts';
import { pricesFor, supplierPacks } from './purchase-price.server.ts';

const dateOf = (context: Context, input: Input): string => (/^\d{4}-\d{2}-\d{2}$/.test(String(input['date'] ?? '')) ? String(input['date']) : context.today);

const getPrice = (segment: string): Call => ({
  method: 'GET', service: 'master-data', path: `${segment}/getPrice`, permission: 'purchaseprice_see', summary: label('某单位的采购价', 'Purchase price of a unit'),
  handle: (context, input) => unitPrice(context, input, requireId(input, 'materialId'), input['unitId'] ? requireId(input, 'unitId') : null),
});

export const unitPriceCalls: readonly Call[] = [
  {
    method: 'GET', service: 'master-data', path: 'materialunit/getPurchaseUnitList', permission: SESSION, summary: label('物料采购单位', 'Units a material is bought in'),
    handle: async (context, input) => {
      const materialId = requireId(input, 'materialId');
      const supplierId = input['supplierId'] ? requireId(input, 'supplierId') : '';
      const packs = supplierId === '' ? new Map() : await supplierPacks(context, [{ supplierId, materialId }]);
      return offeredUnits(context, materialId, 'purchase', { packs, supplierId, agreementNo: String(input['agreementNo'] ?? ''), date: dateOf(context, input) });
    },
  },
  getPrice('basicunitconversion'),
  getPrice('itemunitconversion'),
  {
    method: 'GET', service: 'master-data', path: 'material/getMaterialPriceWithAuth', permission: 'purchaseprice_see', summary: label('物料价格', 'Prices of a material'),
    handle: async (context, input) => [await unitPrice(context, input, requireId(input, 'materialId'), input['unitId'] ? requireId(input, 'unitId') : null)],
  },
];

/** The supplier's price, or without one the best offer's. Nothing found is an answer, not a fault. */
async function unitPrice(context: Context, input: Input, materialId: string, asked: string | null): Promise<Record<string, unknown>> {
  const date = dateOf(context, input);
  const unitId = asked ?? (await context.tx.row<{ unitId: string }>(sql`select coalesce(purchase_unit_id, base_unit_id) as unit_id from material where id = ${materialId}::bigint`))?.unitId ?? '0';
  const supplierId = input['supplierId'] ? requireId(input, 'supplierId') : (await offersFor(context, [materialId], date, []))[0]?.supplierId;
  if (supplierId === undefined) return { found: false, price: null, materialId, unitId, priceType: 'purchase', reason: label('没有供应商供应该物料', 'No supplier delivers it')[context.language] };
  const [answer] = await pricesFor(context, [{ supplierId, materialId, unitId, date }]);
  if (!answer!.found) return { found: false, price: null, materialId, unitId, supplierId, priceType: 'purchase', reason: sentenceOf(answer!.refusal, context.language) };
  return { ...answer, materialId, supplierId, priceType: 'purchase', reason: answer!.reason[context.language] };
}
