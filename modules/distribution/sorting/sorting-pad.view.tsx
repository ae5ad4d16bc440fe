import { Button, Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { NumberPad } from '../../../parts/inputs/number-pad.tsx';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { CrateButtons } from '../../crates/crate-buttons.view.tsx';
import type { SortLine, SortTable } from './sorting.calls.ts';
import { sorted } from './sorting.rules.ts';
import { goalOf, ruleLine } from './sorting-table.rules.ts';
import { netOf, NOT_WEIGHED, onScale, typedWeight, type Weighing, withCrate } from './weighing.rules.ts';
import { sortingTexts } from './sorting.texts.ts';
import type { Entered } from './use-sorting-table.view.ts';

/** Takes what stands still on the scale; answers whether the line at hand is weighed. */
export type Weigh = (kg: Decimal) => boolean;

interface Props {
  readonly line: SortLine;
  /** Tells the scale of the table who takes its weight now; nobody once the pad is gone. */
  readonly onAtHand: (weigh: Weigh | undefined) => void;
  readonly reasons: SortTable['reasons'];
  /** What the figure is of, besides the group: the site, or the material. */
  readonly what: string;
  readonly busy: boolean;
  readonly onSort: (entered: Entered) => void;
}

/** One line: what the scale says, or a count; why it is short; one big button. Counts begin with what is asked. */
export function SortingPad({ line, onAtHand, reasons, what, busy, onSort }: Props): ReactNode {
  const word = useWords(sortingTexts);
  const language = useLanguage();
  const goal = goalOf(line);
  const [num, setNum] = useState(line.isMass ? '' : goal);
  const weighing = useWeighing(line, onAtHand, setNum);
  const [pieces, setPieces] = useState('');
  const [basketNo, setBasket] = useState('');
  const [reason, setReason] = useState('');
  const qty = (value: string): string => `${grouped(value)} ${line.unitName}`;
  const isFigure = Decimal.isText(num);
  const made = isFigure
    ? sorted(ruleLine(line), {
        num: Decimal.of(num),
        shortReason: reason || null,
        pieces: pieces === '' ? null : Number(pieces),
        weight: line.isCatchWeight && pieces !== '' ? Decimal.of(num) : null,
      })
    : undefined;
  const against = made === undefined || 'state' in made ? [] : made;
  const asksWhy = against.some(({ code }) => code === 'sorting.why-short');
  const others = against.filter(({ code }) => code !== 'sorting.why-short' && code !== 'sorting.by-weight');
  const isShort = asksWhy || (made !== undefined && 'state' in made && made.state === 'short');
  return (
    <form
      className="sort-pad"
      onSubmit={(event) => {
        event.preventDefault();
        if (against.length === 0 && isFigure && !busy) onSort({ num, shortReason: reason, pieces, basketNo });
      }}
    >
      <header>
        <strong>{what}</strong>
        <span className="soft">
          {line.batchCode === '' ? word('lot.none') : word('lot', { batch: line.batchCode })}
          {line.expiryDate !== '' && ` · ${word('expires', { date: line.expiryDate })}`}
        </span>
      </header>
      <div className="sort-goal">
        <span>{word(line.targetQty === null ? 'asked' : 'asked.split')}</span>
        <strong className="figures">{qty(goal)}</strong>
        {line.targetQty !== null && <span className="soft">{word('asked.order', { qty: qty(line.orderQty) })}</span>}
      </div>
      <NumberPad
        value={num}
        unit={line.unitName}
        label={word('sorted')}
        back={word('digit')}
        isWhole={!line.isMass && line.decimals === 0}
        onChange={weighing.type}
      />
      {line.isMass && <CrateButtons onCrate={weighing.takeOff} />}
      {weighing.words !== '' && <p className="sort-tare soft figures">{weighing.words}</p>}
      {line.isCatchWeight && (
        <Input
          size="large"
          inputMode="numeric"
          aria-label={word('pieces')}
          placeholder={word('pieces')}
          value={pieces}
          onChange={(event) => setPieces(event.target.value.replaceAll(/\D/g, ''))}
        />
      )}
      <Input
        size="large"
        aria-label={word('basket')}
        placeholder={word('basket')}
        maxLength={40}
        value={basketNo}
        onChange={(event) => setBasket(event.target.value)}
      />
      <div className="sort-quick">
        <Button size="large" onClick={() => weighing.type(goal)}>
          {word('whole', { qty: qty(goal) })}
        </Button>
        <Button size="large" onClick={() => weighing.type('0')}>
          {word('nothing-there')}
        </Button>
      </div>
      {isShort && (
        <div className="sort-reasons" role="group" aria-label={word('why-short')}>
          <span className="tone-look">{word('why-short')}</span>
          {reasons.map(({ value, name }) => (
            <button key={value} type="button" aria-pressed={reason === value} onClick={() => setReason(value)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {others.map((refusal) => (
        <p key={refusal.code} className="sort-against tone-stop" role="alert">
          {sentenceOf(refusal, language)}
        </p>
      ))}
      <Button
        htmlType="submit"
        type="primary"
        size="large"
        block
        loading={busy}
        disabled={!isFigure || against.length > 0}
        danger={isShort}
      >
        {word(isShort ? 'save.short' : 'save', { qty: isFigure ? qty(num) : '' })}
      </Button>
    </form>
  );
}

/** The figure of the pad as it is weighed: by the scale or by hand, less the crates that were pressed. */
function useWeighing(line: SortLine, onAtHand: Props['onAtHand'], setNum: (num: string) => void) {
  const word = useWords(sortingTexts);
  const [weighed, setWeighed] = useState(NOT_WEIGHED);
  const now = useRef(weighed);
  const become = (next: Weighing): void => {
    now.current = next;
    setWeighed(next);
    const net = netOf(line, next);
    if (net !== null) setNum(net);
  };
  useEffect(() => {
    onAtHand((kg) => {
      if (line.unitKg === null) return false;
      become(onScale(now.current, kg));
      return true;
    });
    return () => onAtHand(undefined);
  });
  return {
    type: (typed: string): void => {
      setNum(typed);
      now.current = typedWeight(line, typed);
      setWeighed(now.current);
    },
    takeOff: (kg: Decimal): void => become(withCrate(now.current, kg)),
    words:
      weighed.tareKg.isZero() || line.unitKg === null
        ? ''
        : word('tared', { gross: weighed.grossKg?.toString() ?? '–', tare: weighed.tareKg.toString() }),
  };
}
