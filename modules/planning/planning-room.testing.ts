/**
 * A small operator to plan for: two sites with their warehouses, a restaurant and stalls each, dishes with released
 * BOMs.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import type { UploadedFile } from '../../parts/http/request-input.ts';
import { openDatabase, sql, type Database } from '../../parts/postgres/database.ts';
import { sheets } from '../../parts/sheets/excel-calls.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { buildRegistry, type Registry, type Services } from '../../kernel/server/registry.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { modules } from '../modules.ts';
import { servers } from '../servers.ts';
import { receive } from '../stock/lots/lots.server.ts';

export const TODAY = '2026-11-21';
export const NOW = `${TODAY} 08:00:00`;
export const TENANT = '000001';
export const place = {
  company: '100',
  site: '110',
  otherSite: '120',
  restaurant: '111',
  otherRestaurant: '121',
  noodles: '112',
  rice: '113',
  otherStall: '122',
  warehouse: '500',
  otherWarehouse: '501',
} as const;
export const unit = { kg: '301', bag: '302', g: '303' } as const;
export const thing = { pork: '201', flour: '202', leek: '203', dough: '204', beef: '205' } as const;
export const dish = { pork: '701', dumplings: '702', dough: '703', unknown: '704' } as const;

/** What planning stands on, and what stands on it. */
const AREAS = new Set([
  'admin',
  'platform',
  'master-data',
  'suppliers',
  'operations',
  'stock',
  'issuing',
  'sourcing',
  'planning',
  'purchasing',
  'receiving',
  'self-purchase',
  'distribution',
]);

export interface PlanningRoom {
  readonly database: Database;
  readonly registry: Registry;
  readonly ownerUrl: string;
  as<T>(work: (context: Context) => Promise<T>, who?: string): Promise<T>;
  /** Any call of the API by `segment/name`, in a transaction of its own. */
  call<T = Record<string, unknown>>(path: string, input: Input, who?: string, file?: UploadedFile): Promise<T>;
  /** The same of somebody who lacks these rights. */
  callWithout<T = Record<string, unknown>>(
    rights: readonly string[],
    path: string,
    input: Input,
    who?: string,
  ): Promise<T>;
  /** It is this day from now on. */
  live(day: string): void;
  /** Chinese sentences a piece of work is refused with. */
  refusalsOf(work: Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPlanningRoom(connections = 25): Promise<PlanningRoom> {
  const fresh = await freshDatabase();
  const database = openDatabase(fresh.appUrl, { max: connections });
  const registry = registryOn(database);
  let today = TODAY;
  const calls = new Map<string, Call>(
    [...registry.declarations.flatMap((declaration) => declaredCalls(registry, declaration)), ...registry.calls].map(
      (call) => [`${call.service}/${call.path}`, call],
    ),
  );
  const as = <T>(
    work: (context: Context) => Promise<T>,
    who = '1',
    allowed: Context['allowed'] = () => true,
  ): Promise<T> =>
    database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, (tx) =>
      work({
        tx,
        registry,
        tenant: TENANT,
        now: `${today} 08:00:00`,
        today,
        language: 'zh',
        requestId: 'test',
        allowed,
        user: {
          userId: who,
          tenant: TENANT,
          timeZone: 'Asia/Shanghai',
          account: 'planner',
          realName: '计划员',
          deptId: place.site,
          roles: [],
          permissions: new Set(),
          scope: { all: true },
          sessionId: '1',
        },
      } as Context),
    );
  const callAt = (address: string): Call => {
    const call =
      calls.get(`store-management/${address}`) ??
      calls.get(`gear-operation/${address}`) ??
      calls.get(`master-data/${address}`);
    if (call === undefined) throw new Error(`No call is named ${address}`);
    return call;
  };
  await furnish(fresh.ownerUrl);
  return {
    database,
    registry,
    as,
    live: (day) => void (today = day),
    ownerUrl: fresh.ownerUrl,
    call: async <T>(address: string, input: Input, who?: string, file?: UploadedFile): Promise<T> =>
      as((context) => callAt(address).handle(context, input, file ?? null), who) as Promise<T>,
    callWithout: async <T>(rights: readonly string[], address: string, input: Input, who?: string): Promise<T> =>
      as(
        (context) => callAt(address).handle(context, input, null),
        who,
        (right) => !rights.includes(right),
      ) as Promise<T>,
    async refusalsOf(work) {
      const error = await work.then(
        () => null,
        (caught: unknown) => caught,
      );
      if (!(error instanceof Refused)) throw error ?? new Error('It was not refused');
      return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
    },
    close: () => database.close(),
  };
}

function registryOn(database: Database): Registry {
  const services = {
    database,
    tokenSecret: 'x'.repeat(32),
    fileFolder: fileFolder(),
    registry: () => registry,
  } as Services;
  const registry: Registry = buildRegistry(
    modules.filter((each) => AREAS.has(each.name)),
    [sheets(services.fileFolder), ...servers(services).filter((each) => AREAS.has(each.name))],
  );
  return registry;
}
const fileFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'larder-planning-'));

async function furnish(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const run = (statement: string) => owner.query(statement);
  await run(`set app.tenant = '${TENANT}'`);
  for (const id of ['1', '2'])
    await run(
      `insert into app_user (id, account, name, real_name, dept_id, role_id)
        values (${id}, 'p${id}', 'p', 'p${id}', '{}', '{}')`,
    );
  await run(`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
    blade_project_dept_id, use_restaurant_dept_id) values
    (100, '公司', '公司', 'C', 0, '1', 100, null, null), (110, '一项目', '一项目', 'P1', 100, '2', 100, 110, null), (120, '二项目',
    '二项目', 'P2', 100, '2', 100, 120, null),
    (111, '一餐厅', '一餐厅', 'R1', 110, '3', 100, 110, 111), (121, '二餐厅', '二餐厅', 'R2', 120, '3', 100, 120, 121),
    (112, '面档', '面档', 'S1', 111, '4', 100, 110, 111), (113, '饭档', '饭档', 'S2', 111, '4', 100, 110, 111), (122, '风味档',
    '风味档', 'S3', 121, '4', 100, 120, 121)`);
  await run(
    `insert into material_unit (id, code, name, dimension)
      values (301, 'kg', '千克', 'mass'), (302, 'bag', '袋', 'pack'), (303, 'g', '克', 'mass')`,
  );
  await run(
    `insert into basic_unit_conversion (type, from_qty, from_unit_id, to_qty, to_unit_id, is_system, start_date)
      values ('mass', 1, 301, 1000, 303, 1, '2020-01-01')`,
  );
  await run(`insert into material_type (id, code, name, full_name) values (400, 'F', '食材', '食材')`);
  await run(`insert into material (id, code, name, material_type_id, base_unit_id, purchase_unit_id) values
    (201, 'PORK', '猪肉', 400, 301, 302), (202, 'FLOUR', '面粉', 400, 301, null), (203, 'LEEK', '韭菜', 400, 301, null),
    (204, 'DOUGH', '面团', 400, 301, null), (205, 'BEEF', '牛肉', 400, 301, null)`);
  await run(`update material set search_text = lower(code || ' ' || name)`);
  await run(
    `insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
      values (201, 1, 302, 25, 301, '2020-01-01')`,
  );
  await run(
    `insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
      values (500, 'W1', '一仓', 100, 110), (501, 'W2', '二仓', 100, 120)`,
  );
  await run(`insert into dish_type (id, code, name, full_name) values (600, 'M', '主菜', '主菜')`);
  await run(
    `insert into dish (id, code, name, dish_type_id, dish_kind)
      values (701, 'D1', '红烧肉', 600, 'finished'), (702, 'D2', '韭菜水饺', 600, 'finished'), (703, 'D3', '水饺面团', 600,
        'semi'), (704, 'D4', '新菜', 600, 'finished')`,
  );
  await run(
    `insert into dish_bom (id, dish_id, output_qty, output_unit_id, released, start_date)
      values (801, 701, 1, 302, 1, '2020-01-01'), (802, 702, 1, 302, 1, '2020-01-01'), (803, 703, 1, 301, 1,
        '2020-01-01')`,
  );
  // 0.21 kg of pork net a portion at 84 %; dumplings take 0.1 kg of dough, 0.06 kg of leek at 80 % and 0.05 kg of pork
  // at 84 %.
  await run(`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, sub_dish_id, net_qty, unit_id,
    yield_rate, net_base_qty) values
    (801, 1, 'material', 201, null, 0.21, 301, 84, 0.21),
    (802, 1, 'dish', null, 703, 0.1, 301, 100, 0.1), (802, 2, 'material', 203, null, 0.06, 301, 80, 0.06), (802, 3,
    'material', 201, null, 0.05, 301, 84, 0.05),
    (803, 1, 'material', 202, null, 0.7, 301, 100, 0.7)`);
  await owner.end();
}

export interface PlannedMeal {
  readonly date: string;
  readonly meal?: string;
  readonly dishId: string;
  readonly portions: number;
}
let running = 0;
/** An approved sales plan of a stall; answers its id. */
export async function approvedSales(room: PlanningRoom, stall: string, meals: readonly PlannedMeal[]): Promise<string> {
  running += 1;
  const dates = meals.map((meal) => meal.date).toSorted();
  return room.as(async ({ tx }) => {
    const plan = await tx.row<{ id: string }>(sql`
      insert into sales_plan (bill_code, gear_operation_dept_id, start_date, end_date, company_dept_id,
        blade_project_dept_id, use_restaurant_dept_id, status)
      select ${`YX${running}`}, d.id, ${dates[0]!}::date, ${dates.at(-1)!}::date, d.company_dept_id,
        d.blade_project_dept_id, d.use_restaurant_dept_id, 'approved' from dept d where d.id = ${stall}::bigint
        returning id`);
    await tx.run(sql`
      insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
      select ${plan!.id}::bigint, row_number() over (), m.date, coalesce(m.meal, 'lunch'), m."dishId", m.portions
      from jsonb_to_recordset(${JSON.stringify(meals)}::jsonb) as m(date date, meal text, "dishId" bigint,
        portions numeric)`);
    return plan!.id;
  });
}

/** Goods lying in a warehouse. */
export async function lying(
  room: PlanningRoom,
  materialId: string,
  qty: number,
  warehouseId: string = place.warehouse,
): Promise<void> {
  running += 1;
  await room.as((context) =>
    receive(context, [
      {
        bill: { type: 'invinstore', id: String(90_000 + running), code: `RK${running}` },
        lineId: '1',
        reason: 'receipt.purchase',
        locationId: warehouseId,
        materialId,
        qty: String(qty),
        amount: String(qty),
      },
    ]),
  );
}

/** The lines of a plan as short texts: material, day, terms, what is planned. */
export const shortLines = (plan: Record<string, unknown>): string[] =>
  (plan['details'] as Record<string, string>[]).map(
    (line) =>
      `${line['materialName']} ${line['needDate']}: ${line['grossQty']} + ${line['safetyQty']} − (${line['onHandQty']} + ${line['onOrderQty']} − ${line['reservedQty']}) = ${line['netQty']} → ${line['planQty']} ${line['unitName']}`,
  );
