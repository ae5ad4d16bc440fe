import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { openDatabase, type Database } from '../../parts/postgres/database.ts';
import { nextBillCodes } from './numbering.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).appUrl);
});
afterAll(() => database.close());

const draw = (today: string, count = 1, prefix = 'PO', tenant = '000000'): Promise<string[]> =>
  database.transaction({ tenant, timeZone: 'Asia/Shanghai' }, (tx) => nextBillCodes({ tx, today }, prefix, count));

test('numbers of documents begin anew each day, for each prefix and each tenant, and go on where the day left them', async () => {
  expect(await draw('2026-11-23', 2)).toEqual(['PO202611230001', 'PO202611230002']);
  expect(await draw('2026-11-24')).toEqual(['PO202611240001']);
  expect(await draw('2026-11-23')).toEqual(['PO202611230003']);
  expect(await draw('2026-11-24', 1, 'IN')).toEqual(['IN202611240001']);
  expect(await draw('2026-11-24', 1, 'PO', '000009')).toEqual(['PO202611240001']);
  expect(await draw('2026-11-24', 2)).toEqual(['PO202611240002', 'PO202611240003']);
});
