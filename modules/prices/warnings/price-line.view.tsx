import { useMemo } from 'react';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { priceText, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { LineChart } from '../../../parts/chart/lazy-line-chart.tsx';
import type { LineChartProps, LineOfDays } from '../../../parts/chart/line-chart.tsx';
import { useChartColours } from '../../../parts/chart/use-chart-colours.ts';
import { useWords } from '../../../parts/language/language.ts';
import { meanPrice, percentAbove, signedPercent } from './price-moved.rules.ts';
import type { warningHistory } from './price-warning.calls.ts';
import type { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';

type Warning = WholeRecord<typeof priceWarning>;
type History = TypeOf<typeof warningHistory.answer>;
type Line = Pick<LineOfDays, 'name' | 'drawn' | 'points'> & {
  /** Of the theme. */
  readonly shade: string;
  readonly isStrong?: true;
};

const pointsOf = (prices: readonly { readonly date: string; readonly price: string }[]): LineOfDays['points'] =>
  prices.map(({ date, price }) => ({ date, value: Number(price) }));

/** The days that are drawn: from the first price there is to today, or to a day on which a price begins. */
const daysOf = ({ own, others, to }: History): readonly [string, string] => {
  const days = [to, ...[...own, ...others].map(({ date }) => date)].toSorted();
  return [days[0]!, days.at(-1)!];
};

/** What is drawn: the prices of this supplier or place, those of others as dots, the reference, and this one. */
function useLines({ row, history }: Props): readonly Line[] {
  const word = useWords(warningTexts);
  return useMemo((): readonly Line[] => {
    const published = history.own.filter(({ what }) => what !== 'paid');
    const paid = history.own.filter(({ what }) => what === 'paid');
    const supplier = row.supplierName;
    // What is asked or charged holds until something else is.
    const last = published.at(-1);
    const toNow = last !== undefined && last.date < history.to ? [{ ...last, date: history.to }] : [];
    const isPurchase = row.priceType === 'purchase';
    const begins = published.findLast(({ price }) => price === row.basePrice)?.date ?? row.createTime.slice(0, 10);
    const all: readonly Line[] = [
      {
        name: isPurchase ? word('line.asked', { supplier }) : word('line.charged'),
        shade: 'primary',
        drawn: 'steps',
        points: pointsOf([...published, ...toNow]),
      },
      { name: word('line.paid', { supplier }), shade: 'tone-done', drawn: 'line', points: pointsOf(paid) },
      {
        name: word(isPurchase ? 'line.others' : 'line.settled'),
        shade: 'tone-plain',
        drawn: 'dots',
        points: pointsOf(history.others),
      },
      {
        name: word('line.reference', { price: unitPriceText(meanPrice(row.referencePrice), row.baseUnitName) }),
        shade: 'text-soft',
        drawn: 'level',
        points: pointsOf(daysOf(history).map((date) => ({ date, price: row.referencePrice }))),
      },
      {
        name: word('line.this', { price: unitPriceText(row.basePrice, row.baseUnitName) }),
        shade: row.level === 'block' ? 'tone-stop' : 'tone-look',
        drawn: 'dots',
        isStrong: true,
        points: pointsOf([{ date: begins, price: row.basePrice }]),
      },
    ];
    return all.filter(({ points }) => points.length > 0);
  }, [row, history, word]);
}

interface Props {
  readonly row: Warning;
  readonly history: History;
}
/** How the price went: of this supplier or place as a line, of others as dots, against what it was judged by. */
export function PriceLine({ row, history }: Props) {
  const word = useWords(warningTexts);
  const lines = useLines({ row, history });
  const shades = useMemo(() => lines.map(({ shade }) => shade), [lines]);
  const { of: colours, ground } = useChartColours(shades);
  const [from, to] = daysOf(history);
  const [first, last] = [history.own[0], history.own.at(-1)];
  const moved =
    first === undefined || last === undefined || first === last ? undefined : percentAbove(last.price, first.price);
  const props = useMemo(
    (): LineChartProps => ({
      lines: lines.map(({ shade: _, ...line }, at) => ({ ...line, colour: colours[at]! })),
      from,
      to,
      colours: ground,
      format: (value) => priceText(String(Math.round(value * 1e6) / 1e6)),
    }),
    [lines, colours, ground, from, to],
  );
  if (history.own.length + history.others.length === 0)
    return (
      <section className="price-card">
        <h2>{word('history')}</h2>
        <p className="soft">{word('history.none')}</p>
      </section>
    );
  const span =
    moved === undefined || first === undefined || last === undefined
      ? ''
      : [
          `${word('history.from', { from: first.date, to: last.date })}:`,
          `${priceText(first.price)} → ${priceText(last.price)}`,
          signedPercent(moved),
        ].join(' ');
  const compared = lines.filter(({ drawn, isStrong }) => drawn === 'level' || isStrong === true);
  const summary = [span, ...compared.map(({ name }) => name)].filter((each) => each !== '').join(', ');
  return (
    <section className="price-card">
      <h2>
        {word('history')} <span className="soft">{word('history.about', { unit: row.baseUnitName })}</span>
      </h2>
      {span !== '' && <p className="soft figures">{span}</p>}
      <div role="img" aria-label={`${word('history')}: ${summary}`}>
        <LineChart {...props} />
        <ul className="price-legend">
          {lines.map(({ name, drawn }, at) => (
            <li key={name}>
              <i className={`is-${drawn}`} style={{ color: colours[at] }} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
