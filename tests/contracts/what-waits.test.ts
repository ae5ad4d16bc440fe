/** What the first page says waits for somebody, against the numbers of the lists its lines lead to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingIn } from '../../kernel/core/life.ts';
import type { QueueLine } from '../../modules/console/home/queue.calls.ts';
import { listLineOf } from '../../modules/console/home/queue-lines.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { makeDocument } from './made-documents.ts';
import { openCompany, type TheCompany } from './the-company.ts';

let company: TheCompany;
beforeAll(async () => {
  company = await openCompany();
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

interface Answer {
  readonly waiting: readonly QueueLine[];
  readonly changed: readonly QueueLine[];
}

test('is what they count, in the states he acts on next, and what he may do nothing about is not there', async () => {
  const documents = company.declarations.filter((each) => each.life !== undefined && each.path !== undefined);
  for (const declaration of documents)
    for (const state of new Set(waitingIn(declaration, () => true).map((each) => each.state)))
      await makeDocument(company, declaration, state);

  const told = new Set<string>();
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
      told.add(key);
      const next = waitingIn(of, (code) => user.permissions.has(code)).filter(({ state }) => state === status);
      if (listLineOf(key) === undefined) expect(next.length, `${account} ${key} ${status}`).toBeGreaterThan(0);
      const listed = (await company.get(of, 'page', { ...filters, size: 1 }, token)).body.data as { total: number };
      // Of what waits for a decision, what somebody sent himself waits for others.
      if (next.some(({ action }) => action.notByApplicant)) expect(count).toBeLessThanOrEqual(listed.total);
      else expect({ account, key, status, count }).toEqual({ account, key, status, count: listed.total });
    }
  }
  expect([...told]).toEqual(expect.arrayContaining(['purchaseOrder', 'to-order', 'arriving', 'short']));
});
