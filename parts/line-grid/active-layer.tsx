import { useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { Geometry } from './geometry.ts';
import { Below } from './below.tsx';
import { cellId, useGrid, useRoom } from './grid-room.ts';
import { commandOf } from './keyboard.ts';
import { blockOf, isSingle, tabbed } from './selection.ts';

/**
 * The active cell, the selection and the one editor, drawn above the rows. The editor always has the
 * focus, so that a first key or a first composition lands in it, and no key is lost to moving focus.
 */
export function ActiveLayer({
  geometry,
  label,
  drawn,
}: {
  readonly geometry: Geometry;
  readonly label: string;
  /** First and last row that stand on the screen: only a cell that is there can be pointed at. */
  readonly drawn: readonly [number, number];
}): ReactNode {
  const { id, editor, store, actions, port } = useRoom();
  const active = useGrid((state) => state.active);
  const corner = useGrid((state) => state.corner);
  const editing = useGrid((state) => state.editing);
  const picker = useGrid((state) => state.picker);
  const column = useGrid((state) => state.columns[state.active.column]);
  const box = useRef<HTMLDivElement>(null);
  const block = blockOf(active, corner);
  const pinned = active.column < geometry.pinned;
  const cell = active.row >= drawn[0] && active.row <= drawn[1] ? cellId(id, active.row, active.column) : undefined;

  const onInput = (event: FormEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (!actions.startTyping(input.value)) {
      input.value = '';
      return;
    }
    // While a composition runs its letters are no search yet.
    if ((event.nativeEvent as InputEvent).isComposing)
      store.set({ editing: { mode: 'type', first: '', ...store.get().editing, text: input.value } });
    else actions.typing(input.value);
  };
  const leaving = useRef(false);

  return (
    <div role="row" aria-rowindex={active.row + 2} className={pinned ? 'lg-layer lg-layer-pinned' : 'lg-layer'}>
      {!isSingle(block) && <Range geometry={geometry} {...block} />}
      <div
        ref={box}
        role="gridcell"
        aria-colindex={active.column + 2}
        className={editing ? 'lg-active lg-editing' : 'lg-active'}
        style={{
          left: geometry.lefts[active.column],
          top: active.row * geometry.rowHeight,
          width: geometry.widths[active.column],
          height: geometry.rowHeight,
        }}
      >
        <input
          ref={editor}
          className={column?.face === 'figure' ? 'lg-editor lg-editor-figure' : 'lg-editor'}
          aria-label={column ? `${label}, ${column.label}` : label}
          role="combobox"
          aria-expanded={picker !== undefined}
          aria-haspopup={column?.face === 'ref' || column?.face === 'choice' ? 'listbox' : 'grid'}
          aria-controls={picker ? `${id}-list` : id}
          aria-activedescendant={
            picker ? (picker.items[picker.marked] === undefined ? undefined : `${id}-item-${picker.marked}`) : cell
          }
          aria-autocomplete={column?.face === 'ref' || column?.face === 'choice' ? 'list' : 'none'}
          inputMode={column?.face === 'figure' ? 'decimal' : undefined}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue=""
          onInput={onInput}
          onCompositionStart={() => {
            if (actions.startTyping('')) return;
            // The only way to stop a composition that has no business here.
            editor.current?.blur();
            editor.current?.focus({ preventScroll: true });
          }}
          onCompositionEnd={(event) => {
            if (store.get().editing) actions.typing(event.currentTarget.value);
            else event.currentTarget.value = '';
          }}
          onKeyDown={(event) => {
            // 229: the input method is at work, and the key is its own.
            if (event.nativeEvent.isComposing || event.keyCode === 229) return;
            const mode = actions.mode();
            const command = commandOf(
              { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey },
              mode,
              store.get().picker !== undefined,
            );
            if (!command) return;
            // Tab walks the cells; after Esc, and at either end, it leaves the grid as it does everywhere else.
            if (command.act === 'tab' && mode === 'rest') {
              const to = tabbed(active, command.back, store.extent(), () => true);
              if (leaving.current || (to.row === active.row && to.column === active.column)) return;
            }
            leaving.current = command.act === 'cancel' && mode === 'rest';
            event.preventDefault();
            event.stopPropagation();
            actions.run(command, port);
          }}
          onCopy={(event) => {
            if (actions.mode() !== 'rest') return;
            event.preventDefault();
            event.clipboardData.setData('text/plain', actions.copy());
          }}
          onCut={(event) => {
            if (actions.mode() !== 'rest') return;
            event.preventDefault();
            event.clipboardData.setData('text/plain', actions.cut());
          }}
          onPaste={(event) => {
            if (actions.mode() !== 'rest') return;
            event.preventDefault();
            actions.paste(event.clipboardData.getData('text/plain'));
          }}
          onBlur={() => actions.commit(port, 'exact')}
        />
      </div>
      <Below anchor={box} />
      <KeepInSight geometry={geometry} anchor={box} />
    </div>
  );
}

/** A selection of several cells, in two parts where it reaches over the pinned columns. */
function Range({
  geometry,
  top,
  bottom,
  left,
  right,
}: {
  readonly geometry: Geometry;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}): ReactNode {
  const x = geometry.lefts[left] ?? 0;
  const end = (geometry.lefts[right] ?? 0) + (geometry.widths[right] ?? 0);
  return (
    <div
      role="presentation"
      className="lg-range"
      style={{
        left: x,
        top: top * geometry.rowHeight,
        width: end - x,
        height: (bottom - top + 1) * geometry.rowHeight,
      }}
    />
  );
}

/** Scrolls just so far that the cell which moved stands between head, foot and pinned columns. */
function KeepInSight({
  geometry,
  anchor,
}: {
  readonly geometry: Geometry;
  readonly anchor: { readonly current: HTMLElement | null };
}): null {
  const corner = useGrid((state) => state.corner);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const body = anchor.current?.closest<HTMLElement>('.lg-scroll');
    if (!body) return;
    const top = corner.row * geometry.rowHeight;
    const height = body.clientHeight - Number(body.dataset['head']) - Number(body.dataset['foot']);
    if (top < body.scrollTop) body.scrollTop = top;
    else if (top + geometry.rowHeight > body.scrollTop + height) body.scrollTop = top + geometry.rowHeight - height;
    if (corner.column < geometry.pinned) return;
    const left = (geometry.lefts[corner.column] ?? 0) - geometry.pinnedWidth;
    const width = body.clientWidth - geometry.pinnedWidth;
    const end = left + (geometry.widths[corner.column] ?? 0);
    if (left < body.scrollLeft) body.scrollLeft = left;
    else if (end > body.scrollLeft + width) body.scrollLeft = end - width;
  }, [corner, geometry, anchor]);
  return null;
}
