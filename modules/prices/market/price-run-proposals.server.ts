/** Price runs nobody writes: what formulas say anew, as a draft for somebody to look at – on demand, or by night. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { ScheduledTask, Registry, Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { namedId } from '../../master-data/units/unit-calls.server.ts';
import { derivePrices, type DerivedType } from './derive-prices.server.ts';
import * as calls from './price-run.calls.ts';
import { priceRun } from './price-run.document.ts';
import { isChange, changesSince, calculateRun, REFERENCES, triggers, type Trigger } from './price-run.server.ts';

/**
 * What moved since prices were last published, as a draft for somebody to look at; nothing moved: no draft. An open one
 * of the kind is reckoned anew.
 */
async function propose(
  context: Context,
  registry: Registry,
  priceType: DerivedType,
  trigger: Exclude<Trigger, 'manual'>,
  company: Id | null,
): Promise<TypeOf<typeof calls.proposal>> {
  const references = REFERENCES[trigger];
  const going = await context.tx.row(
    sql`select 1 as one from price_formula where frozen = 0 and price_type =
      ${priceType} ${references === undefined ? sql`` : sql`and reference = any(${[...references]}::text[])`} and
      start_date <= ${context.today}::date and (end_date is null or end_date >= ${context.today}::date) limit 1`,
  );
  if (going === undefined)
    throw new Refused(
      refuse('prices.no-formula', {
        priceType: priceRun.fields.priceType.rules.choices!.find((each) => each.value === priceType)!.label,
        startDate: context.today,
      }),
    );
  const companyDeptId =
    company ??
    (
      await context.tx.row<{ id: Id }>(sql`
    select coalesce((select d.company_dept_id from dept d
    where d.id = ${context.user.deptId || null}::bigint), (select d.id from dept d
    where d.dept_category = '1' and d.frozen = 0 order by d.sort, d.id limit 1)) as id`)
    )?.id;
  const body: Input = { priceType, companyDeptId, referenceDate: context.today, startDate: context.today };
  const derived = await derivePrices(context, {
    priceType,
    companyDeptId: companyDeptId ?? null,
    formulaIds: [],
    ...(references === undefined ? {} : { references }),
    referenceDate: context.today,
    startDate: context.today,
  });
  // By the clock what was proposed and decided once is not proposed again.
  const isNews = trigger === 'schedule' ? await changesSince(context, priceType, null) : () => true;
  const changed = derived.filter((line) => isChange(line) && isNews(line));
  const failed = derived.filter((line) => line.price === null);
  const open = await context.tx.row<{ id: Id; billCode: string }>(
    sql`select id, bill_code from price_run where status = 'draft'
      and price_type = ${priceType} and trigger = ${trigger} and company_dept_id = ${companyDeptId ?? null}::bigint
        order by id desc limit 1 for update`,
  );
  let run: { id: Id; billCode: string } | undefined;
  if (changed.length > 0 || (open !== undefined && trigger !== 'schedule')) {
    if (open === undefined) triggers.set(body, trigger);
    const id = await saveRecord(registry, priceRun, context, open === undefined ? body : { ...body, id: open.id });
    if (open !== undefined)
      await calculateRun(context, id, {
        priceType,
        companyDeptId: String(companyDeptId),
        formulaIds: null,
        referenceDate: context.today,
        startDate: context.today,
        trigger,
      });
    run = await context.tx.row<{ id: Id; billCode: string }>(
      sql`select id, bill_code from price_run where id = ${id}::bigint`,
    );
  }
  return {
    state: 'done',
    fetched: derived.length,
    created: changed.filter((line) => line.old === null).length,
    updated: changed.filter((line) => line.old !== null).length,
    unchanged: derived.length - changed.length - failed.length,
    failed: failed.length,
    errors: failed
      .slice(0, 100)
      .map((line) => ({ materialId: line.materialId, materialName: line.material, reason: line.why })),
    priceRunId: run?.id ?? '',
    billCode: run?.billCode ?? '',
  };
}

const HALF_AN_HOUR = 1_800_000;
/** Night work begins when the markets of the day before are known and nobody orders. */
const FROM_HOUR = 2;
/**
 * Proposes for each kind of price what formulas say anew since the last run. A night is done once, whoever is first.
 */
export async function proposeByNight(context: Context, registry: Registry): Promise<void> {
  if (Number(context.now.slice(11, 13)) < FROM_HOUR || (await readParameter(context, 'price.nightlyRun')) !== '1')
    return;
  // Whoever comes second waits here for the first, and then has nothing to do.
  const mine = await context.tx.run(
    sql`insert into price_run_night (night) values (${context.today}::date) on conflict do nothing`,
  );
  if (mine === 0) return;
  const kinds = await context.tx.rows<{ priceType: DerivedType }>(sql`
    select distinct price_type from price_formula
    where frozen = 0 and price_type in ('settlement', 'joint') and start_date <= ${context.today}::date
      and (end_date is null or end_date >= ${context.today}::date) order by 1`);
  for (const { priceType } of kinds) await propose(context, registry, priceType, 'schedule', null);
}

/** Proposes prices by formula at night, of tenants that want it. */
export const proposeNightly = (services: Services): ScheduledTask => ({
  name: 'price.nightly-run',
  everyMs: HALF_AN_HOUR,
  run: () =>
    forEachTenant(services, 'price.nightly-run', ({ transaction }) =>
      transaction((context) => proposeByNight(context, context.registry)),
    ),
});

const serveSync = (contract: typeof calls.syncPurchasePrices): Call =>
  serve(
    contract,
    (context, input) => propose(context, context.registry, 'settlement', 'purchase', namedId(input.companyDeptId)),
    { reads: false },
  );

export const priceRunCalls: readonly Call[] = [
  serveSync(calls.syncPurchasePrices),
  serveSync(calls.syncPurchasePricesOfStores),
  serve(calls.proposeRun, (context, input) =>
    propose(
      context,
      context.registry,
      input.priceType,
      input.trigger === 'market' ? 'market' : 'purchase',
      namedId(input.companyDeptId),
    ),
  ),
];
