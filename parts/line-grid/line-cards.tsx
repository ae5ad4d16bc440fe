import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { CardField } from './card-field.tsx';
import { isLeftOut, nameOf } from './card-fields.ts';
import { figureText, shownText } from './cell-text.ts';
import { useProblems, Views } from './grid-bar.tsx';
import { useGrid, useRoom } from './grid-room.ts';
import type { GridRow, LineView } from './model.ts';
import { totalled } from './totals.ts';

interface LineCardsProps {
  readonly title: string | undefined;
  readonly views: readonly LineView[] | undefined;
  readonly toolbar?: ReactNode;
  readonly explainable: boolean;
}

/**
 * On a phone: one card per line, labelled fields, inputs for a thumb. Where nothing is entered, only what the line
 * says.
 */
export function LineCards({ title, views, toolbar, explainable }: LineCardsProps): ReactNode {
  const { say } = useRoom();
  const view = useGrid((state) => state.view);
  const columns = useGrid((state) => state.columns);
  const grows = useGrid((state) => !state.readonly && !state.fixed);
  const scroll = useRef<HTMLDivElement>(null);
  const [blank, setBlank] = useBlankCard(view.length);
  const count = view.length + (blank && grows ? 1 : 0);
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; rows compare their own parts
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => 96 + Math.ceil(columns.length / 2) * 64,
    overscan: 3,
    getItemKey: (index) => index,
  });
  const text = say();
  return (
    <>
      <CardsBar
        title={title}
        views={views}
        toolbar={toolbar}
        onJump={(index) => virtualizer.scrollToIndex(index, { align: 'start' })}
      />
      <div
        ref={scroll}
        className="lg-cards"
        role="group"
        tabIndex={0}
        aria-label={text('lines', { count: view.length })}
      >
        {count === 0 && <p className="lg-empty">{text('emptyReadonly')}</p>}
        <div className="lg-cards-canvas" role="list" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <LineCard
              key={item.key}
              ref={virtualizer.measureElement}
              index={item.index}
              start={item.start}
              row={view[item.index]}
              explainable={explainable}
            />
          ))}
        </div>
        {grows && (
          <button
            type="button"
            className="lg-button lg-add"
            onClick={() => {
              setBlank(true);
              requestAnimationFrame(() => virtualizer.scrollToIndex(view.length));
            }}
          >
            <span aria-hidden="true">+</span> {text('addLine')}
          </button>
        )}
      </div>
      <CardTotals />
    </>
  );
}

/** One card more than there are lines: its key stays the same while the first value makes a line of it. */
function useBlankCard(lines: number) {
  const [blank, setBlank] = useState(false);
  const before = useRef(lines);
  useLayoutEffect(() => {
    if (lines > before.current) setBlank(false);
    before.current = lines;
  }, [lines]);
  return [blank, setBlank] as const;
}

interface CardsBarProps extends Pick<LineCardsProps, 'title' | 'views' | 'toolbar'> {
  /** Scrolls to a line. */
  readonly onJump: (index: number) => void;
}
/** How many lines and problems there are, going to the next problem, and undoing. */
function CardsBar({ title, views, toolbar, onJump }: CardsBarProps): ReactNode {
  const { say, store, actions } = useRoom();
  const lines = useGrid((state) => state.view.length);
  const readonly = useGrid((state) => state.readonly);
  const active = useGrid((state) => state.active);
  const canUndo = useGrid((state) => state.history.done.length > 0);
  const found = useProblems();
  const text = say();
  const jump = (): void => {
    const { cell } = found.find((each) => each.cell.row > active.row) ?? found[0] ?? {};
    if (!cell) return;
    store.select(cell);
    onJump(cell.row);
  };
  return (
    <div className="lg-bar">
      {title !== undefined && <h2 className="lg-title">{title}</h2>}
      {toolbar}
      <span className="lg-count">{text('lines', { count: lines })}</span>
      <Views of={views} />
      {found.length > 0 && (
        <button type="button" className="lg-button lg-danger" onClick={jump}>
          <span className="lg-mark" aria-hidden="true">
            !
          </span>
          {found.length === 1 ? text('oneProblem') : text('problems', { count: found.length })}
        </button>
      )}
      <span className="lg-push" />
      {!readonly && (
        <button
          type="button"
          className="lg-button"
          disabled={!canUndo}
          onClick={() => actions.run({ act: 'undo' }, { text: () => '', write: () => undefined })}
        >
          {text('undo')}
        </button>
      )}
    </div>
  );
}

interface LineCardProps {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  /** Undefined of the blank card. */
  readonly row: GridRow | undefined;
  readonly explainable: boolean;
  readonly ref: Ref<HTMLElement>;
}
function LineCard({ index, start, row, explainable, ref }: LineCardProps): ReactNode {
  const { say, actions } = useRoom();
  const columns = useGrid((state) => state.columns);
  const readonly = useGrid((state) => state.readonly);
  const grows = useGrid((state) => !state.readonly && !state.fixed);
  const language = useGrid((state) => state.language);
  const today = useGrid((state) => state.today);
  const text = say();
  const named = row && nameOf(columns, row);
  const title = row && named ? shownText(named, row, language, today) : text('newLine');
  return (
    <article
      ref={ref}
      data-index={index}
      role="listitem"
      className="lg-card"
      style={{ transform: `translateY(${start}px)` }}
      aria-label={title}
    >
      <header className="lg-card-head">
        <span className="lg-card-line">{index + 1}</span>
        <span className="lg-card-title">{title}</span>
        {grows && row && (
          <button
            type="button"
            className="lg-button lg-quiet"
            aria-label={text('removeLine')}
            onClick={() => actions.removeLine(row.key)}
          >
            ✕
          </button>
        )}
      </header>
      <div className={readonly ? 'lg-card-fields lg-card-told' : 'lg-card-fields'}>
        {columns.map((column, at) =>
          row !== undefined && isLeftOut(column, columns, row, { readonly, language, today }) ? null : (
            <CardField key={column.name} column={column} at={at} line={index} row={row} explainable={explainable} />
          ),
        )}
      </div>
    </article>
  );
}

function CardTotals(): ReactNode {
  const columns = useGrid((state) => state.columns);
  const totals = useGrid((state) => state.totals);
  const shown = totalled(columns).filter((column) => (totals[column.name]?.size ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="lg-card-totals">
      {shown.map((column) => (
        <div key={column.name}>
          <dt>{column.label}</dt>
          <dd>
            {[...(totals[column.name] ?? [])].slice(0, 3).map(([unit, sum]) => (
              <span key={unit}>
                {figureText(column, sum.value)} <span className="lg-unit">{unit}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
