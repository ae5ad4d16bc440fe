import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDish, openKitchen, type Kitchen } from '../kitchen.testing.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

const tag = (code: string, body = {}): Promise<string> =>
  kitchen.save('dishBomTag', { code, name: code, tagGroup: 'diet', ...body });

test('RULE-175: a tag is made once, counts the dishes it is on, and stays as long as one has it', async () => {
  const vegetarian = await tag('VEG', { color: '#2F7D32' });
  expect(await kitchen.refusalsOf(tag('VEG'))).toEqual(['Code "VEG" already exists']);
  expect(await kitchen.refusalsOf(tag('RED', { color: 'red' }))).toEqual([
    'The colour "red" is not valid; give # and 6 hexadecimal digits, such as #2F7D32',
  ]);
  const dish = await aDish(kitchen, 'Salad', { tagIds: vegetarian });
  expect(await kitchen.call('dish/detail', { id: dish })).toMatchObject({ tagIds: vegetarian, tagName: 'VEG' });
  expect(await kitchen.call('dishbomtags/page', {})).toMatchObject({
    total: 1,
    records: [{ name: 'VEG', dishCount: 1 }],
  });
  expect(await kitchen.refusalsOf(kitchen.call('dishbomtags/remove', { ids: vegetarian }))).toEqual([
    '"VEG" is used by Dish "Salad" and cannot be removed',
  ]);
  await kitchen.save('dish', { id: dish, tagIds: '' });
  await kitchen.call('dishbomtags/remove', { ids: vegetarian });
  expect(await kitchen.call('dishbomtags/page', {})).toMatchObject({ total: 0 });
});
