import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, type Workshop } from '../../tests/support/workshop.ts';
import { sql, type Sql, type Transaction } from './database.ts';
import { askedAs, knownTotals } from './known-totals.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

/** In a transaction of its own, whatever is open. */
const beside = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  shop.database.alongside({ tenant: '000000', timeZone: 'Asia/Shanghai' }, work);
const add = (tx: Transaction, day: string): Promise<number> =>
  tx.run(sql`insert into number_counter (tenant_id, counter, day, last) values ('000000', ${day}, '2026-01-01', 1)`);
const counting = sql`select count(*)::integer as total from number_counter where day = '2026-01-01'`;
const total = async (tx: Transaction): Promise<number | null | undefined> =>
  (await tx.paged(counting, (last) => sql`select 1 as one, ${last}`)).total;

test('a total is right at once after another transaction ended, and in one that wrote itself', async () => {
  const before = (await beside(total))!;
  await shop.as({}, async ({ tx }) => {
    expect(await total(tx)).toBe(before);
    await add(tx, 'one');
    expect(await total(tx)).toBe(before + 1);
    expect(await beside(total)).toBe(before);
    await add(tx, 'two');
    expect(await total(tx)).toBe(before + 2);
  });
  expect(await beside(total)).toBe(before + 2);
  await beside((tx) => tx.run(sql`delete from number_counter where counter = 'one'`));
  expect(await beside(total)).toBe(before + 1);
});

/** What a statement says of a total that is known as 7, `then` having happened since. */
const totalOf = (of: Sql, then: (tx: Transaction) => Promise<unknown> = async () => {}): Promise<number> =>
  shop.as({}, async ({ tx }) => {
    const totals = knownTotals();
    const asked = askedAs(of, '000000');
    const ask = async (): Promise<{ pageTotal: number; pageSeen: string | null }> =>
      (await tx.row(sql`select ${totals.columns(asked, of)}`))!;
    totals.keep(asked, 7, (await ask()).pageSeen);
    await then(tx);
    return (await ask()).pageTotal;
  });

test('a total is not counted again in the same state of the database, and counted in any other', async () => {
  const one = sql`select 1`;
  // PostgreSQL itself writes now and then, which is another state.
  await expect.poll(() => totalOf(one)).toBe(7);
  expect(await totalOf(one, () => beside((tx) => add(tx, 'beside')))).toBe(1);
  expect(await totalOf(one, (tx) => add(tx, 'own'))).toBe(1);
});

test('what was very many is not counted for whoever does not wait for it, as long as it is not known', async () => {
  const seen = await shop.as({}, async ({ tx }) => {
    const totals = knownTotals();
    const one = sql`select 1`;
    const ask = async (isLate: boolean): Promise<{ pageTotal: number | null; pageSeen: string | null }> =>
      (await tx.row(sql`select ${totals.columns('one', one, { isLate })}`))!;
    const answers: unknown[] = [(await ask(true)).pageTotal];
    for (const [known, state] of [
      [100_000, 'another'],
      [100_001, 'another'],
      [100_001, (await ask(false)).pageSeen],
    ] as const) {
      totals.keep('one', known, state);
      answers.push((await ask(true)).pageTotal, (await ask(false)).pageTotal);
    }
    return answers;
  });
  expect(seen).toEqual([1, 1, 1, null, 1, 100_001, 100_001]);
});

test('what asks the clock is counted whenever it is asked', async () => {
  expect(await totalOf(sql`select count(*)::integer from number_counter where day < now()`)).not.toBe(7);
});
