/**
 * A company with a dock to test receiving at: materials with a few traits, a supplier, orders on demand, and two
 * people.
 */
import { expect } from 'vitest';
import { post as postMoves } from '../stock/ledger/posting.server.ts';
import { everyPermission, startProgram, type Answer, type RunningProgram } from '../../tests/support/program.ts';

export const NOW = '2026-11-21 09:00:00';
export const TODAY = '2026-11-21';
const T = '000001';
let taken = 900_000;

export interface OrderLine {
  readonly materialId: string;
  readonly qty: string;
  readonly price?: string;
  /** Kilograms, unless it says otherwise. */
  readonly unitId?: string;
}
export interface Dock {
  readonly running: RunningProgram;
  /** Who receives, and who confirms. */
  readonly keeper: string;
  readonly boss: string;
  /** Approves an order over HTTP; answers its id and that of its in-store. */
  order(
    lines: readonly OrderLine[],
    more?: Record<string, unknown>,
  ): Promise<{ orderId: string; instoreId: string; details: Record<string, string>[] }>;
  post(token: string, path: string, input: Record<string, unknown>): Promise<Answer>;
  get(token: string, path: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  detail(instoreId: string): Promise<Bill>;
  /** Somebody uses some of a lot in the main warehouse. */
  take(batchId: string, materialId: string, qty: string): Promise<void>;
  /** Ledger, lines against cases, orders against bills: what must hold after every step. */
  proved(): Promise<void>;
}
export interface Bill extends Record<string, unknown> {
  readonly status: string;
  readonly details: readonly Record<string, string>[];
  readonly receivings: readonly (Record<string, unknown> & {
    readonly id: string;
    readonly details: readonly Record<string, string>[];
  })[];
  readonly differences: readonly Record<string, string>[];
}

export const thing = { rice: '201', tofu: '202', beef: '203', milk: '204', fish: '205' } as const;

export async function aDock(): Promise<Dock> {
  const running = await startProgram();
  const run = (text: string): Promise<unknown> =>
    running.asOwner(`begin; set local app.tenant = '${T}'; ${text}; commit`);
  await run(`
    insert into tenant (tenant_id, tenant_name) values ('${T}', '测试') on conflict do nothing`).catch(() =>
    running.asOwner('rollback'),
  );
  await run(`
    insert into app_user (id, account, name, real_name, dept_id, role_id)
    values (1, 'keeper', '收货员', '收货员', '{}', '{}'), (2, 'boss', '主管', '主管', '{}', '{}');
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
    values (100, '公司', '公司', 'C', 0, '1'), (110, '一项目部', '一项目部', 'P', 100, '2');
    insert into material_unit (id, code, name, dimension) values (301, 'kg', '千克', 'mass'), (302, 'bag', '袋', 'pack');
    insert into material_type (id, code, name) values (400, 'F', '食材');
    insert into material (id, code, name, material_type_id, base_unit_id, over_rate, under_rate)
    values (201, 'RICE', '大米', 400, 301, 3, 3);
    insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_managed, shelf_life_days,
      min_remaining_share) values (202, 'TOFU', '豆腐', 400, 301, 1, 20, 50);
    insert into material (id, code, name, material_type_id, base_unit_id, storage_zone, temp_check)
    values (203, 'BEEF', '牛肉', 400, 301, 'frozen', 1);
    insert into material (id, code, name, material_type_id, base_unit_id, weigh_at_receipt)
    values (204, 'MILK', '牛奶', 400, 301, 1);
    insert into material (id, code, name, material_type_id, base_unit_id, catch_weight, aux_unit_id)
    values (205, 'FISH', '鲈鱼', 400, 301, 1, 302);
    insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
    values (201, 1, 302, 25, 301, '2020-01-01');
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones)
    values (500, 'W1', '主仓', 100, 110, 'ambient,frozen');
    insert into supplier (id, code, name, contact, contact_phone) values (600, 'S1', '鲜达', '王', '13800000000')`);
  const permissions = new Set([...everyPermission(running.program), 'invinstore_override', 'invinstore_backdate']);
  const keeper = running.signIn({ tenant: T, userId: '1', deptId: '110', permissions });
  const boss = running.signIn({ tenant: T, userId: '2', deptId: '110' });
  const clock = { 'x-larder-time': NOW };
  const dock: Dock = {
    running,
    keeper,
    boss,
    post: (token, path, input) => running.call(token, 'POST', `/api/store-management/${path}`, input, clock),
    get: async (token, path, input) => {
      const answer = await running.call(token, 'GET', `/api/store-management/${path}`, input, clock);
      expect(answer.body.msg).toBe('操作成功');
      return answer.body.data as Record<string, unknown>;
    },
    async order(lines, more = {}) {
      const saved = await dock.post(keeper, 'purchaseorder/submit', {
        supplierId: '600',
        warehouseId: '500',
        deliveryDate: '2026-11-21',
        details: lines.map(({ materialId, qty, price = '4', unitId = '301' }) => ({
          materialId,
          unitId,
          orderQty: qty,
          price,
        })),
        ...more,
      });
      expect(saved.body.msg).toBe('操作成功');
      const orderId = (saved.body.data as { id: string }).id;
      expect(
        (await dock.post(keeper, 'purchaseorder/toApply', { ids: orderId, lateReason: '当天要用' })).body.msg,
      ).toBe('操作成功');
      expect((await dock.post(boss, 'purchaseorder/doApply', { ids: orderId })).body.msg).toBe('操作成功');
      const page = await dock.get(keeper, 'invinstore/page', { sourceBillId: orderId });
      const instoreId = (page['records'] as { id: string }[])[0]!.id;
      return { orderId, instoreId, details: (await dock.detail(instoreId)).details as Record<string, string>[] };
    },
    detail: async (id) => (await dock.get(keeper, 'invinstore/detail', { id })) as Bill,
    take: (batchId, materialId, qty) =>
      running.database.transaction({ tenant: T, timeZone: 'Asia/Shanghai' }, async (tx) => {
        const user = {
          userId: '1',
          tenant: T,
          timeZone: 'Asia/Shanghai',
          account: 'keeper',
          realName: '收货员',
          deptId: '110',
          roles: [],
          permissions: new Set<string>(),
          scope: { all: true } as const,
          sessionId: '1',
        };
        taken += 1;
        await postMoves(
          {
            tx,
            registry: running.program.registry,
            tenant: T,
            now: NOW,
            today: TODAY,
            language: 'zh',
            requestId: 'test',
            allowed: () => true,
            user,
          },
          [
            {
              bill: { type: 'invcheck', id: String(taken), code: `PD${taken}` },
              lineId: '1',
              reason: 'count.loss',
              materialId,
              batchId,
              from: '500',
              qty,
            },
          ],
        );
      }),
    async proved() {
      expect(await dock.get(keeper, 'stock/prove', {})).toMatchObject({ ok: true });
      const [found] = await running.asOwner<{ lines: number; orders: number; passing: string }>(`
        select (select count(*)::int from in_store_detail d
        where d.qty <> d.received_qty + d.open_qty + coalesce((select sum(c.settled_qty) from in_store_difference c
        where c.detail_id = d.id), 0)) as lines,
          (select count(*)::int from in_store_detail d join in_store s on s.id = d.in_store_id and s.status <> 'void'
          join purchase_order_detail o on o.id = d.source_detail_id::bigint
             left join expected_receipt e on e.bill_type = 'purchaseOrder' and e.line_id = o.id
             where o.received_qty <> d.received_qty or o.settled_qty <> greatest(0, d.settled_qty)
               or e.open_qty <> round(greatest(0, o.base_qty - (o.received_qty + o.settled_qty) * o.factor),
                 6)) as orders,
          (select coalesce(sum(s.qty), 0)::text from stock s
          join stock_location l on l.id = s.location_id and l.kind = 'pass-through') as passing`);
      expect(found).toEqual({ lines: 0, orders: 0, passing: expect.stringMatching(/^0(\.0+)?$/) as string });
    },
  };
  return dock;
}
