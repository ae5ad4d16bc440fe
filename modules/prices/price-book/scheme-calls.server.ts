/** What a role scheme may choose from: kinds of price, and the plans it may refer to. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call } from '../../../kernel/server/context.ts';
import { ident, join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dictionaryEntries } from '../../admin/dictionaries/dict.server.ts';
import * as calls from './price-scheme.calls.ts';
import { isPriceType, type PriceType } from './price.resource.ts';
import { PLAN } from './published-lines.server.ts';

const BASE = label('基础价', 'Base price');
const KIND: Partial<Readonly<Record<PriceType, string>>> = {
  management: 'management-plan',
  joint: 'joint-plan',
  assessment: 'assessment',
};

type SchemePlan = TypeOf<typeof calls.schemePlans.answer>[number];

const servePlans = (contract: typeof calls.schemePlans): Call =>
  serve(contract, async (context, input) => {
    const type = input.type ?? '';
    if (type === 'purchase') return [];
    if (!isPriceType(type))
      throw new Refused(
        refuse(type === '' ? 'param.missing' : 'param.invalid', { name: 'type', value: type }, { field: 'type' }),
      );
    const plan = PLAN[type];
    const series =
      plan === undefined
        ? []
        : await context.tx.rows<SchemePlan>(sql`
    select t.price_series_id as id, t.bill_code as code, t.name, ${KIND[type]} as kind, t.version_no, t.start_date,
      coalesce(t.end_date::text, '') as end_date from ${ident(tableOf(plan))} t
    where ${join(
      [
        sql`t.status = 'approved' and t.superseded_by_id is null and (t.end_date is null
      or t.end_date >= ${context.today}::date)`,
        ...scopeCondition(plan, context),
      ],
      ' and ',
    )} order by t.name collate
        pinyin, t.id`);
    return [
      { id: '0', code: '', name: BASE[context.language], kind: 'base', versionNo: 0, startDate: '', endDate: '' },
      ...series,
    ];
  });

const serveEntries = (contract: typeof calls.schemeEntries): Call =>
  serve(contract, async (context, input) => {
    if (input.code === null) throw new Refused(refuse('param.missing', { name: 'code' }));
    return (await dictionaryEntries(context, input.code)).map(({ dictKey, dictValue, dictValueEn, sort }) => ({
      dictKey: String(dictKey),
      dictValue: String(context.language === 'en' && dictValueEn !== '' ? dictValueEn : dictValue),
      sort: Number(sort),
    }));
  });

export const schemeCalls: readonly Call[] = [
  servePlans(calls.schemePlans),
  servePlans(calls.schemePlansOfStores),
  serveEntries(calls.schemeEntries),
  serveEntries(calls.schemeEntriesOfStores),
];
