/** What the first page says waits for somebody, against the numbers of the lists he may see. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { waitingIn } from '../../kernel/core/life.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';
import { makeDocument } from './made-documents.ts';
import { openCompany, type TheCompany } from './the-company.ts';

let company: TheCompany;
beforeAll(async () => {
  company = await openCompany();
}, DEMO_PATIENCE);
afterAll(() => company.close());

test('is what they count, in the states he acts on next', async () => {
  const documents = company.declarations.filter((each) => each.life !== undefined && each.path !== undefined);
  for (const declaration of documents)
    for (const state of new Set(waitingIn(declaration, () => true).map((each) => each.state)))
      await makeDocument(company, declaration, state);

  for (const account of ['admin', 'hq-planner', 'purchaser', 'storekeeper', 'chef', 'guest']) {
    const user = await company.person(account);
    const token = company.signIn(user);
    const allowed = (code: string): boolean => user.permissions.has(code);
    const counted: Record<string, Record<string, number>> = {};
    for (const declaration of documents.filter((each) => allowed(permissionOf(each, 'view')))) {
      const counts = (await company.get(declaration, 'statusCounts', {}, token)).body.data as Record<string, number>;
      const states = waitingIn(declaration, allowed)
        .map(({ state }) => state)
        .filter((state) => counts[state]! > 0);
      if (states.length > 0)
        counted[declaration.name] = Object.fromEntries(states.map((state) => [state, counts[state]!]));
    }
    expect({ account, waits: (await company.call(token, 'GET', '/api/blade-system/index/waiting')).body.data }).toEqual(
      { account, waits: counted },
    );
    expect(Object.keys(counted).length > 0, account).toBe(account !== 'guest');
  }
});
