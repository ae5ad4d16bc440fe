import { expect, test } from 'vitest';
import { contrast, readable } from './colours.ts';
import { shades, themes } from './theme.ts';

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast(readable('#409eff', '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

const grounds = [
  ['text', 'surface'], ['text', 'page'], ['text-soft', 'surface'], ['text-soft', 'page'], ['primary-ink', 'surface'], ['primary-ink', 'page'], ['primary-ink', 'primary-wash'],
  ['on-primary', 'primary-strong'], ['sidebar-text', 'sidebar'], ['sidebar-active-text', 'sidebar-active'], ...['stop', 'look', 'done', 'next', 'waiting', 'system', 'plain'].flatMap((tone) => [[`tone-${tone}-ink`, 'surface'], [`tone-${tone}-ink`, 'page']] as const),
] as const;

test.each(themes.flatMap((theme) => grounds.map(([ink, ground]) => ({ theme, ink, ground }))))('$theme.name: $ink is read on $ground', ({ theme, ink, ground }) => {
  const shade = shades(theme);
  expect(contrast(shade[ink] ?? '#000000', shade[ground] ?? '#000000')).toBeGreaterThanOrEqual(4.5);
});
