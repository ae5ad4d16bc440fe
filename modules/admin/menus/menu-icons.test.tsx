import { expect, test } from 'vitest';
import { menuIcons } from '../../../parts/menu/menu-icon.tsx';
import { iconNames } from './menu.texts.ts';

test('every picture of the menu has a name to be chosen by', () => {
  expect(Object.keys(iconNames).toSorted()).toEqual([...menuIcons].toSorted());
});
