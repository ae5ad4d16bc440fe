/**
 * What suppliers brought and answered: papers that are in order, end soon or have ended, and answers to open orders.
 */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';

const STORE = 'store-management';
interface Records<T> {
  readonly records: readonly T[];
}
interface Paper {
  readonly id: string;
}

/** Licences of three suppliers: for years, for some days yet, and one that ended, so that nothing is ordered there. */
async function bringPapers(client: CompanyClient, today: string): Promise<void> {
  const manager = client.as('purchase-manager').at(`${today} 08:10:00`);
  const admin = client.at(`${today} 08:00:00`);
  for (const [name, validTo] of [
    ['青禾蔬菜合作社', dayPlus(today, 900)],
    ['绿源农产品有限公司', dayPlus(today, 12)],
    ['众合食材贸易公司', dayPlus(today, -3)],
  ] as const) {
    const { records } = await admin.get<Records<{ id: string }>>(`${STORE}/supplier/page`, { name });
    const { id } = records[0]!;
    const certificates = [{ certificateKind: 'business-license', certificateNo: `YZ${id.slice(-8)}`, validTo }];
    await admin.post(`${STORE}/supplier/updateSupplier`, { id, certificates });
    const row = await admin.get<{ certificates: readonly Paper[] }>(`${STORE}/supplier/detail`, { id });
    await manager.post(`${STORE}/supplier/checkCertificate`, { id: row.certificates[0]!.id, result: 'passed' });
  }
}

/** Of the orders that are open one is confirmed, and of one a little less is promised. */
async function answerOrders(client: CompanyClient, today: string): Promise<void> {
  const buyer = client.as('purchaser').at(`${today} 08:20:00`);
  const { records } = await buyer.get<Records<{ id: string }>>(`${STORE}/purchaseorder/page`, {
    status: 'approved',
    executeStatus: 'none',
    supplierStatus: 'none',
    size: '20',
    ascs: 'billCode',
  });
  for (const [at, { id }] of records.slice(0, 2).entries()) {
    const { details } = await buyer.get<{ details: readonly { id: string; orderQty: string }[] }>(
      `${STORE}/purchaseorder/detail`,
      { id },
    );
    const line = details[0]!;
    const less = String(Math.max(1, Math.floor(Number(line.orderQty) * 0.8)));
    const isLess = at === 1 && Number(less) < Number(line.orderQty);
    await buyer.post(`${STORE}/purchaseorder/supplierConfirm`, {
      id,
      ...(isLess ? { lines: [{ id: line.id, promisedQty: less }], remark: '余量明天补送' } : {}),
    });
  }
}

/** A guest count grew: of one order more is asked for and approved; of another somebody still has to decide. */
async function changeOrders(client: CompanyClient, today: string): Promise<void> {
  const buyer = client.as('purchaser').at(`${today} 08:22:00`);
  const { records } = await buyer.get<Records<{ id: string }>>(`${STORE}/purchaseorder/page`, {
    status: 'approved',
    executeStatus: 'none',
    supplierStatus: 'none',
    size: '20',
    descs: 'billCode',
  });
  for (const [at, { id }] of records.slice(0, 2).entries()) {
    const { details } = await buyer.get<{ details: readonly { id: string; orderQty: string }[] }>(
      `${STORE}/purchaseorder/detail`,
      { id },
    );
    const line = details[0]!;
    const changed = await buyer.post<{ id: string }>(`${STORE}/purchaseorderchange/submit`, {
      purchaseOrderId: id,
      changeType: 'quantity',
      changeReason: at === 0 ? '午餐加 60 人' : '晚餐加 20 人',
      details: [{ orderDetailId: line.id, newQty: String(Math.ceil(Number(line.orderQty) * 1.2)) }],
    });
    await buyer.post(`${STORE}/purchaseorderchange/toApply`, { ids: changed.id });
    if (at === 0)
      await client
        .as('purchase-manager')
        .at(`${today} 08:24:00`)
        .post(`${STORE}/purchaseorderchange/doApply`, { ids: changed.id });
  }
}

/** Papers, answers, changes, and how everybody did so far. */
export async function hearSuppliers(client: CompanyClient, today: string): Promise<void> {
  await bringPapers(client, today);
  await answerOrders(client, today);
  await changeOrders(client, today);
  const month = today.slice(0, 7);
  for (const each of [dayPlus(`${month}-01`, -1).slice(0, 7), month])
    await client.at(`${today} 08:30:00`).post(`${STORE}/supplierscore/compute`, { month: each });
}
