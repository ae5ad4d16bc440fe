import { expect, test } from 'vitest';
import { actionsWidth, harmlessFirst, shownOf, type RowAction } from './row-actions.tsx';

const act = (key: string, more: Partial<RowAction> = {}): RowAction => ({ key, label: key, run: () => {}, ...more });

test('what is harmless stands first in its order, then what takes away for a time, what destroys last', () => {
  const given = [
    act('edit'),
    act('freeze', { last: true }),
    act('remove', { danger: true }),
    act('replace'),
    act('void', { danger: true }),
    act('copy'),
  ];
  expect(harmlessFirst(given).map(({ key }) => key)).toEqual(['edit', 'replace', 'copy', 'freeze', 'remove', 'void']);
});

test('a row shows what is to be done first, else what is harmless; what stops something waits in the menu', () => {
  const [freeze, remove] = [act('freeze', { last: true }), act('remove', { danger: true })];
  expect(shownOf([freeze, act('edit')])?.key).toBe('edit');
  expect(shownOf([act('edit'), act('ship', { first: true })])?.key).toBe('ship');
  expect(shownOf([freeze, remove])).toBeUndefined();
});

test('a column in which no row shows a word is as wide as its menu, and one of words has room for the longest', () => {
  const [remove, edit] = [act('remove', { danger: true }), act('编辑')];
  const menuAlone = actionsWidth([[remove], [remove]]);
  expect(menuAlone).toBeLessThanOrEqual(56);
  expect(actionsWidth([[edit]])).toBeLessThan(actionsWidth([[edit, remove], [remove]]));
  expect(actionsWidth([[edit, remove], [remove]])).toBeGreaterThan(menuAlone);
});
