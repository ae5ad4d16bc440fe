/** Stalls as production finds them: their place in the ledger, how they book, and which days they closed. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { once, type Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { dayRefusal } from './produce.rules.ts';

/** A stall that makes and throws away. */
export interface KitchenStall {
  readonly deptId: Id;
  readonly locationId: Id;
  readonly name: string;
  readonly costMode: 'produce' | 'backflush' | 'day-end';
  readonly monthsThrough: string | null;
  readonly companyDeptId: Id | null;
  readonly bladeProjectDeptId: Id | null;
  readonly useRestaurantDeptId: Id | null;
}

/**
 * By department, held: what one stall makes is written one after the other. Refuses what is no stall in reach. Those a
 * transaction holds are not asked for again.
 */
export async function holdStalls(context: Context, deptIds: readonly Id[]): Promise<ReadonlyMap<Id, KitchenStall>> {
  const held = once(context, 'production.stalls', () => new Map<Id, KitchenStall>());
  const fresh = [...new Set(deptIds)].filter((id) => !held.has(id));
  if (fresh.length > 0) for (const [id, stall] of await readStalls(context, fresh)) held.set(id, stall);
  return held;
}

async function readStalls(context: Context, asked: Id[]): Promise<ReadonlyMap<Id, KitchenStall>> {
  const rows = await context.tx.rows<KitchenStall>(sql`
    select d.id as dept_id, l.id as location_id, l.called as name, coalesce(o.cost_mode, 'produce') as cost_mode,
      l.closed_through as months_through, l.company_dept_id, r.parent_id as blade_project_dept_id,
      r.id as use_restaurant_dept_id
    from dept d join stock_location l on l.id = d.id and l.kind = 'stall' join dept r on r.id = d.parent_id
    left join operation_system o on o.gear_operation_dept_id = d.id
    where d.id = any(${asked}::bigint[]) and d.dept_category = ${DEPT.stall}
      and coalesce(o.business_status, 'open') <> 'closed'
    order by d.id for no key update of d`);
  const found = new Map(rows.map((row) => [row.deptId, row]));
  const { scope } = context.user;
  if (asked.some((id) => !found.has(id) || (!scope.all && !scope.depts.includes(id))))
    throw new Refused(refuse('production.stall-unknown', {}, { field: 'gearOperationDeptId' }));
  return found;
}

/** A day of a stall. */
interface StallDay {
  readonly stall: KitchenStall;
  readonly bizDate: string;
}

/** Refuses days that are over for these stalls. */
export async function requireOpenDays(context: Context, days: readonly StallDay[]): Promise<void> {
  const [daysBack, closed] = await Promise.all([
    readParameter(context, 'production.backdate-days'),
    context.tx.rows<{ key: string }>(sql`
      select k.gear_operation_dept_id || ' ' || k.biz_date as key from kitchen_day k
      where k.gear_operation_dept_id = any(${days.map(({ stall }) => stall.deptId)}::bigint[])
        and k.biz_date = any(${days.map(({ bizDate }) => bizDate)}::date[])`),
  ]);
  const keys = new Set(closed.map(({ key }) => key));
  const refusals = days.flatMap(
    ({ stall, bizDate }) =>
      dayRefusal({
        bizDate,
        today: context.today,
        daysBack: /^\d+$/.test(daysBack) ? Number(daysBack) : 3,
        monthsThrough: stall.monthsThrough,
        isClosed: keys.has(`${stall.deptId} ${bizDate}`),
        stall: stall.name,
      }) ?? [],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** When what belongs to an earlier day happened in the ledger: as the last thing of that day. Undefined: now. */
export const ledgerTime = (bizDate: string, today: string): string | undefined =>
  bizDate < today ? `${bizDate} 23:59:59` : undefined;
