import type { Direction, Stride } from './selection.ts';

/** What a key means. Pure, so that the whole keyboard can be read and tested as a table. */
export type Command =
  | { readonly act: 'move'; readonly direction: Direction; readonly stride: Stride; readonly extend: boolean }
  | { readonly act: 'tab'; readonly back: boolean }
  | { readonly act: 'commit'; readonly then: 'down' | 'up' | 'stay' }
  | { readonly act: 'commitMove'; readonly direction: Direction }
  | { readonly act: 'mark'; readonly step: 1 | -1 }
  | { readonly act: 'problem'; readonly back: boolean }
  | {
      readonly act:
        | 'edit'
        | 'cancel'
        | 'clear'
        | 'fill'
        | 'copyDown'
        | 'undo'
        | 'redo'
        | 'insert'
        | 'remove'
        | 'choose'
        | 'search'
        | 'all'
        | 'row'
        | 'explain';
    };

/**
 * rest: moving about. type: a key replaced the cell, arrows leave it. edit: opened by F2 or Enter, arrows move the
 * caret.
 */
export type Mode = 'rest' | 'type' | 'edit';
interface Key {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** What a key does in this mode; undefined where it is left to the browser. */
export function commandOf({ key, ctrl, shift, alt }: Key, mode: Mode, picking: boolean): Command | undefined {
  const arrow = ARROWS[key];
  if (key === 'F8') return { act: 'problem', back: shift };
  if (key === 'Tab' && !ctrl && !alt) return { act: 'tab', back: shift };
  if (ctrl && !alt && key.toLowerCase() === 'f') return { act: 'search' };
  if (alt && key === 'ArrowDown') return { act: 'choose' };
  if (key === 'Enter') {
    if (ctrl) return { act: 'fill' };
    if (alt) return mode === 'rest' ? { act: 'explain' } : undefined;
    if (mode === 'rest')
      return shift ? { act: 'move', direction: 'up', stride: 'cell', extend: false } : { act: 'edit' };
    return { act: 'commit', then: shift ? 'up' : 'down' };
  }
  if (mode !== 'rest') return whileEditing(key, arrow, ctrl, shift, alt, mode, picking);

  if (arrow && !alt) return { act: 'move', direction: arrow, stride: ctrl ? 'edge' : 'cell', extend: shift };
  if (key === 'Home' || key === 'End')
    return {
      act: 'move',
      direction: key === 'Home' ? 'left' : 'right',
      stride: ctrl ? 'corner' : 'end',
      extend: shift,
    };
  if (key === 'PageUp' || key === 'PageDown')
    return { act: 'move', direction: key === 'PageUp' ? 'up' : 'down', stride: 'page', extend: shift };
  if (key === 'F2') return { act: 'edit' };
  if (key === 'Escape') return { act: 'cancel' };
  if (key === 'Delete' || key === 'Backspace') return { act: ctrl && key === 'Delete' ? 'remove' : 'clear' };
  if (key === 'Insert' && !ctrl && !shift) return { act: 'insert' };
  if (key === ' ' && shift) return { act: 'row' };
  if (!ctrl || alt) return undefined;
  switch (key.toLowerCase()) {
    case 'd':
      return { act: 'copyDown' };
    case 'z':
      return { act: shift ? 'redo' : 'undo' };
    case 'y':
      return { act: 'redo' };
    case 'a':
      return { act: 'all' };
    default:
      return undefined;
  }
}

function whileEditing(
  key: string,
  arrow: Direction | undefined,
  ctrl: boolean,
  shift: boolean,
  alt: boolean,
  mode: Mode,
  picking: boolean,
): Command | undefined {
  if (key === 'Escape') return { act: 'cancel' };
  if (key === 'F2') return { act: 'edit' };
  if (ctrl || alt || shift) return undefined;
  if (picking && (arrow === 'up' || arrow === 'down')) return { act: 'mark', step: arrow === 'down' ? 1 : -1 };
  return arrow && mode === 'type' ? { act: 'commitMove', direction: arrow } : undefined;
}
