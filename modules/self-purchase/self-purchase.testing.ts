/** A company whose site buys itself at the market, for tests over HTTP. */
import { afterAll, beforeAll, expect } from 'vitest';
import { aDock, TODAY, type Bill, type Dock } from '../receiving/dock.testing.ts';

export const OK = '操作成功';
export const T = '000001';

export const shrimp = { materialId: '210', unitId: '301', orderQty: '12', price: '57', deviationReason: '台风停航' };
/** An order of it that may be sent. */
export const body = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  vendorName: '城南水产',
  purchaseDate: TODAY,
  purchaseReason: 'shortage',
  warehouseId: '500',
  proofPictures: ['801'],
  details: [shrimp],
  ...more,
});

/** An approved order with its bill. */
export interface Approved {
  readonly id: string;
  readonly instoreId: string;
  readonly detailId: string;
}

/** Opens the company for the tests of a file; called once at its top. */
export function openMarket() {
  let dock: Dock;
  beforeAll(async () => {
    dock = await aDock();
    const run = (text: string): Promise<unknown> =>
      dock.running.asOwner(`begin; set local app.tenant = '${T}'; ${text}; commit`);
    await run(`
    insert into material (id, code, name, material_type_id, base_unit_id, under_rate)
      values (210, 'SHRIMP', '基围虾', 400, 301, 2), (211, 'CRAB', '青蟹', 400, 301, 0);
    insert into supplier_material (id, supplier_id, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
      values (700, 600, 210, 301, 1, 50, 50, 9, '2026-01-01')`);
    for (const id of [801, 802])
      await run(`insert into stored_file (id, purpose, name, content_type, size, sha256)
      values (${id}, 'picture', 'p${id}', 'image/jpeg', 10, '${'0'.repeat(64)}')`);
  });
  afterAll(() => dock.running.close());

  const post = async (call: string, input: Record<string, unknown>, who = dock.keeper) =>
    (await dock.post(who, `selfpurchaseorder/${call}`, input)).body;
  const say = async (call: string, input: Record<string, unknown>, who = dock.keeper): Promise<unknown> =>
    (await post(call, input, who)).msg;
  const draft = async (more: Record<string, unknown> = {}): Promise<string> => {
    const saved = await post('submit', body(more));
    expect(saved.msg).toBe(OK);
    return (saved.data as { id: string }).id;
  };
  const order = (id: string) => dock.get(dock.keeper, 'selfpurchaseorder/detail', { id });
  let vendors = 0;
  /** Approved, of a vendor nobody else bought from. */
  async function approved(more: Record<string, unknown> = {}): Promise<Approved> {
    vendors += 1;
    const id = await draft({ vendorName: `摊位${vendors}`, ...more });
    expect(await say('toApply', { ids: id })).toBe(OK);
    expect(await say('doApply', { ids: id }, dock.boss)).toBe(OK);
    const at = await dock.get(dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
    const instoreId = at['instoreId'] as string;
    return { id, instoreId, detailId: (await bill(instoreId)).details[0]!['id']! };
  }
  const bill = async (id: string): Promise<Bill> =>
    (await dock.get(dock.keeper, 'selfpurchaseinstore/detail', { id })) as Bill;
  const balance = async (materialId: string): Promise<readonly string[]> => {
    const [row] = await dock.running.asOwner<{ qty: string; amount: string }>(
      'select qty::float8::text as qty, amount::float8::text as amount from stock where material_id = $1',
      [materialId],
    );
    return row === undefined ? ['0', '0'] : [row.qty, row.amount];
  };
  return {
    get dock() {
      return dock;
    },
    post,
    say,
    draft,
    order,
    approved,
    bill,
    balance,
  };
}
