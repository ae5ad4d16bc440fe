/** Two prices agreed late: one waits for finance, one was booked. */
import type { Records } from './company-client.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';
import type { World } from './world.ts';

interface Received {
  readonly supplierId: string;
  readonly companyDeptId: string;
  readonly firstReceiveTime: string;
  readonly details: readonly { readonly materialId: string; readonly unitId: string; readonly price: string; readonly receivedQty: string }[];
}
interface Found {
  readonly id: string;
  readonly lineCount: number;
}

/** Of what was received since a day, the first two goods that came once on their day. */
export async function correctPrices({ client, office }: World, since: string, moment: string): Promise<void> {
  const [controller, finance] = [client.as('price-controller').at(moment), client.as(office.finance).at(moment)];
  const { records } = await client.get<Records<{ id: string }>>('store-management/invinstore/page', { status: 'done', firstReceiveTime_datege: since, size: '12', ascs: 'firstReceiveTime' });
  const made: string[] = [];
  for (const { id } of records) {
    if (made.length === 2) break;
    const bill = await client.get<Received>('store-management/invinstore/detail', { id });
    const line = bill.details.find(({ price, receivedQty }) => Number(price) > 1 && Number(receivedQty) > 0);
    if (line === undefined) continue;
    const day = bill.firstReceiveTime.slice(0, 10);
    const correction = await save(controller, 'master-data/pricecorrection/submit', {
      supplierId: bill.supplierId, companyDeptId: bill.companyDeptId, startDate: day, endDate: day, publishes: 0, correctionReason: made.length === 0 ? '供应商让利，当日批次降价' : '当日价格录高',
      prices: [{ materialId: line.materialId, unitId: line.unitId, newPrice: raised(line.price, made.length === 0 ? -3 : -2) }],
    });
    const { lineCount } = await client.get<Found>('master-data/pricecorrection/detail', { id: correction });
    if (lineCount === 1) made.push(correction);
    else await client.post('master-data/pricecorrection/remove', { ids: correction });
  }
  for (const [nth, ids] of made.entries()) {
    await controller.post('master-data/pricecorrection/toApply', { ids });
    if (nth === 1) await finance.post('master-data/pricecorrection/doApply', { ids });
  }
}
