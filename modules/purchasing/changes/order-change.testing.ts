/** A dock whose orders are changed: what its tests say of an order, a change and what follows. */
import { everyPermission } from '../../../tests/support/program.ts';
import { aDock, thing, type Dock } from '../../receiving/dock.testing.ts';

const OK = '操作成功';
export const T = '000001';
export const DAY = '2026-12-05';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Line = Readonly<Record<string, string>>;

/** The room, and `poor`: a token of somebody who sees no cost and decides on nothing late. */
export async function anOrderRoom() {
  const dock: Dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '${T}';
    update tenant set domain_url = 'https://larder.example' where tenant_id = '${T}';
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date)
    values (600, 202, 301, 1, 5, 5, '2026-01-01'); commit`);
  const permissions = new Set(
    [...everyPermission(dock.running.program)].filter(
      (code) => !['purchaseorder_view_cost', 'purchaseorder_late'].includes(code),
    ),
  );
  const poor = dock.running.signIn({ tenant: T, userId: '2', deptId: '110', permissions });
  return { dock, poor, ...actsAt(dock) };
}

function actsAt(dock: Dock) {
  const must = async <R = Row>(path: string, input: object, who = dock.keeper): Promise<R> => {
    const { body } = await dock.post(who, path, input as Record<string, unknown>);
    if (body.msg !== OK) throw new Error(`${path}: ${body.msg} ${JSON.stringify(body.data)}`);
    return body.data as R;
  };
  const codes = async (path: string, input: object, who = dock.keeper): Promise<readonly string[]> => {
    const { body } = await dock.post(who, path, input as Record<string, unknown>);
    return (((body.data as { refusals?: { code: string }[] } | null)?.refusals ?? []) as { code: string }[]).map(
      ({ code }) => code,
    );
  };
  const order = async (id: string, who = dock.keeper) =>
    (await dock.get(who, 'purchaseorder/detail', { id })) as Row & { details: Line[]; changes: Row[] };
  const ordered = async (qty = '240', more: object = {}) => {
    const made = await dock.order([{ materialId: thing.rice, qty }], { deliveryDate: DAY, ...more });
    return { ...made, line: (await order(made.orderId)).details[0]!['id']! };
  };
  const change = (purchaseOrderId: string, changeType: string, details: readonly object[], more: object = {}) =>
    must<Row>('purchaseorderchange/submit', {
      purchaseOrderId,
      changeType,
      changeReason: '客人变了',
      details,
      ...more,
    });
  const approve = async (id: string, who = dock.boss): Promise<void> => {
    await must('purchaseorderchange/toApply', { ids: id });
    await must('purchaseorderchange/doApply', { ids: id }, who);
  };
  const changed = async (...given: Parameters<typeof change>): Promise<Row> => {
    const made = await change(...given);
    await approve(made.id);
    return made;
  };
  const onOrder = async (orderId: string): Promise<unknown> =>
    (
      await dock.running.asOwner<{ qty: string }>(
        `select coalesce(sum(open_qty), 0)::float8::text as qty from expected_receipt
          where bill_type = 'purchaseOrder' and bill_id = $1`,
        [orderId],
      )
    )[0]!.qty;
  const receive = async (instoreId: string, qty: string): Promise<void> => {
    const { details } = await dock.detail(instoreId);
    await must('invinstore/doReceiving', {
      instoreId,
      details: [{ detailId: details[0]!['id'], acceptedQty: qty, productionDate: '2026-11-20' }],
    });
  };
  return { must, codes, order, ordered, change, approve, changed, onOrder, receive };
}
