/**
 * Cooperation types: what was approved and is changed is approved anew, where the company wants them approved at all.
 */
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { cooperationType } from './cooperation-type.document.ts';

const wantsApproval = async (context: Context): Promise<boolean> =>
  (await readParameter(context, 'supplier.cooperationTypeApproval')) !== '0';

/** Figures without which a way of settling says nothing. */
const NEEDED = {
  'purchase-price': [],
  commission: ['commissionPercent'],
  rent: ['guaranteeAmount'],
  guarantee: ['commissionPercent', 'guaranteeAmount'],
} as const;

export const cooperationTypeBehaviour = behaviour(cooperationType, {
  beforeSave(_context, { values }) {
    const missing = NEEDED[values.settleWay].filter((name) => (values[name] ?? null) === null);
    if (missing.length > 0)
      throw new Refused(
        ...missing.map((field) => refuse('field.required', { name: cooperationType.fields[field].label }, { field })),
      );
  },
  /** As draft again, or in force at once; what a save left as it was stays approved. */
  async afterSaveAll(context, saved) {
    const to = (await wantsApproval(context)) ? 'draft' : 'approved';
    const versions = new Map(saved.map(({ id, before }) => [id, before === null ? null : Number(before.version)]));
    const stored = await context.tx.rows<{ id: string; billCode: string; status: string; version: number }>(
      sql`select id, bill_code, status, version from cooperation_type
        where id = any(${[...versions.keys()]}::bigint[])`,
    );
    const rows = stored.filter(({ id, version }) => versions.get(id) !== version);
    const moving = rows.filter(({ status }) => (to === 'draft' ? status === 'approved' : status !== 'approved'));
    await moveState(
      cooperationType,
      context,
      moving.map((row) => ({ ...row, row })),
      to === 'draft' ? 'changed' : 'settled',
      { to },
      null,
    );
  },
  actions: {
    toApply: async (context): Promise<readonly Refusal[]> =>
      (await wantsApproval(context)) ? [] : [refuse('suppliers.cooperation-no-approval')],
  },
  async beforeRemove(context, rows) {
    const used = await context.tx.rows<{ name: string }>(sql`
      select name from cooperation_type c where c.id = any(${rows.map((row) => String(row.id))}::bigint[])
        and (exists (select 1 from enterprise e where e.cooperation_type_id = c.id) or exists (select 1 from supplier s
          where s.cooperation_type_id = c.id)) order by c.id`);
    if (used.length > 0) throw new Refused(...used.map((row) => refuse('suppliers.cooperation-used', row)));
  },
  filters: { usable: () => sql`(t.status = 'approved' and t.frozen = 0)` },
});

/** Those of these types that may not be chosen, by field `cooperationTypeId`. */
export async function unusableTypes(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  const rows =
    ids.length === 0
      ? []
      : await context.tx.rows<{ id: string; name: string }>(
          sql`select id, name from cooperation_type where id = any(${[...ids]}::bigint[]) and status <> 'approved'`,
        );
  return new Map(
    rows.map(({ id, name }) => [id, refuse('suppliers.cooperation-pending', { name }, { field: 'cooperationTypeId' })]),
  );
}
