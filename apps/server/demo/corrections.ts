/** Two prices agreed late: one waits for finance, one was booked. */
import type { CompanyClient, Records } from './company-client.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';
import type { World } from './world.ts';

/** A bill of goods that came. */
export interface Received {
  readonly supplierId: string;
  readonly companyDeptId: string;
  readonly firstReceiveTime: string;
  readonly details: readonly {
    readonly materialId: string;
    readonly unitId: string;
    readonly factor: string;
    readonly price: string;
    readonly receivedQty: string;
  }[];
}
interface Goods {
  readonly bill: Received;
  readonly day: string;
  readonly line: Received['details'][number];
}

/** Goods that came once from their supplier to their company on their day, the earliest first. */
function receivedOnce(bills: readonly Received[]): Goods[] {
  const goods = bills.flatMap((bill) =>
    bill.details.flatMap((line): Goods[] => {
      return Number(line.receivedQty) > 0 ? [{ bill, day: bill.firstReceiveTime.slice(0, 10), line }] : [];
    }),
  );
  const deliveries = Map.groupBy(goods, ({ bill, day, line }) =>
    [day, bill.supplierId, bill.companyDeptId, line.materialId].join(),
  );
  return [...deliveries.values()].flatMap((each) => (each.length === 1 && Number(each[0]!.line.price) > 1 ? each : []));
}

/** What came since a day, the earliest first. */
export async function receivedSince(client: CompanyClient, since: string): Promise<readonly Received[]> {
  const done = { status: 'done', firstReceiveTime_datege: since, size: '100', ascs: 'firstReceiveTime' };
  const { records } = await client.get<Records<{ id: string }>>('store-management/invinstore/page', done);
  const bills: Received[] = [];
  for (const { id } of records) bills.push(await client.get<Received>('store-management/invinstore/detail', { id }));
  return bills;
}

/** Corrects the prices of two of the goods that came: one correction waits, one is booked. */
export async function correctPrices(
  { client, office }: World,
  bills: readonly Received[],
  moment: string,
): Promise<void> {
  const [controller, finance] = [client.as('price-controller').at(moment), client.as(office.finance).at(moment)];
  const made: string[] = [];
  for (const { bill, day, line } of receivedOnce(bills).slice(0, 2)) {
    made.push(
      await save(controller, 'master-data/pricecorrection/submit', {
        supplierId: bill.supplierId,
        companyDeptId: bill.companyDeptId,
        startDate: day,
        endDate: day,
        publishes: 0,
        correctionReason: made.length === 0 ? '供应商让利，当日批次降价' : '当日价格录高',
        prices: [
          {
            materialId: line.materialId,
            unitId: line.unitId,
            newPrice: raised(line.price, made.length === 0 ? -3 : -2),
          },
        ],
      }),
    );
  }
  for (const [nth, ids] of made.entries()) {
    await controller.post('master-data/pricecorrection/toApply', { ids });
    if (nth === 1) await finance.post('master-data/pricecorrection/doApply', { ids });
  }
}
