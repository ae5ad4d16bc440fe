import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ActiveLayer } from './active-layer.tsx';
import { columnsBetween, laidOut } from './geometry.ts';
import { GridFoot, GridHead } from './grid-head.tsx';
import { useGrid, useRoom } from './grid-room.ts';
import { Row } from './grid-row.tsx';
import { totalled } from './totals.ts';
import { usePointing } from './pointing.ts';

/** Fewer columns than this are all painted: leaving some out costs more than it saves. */
const MANY_COLUMNS = 30;
const HEAD = 36;

/** The scrolling part: titles, the rows in sight, the layer of the active cell, totals. */
export function GridBody({
  label,
  pinned,
  explainable,
}: {
  readonly label: string;
  readonly pinned: number;
  readonly explainable: boolean;
}): ReactNode {
  const { id, store, say } = useRoom();
  const view = useGrid((state) => state.view);
  const columns = useGrid((state) => state.columns);
  const problems = useGrid((state) => state.problems);
  const query = useGrid((state) => state.query);
  const readonly = useGrid((state) => state.readonly);
  const grows = useGrid((state) => !state.readonly && !state.fixed);
  const language = useGrid((state) => state.language);
  const today = useGrid((state) => state.today);
  const scroll = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0, row: 36 });
  const [span, setSpan] = useState<readonly [number, number]>([0, MANY_COLUMNS]);

  const geometry = useMemo(
    () => laidOut(columns, size.width, size.row, pinned),
    [columns, size.width, size.row, pinned],
  );
  const count = view.length + (grows ? 1 : 0);
  const foot = totalled(columns).length > 0 ? HEAD : 0;

  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; rows compare their own parts
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => size.row,
    overscan: 6,
    initialRect: { width: 1200, height: 720 },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size.row]);

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
      store.page = Math.max(1, Math.floor((element.clientHeight - HEAD - foot) / row));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [store, foot]);

  const many = columns.length > MANY_COLUMNS;
  const inSight = useCallback((): void => {
    const element = scroll.current;
    if (!element || !many) return;
    const next = columnsBetween(
      geometry,
      element.scrollLeft + geometry.pinnedWidth - 200,
      element.scrollLeft + element.clientWidth + 200,
    );
    setSpan((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
  }, [geometry, many]);
  useLayoutEffect(inSight, [inSight]);
  const [first, last] = many ? span : [geometry.pinned, columns.length - 1];

  const items = virtualizer.getVirtualItems();
  // Rows that leave at one end come in at the other: changing a text is far cheaper than making elements.
  const pool = 2 ** Math.ceil(Math.log2(Math.max(16, items.length)));
  const pointing = usePointing(scroll, geometry, count);
  const text = say();
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
      onScroll={inSight}
      {...pointing}
    >
      <GridHead columns={columns} geometry={geometry} first={first} last={last} say={text} />
      <div role="rowgroup" className="lg-rows" style={{ height: count * geometry.rowHeight, width: geometry.total }}>
        {items.map(({ index }) => {
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
        })}
        {columns.length > 0 && (
          <ActiveLayer geometry={geometry} label={label} drawn={[items[0]?.index ?? 0, items.at(-1)?.index ?? -1]} />
        )}
      </div>
      {view.length === 0 && <p className="lg-empty">{text(readonly ? 'emptyReadonly' : 'empty')}</p>}
      {foot > 0 && <GridFoot columns={columns} geometry={geometry} first={first} last={last} say={text} />}
    </div>
  );
}
