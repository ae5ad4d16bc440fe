import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { businessDay } from '../../parts/client/business-day.ts';
import { shortDay } from '../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../parts/language/language.ts';
import type { Entry } from '../../parts/offline/outbox.rules.ts';
import { countingTexts } from './counting.texts.ts';
import { type CountBody, type CountLine, counterOf } from './use-count.view.ts';
import { type Card, unitIn, useCountCard } from './use-count-card.view.ts';

interface CardProps {
  readonly line: CountLine;
  /** What was entered of it away from the network and not taken over. */
  readonly notTaken: Entry | undefined;
  /** The book's quantity is not shown. */
  readonly blind: boolean;
  readonly at: number;
  readonly count: number;
  /** Saves what was counted; answers why it was refused. */
  readonly onCount: (body: CountBody) => Promise<string | undefined>;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
  readonly onReview: () => void;
}

/** The card of one lot: where it lies, what was counted, and on to the next. */
export function CountCard({
  line,
  notTaken,
  blind,
  at,
  count,
  onCount,
  onBack,
  onSkip,
  onReview,
}: CardProps): ReactNode {
  const word = useWords(countingTexts);
  const card = useCountCard(line, notTaken, onCount);
  const { mayEnter, all, others, refusal } = card;
  return (
    <form
      className="pick-card count-card"
      onSubmit={(event) => {
        event.preventDefault();
        card.submit();
      }}
    >
      <p className="soft pick-at">
        {word('at', { at: at + 1, count })}
        {line.storagePlace !== '' && ` · ${word('place', { place: line.storagePlace })}`}
      </p>
      <Lot line={line} blind={blind} />
      <Hints line={line} card={card} />
      {mayEnter && (
        <>
          <Parts line={line} card={card} />
          <Quantity line={line} card={card} />
          <Total line={line} card={card} />
        </>
      )}
      {refusal !== undefined && !(others.isShown && others.isThere) && (
        <p className="field-fault" role="alert">
          {refusal}
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
          <Button size="large" type="primary" htmlType="submit" className="pick-next" loading={card.busy}>
            {word('next')}
          </Button>
        ) : (
          <Button size="large" className="pick-next" onClick={onReview}>
            {word('review')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Lot({ line, blind }: Pick<CardProps, 'line' | 'blind'>): ReactNode {
  const word = useWords(countingTexts);
  const language = useLanguage();
  return (
    <>
      <h2>
        {line.materialName} <span className="soft figures">{line.materialCode}</span>
      </h2>
      <div className="pick-lot">
        <strong className="figures">{line.batchName || line.supplierBatchNo || word('found')}</strong>
        <span className="soft figures">
          {line.expiryDate !== '' && word('expires', { day: shortDay(line.expiryDate, businessDay(), language) })}
        </span>
      </div>
      {!blind && line.snapshotQty !== null && (
        <p className="soft figures">{word('book', { qty: line.snapshotQty, unit: line.baseUnitName })}</p>
      )}
    </>
  );
}

interface EntryProps {
  readonly line: CountLine;
  readonly card: Card;
}

/** That it is counted a second time, and what others entered meanwhile. */
function Hints({ line, card: { isSecond, others } }: EntryProps): ReactNode {
  const word = useWords(countingTexts);
  return (
    <>
      {isSecond && (
        <p className="count-again">
          {word(line.mayCount === 1 ? 'recount' : line.mayCorrect === 1 ? 'recount.correct' : 'recount.other')}
        </p>
      )}
      {others.isThere && (
        <p className="count-again" role={others.isShown ? 'alert' : 'status'}>
          {word('meanwhile', { who: counterOf(line), qty: line.countBaseQty ?? '', unit: line.baseUnitName })}
        </p>
      )}
    </>
  );
}

/** The weighings so far, each of which may be removed. */
function Parts({ line, card: { parts, removePart } }: EntryProps): ReactNode {
  const word = useWords(countingTexts);
  if (parts.length === 0) return null;
  return (
    <ul className="count-parts">
      {parts.map((part, at) => (
        <li key={`${at}-${part.qty}`}>
          <span className="figures">
            {part.qty} {unitIn(line, part.unitId).name}
          </span>
          <button type="button" aria-label={word('drop', { qty: part.qty })} onClick={() => removePart(at)}>
            <CloseOutlined />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is weighed now, in which unit, and how many pieces it is. */
function Quantity({ line, card }: EntryProps): ReactNode {
  const word = useWords(countingTexts);
  return (
    <>
      <label className="count-entry">
        <span>{word('counted')}</span>
        <span className="count-field">
          <input
            ref={card.field}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            value={card.typed}
            aria-invalid={card.refusal !== undefined}
            onFocus={(event) => event.target.select()}
            onChange={(event) => card.type(event.target.value)}
          />
          <span className="unit">{unitIn(line, card.unitId).name}</span>
        </span>
      </label>
      {line.units.length > 1 && (
        <div className="pick-reasons">
          {line.units.map((unit) => (
            <button
              key={unit.unitId}
              type="button"
              aria-pressed={unit.unitId === card.unitId}
              onClick={() => card.chooseUnit(unit.unitId)}
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
              value={card.pieces}
              onChange={(event) => card.setPieces(event.target.value.trim())}
            />
          </span>
        </label>
      )}
      <div className="pick-buttons">
        <Button size="large" onClick={card.weighAgain}>
          {word('weighAgain')}
        </Button>
        <Button size="large" onClick={card.countNone}>
          {word('none')}
        </Button>
      </div>
    </>
  );
}

/** What the weighings come to in the base unit, where that is not what was typed. */
function Total({ line, card: { all, total } }: EntryProps): ReactNode {
  const word = useWords(countingTexts);
  const [first] = all;
  if (first === undefined || (all.length === 1 && first.unitId === line.units[0]?.unitId)) return null;
  return (
    <p className="count-total figures" aria-live="polite">
      {word('total', { qty: total.toString(), unit: line.baseUnitName })}
    </p>
  );
}
