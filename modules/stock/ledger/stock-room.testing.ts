/**
 * A small company to test stock in: a project with two warehouses, a restaurant with two stalls, and a few materials.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { openDatabase, sql, type Database } from '../../../parts/postgres/database.ts';
import { sheets } from '../../../parts/sheets/excel-calls.ts';
import { buildRegistry, type Registry, type ServerModule, type Services } from '../../../kernel/server/registry.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { modules } from '../../modules.ts';
import { servers } from '../../servers.ts';
import type { Bill } from './posting.server.ts';
import { receive, type Receipt, type ReceivedLot } from '../lots/lots.server.ts';

export const NOW = '2025-03-16 10:00:00';
export const TODAY = '2025-03-16';
export const place = {
  company: '100',
  project: '110',
  restaurant: '111',
  stall: '112',
  otherStall: '113',
  warehouse: '500',
  otherWarehouse: '501',
} as const;
export const thing = { rice: '201', tofu: '202', oil: '203', flour: '204' } as const;
export const unit = { kg: '301', bag: '302' } as const;
const TENANT = '000001';

export interface StockRoom {
  readonly database: Database;
  readonly registry: Registry;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** One transaction at a moment, as one request has. */
  act<T>(work: (context: Context) => Promise<T>, now?: string): Promise<T>;
  close(): Promise<void>;
}

interface Room {
  readonly connections?: number;
  /** The last area of the program; whatever stands below it must not be needed. */
  readonly area?: string;
  /** What else is part of the program. */
  readonly beside?: readonly ServerModule[];
}
export async function aStockRoom({ connections = 12, area = 'stock', beside = [] }: Room = {}): Promise<StockRoom> {
  const own = await freshDatabase();
  const database = openDatabase(own.appUrl, { max: connections });
  // What areas below stock prove of their documents is theirs: the bills of these tests are names alone.
  const registry = registryUpTo(area, database, beside);
  const room: StockRoom = {
    database,
    registry,
    ownerUrl: own.ownerUrl,
    appUrl: own.appUrl,
    act: (work, now = NOW) =>
      database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, (tx) =>
        work({
          tx,
          registry,
          tenant: TENANT,
          now,
          today: now.slice(0, 10),
          language: 'zh',
          requestId: 'test',
          allowed: () => true,
          user: {
            userId: '1',
            tenant: TENANT,
            timeZone: 'Asia/Shanghai',
            account: 'tester',
            realName: '测试员',
            deptId: place.project,
            roles: [],
            permissions: new Set(),
            scope: { all: true },
            sessionId: '1',
          },
        }),
      ),
    close: () => database.close(),
  };
  await room.act(furnish);
  return room;
}

/** The program as far down as an area: what stands below it must not be needed. */
export function registryUpTo(area: string, database: Database, beside: readonly ServerModule[] = []): Registry {
  const upTo = modules.slice(0, modules.findIndex((module) => module.name === area) + 1);
  const services = { database, tokenSecret: 'x'.repeat(32), fileFolder: '/tmp', registry: () => registry } as Services;
  const registry: Registry = buildRegistry(upTo, [
    sheets(services.fileFolder),
    ...servers(services).slice(0, upTo.length),
    ...beside,
  ]);
  return registry;
}

async function furnish({ tx }: Context): Promise<void> {
  await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
    (100, '公司', '公司', 'C', 0, '1'), (110, '一项目部', '一项目部', 'P', 100, '2'), (111, '一餐厅', '一餐厅', 'R', 110, '3'),
    (112, '面档', '面档', 'S', 111, '4'), (113, '饭档', '饭档', 'T', 111, '4')`);
  await tx.run(
    sql`insert into app_user (id, account, name, real_name, dept_id, role_id)
      values (1, 'tester', '测试员', '测试员', '{}', '{}'), (2, 'other', '另一人', '另一人', '{}', '{}')`,
  );
  await tx.run(
    sql`insert into material_unit (id, code, name, dimension)
      values (301, 'kg', '千克', 'mass'), (302, 'bag', '袋', 'pack')`,
  );
  await tx.run(sql`insert into material_type (id, code, name) values (400, 'F', '食材')`);
  await tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_days) values
    (201, 'RICE', '大米', 400, 301, null), (202, 'TOFU', '豆腐', 400, 301, 5), (203, 'OIL', '油', 400, 301, null),
    (204, 'FLOUR', '面粉', 400, 301, 180)`);
  await tx.run(sql`update material set search_text = lower(code || ' ' || name)`);
  await tx.run(
    sql`insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
      values (201, 1, 302, 25, 301, '2020-01-01')`,
  );
  await tx.run(
    sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
      values (500, 'W1', '主仓', 100, 110), (501, 'W2', '副仓', 100, 110)`,
  );
}

let running = 0;
/** A document nobody else has. */
export const aBill = (type = 'invinstore'): Bill => {
  running += 1;
  return { type, id: String(10_000 + running), code: `${type.toUpperCase()}${running}` };
};

/** A lot of `qty` for `amount` at the first warehouse, unless said otherwise. */
export async function received(
  context: Context,
  materialId: string,
  qty: number | string,
  amount: number | string,
  more: Partial<Receipt> = {},
): Promise<ReceivedLot> {
  const [lot] = await receive(context, [
    {
      bill: aBill(),
      lineId: '1',
      reason: 'receipt.purchase',
      locationId: place.warehouse,
      materialId,
      qty: String(qty),
      amount: String(amount),
      ...more,
    },
  ]);
  return lot!;
}

/** What a place holds of a material. */
export async function balanceOf(
  context: Context,
  locationId: string,
  materialId: string,
): Promise<{ qty: string; reserved: string; amount: string; avgCost: string; avgAmount: string }> {
  const row = await context.tx.row<{
    qty: string;
    reserved: string;
    amount: string;
    avgCost: string;
    avgAmount: string;
  }>(sql`
    select qty, reserved_qty as reserved, amount, avg_cost, avg_amount from stock
    where location_id = ${locationId}::bigint and material_id = ${materialId}::bigint`);
  return row ?? { qty: '0', reserved: '0', amount: '0', avgCost: '0', avgAmount: '0' };
}
