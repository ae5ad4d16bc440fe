/** A small operator for tests: one company with a site, a restaurant and two stalls, its units and conversions. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sheets } from '../../parts/sheets/excel-calls.ts';
import pg from 'pg';
import type { Module } from '../../kernel/core/module.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { refusalOfConstraint } from '../../kernel/server/constraint-refusal.ts';
import type { Call, Context, Input } from '../../kernel/server/context.ts';
import { openDatabase, type Database } from '../../parts/postgres/database.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { buildRegistry, type Registry, type ServerModule, type Services } from '../../kernel/server/registry.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { modules } from '../modules.ts';
import { masterDataServer } from './server.ts';

export const TODAY = '2026-11-21';
/** Departments by name; the ids are fixed so that tests can name them. */
export const place = {
  company: '100',
  site: '200',
  otherSite: '201',
  restaurant: '300',
  otherRestaurant: '301',
  noodles: '400',
  rice: '401',
  otherStall: '402',
} as const;
export const unit = {
  kg: '1001',
  g: '1002',
  litre: '1003',
  piece: '1004',
  box: '1005',
  bag: '1006',
  portion: '1007',
  bottle: '1008',
} as const;

export interface Kitchen {
  readonly registry: Registry;
  readonly database: Database;
  /** Saves through the declaration's behaviour; answers the id. */
  save(declaration: string, body: Record<string, unknown>): Promise<string>;
  /** Any call of the API by `segment/name`, as `who`. */
  call(path: string, input: Input, who?: string): Promise<unknown>;
  as<T>(work: (context: Context) => Promise<T>, who?: string): Promise<T>;
  /** English sentences a piece of work is refused with. */
  refusalsOf(work: Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/** These areas stand, and those of `areas`, with the behaviour of master data and of `servers`. */
export async function openKitchen(
  servers: readonly ((services: Services) => ServerModule)[] = [],
  areas: readonly string[] = [],
): Promise<Kitchen> {
  const fresh = await freshDatabase();
  await furnish(fresh.ownerUrl);
  const database = openDatabase(fresh.appUrl, { max: 8 });
  const services = {
    database,
    tokenSecret: 'x'.repeat(32),
    fileFolder: fs.mkdtempSync(path.join(os.tmpdir(), 'larder-kitchen-')),
    registry: () => registry,
  } as unknown as Services;
  const serverModules = [
    sheets(services.fileFolder),
    ...[masterDataServer, ...servers].map((server) => server(services)),
  ];
  const registry: Registry = buildRegistry(
    withReferences(['admin', 'master-data', 'suppliers', 'prices', 'operations', ...areas], serverModules),
    serverModules,
  );
  const constraintRefusals = Object.assign(
    {},
    ...serverModules.map((server) => server.constraintRefusals ?? {}),
  ) as Record<string, string>;
  const calls = new Map<string, Call>(
    [...registry.declarations.flatMap((declaration) => declaredCalls(registry, declaration)), ...registry.calls].map(
      (call) => [call.path, call],
    ),
  );
  const everything = { has: () => true } as unknown as ReadonlySet<string>;
  const as = <T>(work: (context: Context) => Promise<T>, who = '1'): Promise<T> =>
    database.transaction({ tenant: '000001', timeZone: 'Asia/Shanghai', language: 'en' }, (tx) =>
      work({
        tx,
        registry,
        tenant: '000001',
        now: `${TODAY} 08:00:00`,
        today: TODAY,
        language: 'en',
        requestId: 'test',
        allowed: () => true,
        user: {
          userId: who,
          tenant: '000001',
          timeZone: 'Asia/Shanghai',
          account: 'cook',
          realName: 'Cook',
          deptId: place.company,
          roles: [],
          permissions: everything,
          scope: { all: true },
          sessionId: '1',
        },
      }),
    );
  return {
    registry,
    database,
    as,
    save: (name, body) => as((context) => saveRecord(registry.find(name), context, body)),
    call: (path, input, who) => {
      const call = calls.get(path);
      if (call === undefined) throw new Error(`No call is named ${path}`);
      return as((context) => call.handle(context, input, null), who);
    },
    async refusalsOf(work) {
      const error = await work.then(
        () => null,
        (caught: unknown) => caught,
      );
      const broken = error instanceof Refused ? null : refusalOfConstraint(registry, error, constraintRefusals);
      if (broken !== null) return [sentenceOf(broken, 'en')];
      if (!(error instanceof Refused)) throw error ?? new Error('It was not refused');
      return error.refusals.map((refusal) => sentenceOf(refusal, 'en'));
    },
    close: () => database.close(),
  };
}

/**
 * The named areas, and beyond them only the declarations they point at, such as a stall's warehouse; of views only
 * those that stand.
 */
function withReferences(names: readonly string[], serverModules: readonly ServerModule[]): Module[] {
  const shown = new Set(
    serverModules.flatMap((server) =>
      (server.behaviours ?? []).flatMap((each) => (each?.source === undefined ? [] : [each.declaration.name])),
    ),
  );
  const all = new Map(
    modules.flatMap((module) => module.declarations).map((declaration) => [declaration.name, declaration]),
  );
  const stored = new Map(
    modules
      .filter((module) => names.includes(module.name))
      .flatMap((module) => module.declarations)
      .map((declaration) => [declaration.name, declaration]),
  );
  for (const declaration of stored.values()) {
    for (const fields of [declaration.fields, ...Object.values(declaration.lines ?? {}).map((lines) => lines.fields)]) {
      for (const { rules } of Object.values(fields))
        if (rules.target !== undefined) stored.set(rules.target, all.get(rules.target)!);
    }
  }
  return modules.map((module) => ({
    ...module,
    declarations: module.declarations.filter(
      ({ name, view }) => stored.has(name) && (view !== true || shown.has(name)),
    ),
  }));
}

async function furnish(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`set app.tenant = '000001'`);
  for (const id of ['1', '2'])
    await owner.query(
      `insert into app_user (id, account, name, real_name, dept_id, role_id) values ($1, $2, 'c', $2, '{}', '{}')`,
      [id, `cook${id}`],
    );
  const depts: readonly (readonly [keyof typeof place, string, string])[] = [
    ['company', '0', '1'],
    ['site', place.company, '2'],
    ['otherSite', place.company, '2'],
    ['restaurant', place.site, '3'],
    ['otherRestaurant', place.otherSite, '3'],
    ['noodles', place.restaurant, '4'],
    ['rice', place.restaurant, '4'],
    ['otherStall', place.otherRestaurant, '4'],
  ];
  for (const [name, parentId, category] of depts)
    await owner.query(
      `insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values ($1, $2, $2, $2, $3, $4)`,
      [place[name], name, parentId, category],
    );
  const units: readonly (readonly [keyof typeof unit, string])[] = [
    ['kg', 'mass'],
    ['g', 'mass'],
    ['litre', 'volume'],
    ['piece', 'number'],
    ['box', 'pack'],
    ['bag', 'pack'],
    ['portion', 'pack'],
    ['bottle', 'pack'],
  ];
  for (const [name, dimension] of units)
    await owner.query(
      `insert into material_unit (id, code, name, dimension, is_dimension_base) values ($1, $2, $2, $3, $4)`,
      [unit[name], name, dimension, name === 'kg' ? 1 : 0],
    );
  await owner.query(
    `insert into basic_unit_conversion (type, from_qty, from_unit_id, to_qty, to_unit_id, is_system, start_date)
      values ('mass', 1, $1, 1000, $2, 1, '2020-01-01')`,
    [unit.kg, unit.g],
  );
  await owner.query(
    `insert into material_type (id, code, name, full_name, default_tax_rate, storage_zone)
      values (500, 'veg', 'Vegetables', 'Vegetables', 9, 'cool')`,
  );
  await owner.query(
    `insert into region (id, code, name, level) values (33, '33', 'Zhejiang', '1') on conflict do nothing`,
  );
  await owner.query(`insert into dish_type (id, code, name, full_name) values (600, 'main', 'Mains', 'Mains')`);
  await owner.end();
}

/** A material of the vegetables, counted in kilogram unless told otherwise. */
export const aMaterial = (kitchen: Kitchen, name: string, body: Record<string, unknown> = {}): Promise<string> =>
  kitchen.save('material', { name, materialTypeId: '500', baseUnitId: unit.kg, ...body });
export const aDish = (kitchen: Kitchen, name: string, body: Record<string, unknown> = {}): Promise<string> =>
  kitchen.save('dish', { name, dishTypeId: '600', salePrice: '12', ...body });
