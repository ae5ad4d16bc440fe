import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { ScanBox } from '../../parts/camera/scan-box.view.tsx';
import { useWords } from '../../parts/language/language.ts';
import type { Entry } from '../../parts/offline/outbox.rules.ts';
import { lotOfLabel } from '../stock/lots/lot-label.rules.ts';
import { CountCard } from './count-card.view.tsx';
import { countingTexts } from './counting.texts.ts';
import { type CountBill, type CountBody, type CountLine, isAgain, isMine, isOpen } from './use-count.view.ts';
import '../issuing/issuing.css';

interface Props {
  readonly bill: CountBill;
  /** The line to begin with; the first that waits for this person where none is named. */
  readonly wanted: string | undefined;
  /** What the server did not take over, by line. */
  readonly refused: ReadonlyMap<string, Entry>;
  readonly save: (lines: readonly CountBody[]) => Promise<ReadonlyMap<string, string>>;
  readonly onFinish: () => void;
}

/** Counting with one wet thumb: a card a lot, in the order of the shelves, and every one is saved as it is left. */
export function CountPhone({ bill, wanted, refused: notTaken, save, onFinish }: Props): ReactNode {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const { details: lines } = bill;
  const [at, setAt] = useState(() => {
    const first = wanted === undefined ? lines.findIndex(isMine) : lines.findIndex(({ id }) => id === wanted);
    return first < 0 ? lines.length : first;
  });
  /** The lot that was counted last. */
  const [lastId, setLastId] = useState<string>();
  const last = lines.find(({ id }) => id === lastId);
  const line = lines[at];
  const nextOf = (from: number): number => {
    for (let step = 1; step <= lines.length; step += 1) {
      const next = (from + step) % lines.length;
      if (next !== from && isMine(lines[next]!)) return next;
    }
    return lines.length;
  };
  const scan = (scanned: string): void => {
    const wanted = scanned.trim().toLowerCase();
    if (wanted === '') return;
    const lotId = lotOfLabel(scanned);
    const found = lines.findIndex(
      (each) =>
        each.batchId === lotId ||
        [each.batchName, each.materialCode, each.supplierBatchNo].some((code) => code.toLowerCase() === wanted) ||
        each.materialName.toLowerCase().includes(wanted),
    );
    if (found < 0) notify.warn(word('scan.none', { text: scanned.trim() }));
    else setAt(found);
  };
  const count = async (body: CountBody): Promise<string | undefined> => {
    const refused = await save([body]);
    const refusal = refused.get(body.id);
    if (refusal === undefined) {
      setLastId(body.id);
      setAt(nextOf(at));
    }
    return refusal;
  };
  return (
    <>
      <ScanBox label={word('scan')} onScan={scan} />
      {last !== undefined && isAgain(last) && (
        <p className="count-again" role="status">
          {word('again.lot', { lot: `${last.materialName} ${last.batchName}`.trim() })}
        </p>
      )}
      {line === undefined ? (
        <Remaining lines={lines} onLine={setAt} onFinish={onFinish} />
      ) : (
        <CountCard
          key={line.id}
          line={line}
          notTaken={notTaken.get(line.id)}
          blind={bill.blind === 1}
          at={at}
          count={lines.length}
          onCount={count}
          onBack={at > 0 ? () => setAt(at - 1) : undefined}
          onSkip={() => setAt(nextOf(at))}
          onReview={() => setAt(lines.length)}
        />
      )}
    </>
  );
}

/** What nobody counted yet, and the one button. */
function Remaining({
  lines,
  onLine,
  onFinish,
}: {
  readonly lines: readonly CountLine[];
  readonly onLine: (at: number) => void;
  readonly onFinish: () => void;
}): ReactNode {
  const word = useWords(countingTexts);
  const rest = lines.map((line, at) => ({ line, at })).filter(({ line }) => isOpen(line));
  const of = (state: string): number => rest.filter(({ line }) => line.lineState === state).length;
  return (
    <section className="pick-card">
      <h2>{word('review')}</h2>
      <ul className="pick-review">
        {rest.length === 0 && <li className="tone-done">{word('review.all')}</li>}
        {of('waiting') > 0 && <li className="tone-look">{word('review.waiting', { count: of('waiting') })}</li>}
        {of('recount') > 0 && <li className="tone-stop">{word('review.recount', { count: of('recount') })}</li>}
      </ul>
      <ul className="pick-rest">
        {rest.map(({ line, at }) => (
          <li key={line.id}>
            <button type="button" onClick={() => onLine(at)}>
              <span>
                {line.materialName} <span className="soft figures">{line.batchName}</span>
              </span>
              <span className="soft">{line.lineStateName}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="pick-buttons">
        <Button size="large" onClick={() => onLine(Math.max(0, lines.length - 1))}>
          {word('previous')}
        </Button>
        <Button size="large" type="primary" className="pick-next" onClick={onFinish}>
          {word('finish')}
        </Button>
      </div>
    </section>
  );
}
