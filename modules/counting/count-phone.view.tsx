import { CloseOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { readQuantity } from '../../parts/line-grid/quantity-entry.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { countingTexts } from './counting.texts.ts';
import { type CountBill, type CountBody, type CountLine, counterOf, isMine, isOpen, seenOf } from './use-count.view.ts';
import '../issuing/issuing.css';

interface Props {
  readonly bill: CountBill;
  readonly save: (lines: readonly CountBody[]) => Promise<ReadonlyMap<string, string>>;
  readonly onFinish: () => void;
}

/** Counting with one wet thumb: a card a lot, in the order of the shelves, and every one is saved as it is left. */
export function CountPhone({ bill, save, onFinish }: Props): ReactNode {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const { details: lines } = bill;
  const [at, setAt] = useState(() => {
    const first = lines.findIndex(isMine);
    return first < 0 ? lines.length : first;
  });
  const [scanned, setScanned] = useState('');
  const line = lines[at];
  const nextOf = (from: number): number => {
    for (let step = 1; step <= lines.length; step += 1) {
      const next = (from + step) % lines.length;
      if (next !== from && isMine(lines[next]!)) return next;
    }
    return lines.length;
  };
  const scan = (): void => {
    const wanted = scanned.trim().toLowerCase();
    if (wanted === '') return;
    const found = lines.findIndex(
      (each) =>
        [each.batchName, each.materialCode, each.supplierBatchNo].some((code) => code.toLowerCase() === wanted) ||
        each.materialName.toLowerCase().includes(wanted),
    );
    if (found < 0) notify.warn(word('scan.none', { text: scanned.trim() }));
    else setAt(found);
    setScanned('');
  };
  const keep = async (body: CountBody): Promise<string | undefined> => {
    const bad = await save([body]);
    const said = bad.get(body.id);
    if (said === undefined) setAt(nextOf(at));
    return said;
  };
  return (
    <>
      <form
        className="pick-scan"
        onSubmit={(event) => {
          event.preventDefault();
          scan();
        }}
      >
        <Input
          size="large"
          allowClear
          placeholder={word('scan')}
          aria-label={word('scan')}
          value={scanned}
          onChange={(event) => setScanned(event.target.value)}
        />
      </form>
      {line === undefined ? (
        <Rest lines={lines} onLine={setAt} onFinish={onFinish} />
      ) : (
        <CountCard
          key={line.id}
          line={line}
          blind={bill.blind === 1}
          at={at}
          count={lines.length}
          keep={keep}
          onBack={at > 0 ? () => setAt(at - 1) : undefined}
          onSkip={() => setAt(nextOf(at))}
          onRest={() => setAt(lines.length)}
        />
      )}
    </>
  );
}

interface CardProps {
  readonly line: CountLine;
  readonly blind: boolean;
  readonly at: number;
  readonly count: number;
  readonly keep: (body: CountBody) => Promise<string | undefined>;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
  readonly onRest: () => void;
}
interface Part {
  readonly qty: string;
  readonly unitId: string;
}

function CountCard({ line, blind, at, count, keep, onBack, onSkip, onRest }: CardProps): ReactNode {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const isSecond = line.lineState === 'recount';
  // Who counted first may correct a slip of his own; another counts again all the same.
  const mayEnter = line.mayCount === 1 || line.mayCorrect === 1;
  const [base] = line.units;
  const [parts, setParts] = useState<readonly Part[]>(() =>
    isSecond ? [] : (line.parts ?? []).map((part) => ({ qty: part.qty, unitId: part.unitId ?? base?.unitId ?? '' })),
  );
  const [typed, setTyped] = useState(isSecond || (line.parts ?? []).length > 0 ? '' : (line.countBaseQty ?? ''));
  const [unitId, setUnitId] = useState(base?.unitId ?? '');
  const [pieces, setPieces] = useState(line.countAuxQty ?? '');
  const [wrong, setWrong] = useState<string>();
  // What others entered since is written over only by who was told of it.
  const [begun] = useState(() => seenOf(line));
  const [told, setTold] = useState(false);
  const hasMeanwhile =
    line.lineState !== 'recount' && line.countBaseQty !== null && seenOf(line).seenQty !== begun.seenQty;
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (line.mayCount === 1) field.current?.focus();
  }, [line.mayCount]);

  const unitOf = (id: string): { readonly name: string; readonly factor: string } =>
    line.units.find((each) => each.unitId === id) ?? { name: line.baseUnitName, factor: '1' };
  const read = typed.trim() === '' ? undefined : readQuantity(typed);
  const all: readonly Part[] =
    read === undefined || !read.ok ? parts : [...parts, { qty: read.value.toString(), unitId }];
  const total = Decimal.sum(all.map((part) => Decimal.of(part.qty).times(Decimal.of(unitOf(part.unitId).factor))));
  const again = (): void => {
    if (read === undefined) return field.current?.focus();
    if (!read.ok || read.value.isNegative()) return setWrong(word('unreadable'));
    setParts(all);
    setTyped('');
    setWrong(undefined);
    field.current?.focus();
  };
  const done = async (body: Partial<CountBody>): Promise<void> => {
    setBusy(true);
    try {
      const aux = line.needsPieces === 1 ? { countAuxQty: pieces === '' ? null : pieces } : {};
      const said = await keep({ id: line.id, ...body, ...aux, ...(told ? seenOf(line) : begun) });
      setWrong(said);
      setTold(said !== undefined);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (): void => {
    if (all.length === 0 || (read !== undefined && (!read.ok || read.value.isNegative()))) {
      setWrong(word('unreadable'));
      field.current?.focus();
    } else void done({ parts: all });
  };
  return (
    <form
      className="pick-card count-card"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="soft pick-at">
        {word('at', { at: at + 1, count })}
        {line.storagePlace !== '' && ` · ${word('place', { place: line.storagePlace })}`}
      </p>
      <h2>
        {line.materialName} <span className="soft figures">{line.materialCode}</span>
      </h2>
      <div className="pick-lot">
        <strong className="figures">{line.batchName || line.supplierBatchNo || word('found')}</strong>
        <span className="soft figures">
          {line.expiryDate !== '' && word('expires', { day: line.expiryDate.slice(2) })}
        </span>
      </div>
      {!blind && line.snapshotQty !== null && (
        <p className="soft figures">{word('book', { qty: line.snapshotQty, unit: line.baseUnitName })}</p>
      )}
      {isSecond && (
        <p className="count-again">
          {word(line.mayCount === 1 ? 'recount' : line.mayCorrect === 1 ? 'recount.correct' : 'recount.other')}
        </p>
      )}
      {hasMeanwhile && (
        <p className="count-again" role={told ? 'alert' : 'status'}>
          {word('meanwhile', { who: counterOf(line), qty: line.countBaseQty ?? '', unit: line.baseUnitName })}
        </p>
      )}
      {mayEnter && (
        <>
          {parts.length > 0 && (
            <ul className="count-parts">
              {parts.map((part, index) => (
                <li key={`${index}-${part.qty}`}>
                  <span className="figures">
                    {part.qty} {unitOf(part.unitId).name}
                  </span>
                  <button
                    type="button"
                    aria-label={word('drop', { qty: part.qty })}
                    onClick={() => setParts(parts.filter((_, other) => other !== index))}
                  >
                    <CloseOutlined />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <label className="count-entry">
            <span>{word('counted')}</span>
            <span className="count-field">
              <input
                ref={field}
                inputMode="decimal"
                autoComplete="off"
                enterKeyHint="next"
                value={typed}
                aria-invalid={wrong !== undefined}
                onFocus={(event) => event.target.select()}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setWrong(undefined);
                }}
              />
              <span className="unit">{unitOf(unitId).name}</span>
            </span>
          </label>
          {line.units.length > 1 && (
            <div className="pick-reasons">
              {line.units.map((unit) => (
                <button
                  key={unit.unitId}
                  type="button"
                  aria-pressed={unit.unitId === unitId}
                  onClick={() => {
                    setUnitId(unit.unitId);
                    field.current?.focus();
                  }}
                >
                  {unit.name}
                </button>
              ))}
            </div>
          )}
          {line.needsPieces === 1 && (
            <label className="count-entry">
              <span>{word('pieces')}</span>
              <span className="count-field">
                <input
                  inputMode="decimal"
                  autoComplete="off"
                  value={pieces}
                  onChange={(event) => setPieces(event.target.value.trim())}
                />
              </span>
            </label>
          )}
          <div className="pick-buttons">
            <Button size="large" onClick={again}>
              {word('weighAgain')}
            </Button>
            <Button size="large" onClick={() => void done({ countQty: '0', countAuxQty: '0' })}>
              {word('none')}
            </Button>
          </div>
          {all.length > 0 && (all.length > 1 || all[0]!.unitId !== base?.unitId) && (
            <p className="count-total figures" aria-live="polite">
              {word('total', { qty: total.toString(), unit: line.baseUnitName })}
            </p>
          )}
        </>
      )}
      {wrong !== undefined && !(told && hasMeanwhile) && (
        <p className="field-fault" role="alert">
          {wrong}
        </p>
      )}
      <div className="pick-buttons">
        <Button size="large" disabled={onBack === undefined} onClick={onBack}>
          {word('previous')}
        </Button>
        <Button size="large" onClick={onSkip}>
          {word('skip')}
        </Button>
        {line.mayCount === 1 || (mayEnter && all.length > 0) ? (
          <Button size="large" type="primary" htmlType="submit" className="pick-next" loading={busy}>
            {word('next')}
          </Button>
        ) : (
          <Button size="large" className="pick-next" onClick={onRest}>
            {word('review')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What nobody counted yet, and the one button. */
function Rest({
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
