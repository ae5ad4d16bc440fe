/** Lines of work lists in the database: made, changed and told apart, each with one statement however many. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds } from '../../../kernel/server/numbering.ts';
import { raw, sql } from '../../../parts/postgres/database.ts';
import type { LineTerms } from './line-terms.server.ts';
import type { SourceType } from './distribution-line.fields.ts';

/** What a line is about, whom it was given to, and on which terms. */
export interface LineValues extends LineTerms {
  readonly materialId: Id;
  readonly originMaterialId: Id | null;
  readonly ratio: DecimalText;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly baseUnitId: Id;
  readonly qty: DecimalText;
  readonly baseQty: DecimalText;
  readonly needBaseQty: DecimalText;
  readonly sourceKind: 'direct' | 'warehouse' | 'factory';
  readonly sourceReason: string | null;
  readonly outWarehouseId: Id | null;
  readonly outFactoryWarehouseId: Id | null;
  readonly supplierId: Id | null;
  readonly supplierReason: string | null;
  readonly supplyMode: 'stock' | 'produce' | 'purchase' | null;
}
/** What of it never changes. */
interface LineOrigin {
  readonly billId: Id;
  readonly lineNo: number;
  readonly sourceType: SourceType;
  readonly sourceDetailId: Id;
  readonly sourceCode: string;
  readonly bladeProjectDeptId: Id;
  readonly warehouseId: Id;
  readonly needDate: string;
  readonly splitFromId: Id | null;
}

type Columns<T> = Readonly<Record<keyof T, readonly [column: string, type: string]>>;
const ORIGIN: Columns<LineOrigin> = {
  billId: ['distribution_bill_id', 'bigint'],
  lineNo: ['line_no', 'integer'],
  sourceType: ['source_type', 'text'],
  sourceDetailId: ['source_detail_id', 'text'],
  sourceCode: ['source_code', 'text'],
  bladeProjectDeptId: ['blade_project_dept_id', 'bigint'],
  warehouseId: ['warehouse_id', 'bigint'],
  needDate: ['need_date', 'date'],
  splitFromId: ['split_from_id', 'text'],
};
const VALUES: Columns<LineValues> = {
  materialId: ['material_id', 'bigint'],
  originMaterialId: ['origin_material_id', 'bigint'],
  ratio: ['ratio', 'numeric'],
  unitId: ['unit_id', 'bigint'],
  factor: ['factor', 'numeric'],
  baseUnitId: ['base_unit_id', 'bigint'],
  qty: ['qty', 'numeric'],
  baseQty: ['base_qty', 'numeric'],
  needBaseQty: ['need_base_qty', 'numeric'],
  deliveryDate: ['delivery_date', 'date'],
  orderBefore: ['order_before', 'timestamptz'],
  arriveDate: ['arrive_date', 'date'],
  sourceKind: ['source_kind', 'text'],
  sourceReason: ['source_reason', 'text'],
  outWarehouseId: ['out_warehouse_id', 'bigint'],
  outFactoryWarehouseId: ['out_factory_warehouse_id', 'bigint'],
  supplierId: ['supplier_id', 'bigint'],
  supplierReason: ['supplier_reason', 'text'],
  supplyMode: ['supply_mode', 'text'],
  price: ['price', 'numeric'],
  taxRate: ['tax_rate', 'numeric'],
  priceNoTax: ['price_no_tax', 'numeric'],
  amount: ['amount', 'numeric'],
  priceReason: ['price_reason', 'text'],
};
/** What an undo brings back, beside the bill the line stands in. */
const KEPT = {
  ...VALUES,
  billId: ORIGIN.billId,
  lineNo: ORIGIN.lineNo,
  splitFromId: ORIGIN.splitFromId,
  changeId: ['change_id', 'bigint'],
} as const;

const entries = Object.entries;
const recordOf = (columns: Readonly<Record<string, readonly [string, string]>>): string =>
  entries(columns)
    .map(([name, [, type]]) => `"${name}" ${type}`)
    .join(', ');
const namesOf = (columns: Readonly<Record<string, readonly [string, string]>>): string =>
  entries(columns)
    .map(([, [column]]) => column)
    .join(', ');

/** Adds lines; answers their ids in order. */
export async function insertLines(context: Context, lines: readonly (LineOrigin & LineValues)[]): Promise<Id[]> {
  const ids = await newIds(context, lines.length);
  const columns = { ...ORIGIN, ...VALUES };
  await context.tx.run(sql`
    insert into distribution_bill_detail (id, ${raw(namesOf(columns))})
    select l.id, ${raw(
      Object.keys(columns)
        .map((name) => `l."${name}"`)
        .join(', '),
    )}
    from json_to_recordset(${JSON.stringify(lines.map((line, at) => ({ ...line, id: ids[at] })))}::json)
      as l(id bigint, ${raw(recordOf(columns))})`);
  return ids;
}

/** A line's new values, beside what stays as it is. */
export type ChangedLine = Partial<LineValues & Pick<LineOrigin, 'billId' | 'lineNo'>> & { readonly id: Id };

/** Changes lines as part of a change that is kept: every one of them has the same keys. */
export async function updateLines(context: Context, lines: readonly ChangedLine[], changeId: Id): Promise<void> {
  if (lines.length === 0) return;
  const keys = Object.keys(lines[0]!).filter((key) => key !== 'id') as (keyof typeof KEPT)[];
  const columns = Object.fromEntries(keys.map((key) => [key, KEPT[key]]));
  await context.tx.run(sql`
    update distribution_bill_detail d set ${raw(keys.map((key) => `${KEPT[key][0]} = l."${key}"`).join(', '))},
      revision = d.revision + 1, change_id = ${changeId}::bigint
    from json_to_recordset(${JSON.stringify(lines)}::json) as l(id bigint, ${raw(recordOf(columns))})
    where d.id = l.id`);
}

/** Lines as they stand, for an undo: `[{id, supplierId, …}]`, taken without leaving the database. */
export const standing = (lineIds: readonly Id[]) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id::text, ${raw(
    entries(KEPT)
      .map(([name, [column, type]]) =>
        type === 'bigint' || type === 'numeric'
          ? `'${name}', ${type === 'numeric' ? `trim_scale(d.${column})` : `d.${column}`}::text`
          : `'${name}', d.${column}`,
      )
      .join(', '),
  )}) order by d.id), '[]') from distribution_bill_detail d where d.id = any(${[...lineIds]}::bigint[]))`;

/** Brings lines back to what a change had kept of them, also which change was the last before it. */
export async function restoreLines(context: Context, changeId: Id): Promise<void> {
  await context.tx.run(sql`
    update distribution_bill_detail d set ${raw(
      entries(KEPT)
        .map(([name, [column]]) => `${column} = l."${name}"`)
        .join(', '),
    )}, revision = d.revision + 1
    from distribution_change c cross join jsonb_to_recordset(c.before) as l(id bigint, ${raw(recordOf(KEPT))})
    where c.id = ${changeId}::bigint and d.id = l.id`);
}
