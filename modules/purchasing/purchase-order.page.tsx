import { type ReactNode, useMemo } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf, WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { FormRow, LinesWishes } from '../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { amountText, centsText, priceText } from '../../parts/quantities/amount.rules.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import type { GridRow, Problem } from '../../parts/line-grid/model.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { useWords } from '../../parts/language/language.ts';
import { PriceNotices } from '../prices/warnings/price-notices.view.tsx';
import { OrderAnswers } from './answers/order-answers.view.tsx';
import { ChangeButton } from './changes/change-button.view.tsx';
import { OrderChanges } from './changes/order-changes.view.tsx';
import { materialSource } from './material-source.view.ts';
import { lineAmounts } from './order-amounts.rules.ts';
import { type EnteredLine, foreseenAmount, foreseenTotal, guessedPrice, repeatedLines } from './order-entry.rules.ts';
import { Notices, OrderBefore } from './sending/order-before.view.tsx';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import './purchasing.css';

/** What decides stands first. */
const FIRST = [
  'materialId',
  'unitId',
  'orderQty',
  'price',
  'amount',
  'deliveryDate',
  'receivedQty',
  'taxRate',
  'priceReason',
] as const;
const SOURCES = { materialId: materialSource };

const decimal = (value: unknown): Decimal | null =>
  typeof value === 'string' && Decimal.isText(value) ? Decimal.of(value) : null;

/** Amounts follow quantity and price while one types, by the rule the server reckons with. */
function derive(row: FormRow<LinesOf<typeof purchaseOrder>['details']>, changed: readonly string[]): GridRow {
  const qty = decimal(row.orderQty);
  const price = decimal(row.price);
  // A price typed by hand, or a material chosen anew, no longer comes from where it came from.
  const fresh = changed.includes('price') || changed.includes('materialId') ? { ...row, priceReason: null } : row;
  if (qty === null || price === null) return { ...fresh, amount: null, priceNoTax: null };
  const { amount, priceNoTax } = lineAmounts({ qty, price, taxRate: decimal(row.taxRate) ?? Decimal.zero });
  return { ...fresh, amount: amount.toFixed(2), priceNoTax: priceNoTax.toString() };
}

type OrderLine = FormRow<LinesOf<typeof purchaseOrder>['details']>;
/** A figure nobody entered yet: the one that is agreed, in grey. */
const guessed = (figure: Decimal | null): ReactNode =>
  figure === null ? null : <span className="order-guess">{centsText(figure)}</span>;

/** What is typed stands first; figures that others fill in later are away until they say something. */
const COLUMNS: NonNullable<LinesWishes<LinesOf<typeof purchaseOrder>['details']>['columns']> = {
  materialId: {
    width: 200,
    brings: ['unitId', 'unitName', 'baseUnitId', 'baseUnitName', 'guessPrice', 'guessUnitId'],
  },
  factor: { hidden: true },
  unitId: { width: 112, passed: true },
  orderQty: { width: 100 },
  baseQty: { hidden: true },
  surplusQty: { width: 84, onlyRead: true },
  price: {
    width: 80,
    render: (value, row) => (value ? priceText(String(value)) : guessed(guessedPrice(row))),
  },
  taxRate: { width: 72 },
  priceNoTax: { hidden: true },
  amount: {
    width: 96,
    render: (value, row) => (value ? centsText(String(value)) : guessed(foreseenAmount(row))),
  },
  priceReason: { width: 218, onlyRead: true },
  overRate: { width: 88, onlyRead: true },
  underRate: { width: 88, onlyRead: true },
  promisedQty: { onlyRead: true },
  promisedDate: { onlyRead: true },
  shippedQty: { onlyRead: true },
  receivedQty: { onlyRead: true },
  settledQty: { onlyRead: true },
  cancelledQty: { onlyRead: true },
};

/** One order: where each price comes from, what is in stock beside what one chooses, totals with and without tax. */
export default function PurchaseOrderPage() {
  const word = useWords(purchasingTexts);
  const lines = useMemo(
    () => ({
      details: {
        derive,
        sources: SOURCES,
        first: FIRST,
        columns: COLUMNS,
        problems: (rows: readonly OrderLine[]): readonly Problem[] =>
          repeatedLines(rows).map(({ line, first }) => ({
            key: line.key,
            field: 'materialId',
            sentence: word('twice', { line: first }),
          })),
      },
    }),
    [word],
  );
  return (
    <DocumentPage
      of={purchaseOrder}
      lines={lines}
      facts={FACTS}
      toolbar={changeButton}
      whileEditing={(_, { details }) => <Foreseen lines={details} />}
    >
      {(row) => (
        <>
          <OrderBefore row={row} />
          <Notices row={row} />
          <PriceNotices row={row} />
          <Unpriced row={row} />
          <Receiving row={row} />
          <OrderChanges row={row} />
          <OrderAnswers row={row} />
        </>
      )}
    </DocumentPage>
  );
}

const changeButton = (row: WholeRecord<typeof purchaseOrder>): ReactNode => <ChangeButton order={row} />;

/** What the lines come to as they are typed, for those who see prices. */
function Foreseen({ lines }: { readonly lines: readonly EnteredLine[] }) {
  const word = useWords(purchasingTexts);
  const { amount, lines: count, guessed: guesses, unknown } = foreseenTotal(lines);
  if (!useAllowed('purchaseorder_view_cost') || count === 0) return null;
  return (
    <p className="order-foreseen figures" role="status">
      {word('foreseen', { count })} <strong>{amountText(amount)}</strong>
      {guesses > 0 && <span className="soft"> · {word('foreseen.guessed', { count: guesses })}</span>}
      {unknown > 0 && <span className="order-unpriced"> · {word('no-price', { count: unknown })}</span>}
    </p>
  );
}

/** An approved order of which nothing came yet is received at its in-store. */
function Receiving({ row }: { readonly row: WholeRecord<typeof purchaseOrder> }) {
  const word = useWords(purchasingTexts);
  if (row.status !== 'approved' || row.executeStatus !== 'none') return null;
  const bill = (Array.isArray(row['links']) ? (row['links'] as readonly Linked[]) : []).find(
    ({ resource }) => resource === 'inStore',
  );
  return (
    <NextStep words={word('next.receive')}>
      {bill !== undefined && <GuardedLink to={`/store/invinstore/${bill.id}`}>{bill.billCode}</GuardedLink>}
    </NextStep>
  );
}
interface Linked {
  readonly resource: string;
  readonly id: string;
  readonly billCode: string;
}

/** The amount with its terms. */
const FACTS: OwnFacts<typeof purchaseOrder> = {
  amount: (row) => <Amount row={row} />,
  amountNoTax: false,
  taxAmount: false,
};

function Amount({ row }: { readonly row: RecordOf<typeof purchaseOrder> }) {
  const word = useWords(purchasingTexts);
  return (
    <span className="figures">
      <strong>{amountText(String(row.amount ?? '0'))}</strong>{' '}
      <span className="soft order-split">
        {word('no-tax')} {amountText(String(row.amountNoTax ?? '0'))} + {word('tax')}{' '}
        {amountText(String(row.taxAmount ?? '0'))}
      </span>
    </span>
  );
}

/** Lines whose price nobody entered, for those who see prices. */
function Unpriced({ row }: { readonly row: WholeRecord<typeof purchaseOrder> }) {
  const word = useWords(purchasingTexts);
  const count = row.details.filter((line) => line.price === null || line.price === '').length;
  if (row.amount === undefined || count === 0) return null;
  return <p className="order-unpriced">{word('no-price', { count })}</p>;
}
