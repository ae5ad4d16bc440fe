import { Alert, Button, Checkbox, Empty, Progress, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../parts/client/errors.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { useTitle } from '../../parts/hooks/own-tab.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { ScanBox } from '../../parts/camera/scan-box.view.tsx';
import { AwayLong } from '../../parts/offline/away-long.tsx';
import { useSetting } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { comma, useWords } from '../../parts/language/language.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { lotOfLabel } from '../stock/lots/lot-label.rules.ts';
import { issuingTexts } from './issuing.texts.ts';
import { outStore } from './out-store.document.ts';
import { PickCard } from './pick-line.view.tsx';
import { entryOf, type Entries, missingOf, type PickBill } from './picking-entry.rules.ts';
import { usePicking } from './use-picking.view.ts';
import { useShipping, useWaitingShipment } from './use-shipping.view.ts';
import './issuing.css';

/** Picking with one thumb: a card a line, first expired first, the next one comes by itself. */
export default function PickingPage() {
  const { id = '' } = useParams();
  const word = useWords(issuingTexts);
  const text = useText();
  const picking = usePicking(id);
  const { bill, entries } = picking;
  useTitle(bill === undefined ? undefined : `${word('pick.title')} ${bill.billCode}`);
  if (picking.error !== null && bill === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={picking.error instanceof ApiError ? picking.error.message : text('error.unknown')}
        action={
          <Button size="small" onClick={() => void picking.reload()}>
            {text('error.retry')}
          </Button>
        }
      />
    );
  if (bill === undefined || entries === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const lines = bill.details.filter((line) => line.openQty !== '0');
  if (lines.length === 0)
    return (
      <Empty description={word('nothing')}>
        <GuardedLink to={`${outStore.path ?? ''}/${id}`}>{bill.billCode}</GuardedLink>
      </Empty>
    );
  const { resumed, write, accept, stored, reload } = picking;
  return <Picking {...{ bill, entries, resumed, write, accept, stored, reload }} />;
}

type Stored = Pick<ReturnType<typeof usePicking>, 'stored'>;
interface Props extends Stored, Pick<ReturnType<typeof usePicking>, 'resumed' | 'write' | 'accept' | 'reload'> {
  readonly bill: PickBill;
  readonly entries: Entries;
}

/** Which line is at hand, which come next, and the one that was scanned. */
function useLineAtHand(lines: PickBill['details'], entries: Entries) {
  const word = useWords(issuingTexts);
  const notify = useNotify();
  const isDone = (at: number, now: Entries): boolean => {
    const line = lines[at];
    return line !== undefined && now[line.id]?.done === true;
  };
  /** The next line not picked yet, behind this one and then from the start; past the end: the review. */
  const nextOf = (at: number, now: Entries): number => {
    for (let step = 1; step <= lines.length; step += 1) {
      const next = (at + step) % lines.length;
      if (!isDone(next, now)) return next;
    }
    return lines.length;
  };
  const [at, setAt] = useState(() => {
    const first = lines.findIndex((_, index) => !isDone(index, entries));
    return first < 0 ? lines.length : first;
  });
  const scan = (scanned: string): void => {
    const wanted = scanned.trim().toLowerCase();
    if (wanted === '') return;
    const lotId = lotOfLabel(scanned);
    const found = lines.findIndex(
      (each) =>
        each.proposedPicks.some(
          (pick) =>
            pick.batchId === lotId || [pick.batchCode, pick.materialCode].some((code) => code.toLowerCase() === wanted),
        ) ||
        each.materialCode.toLowerCase() === wanted ||
        each.materialName.toLowerCase().includes(wanted),
    );
    if (found < 0) notify.warn(word('scan.none', { text: scanned.trim() }));
    else setAt(found);
  };
  return { at, setAt, nextOf, scan, done: lines.filter((_, index) => isDone(index, entries)).length };
}

function Picking({ bill, entries, resumed, write, accept, stored, reload }: Props) {
  const word = useWords(issuingTexts);
  const lines = useMemo(() => bill.details.filter((line) => line.openQty !== '0'), [bill]);
  const { at, setAt, nextOf, scan, done } = useLineAtHand(lines, entries);
  const line = lines[at];
  const phone = usePhone();
  return (
    <div className={phone ? 'pick-page' : 'pick-page is-wide'}>
      <header>
        <h1 className="page-title figures" tabIndex={-1}>
          {bill.billCode}
        </h1>
        <p className="soft">
          {word('for', { place: bill.toLocationName })} · {word('needed', { time: bill.needTime.slice(5, 16) })}
        </p>
        {resumed !== undefined && resumed.others > 0 && (
          <p role="status">{word('resumed', { count: resumed.others, who: resumed.from.join(comma()) })}</p>
        )}
      </header>
      <AwayLong setting={useSetting('offline.hours')} />
      <Shipped bill={bill} onArrived={reload} />
      <ScanBox label={word('scan')} onScan={scan} />
      <div className="pick-progress">
        <Progress
          percent={Math.round((done / lines.length) * 100)}
          showInfo={false}
          size="small"
          aria-label={word('done', { done, count: lines.length })}
        />
        <span className="soft figures">{word('done', { done, count: lines.length })}</span>
        <Button type="link" size="small" onClick={() => setAt(lines.length)}>
          {word('review')}
        </Button>
      </div>
      {!phone && <LineList lines={lines} entries={entries} at={at} onLine={setAt} />}
      {line === undefined ? (
        <Review bill={bill} entries={entries} onLine={setAt} stored={stored} />
      ) : (
        <PickCard
          key={line.id}
          line={line}
          at={at}
          count={lines.length}
          entry={entryOf(line, entries)}
          onChange={(entry) => write(line.id, entry)}
          onNext={(entry) => {
            accept(line.id, entry);
            setAt(nextOf(at, { ...entries, [line.id]: entry }));
          }}
          onBack={at > 0 ? () => setAt(at - 1) : undefined}
          onSkip={() => setAt(at + 1)}
        />
      )}
    </div>
  );
}

/** That the bill was shipped away from the network: it waits to be sent, or was not taken over, for this reason. */
function Shipped({ bill, onArrived }: { readonly bill: PickBill; readonly onArrived: () => unknown }) {
  const word = useWords(issuingTexts);
  const entry = useWaitingShipment(bill, onArrived);
  if (entry === undefined) return null;
  const { refusal } = entry;
  return (
    <Alert
      type={refusal === undefined ? 'info' : 'error'}
      showIcon
      role="status"
      title={refusal === undefined ? word('away.waits') : word('away.refused', { why: refusal })}
    />
  );
}

interface ListProps {
  readonly lines: PickBill['details'];
  readonly entries: Entries;
  readonly at: number;
  readonly onLine: (at: number) => void;
}

/** All lines beside the card, where there is room: which is at hand, which are done and which short. */
function LineList({ lines, entries, at, onLine }: ListProps) {
  const word = useWords(issuingTexts);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ol className="pick-lines" aria-label={word('lines')}>
      {lines.map((line, index) => {
        const entry = entryOf(line, entries);
        const isShort = missingOf(line, entry).isPositive();
        return (
          <li key={line.id}>
            <button
              type="button"
              ref={index === at ? current : undefined}
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onLine(index)}
            >
              <span className={entry.done ? 'tone-done' : 'soft'} aria-hidden="true">
                {entry.done ? '✓' : index + 1}
              </span>
              <span>{line.materialName}</span>
              <span className={isShort ? 'figures pick-short' : 'figures soft'}>
                {line.openQty} {line.unitName}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

interface ReviewProps extends Stored {
  readonly bill: PickBill;
  readonly entries: Entries;
  readonly onLine: (at: number) => void;
}

/** What goes out, what is short, what nobody looked at; then the one button. */
function Review({ bill, entries, onLine, stored }: ReviewProps) {
  const word = useWords(issuingTexts);
  const lines = bill.details.filter((line) => line.openQty !== '0');
  const rows = lines.map((line, at) => ({
    line,
    at,
    entry: entryOf(line, entries),
    missing: missingOf(line, entryOf(line, entries)),
  }));
  const short = rows.filter(({ missing, entry }) => missing.isPositive() && entry.done);
  const open = rows.filter(({ entry }) => !entry.done);
  const full = rows.filter(({ missing, entry }) => !missing.isPositive() && entry.done);
  const [keepOpen, setKeepOpen] = useState(false);
  const { ship, busy, banner } = useShipping(bill, entries, stored);
  const isPartly = keepOpen && (short.length > 0 || open.length > 0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const first = requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(first);
  }, []);
  return (
    <section className="pick-card">
      <h2>{word('review.title')}</h2>
      {banner}
      <ul className="pick-review">
        <li className="tone-done">{word('review.full', { count: full.length })}</li>
        {short.length > 0 && <li className="tone-stop">{word('review.short', { count: short.length })}</li>}
        {open.length > 0 && <li className="tone-look">{word('review.open', { count: open.length })}</li>}
      </ul>
      <RestLines rows={[...short, ...open]} onLine={onLine} />
      {(short.length > 0 || open.length > 0) && (
        <Checkbox checked={keepOpen} onChange={(event) => setKeepOpen(event.target.checked)}>
          {word('review.keep')}
        </Checkbox>
      )}
      {open.length > 0 && !keepOpen && <p className="soft">{word('review.untouched')}</p>}
      <div className="pick-buttons">
        <Button size="large" onClick={() => onLine(Math.max(0, lines.length - 1))}>
          {word('back')}
        </Button>
        <Button
          ref={button}
          size="large"
          type="primary"
          className="pick-next"
          loading={busy}
          onClick={() => void ship(keepOpen, isPartly)}
        >
          {word('ship')}
        </Button>
      </div>
    </section>
  );
}

interface RestProps extends Pick<ReviewProps, 'onLine'> {
  readonly rows: readonly {
    readonly line: PickBill['details'][number];
    readonly at: number;
    readonly missing: ReturnType<typeof missingOf>;
  }[];
}
/** Lines that are short or that nobody looked at; each leads back to its card. */
function RestLines({ rows, onLine }: RestProps) {
  const word = useWords(issuingTexts);
  return (
    <ul className="pick-rest">
      {rows.map(({ line, at, missing }) => (
        <li key={line.id}>
          <button type="button" onClick={() => onLine(at)}>
            <span>{line.materialName}</span>
            <span className="figures">
              {missing.isPositive() ? (
                <span className="pick-short">{word('short', { qty: missing.toString(), unit: line.unitName })}</span>
              ) : (
                <span className="soft">
                  {line.openQty} {line.unitName}
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
