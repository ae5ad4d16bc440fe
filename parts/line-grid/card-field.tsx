import { useId, useState, type ReactNode } from 'react';
import { alone } from './card-fields.ts';
import { choiceEntry, hitEntry } from './cell-entry.ts';
import { cellFace } from './cell-face.tsx';
import { editedText, shownText } from './cell-text.ts';
import { isReadonly, unitOf } from './columns.ts';
import { put } from './edit-plan.ts';
import { useGrid, useRoom } from './grid-room.ts';
import type { Column, GridRow } from './model.ts';
import { PickList } from './pick-list.tsx';
import { problemOf } from './problems.ts';

interface CardFieldProps {
  readonly column: Column;
  readonly at: number;
  readonly line: number;
  readonly row: GridRow | undefined;
  readonly explainable: boolean;
}

/** One labelled field of a card: text where it may only be read, else an input as high as a thumb. */
export function CardField({ column, at, line, row, explainable }: CardFieldProps): ReactNode {
  const { store, explain } = useRoom();
  const language = useGrid((state) => state.language);
  const today = useGrid((state) => state.today);
  const locked = useGrid((state) => state.readonly) || isReadonly(column, row);
  const problem = useGrid((state) => row && problemOf(row, column.name, state.problems.get(row.key), state.language));
  const id = useId();
  const wide = column.face === 'ref' || (column.face === 'text' && !locked);
  return (
    <div className={`lg-field${wide ? ' lg-field-wide' : ''}${problem === undefined ? '' : ' lg-field-bad'}`}>
      <label htmlFor={locked ? undefined : id}>{column.label}</label>
      {locked ? (
        <div
          className={`lg-fact lg-${column.face}`}
          onClick={(event) => {
            const figure = event.target instanceof Element ? event.target.closest('[data-explain]') : null;
            if (figure && row) explain(row, column, figure);
          }}
        >
          {(row && cellFace(alone(column), row, language, today, explainable, true)) ?? '–'}
        </div>
      ) : column.face === 'choice' ? (
        <select
          id={id}
          value={row?.unread?.[column.name] ? '' : String(row?.[column.name] ?? '')}
          aria-invalid={problem !== undefined}
          onChange={(event) =>
            store.apply(put(store.sheet(), { row: line, column: at }, choiceEntry(column, event.currentTarget.value)))
          }
        >
          <option value="" disabled={!column.field.optional}>
            {row ? shownText(column, row, language, today) : ''}
          </option>
          {column.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label[language]}
            </option>
          ))}
        </select>
      ) : (
        <CardInput id={id} column={column} at={at} line={line} row={row} invalid={problem !== undefined} />
      )}
      {problem !== undefined && <p className="lg-field-problem">{problem}</p>}
    </div>
  );
}

function CardInput({
  id,
  column,
  at,
  line,
  row,
  invalid,
}: {
  readonly id: string;
  readonly column: Column;
  readonly at: number;
  readonly line: number;
  readonly row: GridRow | undefined;
  readonly invalid: boolean;
}): ReactNode {
  const { actions, store } = useRoom();
  const language = useGrid((state) => state.language);
  const [text, setText] = useState<string>();
  const picker = useGrid((state) => state.picker);
  const mine = text !== undefined && column.face === 'ref';
  const shown = text ?? (row ? editedText(column, row, language) : '');
  const unit = column.face === 'figure' && row ? unitOf(alone(column), row) : '';

  const leave = (): void => {
    if (text !== undefined && text !== (row ? editedText(column, row, language) : ''))
      actions.write({ row: line, column: at }, text);
    actions.picker.close();
    setText(undefined);
  };
  const take = (index: number): void => {
    const hit = store.get().picker?.items[index]?.hit;
    if (!hit) return;
    column.source?.chosen?.(text ?? '', hit);
    store.apply(put(store.sheet(), { row: line, column: at }, hitEntry(column, hit)));
    actions.picker.close();
    setText(undefined);
  };
  return (
    <>
      <span className="lg-input">
        <input
          id={id}
          value={shown}
          aria-invalid={invalid}
          // A quantity may be 3箱 or 12*2.5, so the telephone's number pad would be too little.
          inputMode={column.face === 'figure' && !column.units ? 'decimal' : 'text'}
          enterKeyHint="next"
          autoComplete="off"
          onFocus={(event) => {
            store.select({ row: line, column: at });
            event.currentTarget.select();
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (column.face === 'ref') actions.picker.ask(event.currentTarget.value, 'pause');
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (mine && store.get().picker?.text === text && store.get().picker?.items[0]) take(0);
            focusNext(event.currentTarget);
          }}
        />
        {unit !== '' && <span className="lg-unit">{unit}</span>}
      </span>
      {mine && picker && <PickList picker={picker} onTake={take} />}
    </>
  );
}

function focusNext(from: HTMLElement): void {
  const inputs = [...(from.closest('.lg-cards')?.querySelectorAll<HTMLElement>('input, select') ?? [])];
  inputs[inputs.indexOf(from) + 1]?.focus();
}
