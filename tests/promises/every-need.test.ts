/**
 * Generated stories of buying over HTTP: requested, ordered, changed, rejected, voided, received, the rest cancelled.
 * After every step the product is compared with a model that moves each kilogram by hand.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../../modules/receiving/dock.testing.ts';
import { rounds } from '../support/long-form.ts';

const RUNS = rounds(10, 200);
const LONGEST = 24;

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(
    `insert into supplier_material (tenant_id, supplier_id, material_id, unit_id, factor, price, base_price,
      start_date) values ('000001', 600, $1, 301, 1, 4.5, 4.5, '2026-01-01')`,
    [thing.rice],
  );
});
afterAll(() => dock.running.close());

const OK = '操作成功';
const must = async <T = Record<string, unknown>>(
  path: string,
  input: Record<string, unknown>,
  who = dock.keeper,
): Promise<T> => {
  const { body } = await dock.post(who, path, input);
  if (body.msg !== OK) throw new Error(`${path}: ${body.msg}`);
  return body.data as T;
};

/** Kilograms; one line each, since what happens to one line does not depend on others. */
interface Need {
  readonly id: string;
  readonly needDate: string;
  /** Nothing of a request that is void. */
  qty: number;
}
interface OrderLine {
  material: string;
  qty: number;
  /**
   * Need → kilograms this line has of it. Insertion order is the order of linking; a need it once served stays, with 0.
   */
  readonly serves: Map<Need, number>;
  received: number;
  cancelled: number;
}
interface Order {
  readonly id: string;
  state: 'draft' | 'pending' | 'rejected' | 'approved' | 'gone';
  lines: OrderLine[];
}

const sum = (figures: Iterable<number>): number => [...figures].reduce((all, each) => all + each, 0);
const rounded = (figure: number): number => Math.round(figure * 1e6) / 1e6;

/** Where every kilogram stands, moved by hand. */
class Model {
  readonly needs: Need[] = [];
  orders: Order[] = [];

  served = (need: Need): number =>
    sum(this.orders.flatMap((order) => order.lines.map((line) => line.serves.get(need) ?? 0)));
  open = (need: Need): number => need.qty - this.served(need);

  /**
   * A line now holds so much: kilogram by kilogram, what is needed last goes first, what is needed first comes first.
   */
  hold(line: OrderLine, qty: number): void {
    line.qty = qty;
    const byDay = [...line.serves.keys()].toSorted((a, b) => (a.needDate < b.needDate ? -1 : 1));
    const total = (): number => sum(line.serves.values());
    for (const need of byDay.toReversed())
      while (total() > qty && line.serves.get(need)! > 0) line.serves.set(need, line.serves.get(need)! - 1);
    for (const need of byDay)
      while (total() < qty && this.open(need) > 0) line.serves.set(need, line.serves.get(need)! + 1);
  }
  onOrder(): number {
    const fromOrders = this.orders.flatMap((order) =>
      order.lines
        .filter(rice)
        .filter((line) => order.state === 'approved' || (order.state !== 'gone' && sum(line.serves.values()) > 0))
        .map((line) => Math.max(0, line.qty - line.received - line.cancelled)),
    );
    return sum(this.needs.map(this.open)) + sum(fromOrders);
  }
  onHand = (): number => sum(this.orders.flatMap((order) => order.lines.map((line) => line.received)));
}

type Kind =
  | 'request'
  | 'void-request'
  | 'order'
  | 'change'
  | 'remove-line'
  | 'add-line'
  | 'other-material'
  | 'send'
  | 'reject'
  | 'approve'
  | 'void'
  | 'remove'
  | 'receive'
  | 'cancel-rest';
const KINDS: readonly Kind[] = [
  'request',
  'request',
  'void-request',
  'order',
  'order',
  'change',
  'change',
  'remove-line',
  'add-line',
  'other-material',
  'send',
  'send',
  'reject',
  'approve',
  'approve',
  'void',
  'remove',
  'receive',
  'receive',
  'cancel-rest',
];
interface Step {
  readonly kind: Kind;
  readonly pick: number;
  readonly qty: number;
}

/** One story at a warehouse of its own. */
async function aStory(warehouse: string, steps: readonly Step[]): Promise<void> {
  const model = new Model();
  for (const { kind, pick, qty } of steps) {
    const inState = (...states: Order['state'][]): Order | undefined => {
      const found = model.orders.filter((order) => states.includes(order.state));
      return found[pick % Math.max(1, found.length)];
    };
    await take[kind](model, warehouse, inState, qty);
    await compare(model, warehouse);
  }
  expect(await dock.get(dock.keeper, 'stock/prove', {})).toMatchObject({ ok: true, firstBadRow: null });
}

type Find = (...states: Order['state'][]) => Order | undefined;
const detailOf = async (order: Order): Promise<Record<string, unknown> & { details: Record<string, unknown>[] }> =>
  (await dock.get(dock.keeper, 'purchaseorder/detail', { id: order.id })) as never;
const rice = (line: OrderLine): boolean => line.material === thing.rice;

/** Saves an order with these lines and moves the model's kilograms in the same way. */
async function save(
  model: Model,
  order: Order,
  lines: readonly { readonly line: OrderLine; readonly qty: number; readonly material?: string }[],
): Promise<void> {
  const stored = await detailOf(order);
  await must('purchaseorder/submit', {
    ...stored,
    details: lines.map(({ line, qty, material = line.material }) => ({
      ...stored.details[order.lines.indexOf(line)],
      materialId: material,
      unitId: '301',
      orderQty: String(qty),
      price: '4.5',
    })),
  });
  const gone = order.lines.filter((line) => !lines.some((each) => each.line === line));
  for (const line of gone) model.hold(line, 0);
  // What one line gives back another may take up.
  const sorted = lines.toSorted(
    (a, b) => Number(b.qty < sum(b.line.serves.values())) - Number(a.qty < sum(a.line.serves.values())),
  );
  for (const { line, qty, material = line.material } of sorted) {
    if (material !== line.material) model.hold(line, 0);
    line.material = material;
    if (rice(line)) model.hold(line, qty);
    line.qty = qty;
  }
  order.lines = lines.map(({ line }) => line);
}

const take: Readonly<Record<Kind, (model: Model, warehouse: string, find: Find, qty: number) => Promise<void>>> = {
  async request(model, warehouse, _find, qty) {
    // By turns later and earlier than those before, no two on one day.
    const nr = model.needs.length;
    const needDate = `2026-12-${String(15 + (nr % 2 === 0 ? nr / 2 : -(nr + 1) / 2)).padStart(2, '0')}`;
    const { id } = await must<{ id: string }>('invpleasepurchase/submit', {
      warehouseId: warehouse,
      details: [
        {
          materialId: thing.rice,
          unitId: '301',
          requestQty: String(qty),
          needDate,
          deliveryDate: '2026-11-23',
          supplierId: '600',
        },
      ],
    });
    await must('invpleasepurchase/toApply', { ids: id });
    await must('invpleasepurchase/doApply', { ids: id }, dock.boss);
    model.needs.push({ id, needDate, qty });
  },
  async 'void-request'(model) {
    const need = model.needs.find((each) => each.qty > 0 && model.served(each) === 0);
    if (need === undefined) return;
    await must('invpleasepurchase/void', { ids: need.id, reason: '不要了' }, dock.boss);
    need.qty = 0;
  },
  async order(model) {
    const open = model.needs.filter((need) => model.open(need) > 0);
    if (open.length === 0) return;
    const [order] = await must<{ id: string }[]>('purchaseorder/generateFromRequest', {
      ids: open.map((need) => need.id).join(','),
    });
    const serves = new Map(open.map((need) => [need, model.open(need)]));
    model.orders.push({
      id: order!.id,
      state: 'draft',
      lines: [{ material: thing.rice, qty: sum(serves.values()), serves, received: 0, cancelled: 0 }],
    });
  },
  async change(model, _warehouse, find, qty) {
    const order = find('draft', 'rejected');
    if (order !== undefined)
      await save(
        model,
        order,
        order.lines.map((line, index) => ({ line, qty: index === 0 ? qty : line.qty })),
      );
  },
  async 'remove-line'(model, _warehouse, find, qty) {
    const order = find('draft', 'rejected');
    if (order === undefined) return;
    const other: OrderLine = { material: thing.beef, qty, serves: new Map(), received: 0, cancelled: 0 };
    await save(model, order, [...order.lines.slice(1).map((line) => ({ line, qty: line.qty })), { line: other, qty }]);
  },
  async 'add-line'(model, _warehouse, find, qty) {
    const order = find('draft', 'rejected');
    if (order === undefined) return;
    const own: OrderLine = { material: thing.rice, qty, serves: new Map(), received: 0, cancelled: 0 };
    await save(model, order, [...order.lines.map((line) => ({ line, qty: line.qty })), { line: own, qty }]);
  },
  async 'other-material'(model, _warehouse, find, qty) {
    const order = find('draft', 'rejected');
    if (order !== undefined)
      await save(
        model,
        order,
        order.lines.map((line, index) => ({
          line,
          qty: index === 0 ? qty : line.qty,
          material: index > 0 ? line.material : rice(line) ? thing.beef : thing.rice,
        })),
      );
  },
  async send(_model, _warehouse, find) {
    const order = find('draft', 'rejected');
    if (order === undefined) return;
    const stored = await detailOf(order);
    if (stored.details.some((line) => line['price'] === '')) return;
    await must('purchaseorder/toApply', { ids: order.id });
    order.state = 'pending';
  },
  async reject(_model, _warehouse, find) {
    const order = find('pending');
    if (order === undefined) return;
    await must('purchaseorder/refuse', { ids: order.id, reason: '价格高' }, dock.boss);
    order.state = 'rejected';
  },
  async approve(_model, _warehouse, find) {
    const order = find('pending');
    if (order === undefined) return;
    await must('purchaseorder/doApply', { ids: order.id }, dock.boss);
    order.state = 'approved';
  },
  async void(model, _warehouse, find) {
    const order = find('approved');
    if (order === undefined || order.lines.some((line) => line.received + line.cancelled > 0)) return;
    await must('purchaseorder/void', { ids: order.id, reason: '不要了' }, dock.boss);
    for (const line of order.lines) model.hold(line, 0);
    order.state = 'gone';
  },
  async remove(model, _warehouse, find) {
    const order = find('draft', 'rejected');
    if (order === undefined) return;
    await must('purchaseorder/remove', { ids: order.id });
    for (const line of order.lines) model.hold(line, 0);
    order.state = 'gone';
  },
  async receive(_model, _warehouse, find, qty) {
    const order = find('approved');
    const at = order?.lines.findIndex((line) => rice(line) && line.received + line.cancelled < line.qty) ?? -1;
    if (order === undefined || at < 0) return;
    const line = order.lines[at]!;
    const accepted = Math.min(qty, line.qty - line.received - line.cancelled);
    const bill = await billOf(order);
    await must('invinstore/doReceiving', {
      instoreId: bill.id,
      details: [{ detailId: bill.lines[at], acceptedQty: String(accepted) }],
    });
    line.received += accepted;
  },
  async 'cancel-rest'(_model, _warehouse, find) {
    const order = find('approved');
    const at = order?.lines.findIndex((line) => rice(line) && line.received + line.cancelled < line.qty) ?? -1;
    // What has not begun to come is voided instead.
    if (order === undefined || at < 0 || order.lines.every((each) => each.received === 0)) return;
    const line = order.lines[at]!;
    const rest = line.qty - line.received - line.cancelled;
    const bill = await billOf(order);
    await must('invinstore/doDifference', {
      instoreId: bill.id,
      details: [
        {
          detailId: bill.lines[at],
          differenceType: 'short',
          qty: String(rest),
          cause: '少送',
          bearer: 'supplier',
          outcome: 'cancel-rest',
        },
      ],
    });
    line.cancelled += rest;
  },
};

async function billOf(order: Order): Promise<{ id: string; lines: string[] }> {
  const [bill] = await dock.running.asOwner<{ id: string }>('select id from in_store where source_bill_id = $1', [
    order.id,
  ]);
  return { id: bill!.id, lines: (await dock.detail(bill!.id)).details.map((line) => line['id']!) };
}

async function compare(model: Model, warehouse: string): Promise<void> {
  const [there] = await dock.running.asOwner<{ onHand: number; onOrder: number }>(
    `
    select coalesce((select sum(qty) from stock where location_id = $1 and material_id = $2), 0)::float as "onHand",
      coalesce((select sum(open_qty) from expected_receipt
      where location_id = $1 and material_id = $2), 0)::float as "onOrder"`,
    [warehouse, thing.rice],
  );
  const requests = await dock.running.asOwner<{
    id: string;
    asked: number;
    ordered: number;
    linked: number;
    progress: string;
  }>(
    `
    select r.id, d.base_qty::float as asked, d.ordered_qty::float as ordered, r.execute_status as progress,
      coalesce((select sum(l.from_qty) from bill_link l
      where l.from_type = 'purchaseRequest' and l.from_line_id = d.id), 0)::float as linked
    from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
    where r.warehouse_id = $1 and r.status <> 'void' order by r.id`,
    [warehouse],
  );
  const surplus = await dock.running.asOwner<{ surplus: number }>(
    `
    select coalesce(sum(d.surplus_qty), 0)::float as surplus from purchase_order o
    join purchase_order_detail d on d.purchase_order_id = o.id
    where o.warehouse_id = $1 and exists (select 1 from bill_link l where l.to_line_id = d.id group by l.to_line_id
    having sum(l.to_qty) > 0)`,
    [warehouse],
  );
  const progress = (need: Need): string =>
    model.open(need) === 0 ? 'all' : model.served(need) > 0 ? 'partial' : 'none';
  const serving = model.orders.flatMap((order) => order.lines).filter((line) => sum(line.serves.values()) > 0);
  expect({
    ...there,
    requests: requests.map((each) => ({ ...each, open: rounded(each.asked - each.linked) })),
    surplus: surplus[0]!.surplus,
  }).toEqual({
    onHand: model.onHand(),
    onOrder: model.onOrder(),
    surplus: sum(serving.map((line) => line.qty - sum(line.serves.values()))),
    requests: model.needs
      .filter((need) => need.qty > 0)
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .map((need) => ({
        id: need.id,
        asked: need.qty,
        ordered: model.served(need),
        linked: model.served(need),
        open: model.open(need),
        progress: progress(need),
      })),
  });
}

describe('promise 60: every need stands on exactly one stage', () => {
  test(
    'whatever happens to requests and orders, on order, on hand and open agree with kilograms moved by hand',
    { timeout: 600_000 },
    async () => {
      const step = fc.record({
        kind: fc.constantFrom(...KINDS),
        pick: fc.nat(20),
        qty: fc.integer({ min: 1, max: 12 }),
      });
      let story = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: LONGEST, maxLength: LONGEST }), async (steps) => {
          story += 1;
          const warehouse = String(9_000 + story);
          await dock.running.asOwner(
            `insert into warehouse (tenant_id, id, code, name, company_dept_id, project_group_dept_id, zones)
              values ('000001', $1, $2, $2, 100, 110, 'ambient,frozen')`,
            [warehouse, `S${story}`],
          );
          await aStory(warehouse, [
            { kind: 'request', pick: 0, qty: 10 },
            { kind: 'order', pick: 0, qty: 1 },
            ...steps,
          ]);
        }),
        { numRuns: RUNS, endOnFailure: false },
      );
      await dock.proved();
    },
  );
});
