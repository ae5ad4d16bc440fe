import type { CardKey } from './cards.ts';
import type { FigureTable } from './figures.rules.ts';

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const WEEK_DAYS = 6;

type Group = FigureTable['groups'][number];
/** A condition on the record a group stands for, and its name for whoever reads the condition. */
const of = (field: string, { key, name }: Group): Readonly<Record<string, string>> => ({
  [field]: key,
  [`~${field}`]: name,
});

/** The list that holds exactly what one group counts. Some groups have a list of their own. */
export function linkTo(card: CardKey, at: Group, from: string, list: string): string {
  const group = at.key;
  const queries = {
    spend: () => ({
      orderDate_datege: group,
      orderDate_datele: dayAfter(group, WEEK_DAYS),
      status_in: 'approved,done',
    }),
    warnings: () => (group === 'other' ? { status: 'open' } : { status: 'open', ...of('materialId', at) }),
    ready: () => ({ notReadyFor: group }),
    received: () =>
      group === '0'
        ? { supplierId_null: '1', firstReceiveTime_datege: from }
        : { ...of('supplierId', at), firstReceiveTime_datege: from },
    'food-cost': () => ({ ...of('bladeProjectDeptId', at), status_in: 'approved,done', endDate_datege: from }),
    'stall-cost': () => ({ ...of('gearOperationDeptId', at), status_in: 'approved,done', endDate_datege: from }),
    cover: () => ({ startDate_datele: group, endDate_datege: group, status_in: 'pending,approved,done' }),
    waste: () => ({
      businessTime_dateequal: group,
      reason_in: 'count.loss,difference.loss,reverse.count.loss,reverse.difference.loss',
    }),
    stock: () => ({ tab: 'stock', ...of('warehouseId', at) }),
    expiring: () => (group === 'expired' ? { tab: 'expired' } : { tab: 'stock', expiryDate_dateequal: group }),
    meals: () => ({ startDate_datele: group, endDate_datege: group, status_in: 'approved,done' }),
    approvals: () => ({ status: 'pending' }),
  } satisfies Readonly<Record<CardKey, () => Readonly<Record<string, string>>>>;
  return `${at.path ?? list}?${new URLSearchParams(queries[card]()).toString()}`;
}
