/** Papers of suppliers on the server: which stop orders, who is told of their end, who checks and releases. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { dictionaryEntries } from '../../admin/dictionaries/dict.server.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import * as calls from '../supplier.calls.ts';
import {
  LICENCE,
  noticeDue,
  paperState,
  RELEASE_DAYS,
  WARNED_DAYS,
  type SupplierPaper,
} from './supplier-papers.rules.ts';
import { supplier } from '../supplier.resource.ts';

/** Of supplier `s` papers of this kind are asked for. */
const asked = (s: Sql, kind: Sql): Sql => sql`
  case when ${s}.cooperation_type_id is null then ${kind} = ${LICENCE}
    else exists (select 1 from cooperation_type_certificate n
      where n.cooperation_type_id = ${s}.cooperation_type_id and n.certificate_kind = ${kind}) end`;

/** Papers that were passed, with the day the last of each kind ends; without an end it is the end of time. */
const lastEnds = sql`
  select c.supplier_id, c.certificate_kind as kind, max(coalesce(c.valid_to, 'infinity'::date)) as valid_to
  from supplier_certificate c where c.check_state = 'passed' group by c.supplier_id, c.certificate_kind`;

/** Suppliers who get no new orders on a day: with the kind that ended and when, unless somebody released them. */
export const expiredPapers = (today: string): Sql => sql`
  select e.supplier_id, e.kind, e.valid_to from (${lastEnds}) e join supplier s on s.id = e.supplier_id
  where e.valid_to < ${today}::date and (s.emergency_until is null or s.emergency_until < ${today}::date)
    and ${asked(sql`s`, sql`e.kind`)}`;

/** As the list shows it: the worst of the kinds that are asked for. Over the row `t`. */
export const certificateState = ({ today }: Context): Sql => sql`(
  select case when bool_or(e.valid_to < ${today}::date) then 'expired' when bool_or(e.valid_to is null) then 'missing'
    when bool_or(e.valid_to <= ${today}::date + ${WARNED_DAYS[0]}::integer) then 'due' else 'ok' end
  from (select n.certificate_kind as kind from cooperation_type_certificate n
      where n.cooperation_type_id = t.cooperation_type_id
    union select ${LICENCE} where t.cooperation_type_id is null) k
  left join (select c.certificate_kind as kind, max(coalesce(c.valid_to, 'infinity'::date)) as valid_to
    from supplier_certificate c where c.check_state = 'passed' and c.supplier_id = t.id
    group by c.certificate_kind) e on e.kind = k.kind)`;

/** Names of kinds of papers in the caller's language. */
async function kindNames(context: Context): Promise<(kind: string) => string> {
  const named = new Map(
    (await dictionaryEntries(context, 'certificate_kind')).map(({ dictKey, dictValue, dictValueEn }) => [
      String(dictKey),
      String(context.language === 'en' && dictValueEn !== '' ? dictValueEn : dictValue),
    ]),
  );
  return (kind) => named.get(kind) ?? kind;
}

/** Why nothing is ordered from these suppliers today, by supplier. */
export async function paperBars(context: Context, supplierIds: readonly Id[]): Promise<ReadonlyMap<Id, Refusal>> {
  if (supplierIds.length === 0) return new Map();
  const rows = await context.tx.rows<{ supplierId: Id; name: string; kind: string; validTo: string }>(sql`
    select x.supplier_id, s.name, x.kind, x.valid_to from (${expiredPapers(context.today)}) x
    join supplier s on s.id = x.supplier_id
    where x.supplier_id = any(${[...new Set(supplierIds)]}::bigint[]) order by x.valid_to desc, x.kind`);
  if (rows.length === 0) return new Map();
  const nameOf = await kindNames(context);
  return new Map(
    rows.map(({ supplierId, name, kind, validTo }) => [
      supplierId,
      refuse('suppliers.paper-expired', { name, kind: nameOf(kind), date: validTo }, { field: 'supplierId' }),
    ]),
  );
}

/** Every paper that is asked of a supplier, as it stands. */
export async function papersOf(context: Context, supplierId: Id) {
  const kinds = await context.tx.rows<{ kind: string }>(sql`
    select n.certificate_kind as kind from supplier s join cooperation_type_certificate n
      on n.cooperation_type_id = s.cooperation_type_id where s.id = ${supplierId}::bigint
    union select ${LICENCE} from supplier s where s.id = ${supplierId}::bigint and s.cooperation_type_id is null
    order by 1`);
  const papers = await context.tx.rows<SupplierPaper>(sql`
    select certificate_kind as kind, check_state, valid_to from supplier_certificate
    where supplier_id = ${supplierId}::bigint`);
  return kinds.map(({ kind }) => ({ kind, ...paperState(kind, papers, context.today) }));
}

/** A paper somebody brought; it counts once a person has looked at it. */
export async function addPaper(
  context: Context,
  supplierId: Id,
  paper: { readonly kind: string; readonly number: string; readonly validTo: string | null; readonly fileId: Id },
): Promise<void> {
  await context.tx.run(sql`select 1 from supplier where id = ${supplierId}::bigint for update`);
  await context.tx.run(sql`
    insert into supplier_certificate (supplier_id, line_no, certificate_kind, certificate_no, valid_to, pictures)
    select ${supplierId}::bigint, coalesce(max(line_no), 0) + 1, ${paper.kind}, ${paper.number},
      ${paper.validTo}::date, array[${paper.fileId}::bigint] from supplier_certificate
    where supplier_id = ${supplierId}::bigint`);
}

export const checkCertificate = serve(calls.checkCertificate, async (context, { id, result, remark }) => {
  const row = await context.tx.row<{ supplierId: Id; certificateNo: string; checkState: string; isEnded: boolean }>(sql`
    select supplier_id, certificate_no, check_state, coalesce(valid_to < ${context.today}::date, false) as is_ended
    from supplier_certificate where id = ${id}::bigint for update`);
  if (row === undefined) throw unknownRecord(label('证照', 'The paper'));
  await recordById(context, supplier, row.supplierId);
  if (result === 'refused' && (remark ?? '').trim() === '')
    throw new Refused(refuse('suppliers.paper-no-reason', {}, { field: 'remark' }));
  await context.tx.run(sql`
    update supplier_certificate set check_state = ${result}, check_remark = ${(remark ?? '').trim() || null},
      check_user_id = ${context.user.userId}::bigint, check_time = ${context.now}::timestamptz
    where id = ${id}::bigint`);
  await audit(context, [
    {
      resource: supplier.name,
      recordId: row.supplierId,
      action: 'check',
      title: row.certificateNo,
      changes: { checkState: [row.checkState, result] },
    },
  ]);
  return true;
});

/** By name, with a reason, and for a few days only: orders go to a supplier whose papers have ended. */
export const supplierEmergency = serve(calls.supplierEmergency, async (context, { id, until, reason }) => {
  const row = await recordById(context, supplier, id);
  const latest = dayPlus(context.today, RELEASE_DAYS);
  if (until < context.today || until > latest)
    throw new Refused(refuse('suppliers.release-days', { until, today: context.today, latest }, { field: 'until' }));
  await context.tx.run(sql`
    update supplier set emergency_until = ${until}::date, emergency_reason = ${reason.trim()},
      emergency_user_id = ${context.user.userId}::bigint, version = version + 1, update_time = now()
    where id = ${id}::bigint`);
  await audit(context, [
    {
      resource: supplier.name,
      recordId: id,
      action: 'emergency',
      title: row.name,
      changes: {
        emergencyUntil: [row.emergencyUntil ?? null, until],
        emergencyReason: [row.emergencyReason ?? null, reason.trim()],
      },
    },
  ]);
  return true;
});

/** Tells the buyers and the supplier's own people of papers that end in 30, 15 and 7 days, and today: once each. */
export async function notifyPaperEnds(context: Context): Promise<void> {
  const rows = await context.tx.rows<{
    supplierId: Id;
    name: string;
    kind: string;
    validTo: string;
    userIds: Id[];
  }>(sql`
    select e.supplier_id, s.name, e.kind, e.valid_to, array(
      select u.id from app_user u where u.supplier_id = s.id and u.party_type = 'supplier'
      union select o.buyer_id from purchase_order o where o.supplier_id = s.id and o.buyer_id is not null
        and o.create_time > now() - interval '90 days'
      union select s.create_user where s.create_user is not null)::text[] as user_ids
    from (${lastEnds}) e join supplier s on s.id = e.supplier_id
    where s.frozen = 0 and ${asked(sql`s`, sql`e.kind`)}
      and e.valid_to between ${context.today}::date and ${context.today}::date + ${WARNED_DAYS[0]}::integer
    order by e.valid_to, e.supplier_id, e.kind`);
  const kinds = new Map(
    (await dictionaryEntries(context, 'certificate_kind')).map((entry) => [String(entry.dictKey), entry]),
  );
  await sendMessages(
    context,
    rows.flatMap(({ supplierId, name, kind, validTo, userIds }) => {
      const days = noticeDue(validTo, context.today);
      if (days === undefined) return [];
      const zh = String(kinds.get(kind)?.dictValue ?? kind);
      const en = String(kinds.get(kind)?.dictValueEn || zh);
      return [
        {
          userIds,
          topic: 'contract.due' as const,
          level: 'warning' as const,
          once: `supplier-paper ${supplierId} ${kind} ${validTo} ${days}`,
          title: {
            zh: `供应商【${name}】的【${zh}】将于 ${validTo} 到期`,
            en: `${en} of ${name} ends on ${validTo}`,
          },
          content: {
            zh: '到期次日起不能再向其下单。请上传新的证照并核验。',
            en: 'From the day after nothing is ordered from them. Upload the new paper and have it checked.',
          },
          about: { resource: supplier.name, recordId: supplierId },
          act: { link: `${supplier.path}/${supplierId}`, label: { zh: '查看供应商', en: 'Open' } },
        },
      ];
    }),
  );
}
const AN_HOUR = 3_600_000;
/** Runs `notifyPaperEnds` for each tenant every hour. */
export const notifyOfPaperEnds = (services: Services): ScheduledTask => ({
  name: 'supplier.paper-ending',
  everyMs: AN_HOUR,
  run: () => forEachTenant(services, 'supplier.paper-ending', ({ transaction }) => transaction(notifyPaperEnds)),
});
