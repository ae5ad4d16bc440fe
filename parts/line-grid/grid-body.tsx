import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ActiveLayer } from './active-layer.tsx';
import { columnsBetween, laidOut, type Geometry } from './geometry.ts';
import { GridFoot, GridHead } from './grid-head.tsx';
import { useGrid, useRoom } from './grid-room.ts';
import { Row } from './grid-row.tsx';
import { totalled } from './totals.ts';
import { usePointing } from './pointing.ts';

/** Fewer columns than this are all painted: leaving some out costs more than it saves. */
const MANY_COLUMNS = 30;
const HEAD = 36;

interface GridBodyProps {
  readonly label: string;
  readonly pinned: number;
  readonly explainable: boolean;
}

/** The scrolling part: titles, the rows in sight, the layer of the active cell, totals. */
export function GridBody({ label, pinned, explainable }: GridBodyProps): ReactNode {
  const { id, say } = useRoom();
  const view = useGrid((state) => state.view);
  const columns = useGrid((state) => state.columns);
  const readonly = useGrid((state) => state.readonly);
  const grows = useGrid((state) => !state.readonly && !state.fixed);
  const scroll = useRef<HTMLDivElement>(null);
  const count = view.length + (grows ? 1 : 0);
  const foot = totalled(columns).length > 0 ? HEAD : 0;
  const size = useGridSize(scroll, foot);
  const geometry = useMemo(
    () => laidOut(columns, size.width, size.row, pinned),
    [columns, size.width, size.row, pinned],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; rows compare their own parts
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => size.row,
    overscan: 6,
    initialRect: { width: 1200, height: 720 },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size.row]);
  const { first, last, onScroll } = useColumnsInSight(scroll, geometry, columns.length);
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const pointing = usePointing(scroll, geometry, count);
  const text = say();
  const part = { geometry, first, last };
  return (
    <div
      ref={scroll}
      role="grid"
      id={id}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-readonly={readonly || undefined}
      className="lg-scroll"
      data-head={HEAD}
      data-foot={foot}
      onScroll={onScroll}
      {...pointing}
    >
      <GridHead columns={columns} {...part} say={text} />
      <div role="rowgroup" className="lg-rows" style={{ height: count * geometry.rowHeight, width: geometry.total }}>
        <Rows indexes={indexes} {...part} explainable={explainable} />
        {columns.length > 0 && (
          <ActiveLayer geometry={geometry} label={label} drawn={[indexes[0] ?? 0, indexes.at(-1) ?? -1]} />
        )}
      </div>
      {view.length === 0 && <p className="lg-empty">{text(readonly ? 'emptyReadonly' : 'empty')}</p>}
      {foot > 0 && <GridFoot columns={columns} {...part} say={text} />}
    </div>
  );
}

/** The inner size of the grid and the height of a row, in pixels; the store learns how many rows a page has. */
function useGridSize(scroll: RefObject<HTMLDivElement | null>, foot: number) {
  const { store } = useRoom();
  const [size, setSize] = useState({ width: 0, height: 0, row: 36 });
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element) return undefined;
    const measure = (): void => {
      const row = Number.parseInt(getComputedStyle(element).getPropertyValue('--lg-row-height'), 10) || 36;
      setSize((now) =>
        now.width === element.clientWidth && now.height === element.clientHeight && now.row === row
          ? now
          : { width: element.clientWidth, height: element.clientHeight, row },
      );
      store.setPage(Math.max(1, Math.floor((element.clientHeight - HEAD - foot) / row)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroll, store, foot]);
  return size;
}

/** The first and last column to paint: all of them, or of many those in sight. */
function useColumnsInSight(scroll: RefObject<HTMLDivElement | null>, geometry: Geometry, columns: number) {
  const [span, setSpan] = useState<readonly [number, number]>([0, MANY_COLUMNS]);
  const many = columns > MANY_COLUMNS;
  const onScroll = useCallback((): void => {
    const element = scroll.current;
    if (!element || !many) return;
    const next = columnsBetween(
      geometry,
      element.scrollLeft + geometry.pinnedWidth - 200,
      element.scrollLeft + element.clientWidth + 200,
    );
    setSpan((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
  }, [scroll, geometry, many]);
  useLayoutEffect(onScroll, [onScroll]);
  const [first, last] = many ? span : [geometry.pinned, columns - 1];
  return { first, last, onScroll };
}

interface RowsProps {
  readonly indexes: readonly number[];
  readonly geometry: Geometry;
  readonly first: number;
  readonly last: number;
  readonly explainable: boolean;
}
function Rows({ indexes, geometry, first, last, explainable }: RowsProps): ReactNode {
  const { id, store, say } = useRoom();
  const view = useGrid((state) => state.view);
  const columns = useGrid((state) => state.columns);
  const problems = useGrid((state) => state.problems);
  const query = useGrid((state) => state.query);
  const language = useGrid((state) => state.language);
  const today = useGrid((state) => state.today);
  const text = say();
  // Rows that leave at one end come in at the other: changing a text is far cheaper than making elements.
  const pool = 2 ** Math.ceil(Math.log2(Math.max(16, indexes.length)));
  return indexes.map((index) => {
    const row = view[index];
    return (
      <Row
        key={index % pool}
        grid={id}
        row={row}
        index={index}
        line={row ? (store.indexOf(row.key) ?? index) + 1 : 0}
        columns={columns}
        geometry={geometry}
        first={first}
        last={last}
        problems={row && problems.get(row.key)}
        query={query}
        language={language}
        today={today}
        explainable={explainable}
        newLine={text('newLine')}
      />
    );
  });
}
