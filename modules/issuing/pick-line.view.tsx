import { Button, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useDictionary } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { businessDay } from '../../parts/client/business-day.ts';
import { shortDay } from '../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../parts/language/language.ts';
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
  isPickReason,
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

type Reasons = NonNullable<ReturnType<typeof useDictionary>['data']>;
const NO_REASONS: Reasons = [];

/** Leaving a line: what is missing is marked first, and who types goes on where it is missing. */
function useLeaving({ line, entry, onChange, onNext }: Props, reasons: Reasons) {
  const phone = usePhone();
  const [isMarked, setMarked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Each line begins where it is written: the next one needs no hand elsewhere. A phone would open its keyboard.
  useEffect(() => {
    const first = requestAnimationFrame(() =>
      (
        (phone ? undefined : form.current?.querySelector<HTMLElement>('.stepper input')) ??
        form.current?.querySelector<HTMLElement>('.pick-next')
      )?.focus({ preventScroll: phone }),
    );
    return () => cancelAnimationFrame(first);
  }, [phone]);
  const goToMissing = (): void =>
    form.current?.querySelector<HTMLElement>('.stepper.is-wrong input, .pick-why button, .pick-why input')?.focus();
  // Reasons may be on their way yet when the line is left.
  useEffect(() => {
    if (isMarked) goToMissing();
  }, [isMarked, reasons]);
  const leave = (next: Entry = entry): void => {
    if (isComplete(line, next)) return onNext({ ...next, done: true });
    setMarked(true);
    requestAnimationFrame(goToMissing);
  };
  /** A digit outside a box is a reason, in their order, and the line is left with it. */
  const press = (event: KeyboardEvent): void => {
    const reason = reasons[Number(event.key) - 1];
    const isInBox = event.target instanceof HTMLInputElement;
    if (reason === undefined || isInBox || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!missingOf(line, entry).isPositive()) return;
    event.preventDefault();
    const next = { ...entry, shortReason: reason.dictKey };
    onChange(next);
    leave(next);
  };
  return { form, isMarked, leave, press };
}

/** One line, one card: which lots, how much of each, and on to the next. */
export function PickCard(props: Props): ReactNode {
  const { line, at, count, entry, onChange, onBack, onSkip } = props;
  const word = useWords(issuingTexts);
  const known = useDictionary('shortReason').data ?? NO_REASONS;
  const reasons = useMemo(() => known.filter(({ dictKey }) => isPickReason(dictKey)), [known]);
  const { form, isMarked, leave, press } = useLeaving(props, reasons);
  const part = { line, entry, isMarked, onChange };
  return (
    <form
      className="pick-card"
      ref={form}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        leave();
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
          <Lot key={pick.batchId} {...part} pick={pick} rank={rank} />
        ))}
      </ul>
      <Faults {...part} />
      <Shortage {...part} reasons={reasons} />
      <OverrideReason {...part} />
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

/** Is enough entered of the line to go on: neither too much, nor short or out of order without a reason? */
function isComplete(line: PickLine, entry: Entry): boolean {
  const missing = missingOf(line, entry);
  return !(
    missing.isNegative() ||
    unmeasured(line, entry).length > 0 ||
    (missing.isPositive() && reasonOf(line, entry) === '') ||
    (skipsFirst(line, entry) && entry.overrideReason.trim() === '')
  );
}

interface PartProps extends Pick<Props, 'line' | 'entry' | 'onChange'> {
  readonly isMarked: boolean;
}
const measureOf = (line: PickLine): 'weight' | 'pieces' => (line.inPieces === 1 ? 'weight' : 'pieces');

interface LotProps extends PartProps {
  readonly pick: PickLine['proposedPicks'][number];
  /** Its place in the order lots are taken in; 0 first. */
  readonly rank: number;
}
function Lot({ line, entry, isMarked, onChange, pick, rank }: LotProps): ReactNode {
  const word = useWords(issuingTexts);
  const language = useLanguage();
  const measure = word(`measure.${measureOf(line)}`);
  return (
    <li>
      <div className="pick-lot">
        <strong className="figures">{pick.batchCode}</strong>
        {pick.materialCode !== line.materialCode && (
          <span className="soft figures">{word('lot.of', { code: pick.materialCode })}</span>
        )}
        <span className="soft figures">
          {pick.expiryDate !== '' && word('expires', { day: shortDay(pick.expiryDate, businessDay(), language) })}
          {rank === 0 && line.proposedPicks.length > 1 && ` · ${word('first')}`}
        </span>
      </div>
      <Stepper
        value={entry.qty[pick.batchId] ?? '0'}
        unit={line.unitName}
        step={stepFor(line.openQty)}
        label={pick.batchCode}
        less={word('less')}
        more={word('more')}
        wrong={missingOf(line, entry).isNegative()}
        onChange={(value) => onChange({ ...entry, qty: { ...entry.qty, [pick.batchId]: value } })}
      />
      {line.needsPieces === 1 && (
        <>
          <span className="soft pick-measure">{measure}</span>
          <Stepper
            value={entry.second?.[pick.batchId] ?? ''}
            unit={line.secondUnitName}
            step={line.inPieces === 1 ? '0.1' : '1'}
            label={`${pick.batchCode} ${measure}`}
            less={word('less')}
            more={word('more')}
            wrong={isMarked && unmeasured(line, entry).includes(pick.batchId)}
            onChange={(value) => onChange({ ...entry, second: { ...entry.second, [pick.batchId]: value } })}
          />
        </>
      )}
    </li>
  );
}

/** That lots were not measured, and that more is taken than is wanted. */
function Faults({ line, entry, isMarked }: PartProps): ReactNode {
  const word = useWords(issuingTexts);
  const missing = missingOf(line, entry);
  return (
    <>
      {isMarked && unmeasured(line, entry).length > 0 && (
        <p className="field-fault" role="alert">
          {word(`measure.${measureOf(line)}.need`, { unit: line.secondUnitName })}
        </p>
      )}
      {missing.isNegative() && (
        <p className="field-fault" role="alert">
          {word('over.too-much', { qty: missing.abs().toString(), unit: line.unitName })}
        </p>
      )}
    </>
  );
}

/** Why less is taken than is wanted. */
function Shortage({ line, entry, isMarked, onChange, reasons }: PartProps & { readonly reasons: Reasons }): ReactNode {
  const word = useWords(issuingTexts);
  const phone = usePhone();
  const missing = missingOf(line, entry);
  const shortReason = reasonOf(line, entry);
  if (!missing.isPositive()) return null;
  return (
    <fieldset className="pick-why">
      <legend>
        <strong className="pick-short">{word('short', { qty: missing.toString(), unit: line.unitName })}</strong> ·{' '}
        {word('short.why')}
      </legend>
      {line.shortage !== '' && takenOf(entry).isZero() && <p className="soft">{line.shortage}</p>}
      <div className="pick-reasons">
        {reasons.map((reason, at) => (
          <button
            key={reason.dictKey}
            type="button"
            aria-pressed={shortReason === reason.dictKey}
            onClick={() =>
              onChange({ ...entry, shortReason: entry.shortReason === reason.dictKey ? '' : reason.dictKey })
            }
          >
            {!phone && <kbd aria-hidden="true">{at + 1}</kbd>}
            {reason.dictValue}
          </button>
        ))}
      </div>
      {isMarked && shortReason === '' && (
        <p className="field-fault" role="alert">
          {word('short.need')}
        </p>
      )}
    </fieldset>
  );
}

/** Why the lot that expires first is passed over. */
function OverrideReason({ line, entry, isMarked, onChange }: PartProps): ReactNode {
  const word = useWords(issuingTexts);
  if (!skipsFirst(line, entry)) return null;
  return (
    <label className="pick-why">
      <span>{word('over.why')}</span>
      <Input
        size="large"
        maxLength={200}
        value={entry.overrideReason}
        {...(isMarked && entry.overrideReason.trim() === '' ? { status: 'error' as const } : {})}
        onChange={(event) => onChange({ ...entry, overrideReason: event.target.value })}
      />
    </label>
  );
}
