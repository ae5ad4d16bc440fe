import { expect, test } from 'vitest';
import { commandOf, type Mode } from './keyboard.ts';

const press = (chord: string, mode: Mode, picking = false) => {
  const parts = chord.split('-');
  return commandOf(
    {
      key: parts.at(-1) ?? '',
      ctrl: parts.includes('Ctrl'),
      shift: parts.includes('Shift'),
      alt: parts.includes('Alt'),
    },
    mode,
    picking,
  );
};
const move = (direction: string, stride = 'cell', extend = false) => ({ act: 'move', direction, stride, extend });

test.each([
  ['ArrowDown', move('down')],
  ['Shift-ArrowDown', move('down', 'cell', true)],
  ['Ctrl-ArrowRight', move('right', 'edge')],
  ['Ctrl-Shift-ArrowRight', move('right', 'edge', true)],
  ['Home', move('left', 'end')],
  ['Ctrl-End', move('right', 'corner')],
  ['PageDown', move('down', 'page')],
  ['Shift-Enter', move('up')],
  ['Enter', { act: 'edit' }],
  ['F2', { act: 'edit' }],
  ['Tab', { act: 'tab', back: false }],
  ['Shift-Tab', { act: 'tab', back: true }],
  ['Delete', { act: 'clear' }],
  ['Ctrl-Delete', { act: 'remove' }],
  ['Insert', { act: 'insert' }],
  ['Ctrl-Enter', { act: 'fill' }],
  ['Ctrl-d', { act: 'copyDown' }],
  ['Ctrl-z', { act: 'undo' }],
  ['Ctrl-y', { act: 'redo' }],
  ['Ctrl-Shift-Z', { act: 'redo' }],
  ['Ctrl-f', { act: 'search' }],
  ['Alt-ArrowDown', { act: 'choose' }],
  ['F8', { act: 'problem', back: false }],
  ['Shift-F8', { act: 'problem', back: true }],
  ['Ctrl-c', undefined],
  ['Ctrl-v', undefined],
  ['a', undefined],
  ['7', undefined],
])('at rest %s', (chord, command) => {
  expect(press(chord, 'rest')).toEqual(command);
});

test.each([
  ['Enter', 'type', false, { act: 'commit', then: 'down' }],
  ['Shift-Enter', 'edit', false, { act: 'commit', then: 'up' }],
  ['Escape', 'type', false, { act: 'cancel' }],
  ['ArrowDown', 'type', false, { act: 'commitMove', direction: 'down' }],
  ['ArrowDown', 'type', true, { act: 'mark', step: 1 }],
  ['ArrowUp', 'edit', true, { act: 'mark', step: -1 }],
  ['ArrowLeft', 'edit', false, undefined],
  ['Home', 'type', false, undefined],
  ['Delete', 'type', false, undefined],
  ['Ctrl-z', 'type', false, undefined],
] as const)('%s while in %s (list open: %s)', (chord, mode, picking, command) => {
  expect(press(chord, mode, picking)).toEqual(command);
});
