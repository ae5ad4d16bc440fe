/** What a role scheme may choose from: kinds of price, and the plans it may refer to. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { ident, join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { dictionaryEntries } from '../../admin/dictionaries/dict.server.ts';
import { PRICE_TYPES, type PriceType } from './price.resource.ts';
import { PLAN } from './published-lines.server.ts';

const BASE = label('基础价', 'Base price');
const KIND: Partial<Readonly<Record<PriceType, string>>> = {
  management: 'management-plan',
  joint: 'joint-plan',
  assessment: 'assessment',
};

/**
 * Series that price something now or later, by the version that goes on; first the base price itself, which `0` names.
 */
async function getPriceByType(context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const type = String(input['type'] ?? '');
  if (!Object.hasOwn(PRICE_TYPES, type) && type !== 'purchase')
    throw new Refused(
      refuse(type === '' ? 'param.missing' : 'param.invalid', { name: 'type', value: type }, { field: 'type' }),
    );
  if (type === 'purchase') return [];
  const plan = PLAN[type as PriceType];
  const series =
    plan === undefined
      ? []
      : await context.tx.rows<Record<string, unknown>>(sql`
    select t.price_series_id as id, t.bill_code as code, t.name, ${KIND[type as PriceType]} as kind, t.version_no, t.start_date, coalesce(t.end_date::text, '') as end_date from ${ident(tableOf(plan))} t
    where ${join([sql`t.status = 'approved' and t.superseded_by_id is null and (t.end_date is null or t.end_date >= ${context.today}::date)`, ...scopeCondition(plan, context)], ' and ')} order by t.name collate pinyin, t.id`);
  return [
    { id: '0', code: '', name: BASE[context.language], kind: 'base', versionNo: 0, startDate: '', endDate: '' },
    ...series,
  ];
}

async function getBladeDictBizList(context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const code = String(input['code'] ?? '');
  if (code === '') throw new Refused(refuse('param.missing', { name: 'code' }));
  return (await dictionaryEntries(context, code)).map(({ dictKey, dictValue, dictValueEn, sort }) => ({
    dictKey,
    dictValue: context.language === 'en' && dictValueEn !== '' ? dictValueEn : dictValue,
    sort,
  }));
}

export const schemeCalls: readonly Call[] = ['master-data', 'store-management'].flatMap((service): Call[] => [
  {
    method: 'GET',
    service,
    path: 'priceschememanagement/getPriceByType',
    permission: 'priceschememanagement_view',
    summary: label('可引用的价格集', 'Plans a scheme may refer to'),
    handle: getPriceByType,
  },
  {
    method: 'GET',
    service,
    path: 'priceschememanagement/getBladeDictBizList',
    permission: 'priceschememanagement_view',
    summary: label('业务字典取值', 'Values of a business dictionary'),
    handle: getBladeDictBizList,
  },
]);
