/** Large deliveries take a handful of statements, however many lines they have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { doReceiving } from './do-receiving.server.ts';
import { aDock, NOW, thing, TODAY, type Dock } from './dock.testing.ts';
import { paidLately } from './received-prices.server.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(
    `insert into material (tenant_id, id, code, name, material_type_id, base_unit_id, over_rate)
      select '000001', 10000 + n, 'M' || n, '物料' || n, 400, 301, 3 from generate_series(1, 500) n`,
  );
});
afterAll(() => dock.running.close());

/** Receives every line of a new order within one transaction of its own, counting its statements. */
async function received(lineCount: number): Promise<{ statements: number; instoreId: string }> {
  const { instoreId, details } = await dock.order(
    Array.from({ length: lineCount }, (_, nr) => ({ materialId: String(10_001 + nr), qty: '10' })),
  );
  let statements = 0;
  await dock.running.database.transaction({ tenant: '000001', timeZone: 'Asia/Shanghai' }, async (tx) => {
    const counted: Transaction = {
      ...tx,
      rows: (query) => (statements++, tx.rows(query)),
      row: (query) => (statements++, tx.row(query)),
      run: (query) => (statements++, tx.run(query)),
    };
    const context: Context = {
      tx: counted,
      registry: dock.running.program.registry,
      tenant: '000001',
      now: NOW,
      today: TODAY,
      language: 'zh',
      requestId: 'size',
      allowed: () => true,
      user: {
        userId: '1',
        tenant: '000001',
        timeZone: 'Asia/Shanghai',
        account: 'keeper',
        realName: '收货员',
        deptId: '110',
        roles: [],
        permissions: new Set(),
        scope: { all: true },
        sessionId: '1',
      },
    };
    await doReceiving.handle(
      context,
      { instoreId, details: details.map((line) => ({ detailId: line['id'], acceptedQty: '10' })) },
      null,
    );
  });
  return { statements, instoreId };
}

test('200 lines take as many statements as one', async () => {
  const one = await received(1);
  const many = await received(200);
  expect(many.statements).toBe(one.statements);
  expect(many.statements).toBeLessThanOrEqual(40);
  expect((await dock.detail(many.instoreId))['receivedLineCount']).toBe(200);
  await dock.proved();
});

test('a factor far from what the newest receipts were booked by is questioned before it is saved', async () => {
  for (const qty of ['2', '3', '1']) {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, unitId: '302', qty }]);
    expect(
      (
        await dock.post(dock.keeper, 'invinstore/doReceiving', {
          instoreId,
          details: [{ detailId: details[0]!['id'], acceptedQty: qty }],
        })
      ).body.msg,
    ).toBe('操作成功');
  }
  const doubts = async (toQty: string): Promise<unknown> => {
    const { body } = await dock.running.call(
      dock.keeper,
      'POST',
      '/api/master-data/itemunitconversion/preview',
      {
        id: conversionId,
        materialId: thing.rice,
        fromQty: '1',
        fromUnitId: '302',
        toQty,
        toUnitId: '301',
        startDate: TODAY,
      },
      { 'accept-language': 'zh-CN' },
    );
    return (body.data as { doubts: unknown }).doubts;
  };
  const [{ id: conversionId }] = (await dock.running.asOwner<{ id: string }>(
    `select id::text from item_unit_conversion where tenant_id = '000001' and material_id = 201`,
  )) as [{ id: string }];
  expect([await doubts('25'), await doubts('2.5')]).toEqual([
    [],
    ['近 3 次收货按 1 袋 = 25 千克 入库，与此相差 -90%，保存前请核对'],
  ]);
});

interface Step {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Step[];
}
/** Rows read from tables, all rounds together. */
const rowsRead = (step: Step): number =>
  (step['Node Type'].endsWith('Scan') && step.Plans === undefined ? step['Actual Rows'] * step['Actual Loops'] : 0) +
  (step.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);

test('what was paid lately costs as much after 600 deliveries of each material as after five, also on tables nobody has looked at', async () => {
  const [MATERIALS, MOST] = [40, 5];
  let bills = 0;
  /** So many more deliveries of each of the materials. */
  const deliver = async (count: number): Promise<void> => {
    const [from, to] = [bills + 1, bills + count];
    bills = to;
    await dock.running.asOwner(`begin; set local app.tenant = '000001';
      insert into in_store (id, bill_code, source_bill_type, source_bill_id, supplier_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, line_count)
        select 70000 + n, 'OLD' || n, 'purchase-order', n, 600, 500, 500, 100, 110, ${MATERIALS} from generate_series(${from}, ${to}) n;
      insert into in_store_detail (id, in_store_id, line_no, material_id, unit_id, base_unit_id, qty, base_qty, received_qty, limit_qty, price)
        select 7000000 + b * 100 + n, 70000 + b, n, 10000 + n, 301, 301, 1, 1, 1, 1, 4 from generate_series(${from}, ${to}) b, generate_series(1, ${MATERIALS}) n;
      insert into in_store_receiving (id, receiving_code, instore_id, state, arrive_time) select 80000 + n, 'OLDR' || n, 70000 + n, 'posted', '${NOW}' from generate_series(${from}, ${to}) n;
      insert into in_store_receiving_detail (id, in_store_receiving_id, line_no, detail_id, accepted_qty, material_id, unit_id, base_unit_id, base_qty, arrive_time, company_dept_id, paid_price)
        select d.id + 10000000, d.in_store_id + 10000, d.line_no, d.id, 1, d.material_id, 301, 301, 1, '${NOW}', 100, 4 from in_store_detail d where d.in_store_id between 70000 + ${from} and 70000 + ${to};
      commit`);
  };
  const goods = (companyDeptId: string | null): object[] =>
    Array.from({ length: MATERIALS }, (_, nr) => ({ materialId: String(10_001 + nr), companyDeptId }));
  const looked = (companyDeptId: string | null): Promise<{ paid: number; read: number }> =>
    dock.running.database.transaction({ tenant: '000001', timeZone: 'Asia/Shanghai' }, async (tx) => {
      let plan: Step | undefined;
      const explained: Transaction = {
        ...tx,
        async rows(query) {
          plan = (await tx.row<{ 'QUERY PLAN': { Plan: Step }[] }>(
            sql`explain (analyze, timing off, format json) ${query}`,
          ))!['QUERY PLAN'][0]!.Plan;
          return tx.rows(query);
        },
      };
      const paid = await paidLately({ tx: explained } as Context, goods(companyDeptId) as never, TODAY, MOST);
      return { paid: paid.length, read: rowsRead(plan!) };
    });
  await deliver(MOST);
  const young = [await looked('100'), await looked(null)];
  await deliver(600);
  const old = [await looked('100'), await looked(null)];
  expect([...young, ...old].map(({ paid }) => paid)).toEqual(Array.from({ length: 4 }, () => MATERIALS * MOST));
  // Each line, its delivery and its bill, once.
  for (const { read } of [...young, ...old]) expect(read).toBeLessThan(3 * MATERIALS * MOST);
});
