import type { CardKey } from './cards.ts';

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const WEEK_DAYS = 6;

/** The list that holds exactly what one group counts. */
export const wayTo = (key: CardKey, group: string, from: string, path: string): string => `${path}?${new URLSearchParams(({
  spend: () => ({ orderDate_datege: group, orderDate_datele: dayAfter(group, WEEK_DAYS), status_in: 'approved,done' }),
  received: () => (group === '0' ? { supplierId_null: '1', firstReceiveTime_datege: from } : { supplierId: group, firstReceiveTime_datege: from }),
  'food-cost': () => ({ bladeProjectDeptId: group, status_in: 'approved,done', endDate_datege: from }),
  stock: () => ({ tab: 'stock', warehouseId: group }),
  expiring: () => (group === 'expired' ? { tab: 'expired' } : { tab: 'stock', expiryDate_dateequal: group }),
  meals: () => ({ startDate_datele: group, endDate_datege: group, status_in: 'approved,done' }),
  approvals: () => ({ status: 'pending' }),
} as const satisfies Readonly<Record<CardKey, () => Readonly<Record<string, string>>>>)[key]()).toString()}`;
