/** The lines a person chose, as they stand: seen by the caller, locked where they are to be changed, and still open. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { empty, join, sql } from '../../../parts/postgres/database.ts';
import type { DistributionKind, SourceType } from './distribution-line.fields.ts';
import { distributionStraightLine, distributionUniformLine } from './distribution-line.resource.ts';
import type { LineValues } from './write-lines.server.ts';

export const LINES_MAX = 10_000;

/** A line of a work list, with what a change is decided by. */
export interface ListLine extends Omit<LineValues, 'qty' | 'baseQty' | 'needBaseQty' | 'ratio' | 'factor'> {
  readonly id: Id;
  readonly billId: Id;
  readonly billCode: string;
  readonly lineNo: number;
  readonly companyDeptId: Id;
  readonly outOrgId: Id | null;
  readonly type: 'factory' | 'warehouse' | null;
  readonly bladeProjectDeptId: Id;
  readonly deptName: string;
  readonly warehouseId: Id;
  readonly materialName: string;
  readonly unitName: string;
  readonly needDate: string;
  readonly sourceType: SourceType;
  readonly sourceDetailId: Id;
  readonly revision: number;
  readonly changeId: Id | null;
  readonly lineStatus: string;
  readonly documentedQty: DecimalText;
  readonly cancelledQty: DecimalText;
  readonly leadDays: number;
  readonly grade: string;
  readonly supplierName: string;
  readonly qty: Decimal;
  readonly baseQty: Decimal;
  readonly needBaseQty: Decimal;
  readonly ratio: Decimal;
  readonly factor: Decimal;
}
const FIGURES = ['qty', 'baseQty', 'needBaseQty', 'ratio', 'factor'] as const;
type StoredLine = Omit<ListLine, (typeof FIGURES)[number]> & Readonly<Record<(typeof FIGURES)[number], DecimalText>>;

const LINES: Readonly<Record<DistributionKind, typeof distributionStraightLine>> = {
  straight: distributionStraightLine,
  uniform: distributionUniformLine,
};

/** Ids of lines as a call was sent them. */
export function lineIds(given: unknown): Id[] {
  const ids = [...new Set(listOf(given ?? []))];
  if (ids.length === 0) throw new Refused(refuse('distribution.no-lines', {}, { field: 'ids' }));
  if (ids.length > LINES_MAX)
    throw new Refused(refuse('distribution.lines-many', { max: LINES_MAX }, { field: 'ids' }));
  for (const id of ids)
    if (!/^\d{1,19}$/.test(id))
      throw new Refused(refuse('param.invalid', { name: 'ids', value: id }, { field: 'ids' }));
  return ids;
}

/** How often each line had been changed when it was looked at: `[revision, …]` in the order of the ids. */
export function seenRevisions(given: unknown, ids: readonly Id[]): ReadonlyMap<Id, number> {
  const seen = given === null || given === undefined ? [] : listOf(given).map(Number);
  return new Map(ids.flatMap((id, at) => (Number.isInteger(seen[at]) ? [[id, seen[at]!] as const] : [])));
}

/** These lines in the order of their ids; one the caller does not see, or of the other list, is unknown. */
export async function chosenLines(
  context: Context,
  kind: DistributionKind,
  ids: readonly Id[],
  { lock }: { readonly lock: boolean },
): Promise<ListLine[]> {
  if (lock)
    // Bills before lines, each in order: two who change lines of the same bills wait for each other and nothing else.
    await context.tx.run(sql`
      select 1 from distribution_bill b where b.id in (select d.distribution_bill_id from distribution_bill_detail d
        where d.id = any(${[...ids]}::bigint[])) order by b.id for update`);
  const scope = scopeCondition({ ...LINES[kind], where: {} }, context);
  const chosen = sql`d.id = any(${[...ids]}::bigint[]) and b.kind = ${kind} and b.status <> 'void'`;
  const rows = await context.tx.rows<StoredLine>(sql`
    select t.*, b.bill_code, b.id as bill_id, b.out_org_id, b.type, p.dept_name,
      m.called as material_name, u.called as unit_name, coalesce(s.name, '') as supplier_name,
      coalesce(s.grade, '') as grade,
      case when t.supplier_id is null then m.lead_days else coalesce((select min(coalesce(o.lead_days, s.lead_days))
        from supplier_material o where o.supplier_id = t.supplier_id and o.material_id = t.material_id
          and o.frozen = 0), s.lead_days, m.lead_days) end as lead_days
    from distribution_bill_detail d join distribution_bill b on b.id = d.distribution_bill_id
    cross join lateral (select d.*, b.company_dept_id) t
    join material m on m.id = t.material_id join material_unit u on u.id = t.unit_id
    join dept p on p.id = t.blade_project_dept_id left join supplier s on s.id = t.supplier_id
    where ${join([chosen, ...scope], ' and ')}
    order by d.id ${lock ? sql`for update of d` : empty}`);
  if (rows.length < ids.length) throw unknownRecord(LINES[kind].label);
  return rows.map((row) => ({
    ...row,
    qty: Decimal.of(row.qty),
    baseQty: Decimal.of(row.baseQty),
    needBaseQty: Decimal.of(row.needBaseQty),
    ratio: Decimal.of(row.ratio),
    factor: Decimal.of(row.factor),
  }));
}

/** Whether documents have something of a line, or something of it was cancelled. */
const isPartly = ({ documentedQty, cancelledQty }: ListLine): boolean =>
  Decimal.of(documentedQty).isPositive() || Decimal.of(cancelledQty).isPositive();

/**
 * What keeps these lines from being changed: they stand on documents, or somebody was faster. `whole`: the change is
 * about all of a line, so that nothing of it may have gone on; another supplier is for what is open of it.
 */
export async function hindrances(
  context: Context,
  lines: readonly ListLine[],
  seen: ReadonlyMap<Id, number>,
  { whole = true } = {},
): Promise<readonly Refusal[]> {
  const moved = lines.filter((line) => (seen.get(line.id) ?? line.revision) !== line.revision);
  if (moved.length > 0) return movedBy(context, moved);
  return lines
    .filter((line) => line.lineStatus !== 'open' || (whole && isPartly(line)))
    .map((line) =>
      refuse('distribution.line-documented', {
        billCode: line.billCode,
        line: line.lineNo,
        material: line.materialName,
      }),
    );
}

const NAMED = 5;

/** Who changed lines meanwhile, and which: a sentence for each of them. */
async function movedBy(context: Context, lines: readonly ListLine[]): Promise<Refusal[]> {
  const users = new Map(
    (
      await context.tx.rows<{ id: Id; user: string }>(sql`
        select l.id, c."user" from unnest(${lines.map((line) => line.id)}::text[]) as l(id)
        cross join lateral (select u.real_name as "user" from distribution_change c
          join app_user u on u.id = c.create_user where c.detail_ids ? l.id order by c.create_time desc, c.id desc
          limit 1) c`)
    ).map((row) => [row.id, row.user]),
  );
  return [...Map.groupBy(lines, (line) => users.get(line.id) ?? '—')].map(([user, own]) => {
    const named = own.slice(0, NAMED).map((line) => `${line.deptName} ${line.materialName}`);
    return refuse('distribution.changed-meanwhile', {
      user,
      count: own.length,
      lines: `${named.join('、')}${own.length > NAMED ? '…' : ''}`,
    });
  });
}
