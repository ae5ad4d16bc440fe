/**
 * Who should see which rows, reckoned apart from the product: from the raw tables, read as their owner, and from the
 * two tables below. It knows no declaration.
 */
import type { TheCompany } from '../contracts/the-company.ts';

/**
 * Rows that are for some: the column of departments that decides, whether its emptiness means everybody, and the
 * columns that name a supplier.
 */
export interface Scoped {
  /** A table, or a query where the list is put together of several: then who made a row decides nothing. */
  readonly table: string;
  readonly dept: string | null;
  readonly many?: true;
  readonly emptyIsForAll?: true;
  readonly supplier?: readonly string[];
  /** Which rows of the table, where others are listed elsewhere. */
  readonly share?: string;
}
const BY_SUPPLIER = ['supplier_id'] as const;
/** Of a ledger the rows of one kind of place, with the department of the place. */
const at = (kind: string, table: string): Scoped => {
  const lot = table === 'stock' ? '' : 'join batch b on b.tenant_id = s.tenant_id and b.id = s.batch_id';
  return {
    table: `(select s.*, l.dept_id${lot === '' ? '' : ', b.supplier_id'}
      from ${table} s join stock_location l on l.tenant_id = s.tenant_id and l.id = s.location_id ${lot}
      where l.kind = '${kind}')`,
    dept: 'dept_id',
    ...(table === 'stock_batch' ? { supplier: BY_SUPPLIER } : {}),
  };
};
export const SCOPED: Readonly<Record<string, Scoped>> = {
  dept: { table: 'dept', dept: 'id' },
  user: { table: 'app_user', dept: 'dept_id', many: true, supplier: BY_SUPPLIER },
  flowDelegation: { table: 'flow_delegation', dept: 'create_dept' },
  leave: { table: 'leave', dept: 'create_dept' },
  printLog: { table: 'print_log', dept: 'create_dept' },
  menuTemplate: { table: 'menu_template', dept: 'blade_project_dept_id' },
  materialAlias: { table: 'material_alias', dept: null, supplier: BY_SUPPLIER },
  materialAuthRange: { table: 'material_auth_range', dept: 'dept_id' },
  enterprise: { table: 'enterprise', dept: 'company_dept_id' },
  supplier: { table: 'supplier', dept: null, supplier: ['id'] },
  supplierMaterial: { table: 'supplier_material', dept: null, supplier: BY_SUPPLIER },
  supplierProject: { table: 'supplier_project', dept: null, supplier: BY_SUPPLIER },
  supplierScore: { table: 'supplier_score', dept: null, supplier: BY_SUPPLIER },
  managementPricePlan: { table: 'management_price_plan', dept: 'company_dept_id' },
  operatingJointVenturePricePlan: { table: 'operating_joint_venture_price_plan', dept: 'company_dept_id' },
  assessmentPriceMaintenance: { table: 'assessment_price_maintenance', dept: 'company_dept_id' },
  priceScheme: { table: 'price_scheme', dept: 'company_dept_id' },
  priceEarlyWarning: { table: 'price_early_warning', dept: 'company_dept_id', emptyIsForAll: true },
  priceWarning: { table: 'price_warning', dept: 'company_dept_id', emptyIsForAll: true, supplier: BY_SUPPLIER },
  priceRun: { table: 'price_run', dept: 'company_dept_id' },
  projectDeptSystem: { table: 'project_dept_system', dept: 'blade_project_dept_id' },
  useRestaurant: { table: 'use_restaurant', dept: 'use_restaurant_dept_id' },
  operationSystem: { table: 'operation_system', dept: 'gear_operation_dept_id' },
  timeIntervalRecord: { table: 'time_interval_record', dept: 'gear_operation_dept_id' },
  salesPlan: { table: 'sales_plan', dept: 'gear_operation_dept_id' },
  salesPlanRevision: { table: 'sales_plan_revision', dept: 'gear_operation_dept_id' },
  healthCard: { table: 'health_card', dept: 'gear_operation_dept_id' },
  safetyDuty: { table: 'safety_duty', dept: 'gear_operation_dept_id' },
  foodSafetyLog: { table: 'food_safety_log', dept: 'gear_operation_dept_id' },
  servedCount: { table: 'served_count', dept: 'gear_operation_dept_id' },
  mealForecast: { table: 'meal_forecast', dept: 'gear_operation_dept_id' },
  weatherDay: { table: 'weather_day', dept: 'blade_project_dept_id' },
  specialMeal: { table: 'special_meal', dept: 'gear_operation_dept_id' },
  projectDeptUnload: { table: 'project_dept_unload', dept: 'blade_project_dept_id' },
  storeAdmin: { table: 'store_admin', dept: 'gear_operation_dept_id' },
  goodsSystem: { table: 'goods_system', dept: 'gear_project_dept_sys_dept_id' },
  goodsSystemMenuTemplate: { table: 'goods_system_menu_template', dept: 'gear_project_dept_sys_dept_id' },
  gearMenu: { table: 'gear_menu', dept: 'gear_operation_dept_id' },
  priceLabel: { table: 'price_label', dept: 'gear_operation_dept_id' },
  kitchenDay: { table: 'kitchen_day', dept: 'gear_operation_dept_id' },
  prepTick: { table: 'prep_tick', dept: 'gear_operation_dept_id' },
  warehouse: { table: 'warehouse', dept: 'project_group_dept_id' },
  centralFactory: { table: 'central_factory', dept: 'dept_id' },
  projectDeptCentralFactory: {
    table: 'project_dept_central_factory',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
  },
  factoryWarehouse: { table: 'factory_warehouse', dept: 'factory_dept_id', emptyIsForAll: true },
  stockPeriod: { table: 'stock_period', dept: 'company_dept_id' },
  pick: { table: 'pick', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  outStore: { table: 'out_store', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  otherInStore: {
    table: 'other_in_store',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  otherOutStore: { table: 'other_out_store', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  allocation: { table: 'allocation', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  purchaseReturn: {
    table: 'purchase_return',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  invReturn: { table: 'inv_return', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  returnOutStore: {
    table: 'return_out_store',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  recallCase: {
    table: 'recall_case',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  stockCheck: {
    table: 'stock_check',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    share: "place_kind = 'site'",
  },
  factoryinvcheck: {
    table: 'stock_check',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    share: "place_kind = 'factory'",
  },
  sourceInventoryConfigure: { table: 'source_inventory_configure', dept: 'company_dept_id', supplier: BY_SUPPLIER },
  purchaseDirectDeliveryRule: {
    table: 'purchase_direct_delivery_rule',
    dept: 'company_dept_id',
    supplier: BY_SUPPLIER,
  },
  materialYieldTest: { table: 'material_yield_test', dept: null, supplier: BY_SUPPLIER },
  materialChannel: { table: 'material_channel', dept: null, supplier: BY_SUPPLIER },
  deliveryCalendar: { table: 'delivery_calendar', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  deliveryCalendarException: {
    table: 'delivery_calendar_exception',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
  },
  deliveryRoute: { table: 'delivery_route', dept: 'out_org_id' },
  standingOrder: { table: 'standing_order', dept: 'blade_project_dept_id', emptyIsForAll: true, supplier: BY_SUPPLIER },
  requirementPlan: { table: 'requirement_plan', dept: 'blade_project_dept_ids', many: true, emptyIsForAll: true },
  distribution: { table: 'distribution', dept: 'blade_project_dept_id', emptyIsForAll: true },
  purchaseRequest: { table: 'purchase_request', dept: 'blade_project_dept_id', emptyIsForAll: true },
  purchaseOrder: { table: 'purchase_order', dept: 'blade_project_dept_id', emptyIsForAll: true, supplier: BY_SUPPLIER },
  purchaseOrderChange: {
    table: 'purchase_order_change',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  inStore: {
    table: 'in_store',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
    share: "instore_type = 'site'",
  },
  factorywarehouseinstore: {
    table: 'in_store',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
    share: "instore_type = 'factory'",
  },
  selfPurchaseOrder: {
    table: 'self_purchase_order',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  selfpurchaseinstore: {
    table: 'in_store',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
    share: "instore_type = 'self-purchase'",
  },
  factorysuppressinstore: {
    table: 'in_store',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
    share: "instore_type = 'suppress'",
  },
  factoryreturnedinstore: {
    table: 'in_store',
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
    share: "instore_type = 'returned'",
  },
  factoryReturned: { table: 'factory_returned', dept: 'factory_dept_id' },
  factorySuppressOrder: { table: 'factory_suppress_order', dept: 'factory_dept_id' },
  inStoreDifference: {
    table: 'in_store_difference',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  managementPrice: {
    table: `(select d.id, d.tenant_id, p.company_dept_id from management_price_plan_detail d
      join management_price_plan p on p.id = d.management_price_plan_id where p.status = 'approved')`,
    dept: 'company_dept_id',
  },
  purchaseRequestLine: {
    table: `(select d.id, d.tenant_id, d.supplier_id, r.blade_project_dept_id from purchase_request_detail d
      join purchase_request r on r.id = d.purchase_request_id where r.status in ('approved', 'done'))`,
    dept: 'blade_project_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  distributionBill: {
    table: 'distribution_bill',
    dept: 'company_dept_id',
    emptyIsForAll: true,
    share: "kind = 'straight'",
  },
  distributionuniform: {
    table: 'distribution_bill',
    dept: 'company_dept_id',
    emptyIsForAll: true,
    share: "kind = 'uniform'",
  },
  distributionStraightLine: {
    table: `(select d.id, d.tenant_id, d.supplier_id, b.company_dept_id, b.create_user
      from distribution_bill_detail d
      join distribution_bill b on b.id = d.distribution_bill_id where b.kind = 'straight' and b.status <> 'void')`,
    dept: 'company_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  distributionUniformLine: {
    table: `(select d.id, d.tenant_id, d.supplier_id, b.company_dept_id, b.create_user
      from distribution_bill_detail d
      join distribution_bill b on b.id = d.distribution_bill_id where b.kind = 'uniform' and b.status <> 'void')`,
    dept: 'company_dept_id',
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  purchaseDocument: {
    table: 'purchase_document',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  factoryOrder: { table: 'factory_order', dept: 'visible_dept_ids', many: true, emptyIsForAll: true },
  distributionStatementLog: {
    table: 'distribution_statement_log',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
  },
  shortageSplit: { table: 'shortage_split', dept: 'out_org_id', emptyIsForAll: true },
  purchaseShipNote: { table: 'purchase_ship_note', dept: null, supplier: BY_SUPPLIER },
  gearProduce: { table: 'gear_produce', dept: 'place_dept_id' },
  gearLabel: { table: 'gear_label', dept: 'gear_operation_dept_id' },
  gearFoodWaste: { table: 'gear_food_waste', dept: 'gear_operation_dept_id' },
  batch: { table: 'batch', dept: null, supplier: BY_SUPPLIER },
  stock: at('warehouse', 'stock'),
  gearStock: at('stall', 'stock'),
  factoryStock: at('factory-warehouse', 'stock'),
  factoryStockBatch: at('factory-warehouse', 'stock_batch'),
  factoryStockBatchLog: at('factory-warehouse', 'stock_move'),
  stockBatch: at('warehouse', 'stock_batch'),
  gearStockBatch: at('stall', 'stock_batch'),
  stockBatchLog: at('warehouse', 'stock_move'),
  gearStockBatchLog: at('stall', 'stock_move'),
  settlementEntry: {
    table: `(select e.*, case when e.party_kind = 'supplier' then e.party_id end as supplier_id from settlement_entry e)`,
    dept: 'dept_id',
    supplier: BY_SUPPLIER,
  },
  crateMovement: {
    table: '(select m.* from crate_movement m)',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  crateBalance: {
    table: '(select b.* from crate_balance b)',
    dept: 'visible_dept_ids',
    many: true,
    emptyIsForAll: true,
    supplier: BY_SUPPLIER,
  },
  priceCorrection: { table: 'price_correction', dept: 'company_dept_id', supplier: BY_SUPPLIER },
};
/** Warehouses and stalls under another name, by the same ids. */
export const ELSEWHERE = ['stockLocation'];
export const isPutTogether = ({ table }: Scoped): boolean => table.startsWith('(');

/** Of which departments somebody sees the rows, by the scope of his role: from where he stands. */
export type Width =
  | 'everything'
  | 'own rows'
  | 'his departments'
  | 'and below'
  | 'his company'
  | 'these departments'
  | 'nothing he has';
export interface Seer {
  readonly account: string;
  readonly stands: readonly string[];
  readonly width: Width;
  /** How the role says it. */
  readonly scope: readonly [type: string, value: string | null];
  /** For “these departments”. */
  readonly named?: readonly string[];
  readonly party?: 'supplier' | 'client' | 'guest';
}

interface Dept {
  readonly id: string;
  readonly above: string;
  readonly category: string;
}
export interface RawRow {
  readonly id: string;
  readonly depts: readonly string[] | null;
  readonly suppliers: readonly string[];
  readonly maker: string | null;
}

export async function rawDepts({ asOwner }: TheCompany, tenant: string): Promise<readonly Dept[]> {
  return asOwner<Dept>(
    'select id::text, parent_id::text as above, dept_category as category from dept where tenant_id = $1',
    [tenant],
  );
}

export async function rawRows(
  { asOwner }: TheCompany,
  tenant: string,
  { table, dept, many, supplier = [], share = 'true' }: Scoped,
): Promise<readonly RawRow[]> {
  const depts =
    dept === null
      ? 'null::text[]'
      : many
        ? `t.${dept}::text[]`
        : `case when t.${dept} is null then null else array[t.${dept}::text] end`;
  return asOwner<RawRow>(
    `select t.id::text, ${depts} as depts,
      array_remove(array[${supplier.map((name) => `t.${name}::text`).join()}]::text[], null) as suppliers,
      ${isPutTogether({ table, dept }) && !table.includes('create_user') ? 'null' : 't.create_user'}::text as maker
    from ${table} t where t.tenant_id = $1 and ${share}`,
    [tenant],
  );
}

/** The ids of the lines of these records, with the record's: tables that are called after the table and refer to it. */
export async function lineIds(
  { asOwner }: TheCompany,
  scoped: Scoped,
): Promise<readonly { readonly id: string; readonly owner: string }[]> {
  if (isPutTogether(scoped)) return [];
  const tables = await asOwner<{ name: string }>(
    `select table_name as name from information_schema.columns c
      join information_schema.columns i using (table_schema, table_name)
    where i.column_name = 'id' and table_schema = 'public' and c.column_name = $1 || '_id'
      and starts_with(table_name, $1 || '_')`,
    [scoped.table],
  );
  const lines: { id: string; owner: string }[] = [];
  for (const { name } of tables)
    lines.push(
      ...(await asOwner<{ id: string; owner: string }>(
        `select l.id::text, t.id::text as owner from ${name} l join ${scoped.table} t on t.id = l.${scoped.table}_id
        where ${scoped.share ?? 'true'}`,
      )),
    );
  return lines;
}

/** Menu templates that hold at one of these stalls (null: at any): its own, and those of a restaurant above it. */
export async function menusReaching(
  { asOwner }: TheCompany,
  tenant: string,
  his: ReadonlySet<string> | null,
  depts: readonly Dept[],
): Promise<ReadonlySet<string>> {
  const stalls = depts.filter(({ id, category }) => category === '4' && (his?.has(id) ?? true)).map(({ id }) => id);
  const above = new Set(stalls);
  for (const id of above) {
    const dept = depts.find((each) => each.id === id);
    if (dept !== undefined) above.add(dept.above);
  }
  const menus = await asOwner<{ id: string; stalls: readonly string[] | null; restaurants: readonly string[] | null }>(
    `select id::text, case template_kind when 'gear' then gear_operation_dept_ids::text[] end as stalls,
      case template_kind when 'restaurant' then use_restaurant_dept_ids::text[] end as restaurants
    from menu_template where tenant_id = $1`,
    [tenant],
  );
  return new Set(
    menus
      .filter((menu) => menu.stalls?.some((id) => stalls.includes(id)) || menu.restaurants?.some((id) => above.has(id)))
      .map(({ id }) => id),
  );
}

/** Warehouses that serve a restaurant among these departments, or one with a stall among them; null: all there are. */
export async function warehousesServing(
  { asOwner }: TheCompany,
  tenant: string,
  his: ReadonlySet<string> | null,
  depts: readonly Dept[],
): Promise<ReadonlySet<string>> {
  const warehouses = await asOwner<{ id: string; site: string; chosen: readonly string[] | null }>(
    `select id::text, project_group_dept_id::text as site, use_restaurant_group_dept_id::text[] as chosen
    from warehouse where tenant_id = $1`,
    [tenant],
  );
  const restaurants = depts.filter(
    ({ id, category }) =>
      category === '3' && (his === null || his.has(id) || depts.some((dept) => dept.above === id && his.has(dept.id))),
  );
  return new Set(
    warehouses
      .filter(
        ({ site, chosen }) =>
          his === null ||
          restaurants.some((each) => ((chosen ?? []).length > 0 ? chosen!.includes(each.id) : each.above === site)),
      )
      .map(({ id }) => id),
  );
}

/** Departments of which he sees the rows; null: of all. */
export function deptsOf(seer: Seer, depts: readonly Dept[]): ReadonlySet<string> | null {
  const line = (id: string): readonly string[] => {
    const dept = depts.find((each) => each.id === id);
    return dept === undefined ? [] : [id, ...line(dept.above)];
  };
  const companyOf = (id: string): string | undefined =>
    line(id).findLast((each) => depts.find((dept) => dept.id === each)?.category === '1');
  const where = (may: (id: string) => boolean): ReadonlySet<string> => new Set(depts.map(({ id }) => id).filter(may));
  if (seer.party !== undefined) return new Set();
  switch (seer.width) {
    case 'everything':
      return null;
    case 'own rows':
    case 'nothing he has':
      return new Set();
    case 'his departments':
      return new Set(seer.stands);
    case 'these departments':
      return new Set(seer.named);
    case 'and below':
      return where((id) => line(id).some((each) => seer.stands.includes(each)));
    case 'his company':
      return where((id) => seer.stands.some((each) => companyOf(each) === companyOf(id)));
  }
}

/** Should he see this row? `supplierId`: the one he works for. */
export function sees(
  seer: Seer,
  userId: string,
  supplierId: string | null,
  his: ReadonlySet<string> | null,
  scoped: Scoped,
  row: RawRow,
): boolean {
  if (row.maker === userId) return true;
  if (seer.party !== undefined) {
    if (scoped.dept === null && scoped.supplier === undefined) return true;
    return supplierId !== null && row.suppliers.includes(supplierId);
  }
  if (his === null || scoped.dept === null) return true;
  if (row.depts === null) return scoped.emptyIsForAll === true;
  return row.depts.some((dept) => his.has(dept));
}
