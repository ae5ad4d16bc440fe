/** A company with two sites, a factory and several suppliers, whose approved requests are distributed. */
import { everyPermission } from '../../../tests/support/program.ts';
import { aDock, type Dock } from '../../receiving/dock.testing.ts';

export const OK = '操作成功';
export const supplier = { fresh: '600', near: '620', far: '621', half: '622', other: '623', frozen: '624' } as const;
export const site = { first: '500', second: '502', central: '503' } as const;
/** Days after the clock of the dock, a Saturday. */
export const DAY = { monday: '2026-11-23', wednesday: '2026-11-25' } as const;
type Values = Readonly<Record<string, unknown>>;

export interface ListLine extends Readonly<Record<string, string>> {
  readonly id: string;
}
export interface Lists extends Dock {
  /** The second dispatcher, and one who sees no prices. */
  readonly rival: string;
  readonly blind: string;
  must<T = unknown>(path: string, input: Values, who?: string): Promise<T>;
  refusal(path: string, input: Values, who?: string): Promise<string>;
  /** An approved request of a site; answers its id. */
  requested(lines: readonly Values[], warehouseId?: string): Promise<string>;
  straight(ids: string): Promise<ListLine[]>;
  uniform(ids: string, type?: string): Promise<ListLine[]>;
  lines(kind: 'straight' | 'uniform', filters?: Values, who?: string): Promise<ListLine[]>;
  /** What `stock/prove` says; the first bad row where something is wrong. */
  proof(): Promise<unknown>;
  figure(query: string, values?: readonly unknown[]): Promise<string>;
}

export async function aDispatch(): Promise<Lists> {
  const dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into app_user (id, account, name, real_name, dept_id, role_id) values
      (3, 'rival', '李调度', '李调度', '{}', '{}'), (4, 'blind', '无价', '无价', '{}', '{}');
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (120, '中央厨房', '中央厨房', 'F1', 100, '6'), (130, '二项目部', '二项目部', 'P2', 100, '2');
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, warehouse_type) values
      (502, 'W2', '二仓', 100, 130, 'site'), (503, 'WC', '中心仓', 100, 110, 'central');
    insert into dict_biz (id, parent_id, code, dict_key, dict_value, sort) values
      (9001, 0, 'allergen', '-1', '过敏原', 1), (9002, 9001, 'allergen', 'milk', '乳制品', 1);
    update material set allergens = '[{"allergen": "milk", "state": "contains"}]' where id = 204;
    insert into supplier (id, code, name, contact, contact_phone, grade) values
      (620, 'A', '甲', '甲', '13900000020', 'a'), (621, 'B', '乙', '乙', '13900000021', 'b'),
      (622, 'C', '丙', '丙', '13900000022', 'c'), (623, 'D', '丁', '丁', '13900000023', 'b'),
      (624, 'E', '冻', '冻', '13900000024', 'b');
    update supplier set frozen = 1, freeze_reason = '停业' where id = 624;
    update supplier set lead_days = 4 where id = 621;
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date,
        share_percent) values
      (620, 201, 301, 1, 4.10, 4.10, '2026-01-01', null), (621, 201, 301, 1, 4.50, 4.50, '2026-01-01', null),
      (620, 202, 301, 1, 3.00, 3.00, '2026-01-01', 60), (622, 202, 301, 1, 3.20, 3.20, '2026-01-01', 40),
      (623, 204, 301, 1, 9.00, 9.00, '2026-01-01', null), (623, 203, 301, 1, 40, 40, '2026-01-01', null);
    insert into material_substitute (material_id, unit_id, qty, substitute_material_id, substitute_unit_id,
        substitute_qty, ratio, start_date) values
      (203, 301, 1, 204, 301, 1.5, 1.5, '2026-01-01'), (201, 301, 1, 202, 301, 1, 1, '2026-01-01');
    insert into central_factory (id, factory_name, dept_id, company_dept_id, linkman, address) values
      (700, '中央厨房', 120, 100, '周', '一号');
    insert into factory_warehouse (id, code, name, factory_id, type, factory_dept_id, company_dept_id) values
      (710, 'FW', '成品仓', 700, 'finished', 120, 100);
    update central_factory set ship_warehouse_id = 710 where id = 700;
    insert into project_dept_central_factory (code, project_dept_id, central_factory_id, priority, start_date) values
      ('R1', 110, 700, 1, '2020-01-01'), ('R2', 130, 700, 1, '2020-01-01');
    commit`);
  const rival = dock.running.signIn({ tenant: '000001', userId: '3', deptId: '110' });
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '4',
    deptId: '110',
    permissions: new Set([...everyPermission(dock.running.program)].filter((code) => !code.includes('_view_'))),
  });
  const room: Lists = {
    ...dock,
    rival,
    blind,
    async must(path, input, who = dock.keeper) {
      const { body } = await dock.post(who, path, input);
      if (body.msg !== OK) throw new Error(`${path}: ${body.msg}`);
      return body.data as never;
    },
    refusal: async (path, input, who = dock.keeper) => (await dock.post(who, path, input)).body.msg ?? '',
    async requested(lines, warehouseId = site.first) {
      const { id } = await room.must<{ id: string }>('invpleasepurchase/submit', {
        warehouseId,
        details: lines.map((line) => ({
          unitId: '301',
          needDate: DAY.wednesday,
          deliveryDate: DAY.wednesday,
          ...line,
        })),
      });
      await room.must('invpleasepurchase/toApply', { ids: id });
      await room.must('invpleasepurchase/doApply', { ids: id }, dock.boss);
      return id;
    },
    async straight(ids) {
      await room.must('distributionstraight/generateDistributionStraight', { ids });
      return room.lines('straight', { sourceOf: ids });
    },
    async uniform(ids, type) {
      await room.must('distributionuniform/generateDistributionUniform', { ids, ...(type ? { type } : {}) });
      return room.lines('uniform', { sourceOf: ids });
    },
    async lines(kind, { sourceOf, ...filters } = {}, who = dock.keeper) {
      const page = await dock.get(who, `distribution${kind}/detailPage`, { size: 200, ...filters });
      const records = page['records'] as ListLine[];
      if (sourceOf === undefined) return records;
      const codes = await dock.running.asOwner<{ code: string }>(
        `select bill_code as code from purchase_request where id = any($1)`,
        [String(sourceOf).split(',')],
      );
      return records.filter((line) => codes.some(({ code }) => line['sourceCode'] === code));
    },
    proof: async () => {
      const proof = await dock.get(dock.keeper, 'stock/prove', {});
      return proof['firstBadRow'];
    },
    figure: async (query, values = []) =>
      String(Object.values((await dock.running.asOwner<Record<string, unknown>>(query, [...values]))[0] ?? {})[0]),
  };
  return room;
}
