import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../../parts/language/language.ts';
import { centsText, priceText } from '../../../../parts/quantities/amount.rules.ts';
import { shownQuantity } from '../../../../parts/quantities/shown-quantity.rules.ts';
import { between, DUE_MINUTES, isUnassigned, minutesUntil, type DispatchLine } from './dispatch.rules.ts';
import { dispatchTexts } from './dispatch.texts.ts';
import type { Dispatch } from './use-dispatch.view.ts';

const ROW = 46;
const CARD = 132;

interface Props {
  readonly dispatch: Dispatch;
  readonly phone: boolean;
  /** Prices are shown to those who see them. */
  readonly priced: boolean;
  /** Moves on to the choice of suppliers. */
  readonly onEnter: () => void;
}

/** Every line of the day in one grid; only those in sight are painted. */
export function DispatchGrid({ dispatch, phone, priced, onEnter }: Props): ReactNode {
  const word = useWords(dispatchTexts);
  const { lines, ids, setIds } = dispatch;
  const scroll = useRef<HTMLDivElement>(null);
  const { active, setActive, onKeyDown, pick } = usePicking(dispatch, onEnter);
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; rows compare their own parts
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (phone ? CARD : ROW),
    overscan: 8,
    initialRect: { width: 1200, height: 720 },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, phone]);
  useEffect(() => {
    if (active >= 0 && active < lines.length) virtualizer.scrollToIndex(active);
  }, [virtualizer, active, lines.length]);
  const inView = lines.filter((line) => ids.has(line.id)).length;
  const isAll = lines.length > 0 && inView === lines.length;
  return (
    <div
      className={`dispatch-grid ${dispatch.kind}${priced ? '' : ' unpriced'}`}
      role="grid"
      aria-label={word('grid')}
      aria-rowcount={lines.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={active < 0 ? undefined : `dispatch-${lines[active]?.id}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => active < 0 && setActive(0)}
    >
      <div className="dispatch-row dispatch-titles" role="row">
        <span role="columnheader">
          <Checkbox
            aria-label={word('all')}
            checked={isAll}
            indeterminate={inView > 0 && !isAll}
            onChange={() => setIds(isAll ? new Set() : new Set(lines.map((line) => line.id)))}
          />
        </span>
        <Titles kind={dispatch.kind} priced={priced} />
      </div>
      <div className="dispatch-scroll" ref={scroll}>
        <div style={{ height: virtualizer.getTotalSize() }} role="presentation">
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <Line
              key={lines[index]!.id}
              line={lines[index]!}
              nr={index}
              top={start}
              now={dispatch.now}
              isActive={index === active}
              isChosen={ids.has(lines[index]!.id)}
              priced={priced}
              isUniform={dispatch.kind === 'uniform'}
              onPick={pick}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Choosing lines by pointer and by keys: with Shift everything between. */
function usePicking({ lines, ids, setIds }: Dispatch, onEnter: () => void) {
  const [active, setActive] = useState(-1);
  const anchor = useRef(0);
  const toggle = (index: number): void => {
    const line = lines[index];
    if (line === undefined) return;
    const next = new Set(ids);
    if (!next.delete(line.id)) next.add(line.id);
    setIds(next);
    anchor.current = index;
  };
  const extend = (index: number): void => setIds(new Set([...ids, ...between(lines, anchor.current, index)]));
  const pick = (index: number, event: Pick<MouseEvent, 'shiftKey'>): void => {
    setActive(index);
    if (event.shiftKey) extend(index);
    else toggle(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(lines.length - 1, active + step));
      setActive(next);
      if (event.shiftKey) extend(next);
      else anchor.current = next;
    } else if (event.key === ' ') toggle(active);
    else if (event.key === 'a' || event.key === 'A') setIds(new Set(lines.map((line) => line.id)));
    else if (event.key === 'Escape') setIds(new Set());
    else if (event.key === 'Enter') {
      if (ids.size === 0) toggle(active);
      onEnter();
    } else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown, pick };
}

function Titles({ kind, priced }: { readonly kind: Dispatch['kind']; readonly priced: boolean }): ReactNode {
  const word = useWords(dispatchTexts);
  const titles = [
    ['site'],
    ['material'],
    ['qty', 'figures'],
    [kind === 'uniform' ? 'sender' : 'supplier'],
    ...(priced ? ([['price', 'figures'], ['amount', 'figures']] as const) : []),
    ['day'],
    ['orderBefore'],
    ['source'],
  ] as const;
  return titles.map(([title, className]) => (
    <span key={title} role="columnheader" className={className}>
      {word(title)}
    </span>
  ));
}

interface LineProps {
  readonly line: DispatchLine;
  readonly nr: number;
  readonly top: number;
  readonly now: string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly priced: boolean;
  readonly isUniform: boolean;
  readonly onPick: (index: number, event: Pick<MouseEvent, 'shiftKey'>) => void;
}
function Line({ line, nr, top, now, isActive, isChosen, priced, isUniform, onPick }: LineProps): ReactNode {
  const word = useWords(dispatchTexts);
  const qty = shownQuantity(line.qty, line.unitName);
  return (
    <div
      id={`dispatch-${line.id}`}
      role="row"
      aria-rowindex={nr + 2}
      aria-selected={isChosen}
      className={`dispatch-row${isActive ? ' is-active' : ''}${isChosen ? ' is-chosen' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onPick(nr, event)}
    >
      <span role="gridcell" className="dispatch-check">
        <Checkbox
          tabIndex={-1}
          checked={isChosen}
          aria-label={word('select', { name: `${line.siteName} ${line.materialName}` })}
        />
      </span>
      <span role="gridcell" className="dispatch-site" title={line.warehouseName}>
        {line.siteName}
        <small>{line.warehouseName}</small>
      </span>
      <span role="gridcell" className="dispatch-material" title={line.materialName}>
        {line.materialName}
        <small>
          {line.originMaterialName === ''
            ? [line.materialCode, line.spec].filter(Boolean).join(' · ')
            : word('instead', { name: line.originMaterialName })}
        </small>
      </span>
      <span role="gridcell" className="figures dispatch-qty">
        {qty.figure} <span className="unit">{line.unitName}</span>
      </span>
      <span role="gridcell" className="dispatch-supplier">
        {isUniform ? <Sent line={line} /> : <Supplier line={line} />}
      </span>
      {priced && (
        <>
          <span role="gridcell" className="figures">
            {line.price == null ? '—' : priceText(line.price)}
          </span>
          <span role="gridcell" className="figures">
            {line.amount == null ? '—' : centsText(line.amount)}
          </span>
        </>
      )}
      <span role="gridcell" className="dispatch-day">
        {line.deliveryDate.slice(5)}
      </span>
      <span role="gridcell" className="dispatch-cut">
        <Countdown line={line} now={now} />
      </span>
      <span role="gridcell" className="dispatch-why" title={line.sourceReason}>
        {line.lineStatus === 'open' ? line.sourceReason : word(`state.${line.lineStatus}` as 'state.open')}
      </span>
    </div>
  );
}

function Supplier({ line }: { readonly line: DispatchLine }): ReactNode {
  const word = useWords(dispatchTexts);
  if (line.supplierId === '') return <span className="tone-stop-text">{word('none')}</span>;
  return (
    <>
      {line.supplierName}
      {line.supplierReason !== undefined && <small title={line.supplierReason}>{line.supplierReason}</small>}
    </>
  );
}

/** Who sends it, and how he comes by it. */
function Sent({ line }: { readonly line: DispatchLine }): ReactNode {
  const word = useWords(dispatchTexts);
  return (
    <>
      {line.outOrgName}
      <small>
        {line.supplyMode !== '' && word(`mode.${line.supplyMode}` as 'mode.stock')}
        {line.supplyMode === 'purchase' && ' · '}
        {isUnassigned(line) ? <span className="tone-stop-text">{word('none')}</span> : line.supplierName}
      </small>
    </>
  );
}

const DAY_MINUTES = 24 * 60;

/** The time that is left until the cut-off; red once it is past, amber while it is near. */
export function Countdown({ line, now }: { readonly line: Pick<DispatchLine, 'orderBefore' | 'lineStatus'>; readonly now: string }): ReactNode {
  const word = useWords(dispatchTexts);
  if (line.orderBefore === '') return '—';
  const minutes = minutesUntil(line.orderBefore, now);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const time =
    Math.abs(minutes) >= 2 * DAY_MINUTES
      ? word('days', { d: Math.floor(Math.abs(minutes) / DAY_MINUTES) })
      : hours > 0
        ? word('hours', { h: hours, m: rest })
        : word('minutes', { m: rest });
  const tone =
    line.lineStatus !== 'open' ? '' : minutes < 0 ? 'tone-stop-text' : minutes <= DUE_MINUTES ? 'tone-look-text' : '';
  return (
    <>
      <span className={tone}>{word(minutes < 0 ? 'past' : 'left', { time })}</span>
      <small>{line.orderBefore.slice(5, 16)}</small>
    </>
  );
}
