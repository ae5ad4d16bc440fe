import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { request } from '../../../kernel/web/request.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { DayBox } from '../../../parts/day-box/day-box.tsx';
import { priceText, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { PriceGaps } from './price-gaps.view.tsx';
import { PriceHistory } from './price-history.view.tsx';
import { resolvePrice } from './price-book.calls.ts';
import { priceBook, priceBookReads } from './price-book.resource.ts';
import { PriceTrend } from './price-trend.view.tsx';
import { bookTexts } from '../price-plans/price-plan.texts.ts';
import { PRICE_TYPES } from './price.resource.ts';
import '../price-plans/price-plan.css';

type View = 'way' | 'history';
type Row = ListRow<typeof priceBook, (typeof priceBookReads)[number]>;
/** What is paid, with how it went lately. */
const COLUMNS = {
  purchasePrice: ({ purchasePrice, recentPrices, baseUnitName }: Row, isAlone = false) => (
    <>
      <PriceTrend of={recentPrices} />
      {purchasePrice && isAlone ? (
        <span className="figures">{unitPriceText(purchasePrice, String(baseUnitName ?? ''))}</span>
      ) : purchasePrice ? (
        <UnitPrice of={purchasePrice} shown={priceText(purchasePrice)} />
      ) : (
        <span className="empty-cell">–</span>
      )}
    </>
  ),
};
type Priced = Values & { readonly baseUnitName?: unknown };
/** A price of the record, which says per what. */
const perBaseUnit = (name: string) => (row: Priced) =>
  row[name] ? (
    <span className="figures">{unitPriceText(String(row[name]), String(row.baseUnitName ?? ''))}</span>
  ) : (
    <span className="empty-cell">–</span>
  );
const PRICES = ['purchasePrice', 'settlementPrice', 'managementPrice', 'jointPrice', 'assessmentPrice'];
const FACTS = Object.fromEntries(PRICES.map((name) => [name, perBaseUnit(name)]));

/** The prices of one material at its own address. */
export const PricesOfMaterial = () => <RecordPage of={priceBook} facts={FACTS} />;

/** Prices side by side; a row opens how each of them was found, and how it went through time. */
export default function PriceBookPage() {
  const word = useWords(bookTexts);
  const [date, setDate] = useState(businessDay);
  const [open, setOpen] = useState<Row>();
  const [view, setView] = useState<View>('way');
  const phone = usePhone();
  const [looking, setLooking] = useState(false);
  const query = useMemo(() => ({ date }), [date]);
  return (
    <>
      <ListPage
        of={priceBook}
        reads={priceBookReads}
        columns={COLUMNS}
        query={query}
        onOpen={setOpen}
        toolbar={
          <>
            <Button onClick={() => setLooking(true)}>{word('gaps')}</Button>
            <span className="soft book-hint">{word('hint')}</span>
            <DayBox
              className="book-day is-tight"
              label={word('day')}
              value={date}
              onChange={(day, isRead) => {
                if (isRead && day !== '') setDate(day);
              }}
            />
          </>
        }
      />
      <Drawer
        open={open !== undefined}
        size={phone ? '100%' : view === 'history' ? 780 : 480}
        title={word('title', { material: String(open?.name ?? '') })}
        onClose={() => setOpen(undefined)}
      >
        <Segmented<View>
          className="book-view"
          aria-label={word('view')}
          value={view}
          onChange={setView}
          options={(['way', 'history'] as const).map((value) => ({ value, label: word(value) }))}
        />
        {open !== undefined && (view === 'way' ? <RowLinks row={open} /> : <PriceHistory key={open.id} row={open} />)}
      </Drawer>
      <PriceGaps open={looking} date={date} onClose={() => setLooking(false)} />
    </>
  );
}

/** Each kind of price the person may see: what it is, why, and every level that was looked at. */
function RowLinks({ row }: { readonly row: Row }) {
  const word = useWords(bookTexts);
  const label = useLabel();
  const input = {
    materialId: row.id,
    date: String(row.date),
    ...(row.deptId ? { deptId: String(row.deptId) } : {}),
  };
  const { data } = useQuery({
    queryKey: ['pricebook', 'resolve', input],
    queryFn: ({ signal }) => request(resolvePrice, input, { signal }),
  });
  if (data === undefined) return <Skeleton active />;
  return [data].flat().map((answer) => (
    <section key={answer.priceType} className="book-way">
      <h2>{label(PRICE_TYPES[answer.priceType])}</h2>
      {answer.found ? (
        <p className="figures">
          <b>{unitPriceText(answer.price ?? '0', '')}</b> <span className="soft">/ {answer.unitName}</span>
          {answer.unitName !== answer.baseUnitName && (
            <>
              {' '}
              · {unitPriceText(answer.basePrice ?? '0', '')}{' '}
              <span className="soft">{word('base', { unit: answer.baseUnitName })}</span>
            </>
          )}
          {' · '}
          <span className="soft">
            {word('noTax', { price: unitPriceText(answer.priceNoTax ?? '0', answer.unitName) })}
          </span>
        </p>
      ) : (
        <p className="soft">{word('none')}</p>
      )}
      <p>{answer.reason}</p>
      <ol>
        {answer.trail.map((step, at) => (
          <li
            key={`${step.level} ${step.key}`}
            {...(at === answer.trail.length - 1 && answer.found ? { 'aria-current': 'step' as const } : {})}
          >
            <span>
              {step.key === '' || step.level === 'dept' ? step.levelName : ''}
              {step.level === 'dept' ? ` · ${step.key}` : step.key}
            </span>
            <span className="soft">{step.verdict}</span>
          </li>
        ))}
      </ol>
    </section>
  ));
}
