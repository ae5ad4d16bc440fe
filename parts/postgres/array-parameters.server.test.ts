import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, type Workshop } from '../../tests/support/workshop.ts';
import { idArray, integerArray, wholeArray } from './array-parameters.ts';
import { sql } from './database.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

test('the database reads binary arrays as they were meant, also empty ones', async () => {
  const read = await shop.as({}, ({ tx }) =>
    tx.row(sql`
    select ${integerArray([1, -2, 2_147_483_647])}::integer[]::text as integers,
      ${wholeArray([0, -1, 4_294_967_296, 9_007_199_254_740_991, -9_007_199_254_740_991])}::bigint[]::text as whole,
      ${idArray(['912043687608011716', '9223372036854775807'])}::bigint[]::text as ids,
      ${integerArray([])}::integer[]::text as none, (${integerArray([7, 8, 9])}::integer[])[2:3]::text as slice`),
  );
  expect(read).toEqual({
    integers: '{1,-2,2147483647}',
    whole: '{0,-1,4294967296,9007199254740991,-9007199254740991}',
    ids: '{912043687608011716,9223372036854775807}',
    none: '{}',
    slice: '{8,9}',
  });
});
