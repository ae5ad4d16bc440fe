/** Enterprises: what they must show, how they come into the pool and who hears that their time ends. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import { forEachTenant } from '../../parts/jobs/tenant-tasks.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { nextCodes } from '../../kernel/server/numbering.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { searchText } from '../../parts/search/search-text.ts';
import type { ScheduledTask, Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { dictionaryEntries } from '../admin/dictionaries/dict.server.ts';
import { phoneRefusal } from '../admin/people/phone.rules.ts';
import { sendMessages } from '../messages/send-messages.server.ts';
import { unusableTypes } from './cooperation-type.server.ts';
import { creditCodeRefusal } from './credit-code.rules.ts';
import { enterprisePool as pool } from './enterprise.calls.ts';
import { enterprise } from './enterprise.document.ts';
import { applicationRefusals, type Application } from './enterprise.rules.ts';
import { inPool } from './enterprise-pool.server.ts';

export const enterpriseBehaviour = behaviour(enterprise, {
  async beforeSave(context, saving) {
    const { before, values } = saving;
    values.creditCode = String(values.creditCode ?? '')
      .trim()
      .toUpperCase();
    const changed = (name: 'contactPhone' | 'creditCode' | 'cooperationTypeId'): boolean =>
      before === null || String(before[name] ?? '') !== String(values[name] ?? '');
    const refusals = [
      changed('contactPhone') ? phoneRefusal(String(values.contactPhone ?? ''), 'contactPhone') : undefined,
      changed('creditCode')
        ? (creditCodeRefusal(String(values.creditCode), 'creditCode') ?? (await creditCodeTaken(context, saving)))
        : undefined,
      String(values.validEndDate) < String(values.validStartDate)
        ? refuse(
            'suppliers.enterprise-days',
            { validStartDate: values.validStartDate, validEndDate: values.validEndDate },
            { field: 'validEndDate' },
          )
        : undefined,
      changed('cooperationTypeId')
        ? (await unusableTypes(context, [String(values.cooperationTypeId)])).get(String(values.cooperationTypeId))
        : undefined,
    ].filter((each) => each !== undefined);
    if (refusals.length > 0) throw new Refused(...refusals);
    await fillTerms(context, values);
  },
  actions: {
    toApply: problemsOf,
    async doApply(context, documents) {
      const problems = await problemsOf(context, documents);
      if (problems.length > 0) return problems;
      const fresh = documents.filter(({ row }) => row.code === null);
      if (fresh.length === 0) return;
      const codes = await nextCodes(context, 'E', fresh.length);
      const named = fresh.map(({ id, row }, index) => ({
        id,
        code: codes[index],
        search: searchText(
          enterprise.keyword!.map((name) =>
            name === 'code' ? codes[index] : (row as Readonly<Record<string, unknown>>)[name],
          ),
        ),
      }));
      await context.tx.run(
        sql`update enterprise e set code = n.code, search_text = n.search
          from json_to_recordset(${JSON.stringify(named)}::json) as n(id bigint, code text, search text)
          where e.id = n.id`,
      );
    },
  },
  computed: {
    supplierName: () => sql`(select s.name from supplier s where s.enterprise_id = t.id)`,
    inPool: ({ today }) =>
      sql`case when t.status <> 'approved' then 'none' when t.frozen = 1 then 'frozen'
        when t.valid_start_date > ${today}::date then 'future' when t.valid_end_date < ${today}::date then 'ended'
        else 'in' end`,
  },
  filters: {
    pool: (value, { today }) => (value === '1' ? inPool(today) : sql`not ${inPool(today)}`),
    /** No supplier was made of it yet. */
    unused: (value) =>
      value === '1' ? sql`not exists (select 1 from supplier s where s.enterprise_id = t.id)` : sql`true`,
    kind: (value) =>
      sql`exists (select 1 from cooperation_type c where c.id = t.cooperation_type_id and c.kind = ${value})`,
  },
  detail: async (context, row) => ({
    supplierId: (await suppliersOf(context, [String(row.id)])).get(String(row.id)) ?? '',
  }),
});

/** Suppliers by the enterprise they were made of. */
const suppliersOf = async (context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, Id>> =>
  new Map(
    (
      await context.tx.rows<{ enterpriseId: Id; id: Id }>(
        sql`select enterprise_id, id from supplier where enterprise_id = any(${[...ids]}::bigint[])`,
      )
    ).map((row) => [row.enterpriseId, row.id]),
  );

async function creditCodeTaken(
  context: Context,
  { id, values }: Saving<typeof enterprise>,
): Promise<Refusal | undefined> {
  const other = await context.tx.row<{ name: string }>(
    sql`select name from enterprise where credit_code = ${values.creditCode} and id is distinct from ${id}::bigint`,
  );
  return other === undefined ? undefined : refuse('suppliers.credit-code-taken', other, { field: 'creditCode' });
}

/** Commission and deposit are the type's where nobody says otherwise. */
async function fillTerms(context: Context, values: Saving<typeof enterprise>['values']): Promise<void> {
  if ((values.commissionPercent ?? null) !== null && (values.depositAmount ?? null) !== null) return;
  const type = await context.tx.row<{ commissionPercent: string | null; depositAmount: string | null }>(
    sql`select commission_percent, deposit_amount from cooperation_type where id = ${values.cooperationTypeId}::bigint`,
  );
  values.commissionPercent ??= type?.commissionPercent ?? null;
  values.depositAmount ??= type?.depositAmount ?? null;
}

/** The check of sent and of approved applications, the same both times. */
async function problemsOf(context: Context, documents: readonly Acting[]): Promise<readonly Refusal[]> {
  const rows = await context.tx.rows<Application & { id: Id }>(sql`
    select e.id, e.name, e.frozen = 1 as frozen, c.need_visit = 1 as needs_visit,
      coalesce((select json_agg(k.certificate_kind order by k.line_no) from cooperation_type_certificate k
      where k.cooperation_type_id = c.id), '[]') as needed,
      coalesce((select json_agg(json_build_object('kind', p.certificate_kind, 'validTo', p.valid_to))
      from enterprise_certificate p where p.enterprise_id = e.id), '[]') as certificates,
      coalesce((select json_agg(json_build_object('visitDate', v.visit_date, 'conclusion', v.conclusion))
      from enterprise_visit v where v.enterprise_id = e.id), '[]') as visits
    from enterprise e join cooperation_type c on c.id = e.cooperation_type_id
    where e.id = any(${documents.map(({ id }) => id)}::bigint[]) order by e.id`);
  const named = new Map(
    (await dictionaryEntries(context, 'certificate_kind')).map(({ dictKey, dictValue, dictValueEn }) => [
      String(dictKey),
      String(context.language === 'en' && dictValueEn !== '' ? dictValueEn : dictValue),
    ]),
  );
  return rows.flatMap((row) => applicationRefusals(row, context.today, (kind) => named.get(kind) ?? kind));
}

const NOTICE_DAYS = 30;
const AN_HOUR = 3_600_000;
/** Notifies whoever entered an enterprise, once, 30 days before it leaves the pool. */
export async function notifyEnding(context: Context): Promise<void> {
  const rows = await context.tx.rows<{ id: Id; name: string; validEndDate: string; createUser: Id | null }>(sql`
    select t.id, t.name, t.valid_end_date, t.create_user from enterprise t
    where ${inPool(context.today)} and t.valid_end_date <= ${context.today}::date + ${NOTICE_DAYS}::integer
    order by t.valid_end_date, t.id`);
  await sendMessages(
    context,
    rows
      .filter((row) => row.createUser !== null)
      .map((row) => ({
        userIds: [row.createUser!],
        topic: 'contract.due',
        level: 'warning',
        once: `enterprise-ending ${row.id} ${row.validEndDate}`,
        title: {
          zh: `合作企业【${row.name}】将于 ${row.validEndDate} 到期`,
          en: `The cooperation with ${row.name} ends on ${row.validEndDate}`,
        },
        content: {
          zh: '到期次日起离开企业池，不能再用于新的联营价格和供应商。续约请变更有效期后重新审批。',
          en: 'From the day after it is no longer in the pool, for new joint prices or suppliers. To go on, revise its days and have it approved again.',
        },
        about: { resource: 'enterprise', recordId: row.id },
        act: { link: `/supplier/enterprise/${row.id}`, label: { zh: '查看企业', en: 'Open' } },
      })),
  );
}
/** Runs `notifyEnding` for each tenant every hour. */
export const notifyOfEnding = (services: Services): ScheduledTask => ({
  name: 'supplier.partner-ending',
  everyMs: AN_HOUR,
  run: () => forEachTenant(services, 'supplier.partner-ending', ({ transaction }) => transaction(notifyEnding)),
});

export const enterprisePool = serve(pool, async (context, _input, { body }) => {
  const page = await readPage(enterprise, context, body, [inPool(context.today)]);
  const suppliers = await suppliersOf(
    context,
    page.records.map((row) => row.id),
  );
  return {
    ...page,
    records: page.records.map((row) => ({
      id: row.id,
      code: row.code ?? '',
      name: row.name,
      brandNames: row.brandNames ?? '',
      creditCode: row.creditCode,
      cooperationTypeId: row.cooperationTypeId,
      cooperationTypeName: String(row.cooperationTypeName ?? ''),
      commissionPercent: row.commissionPercent ?? '',
      contact: row.contact,
      contactPhone: row.contactPhone,
      regionId: row.regionId,
      regionName: String(row.regionName ?? ''),
      validEndDate: row.validEndDate,
      supplierName: row.supplierName ?? '',
      supplierId: suppliers.get(row.id) ?? '',
    })),
  };
});
