/** Price runs nobody writes: new prices by formula as a draft for somebody to look at, on demand or by night. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { namedId } from '../../master-data/units/unit-calls.server.ts';
import { derivePrices, type DerivedType } from './derive-prices.server.ts';
import * as calls from './price-run.calls.ts';
import { priceRun } from './price-run.document.ts';
import { triggers } from './price-run.server.ts';
import { calculateRun, changesSince, isChange, REFERENCES, type Trigger } from './run-lines.server.ts';

type Proposal = Exclude<Trigger, 'manual'>;
interface RunKey {
  readonly id: Id;
  readonly billCode: string;
}

/**
 * What changed since prices were last published, as a draft for somebody to look at; where nothing changed, no draft.
 * An open draft of the same trigger is calculated anew.
 */
async function propose(
  context: Context,
  priceType: DerivedType,
  trigger: Proposal,
  company: Id | null,
): Promise<TypeOf<typeof calls.proposal>> {
  const references = REFERENCES[trigger];
  await requireFormula(context, priceType, references);
  const companyDeptId = company ?? (await defaultCompany(context));
  const derived = await derivePrices(context, {
    priceType,
    companyDeptId,
    formulaIds: [],
    ...(references === undefined ? {} : { references }),
    referenceDate: context.today,
    startDate: context.today,
  });
  // The schedule does not propose again what was proposed and decided once.
  const isNew = trigger === 'schedule' ? await changesSince(context, priceType, null) : () => true;
  const changed = derived.filter((line) => isChange(line) && isNew(line));
  const failed = derived.filter((line) => line.price === null);
  const run = await saveProposal(context, { priceType, trigger, companyDeptId }, changed.length > 0);
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

/** Refuses where no formula of the price type is in force that goes by one of these references. */
async function requireFormula(
  context: Context,
  priceType: DerivedType,
  references: readonly string[] | undefined,
): Promise<void> {
  const byReference = references === undefined ? sql`` : sql`and reference = any(${[...references]}::text[])`;
  const formula = await context.tx.row(sql`
    select 1 as one from price_formula
    where frozen = 0 and price_type = ${priceType} ${byReference} and start_date <= ${context.today}::date
      and (end_date is null or end_date >= ${context.today}::date)
    limit 1`);
  if (formula === undefined)
    throw new Refused(
      refuse('prices.no-formula', {
        priceType: priceRun.fields.priceType.rules.choices!.find((each) => each.value === priceType)!.label,
        startDate: context.today,
      }),
    );
}

/** The company of the person's department, else the first company. */
async function defaultCompany(context: Context): Promise<Id | null> {
  const company = await context.tx.row<{ id: Id | null }>(sql`
    select coalesce(
      (select d.company_dept_id from dept d where d.id = ${context.user.deptId || null}::bigint),
      (select d.id from dept d where d.dept_category = '1' and d.frozen = 0 order by d.sort, d.id limit 1)) as id`);
  return company?.id ?? null;
}

/**
 * Saves the draft and calculates its lines. Without changes no draft is made; an open one is calculated all the same,
 * but by the schedule.
 */
async function saveProposal(
  context: Context,
  { priceType, trigger, companyDeptId }: { priceType: DerivedType; trigger: Proposal; companyDeptId: Id | null },
  isChanged: boolean,
): Promise<RunKey | undefined> {
  const open = await context.tx.row<RunKey>(sql`
    select id, bill_code from price_run
    where status = 'draft' and price_type = ${priceType} and trigger = ${trigger}
      and company_dept_id = ${companyDeptId}::bigint
    order by id desc limit 1 for update`);
  if (!isChanged && (open === undefined || trigger === 'schedule')) return undefined;
  const dates = { referenceDate: context.today, startDate: context.today };
  const body: Input = { priceType, companyDeptId, ...dates, ...(open === undefined ? {} : { id: open.id }) };
  if (open === undefined) triggers.set(body, trigger);
  const id = await saveRecord(priceRun, context, body);
  if (open !== undefined)
    await calculateRun(context, id, {
      priceType,
      companyDeptId: String(companyDeptId),
      formulaIds: null,
      ...dates,
      trigger,
    });
  return context.tx.row<RunKey>(sql`select id, bill_code from price_run where id = ${id}::bigint`);
}

const HALF_AN_HOUR = 1_800_000;
/** Nightly work starts when the markets of the day before are known and nobody orders. */
const FROM_HOUR = 2;
/**
 * Proposes for each kind of price what formulas say anew since the last run. A night is done once, whoever is first.
 */
export async function proposeByNight(context: Context): Promise<void> {
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
  for (const { priceType } of kinds) await propose(context, priceType, 'schedule', null);
}

/** Proposes prices by formula at night, of tenants that want it. */
export const proposeNightly = (services: Services): ScheduledTask => ({
  name: 'price.nightly-run',
  everyMs: HALF_AN_HOUR,
  run: () =>
    forEachTenant(services, 'price.nightly-run', ({ transaction }) =>
      transaction((context) => proposeByNight(context)),
    ),
});

const serveSync = (contract: typeof calls.syncPurchasePrices): Call =>
  serve(contract, (context, input) => propose(context, 'settlement', 'purchase', namedId(input.companyDeptId)), {
    reads: false,
  });

export const priceRunCalls: readonly Call[] = [
  serveSync(calls.syncPurchasePrices),
  serveSync(calls.syncPurchasePricesOfStores),
  serve(calls.proposeRun, (context, input) =>
    propose(context, input.priceType, input.trigger === 'market' ? 'market' : 'purchase', namedId(input.companyDeptId)),
  ),
];
