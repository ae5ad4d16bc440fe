import { useQuery } from '@tanstack/react-query';
import { Alert, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { grouped, priceText } from '../../../parts/quantities/amount.rules.ts';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { label as said } from '../../../kernel/core/label.ts';
import { historyTexts } from '../price-plans/price-plan.texts.ts';
import { priceHistory } from './price-book.calls.ts';
import { PRICE_TYPES, SEES } from './price.resource.ts';
import './price-history.css';

const KINDS = [
  ['purchase', said('采购价', 'Purchase price'), 'purchaseprice_see'],
  ...(['settlement', 'management', 'joint', 'assessment'] as const).map(
    (type) => [type, PRICE_TYPES[type], SEES[type]] as const,
  ),
] as const;
type Kind = (typeof KINDS)[number][0];

/** May the holder of these codes see any kind of price? */
export const seesPrices = (codes: ReadonlySet<string>): boolean => KINDS.some(([, , right]) => codes.has(right));

type History = TypeOf<typeof priceHistory.answer>;

/** A material at a place, as the price book or its own page knows it: with those of its prices that it has today. */
type Priced = { readonly id: string; readonly deptId?: unknown } & {
  readonly [K in Kind as `${K}Price`]?: unknown;
};

/** One kind of price of a material at a place through time: drawn, and as a table with who let each price stand. */
export function PriceHistory({ row }: { readonly row: Priced }) {
  const word = useWords(historyTexts);
  const label = useLabel();
  const text = useText();
  const codes = useAllowedCodes();
  const kinds = KINDS.filter(([, , right]) => codes.has(right));
  const [chosen, setChosen] = useState<Kind>();
  // Begins with a kind that has a price today.
  const type = chosen ?? (kinds.find(([kind]) => row[`${kind}Price`]) ?? kinds[0])?.[0];
  const input = { materialId: row.id, type: String(type), ...(row.deptId ? { deptId: String(row.deptId) } : {}) };
  const { data, error } = useQuery({
    queryKey: ['pricebook', 'history', input],
    queryFn: ({ signal }) => request(priceHistory, input, { signal }),
    enabled: type !== undefined,
  });
  if (type === undefined) return <p className="soft">{word('unseen')}</p>;
  const priced = data?.steps.filter((step) => step.basePrice !== null) ?? [];
  return (
    <div className="price-history">
      <Select<Kind>
        aria-label={word('kind')}
        value={type}
        onChange={setChosen}
        options={kinds.map(([kind, name]) => ({ value: kind, label: label(name) }))}
      />
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      )}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && priced.length === 0 && <p className="soft">{word('none', { from: data.from })}</p>}
      {data !== undefined && priced.length > 0 && (
        <>
          <Chart history={data} />
          <Steps history={data} />
        </>
      )}
    </div>
  );
}

/** A drawing as wide as the screen gives it, so that its words keep their size. */
const [WIDE, NARROW, HEIGHT, BARS, EDGE, WORDS] = [660, 340, 120, 40, 10, 54];
const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What it cost day by day as steps, what came in as bars below. */
function Chart({ history }: { readonly history: History }) {
  const word = useWords(historyTexts);
  const width = usePhone() ? NARROW : WIDE;
  const today = dayOf(history.today);
  const end = Math.max(today, ...history.steps.map((step) => dayOf(step.from) + 14));
  const spans = history.steps.flatMap((step) =>
    step.basePrice === null
      ? []
      : [
          {
            step,
            from: dayOf(step.from),
            to: step.to === '' ? end : dayOf(step.to) + 1,
            price: Number(step.basePrice),
          },
        ],
  );
  // The chart begins with the first price or delivery; that there was no price before stands in the table.
  const first = Math.min(...spans.map(({ from }) => from), ...history.receipts.map(({ date }) => dayOf(date)));
  const figures = [
    ...spans.map(({ price }) => price),
    ...history.receipts.flatMap(({ price }) => (price === undefined ? [] : [Number(price)])),
  ];
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const most = Math.max(...history.receipts.map(({ qty }) => Number(qty)), 0);
  const x = (day: number): number => WORDS + ((width - WORDS - EDGE) * (day - first)) / (end - first || 1);
  const y = (price: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (price - low)) / (high - low);
  const foot = HEIGHT + 8 + BARS;
  return (
    <figure>
      <figcaption className="soft">
        {word('about', { unit: history.baseUnitName })}
        {history.receipts.some(({ price }) => price !== undefined) && word('dots')}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${foot + 18}`}
        role="img"
        aria-label={`${word('about', { unit: history.baseUnitName })}${word('range', { low: priceText(String(low)), high: priceText(String(high)) })}`}
      >
        {[...new Set([high, low])].map((price) => (
          <g key={price}>
            <line className="grid" x1={WORDS} x2={width - EDGE} y1={y(price)} y2={y(price)} />
            <text x={WORDS - 8} y={y(price) + 4} textAnchor="end">
              {priceText(String(price))}
            </text>
          </g>
        ))}
        {today < end && <line className="today" x1={x(today)} x2={x(today)} y1={0} y2={foot} />}
        {history.receipts.map((each, at) => {
          const height = (BARS * Number(each.qty)) / (most || 1);
          return (
            <rect key={at} className="came" x={x(dayOf(each.date)) - 1.5} width={3} y={foot - height} height={height}>
              <title>
                {word('came', {
                  date: each.date,
                  qty: grouped(each.qty),
                  unit: history.baseUnitName,
                  bill: each.billCode,
                })}
              </title>
            </rect>
          );
        })}
        {spans.map(({ step, from, to, price }, at) => {
          const before = spans[at - 1];
          return (
            <g key={step.from} className={from > today ? 'is-to-come' : ''}>
              {before !== undefined && before.to === from && (
                <line className="price" x1={x(from)} x2={x(from)} y1={y(before.price)} y2={y(price)} />
              )}
              <line className="price" x1={x(from)} x2={x(to)} y1={y(price)} y2={y(price)}>
                <title>{`${step.from} ${priceText(step.basePrice!)}`}</title>
              </line>
            </g>
          );
        })}
        {history.receipts.map((each, at) =>
          each.price === undefined ? null : (
            <circle key={at} className="paid" cx={x(dayOf(each.date))} cy={y(Number(each.price))} r={2.5}>
              <title>{word('paid', { date: each.date, price: priceText(each.price), bill: each.billCode })}</title>
            </circle>
          ),
        )}
        <text x={WORDS} y={foot + 15}>
          {dateOf(first)}
        </text>
        <text x={width - EDGE} y={foot + 15} textAnchor="end">
          {dateOf(end)}
        </text>
      </svg>
    </figure>
  );
}

/** The newest first. */
function Steps({ history }: { readonly history: History }) {
  const word = useWords(historyTexts);
  return (
    <div className="price-steps" tabIndex={0} role="group" aria-label={word('table')}>
      <table>
        <thead>
          <tr>
            <th>{word('days')}</th>
            <th className="number">{word('base', { unit: history.baseUnitName })}</th>
            <th>{word('source')}</th>
            <th>{word('by')}</th>
            <th className="number">{word('received', { unit: history.baseUnitName })}</th>
          </tr>
        </thead>
        <tbody>
          {history.steps.toReversed().map((step) => (
            <tr key={step.from}>
              <td className="figures">
                {step.from} ~ {step.to === '' ? word('open') : step.to}
              </td>
              <td className="number figures">
                {step.basePrice === null ? (
                  <span className="soft">{word('no-price')}</span>
                ) : (
                  <b>
                    <UnitPrice of={step.basePrice} shown={priceText(step.basePrice)} />
                  </b>
                )}
              </td>
              <td>
                {step.where}
                {step.code !== '' && (
                  <>
                    {' '}
                    ·{' '}
                    {step.path === '' ? (
                      <span className="figures">{step.code}</span>
                    ) : (
                      <GuardedLink to={step.path} className="figures">
                        {step.code}
                      </GuardedLink>
                    )}
                  </>
                )}
              </td>
              <td>
                {step.byName !== '' &&
                  word(step.approved === 1 ? 'approved' : 'entered', {
                    name: step.byName,
                    day: step.time.slice(0, 10),
                  })}
              </td>
              <td className="number figures">{step.receivedQty === '0' ? '' : grouped(step.receivedQty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
