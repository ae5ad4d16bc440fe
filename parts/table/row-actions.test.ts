import { expect, test } from 'vitest';
import { harmlessFirst, type RowAction } from './row-actions.tsx';

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
