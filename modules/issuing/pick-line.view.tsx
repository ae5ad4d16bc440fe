import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useDictionary } from '../../kernel/web/queries.ts';
import { useWords } from '../../parts/language/language.ts';
import { issuingTexts } from './issuing.texts.ts';
import { stepFor, Stepper } from './stepper.view.tsx';
import {
  type Entry,
  missingOf,
  type PickLine,
  reasonOf,
  skipsFirst,
  takenOf,
  unmeasured,
} from './picking-entry.rules.ts';

interface Props {
  readonly line: PickLine;
  readonly at: number;
  readonly count: number;
  readonly entry: Entry;
  readonly onChange: (entry: Entry) => void;
  readonly onNext: (entry: Entry) => void;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
}

/** One line, one card: which lots, how much of each, and on to the next. */
export function PickCard({ line, at, count, entry, onChange, onNext, onBack, onSkip }: Props) {
  const word = useWords(issuingTexts);
  const reasons = useDictionary('shortReason');
  const [asked, setAsked] = useState(false);
  const missing = missingOf(line, entry);
  const override = skipsFirst(line, entry);
  const tooMuch = missing.isNegative();
  const shortReason = reasonOf(line, entry);
  const unmeasuredLots = unmeasured(line, entry);
  const incomplete =
    tooMuch ||
    unmeasuredLots.length > 0 ||
    (missing.isPositive() && shortReason === '') ||
    (override && entry.overrideReason.trim() === '');
  const step = stepFor(line.openQty);
  const measure = line.inPieces === 1 ? 'weight' : 'pieces';
  const form = useRef<HTMLFormElement>(null);
  const submit = (): void => {
    if (!incomplete) return onNext({ ...entry, done: true });
    setAsked(true);
    // Who types goes on where something is missing.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('.stepper.is-wrong input, .pick-why button, .pick-why input')?.focus(),
    );
  };
  return (
    <form
      className="pick-card"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="soft pick-at">{word('progress', { at: at + 1, count })}</p>
      <h2>
        {line.materialName} <span className="soft figures">{line.materialCode}</span>
      </h2>
      <div className="pick-want">
        <span className="soft">{word('want')}</span>
        <strong className="figures">
          {line.openQty} <small>{line.unitName}</small>
        </strong>
      </div>
      {line.proposedPicks.length === 0 && <p className="pick-none">{word('lots.none')}</p>}
      <ul className="pick-lots">
        {line.proposedPicks.map((pick, rank) => (
          <li key={pick.batchId}>
            <div className="pick-lot">
              <strong className="figures">{pick.batchCode}</strong>
              {pick.materialCode !== line.materialCode && (
                <span className="soft figures">{word('lot.of', { code: pick.materialCode })}</span>
              )}
              <span className="soft figures">
                {pick.expiryDate !== '' && word('expires', { day: pick.expiryDate.slice(2) })}
                {rank === 0 && line.proposedPicks.length > 1 && ` · ${word('first')}`}
              </span>
            </div>
            <Stepper
              value={entry.qty[pick.batchId] ?? '0'}
              unit={line.unitName}
              step={step}
              label={pick.batchCode}
              less={word('less')}
              more={word('more')}
              wrong={tooMuch}
              onChange={(value) => onChange({ ...entry, qty: { ...entry.qty, [pick.batchId]: value } })}
            />
            {line.needsPieces === 1 && (
              <>
                <span className="soft pick-measure">{word(`measure.${measure}`)}</span>
                <Stepper
                  value={entry.second?.[pick.batchId] ?? ''}
                  unit={line.secondUnitName}
                  step={line.inPieces === 1 ? '0.1' : '1'}
                  label={`${pick.batchCode} ${word(`measure.${measure}`)}`}
                  less={word('less')}
                  more={word('more')}
                  wrong={asked && unmeasuredLots.includes(pick.batchId)}
                  onChange={(value) => onChange({ ...entry, second: { ...entry.second, [pick.batchId]: value } })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {asked && unmeasuredLots.length > 0 && (
        <p className="field-fault" role="alert">
          {word(`measure.${measure}.need`, { unit: line.secondUnitName })}
        </p>
      )}
      {tooMuch && (
        <p className="field-fault" role="alert">
          {word('over.too-much', { qty: missing.abs().toString(), unit: line.unitName })}
        </p>
      )}
      {missing.isPositive() && (
        <fieldset className="pick-why">
          <legend>
            <strong className="pick-short">{word('short', { qty: missing.toString(), unit: line.unitName })}</strong> ·{' '}
            {word('short.why')}
          </legend>
          {line.shortage !== '' && takenOf(entry).isZero() && <p className="soft">{line.shortage}</p>}
          <div className="pick-reasons">
            {(reasons.data ?? []).map((reason) => (
              <button
                key={reason.dictKey}
                type="button"
                aria-pressed={shortReason === reason.dictKey}
                onClick={() =>
                  onChange({ ...entry, shortReason: entry.shortReason === reason.dictKey ? '' : reason.dictKey })
                }
              >
                {reason.dictValue}
              </button>
            ))}
          </div>
          {asked && shortReason === '' && (
            <p className="field-fault" role="alert">
              {word('short.need')}
            </p>
          )}
        </fieldset>
      )}
      {override && (
        <label className="pick-why">
          <span>{word('over.why')}</span>
          <Input
            size="large"
            maxLength={200}
            value={entry.overrideReason}
            {...(asked && entry.overrideReason.trim() === '' ? { status: 'error' as const } : {})}
            onChange={(event) => onChange({ ...entry, overrideReason: event.target.value })}
          />
        </label>
      )}
      <div className="pick-buttons">
        <Button size="large" disabled={onBack === undefined} onClick={onBack}>
          {word('back')}
        </Button>
        <Button size="large" onClick={onSkip}>
          {word('skip')}
        </Button>
        <Button size="large" type="primary" htmlType="submit" className="pick-next">
          {word('next')}
        </Button>
      </div>
    </form>
  );
}
