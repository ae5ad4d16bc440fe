/** Rules of early warning, and what people make of warnings. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Acting, type Behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { column, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { runAction } from '../../../kernel/server/run-action.ts';
import { requirePeriod } from '../../master-data/materials/validity.server.ts';
import { acceptedPrices, type AcceptedPrice } from './accepted-price.port.server.ts';
import { priceEarlyWarning } from './price-early-warning.resource.ts';
import { handleWarnings } from './price-warning.calls.ts';
import { priceWarning } from './price-warning.document.ts';
import type { WarnedType } from './price-watch.rules.ts';
import { seesOf } from './warning-notices.server.ts';

export const priceEarlyWarningBehaviour = behaviour(priceEarlyWarning, {
  beforeSave(context, saving) {
    requirePeriod(context, saving);
    const { values } = saving;
    if (values.materialId && values.materialTypeId)
      throw new Refused(refuse('prices.rule-both', {}, { field: 'materialTypeId' }));
    if (values.blockPercent && !Decimal.of(String(values.blockPercent)).isAbove(Decimal.of(String(values.warnPercent))))
      throw new Refused(refuse('prices.rule-lines', {}, { field: 'blockPercent' }));
    if (
      (['reference1', 'reference2', 'reference3', 'reference4'] as const).some((field) => values[field] === 'market') &&
      !values.marketSourceId
    )
      throw new Refused(refuse('prices.rule-market', {}, { field: 'marketSourceId' }));
    // What is paid is looked at as it is agreed and delivered, what is charged as it is written down.
    if (values.priceType === 'purchase') values.onSave = 0;
    else if (values.priceType !== 'all') Object.assign(values, { onQuote: 0, onOrder: 0, onReceipt: 0 });
    if ((['onQuote', 'onOrder', 'onReceipt', 'onSave'] as const).every((moment) => values[moment] !== 1))
      throw new Refused(refuse('prices.rule-never', {}, { field: 'onOrder' }));
  },
});

type Warning = Acting<typeof priceWarning>;

async function handled(context: Context, documents: readonly Warning[]): Promise<void> {
  await context.tx.run(
    sql`update price_warning set handle_user_id = ${context.user.userId}::bigint, handle_time = now()
      where id = any(${documents.map(({ id }) => id)}::bigint[])`,
  );
}
/** Beyond the block line only those accept who may let such prices pass. */
const onlyOverriders = async (context: Context, documents: readonly Warning[]): Promise<readonly Refusal[]> =>
  context.allowed('priceearlywarning_override')
    ? []
    : documents
        .filter(({ row }) => row.level === 'block')
        .map(({ billCode }) => refuse('prices.override-only', { billCode }));

/** What was delivered at another price than ordered is, once accepted, to be charged at that price. */
function deliveredPrice({ id, row }: Warning, reason: string): AcceptedPrice[] {
  if (row.kind !== 'delivered' || !row.supplierId || !row.companyDeptId) return [];
  return [
    {
      warningId: id,
      lineId: row.sourceLineId,
      materialId: row.materialId,
      supplierId: row.supplierId,
      companyDeptId: row.companyDeptId,
      unitId: row.unitId,
      price: row.price,
      reason,
    },
  ];
}

const FIGURES: readonly string[] = ['price', 'basePrice', 'referencePrice', 'plannedQty', 'samples'];
const COLUMNS = [
  'id',
  'tenantId',
  'status',
  'version',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  ...Object.keys(priceWarning.fields),
].filter((name) => !FIGURES.includes(name));

/**
 * Kinds of price have rights of their own to be seen: of what he may not see a person reads that it strays, no more.
 * For him the figures are not there, so that he can neither look for them nor order by them.
 */
function asSeenBy(context: Context): Sql {
  const kinds = priceWarning.fields.priceType.rules.choices!.map(({ value }) => value as WarnedType);
  const seen = kinds.filter((kind) => context.allowed(seesOf(kind)));
  if (seen.length === kinds.length) return sql`select * from price_warning`;
  return sql`select ${join(COLUMNS.map((name) => sql`w.${column(name)}`))},
    ${join(
      FIGURES.map(
        (name) => sql`case when w.price_type = any(${seen}) then w.${column(name)} end as
      ${column(name)}`,
      ),
    )} from price_warning w`;
}

export const priceWarningBehaviour: Behaviour = behaviour(priceWarning, {
  source: asSeenBy,
  actions: {
    async accept(context, documents, { reason }) {
      await handled(context, documents);
      const blocked = documents.filter(({ row }) => row.level === 'block').map(({ id }) => id);
      if (blocked.length > 0)
        await context.tx.run(
          sql`update price_warning set override_reason = ${String(reason)} where id =
            any(${blocked}::bigint[])`,
        );
      await acceptedPrices(
        context,
        documents.flatMap((document) => deliveredPrice(document, String(reason))),
      );
    },
    refuse: handled,
    falseAlarm: handled,
  },
  guards: { accept: onlyOverriders, falseAlarm: onlyOverriders },
});

const ACTION = { accept: 'accept', refuse: 'refuse', 'false-alarm': 'falseAlarm' } as const;

export const warningHandling = serve(handleWarnings, async (context, input, { body }) => {
  await runAction(priceWarning, ACTION[input.result], context, { ...body, reason: input.remark });
  return true;
});
