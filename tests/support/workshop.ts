import pg from 'pg';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Context, SignedIn } from '../../kernel/server/context.ts';
import { openDatabase, type Database } from '../../parts/postgres/database.ts';
import { sheets } from '../../parts/sheets/excel-calls.ts';
import { buildRegistry, type Registry } from '../../kernel/server/registry.ts';
import { schemaOf, targetTableOf } from '../../tools/schema/schema-of.ts';
import { document, resource } from '../../kernel/core/declaration.ts';
import { withFaces } from '../../kernel/core/faces.ts';
import { choice, code, day, flag, integer, money, parent, quantity, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { modules } from '../../modules/modules.ts';
import { freshDatabase } from './postgres.ts';

/** Declarations that exist only to try the kernel with: one of each shape. */
export const tool = resource('tool', {
  label: label('工具', 'Tool'),
  service: 'workshop',
  segment: 'tool',
  keyword: ['code', 'name'],
  scope: null,
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'freeze',
    'thaw',
    'tree',
    'lazy-tree',
    'setSeq',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  fields: {
    parentId: parent('上级', 'Above'),
    code: code('编码', 'Code', { unique: true, fixed: true, max: 20 }),
    name: text('名称', 'Name', { max: 50 }),
    kind: choice(
      '种类',
      'Kind',
      [
        ['hand', '手动', 'Hand'],
        ['power', '电动', 'Power'],
      ],
      { default: 'hand' },
    ),
    weight: quantity('重量', 'Weight', { optional: true, positive: true }),
    cost: money('成本', 'Cost', { optional: true, right: 'tool_view_cost' }),
    bought: day('购入', 'Bought', { optional: true }),
    friends: refs('配套', 'Goes with', 'tool', { optional: true }),
    sort: integer('排序', 'Order', { default: 1 }),
    frozen: flag('状态', 'Frozen', { readonly: true, default: 0 }),
  },
});
export const loan = document('loan', {
  label: label('借用单', 'Loan'),
  service: 'workshop',
  segment: 'loan',
  scope: 'createDept',
  fields: { until: day('归还日', 'Until'), note: text('说明', 'Note', { optional: true }) },
  lines: {
    details: {
      label: label('明细', 'Lines'),
      unique: ['toolId'],
      fields: {
        toolId: ref('工具', 'Tool', 'tool'),
        pieces: quantity('数量', 'Pieces', { positive: true }),
        counted: quantity('已还', 'Returned', { readonly: true, default: '0' }),
      },
    },
  },
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  life: approvalLife('JY'),
});

/** Repairs of our own tools, and by a face those of customers. */
export const repair = document('repair', {
  label: label('维修单', 'Repair'),
  service: 'workshop',
  segment: 'repair',
  scope: null,
  where: { owner: 'workshop' },
  faces: {
    customerrepair: {
      label: label('客户维修单', 'Customer repair'),
      where: { owner: 'customer' },
      calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
      actions: ['toApply'],
      prefix: 'KH',
    },
  },
  fields: {
    owner: choice(
      '物主',
      'Owner',
      [
        ['workshop', '本店', 'Workshop'],
        ['customer', '客户', 'Customer'],
      ],
      { readonly: true, default: 'workshop' },
    ),
    fee: money('费用', 'Fee', { optional: true, right: 'repair_view_fee' }),
    note: text('说明', 'Note', { optional: true }),
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
  life: approvalLife('WX'),
});

/** People refer to it; nobody is one here. */
const supplier = resource('supplier', {
  label: label('供应商', 'Supplier'),
  service: 'workshop',
  segment: 'supplier',
  fields: { name: text('名称', 'Name', { max: 50 }) },
});

/** A database with the kernel's tables and the workshop's, and what is needed to act in it. */
export interface Workshop {
  readonly database: Database;
  readonly ownerUrl: string;
  readonly registry: Registry;
  /** Runs as a person of a tenant; every permission unless told otherwise. */
  as<T>(who: Partial<SignedIn>, work: (context: Context) => Promise<T>): Promise<T>;
  person(who?: Partial<SignedIn>): SignedIn;
  close(): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const fresh = await freshDatabase();
  // The kernel is tried without the areas of the business; only people and parameters come from there.
  const admin = modules.filter((module) => module.name === 'admin');
  const workshop = {
    name: 'workshop',
    label: label('工坊', 'Workshop'),
    declarations: [tool, loan, repair, supplier] as never,
    menu: [],
  };
  const database = openDatabase(fresh.appUrl, { max: 30 });
  const registry = buildRegistry(withFaces([...admin, workshop]), [
    sheets('/tmp', database),
    { name: 'workshop', behaviours: [behaviour(loan, {})] },
  ]);
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  for (const declaration of [tool, loan, repair]) {
    const schema = schemaOf(declaration as never, targetTableOf(registry.find));
    for (const statement of [...schema.tables, ...schema.references]) await owner.query(statement);
  }
  for (const tenant of ['000000', '000009', '000001', '000002']) {
    for (const id of ['1', '2']) {
      await owner.query(`set app.tenant = '${tenant}'`);
      await owner.query(
        `insert into app_user (tenant_id, id, account, name, real_name, dept_id, role_id)
          values ($1, $2, $3, 'p', $3, '{}', '{}')`,
        [tenant, id, `person${id}`],
      );
    }
  }
  await owner.end();
  const person = (who: Partial<SignedIn> = {}): SignedIn => ({
    userId: '1',
    tenant: '000000',
    timeZone: 'Asia/Shanghai',
    account: 'tester',
    realName: 'Tester',
    deptId: '10',
    roles: ['administrator'],
    permissions: new Set(EVERYTHING),
    scope: { all: true },
    sessionId: '1',
    ...who,
  });
  return {
    database,
    ownerUrl: fresh.ownerUrl,
    registry,
    person,
    as: (who, work) => {
      const user = person(who);
      return database.transaction({ tenant: user.tenant, timeZone: user.timeZone }, (tx) =>
        work({
          tx,
          registry,
          user,
          tenant: user.tenant,
          now: '2026-11-21 08:00:00',
          today: '2026-11-21',
          language: 'zh',
          requestId: 'test',
          allowed: (code) => user.permissions.has(code),
        }),
      );
    },
    close: () => database.close(),
  };
}

const EVERYTHING = [
  'tool_view_cost',
  ...[
    'view',
    'add',
    'edit',
    'delete',
    'to_apply',
    'do_apply',
    'refuse',
    'withdraw',
    'void',
    'export',
    'import',
    'freeze',
    'thaw',
  ].flatMap((button) => [`tool_${button}`, `loan_${button}`]),
];
