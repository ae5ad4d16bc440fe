/** What the first page says waits for somebody, against the numbers of the lists its lines lead to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { waitingIn } from '../../kernel/core/life.ts';
import type { QueueLine } from '../../modules/console/home/queue.calls.ts';
import { listLineOf } from '../../modules/console/home/queue-lines.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { cards, type CardKey } from '../../modules/console/cards.ts';
import type { Figures } from '../../modules/console/console.calls.ts';
import { linkTo } from '../../modules/console/figure-links.ts';
import { tableOf } from '../../modules/console/figures.rules.ts';
import { material } from '../../modules/master-data/materials/material.resource.ts';
import { priceWarning } from '../../modules/prices/warnings/price-warning.document.ts';
import { purchaseOrder } from '../../modules/purchasing/purchase-order.document.ts';
import type { ReportResult } from '../../modules/reports/report.calls.ts';
import { stockBatch } from '../../modules/stock/lots/stock-batch.resource.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { makeDocument } from './made-documents.ts';
import { openCompany, type TheCompany } from './the-company.ts';

let company: TheCompany;
beforeAll(async () => {
  company = await openCompany();
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

interface Listed {
  readonly total: number;
}
interface Answer {
  readonly waiting: readonly QueueLine[];
  readonly changed: readonly QueueLine[];
}

test('is what they count, in the states he acts on next, and what he may do nothing about is not there', async () => {
  const documents = company.declarations.filter((each) => each.life !== undefined && each.path !== undefined);
  for (const declaration of documents)
    for (const state of new Set(waitingIn(declaration, () => true).map((each) => each.state)))
      await makeDocument(company, declaration, state);

  const shown = new Set<string>();
  for (const account of ['admin', 'hq-planner', 'purchaser', 'storekeeper', 'chef', 'guest']) {
    const user = await company.person(account);
    const token = company.signIn(user);
    const asked = await company.call(token, 'GET', '/api/blade-report/home/queue');
    const { waiting, changed } = asked.body.data as Answer;
    expect(waiting.length > 0, account).toBe(account !== 'guest');
    for (const { key, status, count, filters } of [...waiting, ...changed]) {
      const of = listLineOf(key)?.of ?? documents.find(({ name }) => name === key);
      // Meals without a plan and tasks of processes have lists of another kind.
      if (of === undefined || key === 'meals') continue;
      shown.add(key);
      const next = waitingIn(of, (code) => user.permissions.has(code)).filter(({ state }) => state === status);
      if (listLineOf(key) === undefined) expect(next.length, `${account} ${key} ${status}`).toBeGreaterThan(0);
      const listed = (await company.get(of, 'page', { ...filters, size: 1 }, token)).body.data as Listed;
      // Of what waits for a decision, what somebody sent himself waits for others.
      if (next.some(({ action }) => action.notByApplicant)) expect(count).toBeLessThanOrEqual(listed.total);
      else expect({ account, key, status, count }).toEqual({ account, key, status, count: listed.total });
    }
  }
  expect([...shown]).toEqual(expect.arrayContaining(['purchaseOrder', 'to-order', 'arriving', 'short']));
});

/** A figure of the console as a table, and the filters of the list behind each of its groups. */
async function figure(key: CardKey, token: string) {
  const asked = await company.call(token, 'GET', `/api/blade-report/console/${key}`);
  const figures = asked.body.data as Figures;
  const table = tableOf(figures);
  const filtersOf = (group: (typeof table.groups)[number]): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(linkTo(key, group, figures.from, '').slice(1)));
  return { table, filtersOf };
}

test('is what is drawn there, too: lots, materials and money of each bar are those of the list behind it', async () => {
  for (const [key, account, of] of [
    ['expiring', 'storekeeper', stockBatch],
    ['ready', 'data-steward', material],
  ] as const) {
    const token = company.signIn(await company.person(account));
    const { table, filtersOf } = await figure(key, token);
    const groups = table.groups.filter((group) => !table.ofGroup(group.key).isZero());
    expect(groups.length, key).toBeGreaterThan(0);
    for (const group of groups) {
      const listed = (await company.get(of, 'page', { ...filtersOf(group), size: 1 }, token)).body.data as Listed;
      expect([key, group.key, table.ofGroup(group.key).toString()]).toEqual([key, group.key, String(listed.total)]);
    }
  }
  const controller = company.signIn(await company.person('price-controller'));
  const { table, filtersOf } = await figure('warnings', controller);
  expect(table.total.isPositive()).toBe(true);
  for (const group of table.groups.filter(({ key }) => key !== 'other')) {
    const rows = await company.rowsOf(priceWarning, controller, filtersOf(group));
    const stake = Decimal.sum(rows.map((row) => Decimal.of(String(row['stakeAmount']))));
    expect([group.name, table.ofGroup(group.key).toString()]).toEqual([group.name, stake.toString()]);
  }
});

test.each(['purchaser', 'storekeeper', 'price-controller'])(
  'is the same money for a %s on the first page, in the console and in the lists behind both',
  async (account) => {
    const user = await company.person(account);
    const token = company.signIn(user);
    const { waiting, changed } = (await company.call(token, 'GET', '/api/blade-report/home/queue')).body.data as Answer;
    const sumOf = async (of: Declaration, filters: Record<string, unknown>, field: string): Promise<string> =>
      Decimal.sum(
        (await company.rowsOf(of, token, filters)).map((row) => Decimal.of(String(row[field] || '0'))),
      ).toFixed(2);
    for (const { key, status, amount, filters } of [...waiting, ...changed]) {
      const of = listLineOf(key)?.of ?? company.declarations.find(({ name }) => name === key);
      if (of === undefined || amount === null) continue;
      const field =
        listLineOf(key)?.amount ??
        (of.name === priceWarning.name ? 'stakeAmount' : (of.life!.facts?.['amount'] ?? 'amount'));
      // Of what waits for a decision, what somebody sent himself waits for others.
      const isDecision = waitingIn(of, (code) => user.permissions.has(code)).some(
        ({ state, action }) => state === status && action.notByApplicant,
      );
      if (!isDecision) expect([key, status, amount]).toEqual([key, status, await sumOf(of, filters, field)]);
    }
    for (const [key, of, field] of [
      ['spend', purchaseOrder, 'amount'],
      ['stock', stockBatch, 'amount'],
    ] as const) {
      if (!cards.find((card) => card.key === key)!.rights.every((right) => user.permissions.has(right))) continue;
      const { table, filtersOf } = await figure(key, token);
      for (const group of table.groups)
        expect([group.name, table.ofGroup(group.key).toFixed(2)]).toEqual([
          group.name,
          await sumOf(of, filtersOf(group), field),
        ]);
    }
    if (!user.permissions.has('stockbatch_view')) return;
    const { table } = await figure('expiring', token);
    const expired = (await company.get(stockBatch, 'page', { tab: 'expired', size: 1 }, token)).body.data as Listed;
    expect(table.ofPart('expired').toString()).toBe(String(expired.total));
    const line = waiting.find(({ key }) => key === 'expired');
    expect(line?.count ?? (user.permissions.has('invcheck_generate_detail') ? 0 : expired.total)).toBe(expired.total);
  },
);

test('a report of orders comes to what their list comes to, and says that it is money', async () => {
  const asked = await company.call(company.admin, 'POST', '/api/blade-report/report/rest/preview', {
    resource: purchaseOrder.name,
    config: { groupBy: [{ field: 'supplierId' }], measures: [{ field: 'amount', fn: 'sum' }, { fn: 'count' }] },
  });
  const { columns, totals } = asked.body.data as Pick<ReportResult, 'columns' | 'totals'>;
  const rows = await company.rowsOf(purchaseOrder);
  const amount = Decimal.sum(rows.map((row) => Decimal.of(String(row['amount']))));
  expect(columns.map(({ cents }) => cents)).toEqual(['', 'always', '']);
  expect(Decimal.of(totals[columns[1]!.key]!).toFixed(2)).toBe(amount.toFixed(2));
  expect(totals[columns[2]!.key]).toBe(String(rows.length));
});
