import { useMemo } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf, WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { FormRow } from '../../kernel/web/document/lines-editor.tsx';
import type { GridRow } from '../../parts/line-grid/model.ts';
import { useWords } from '../../parts/language/language.ts';
import { PriceNotices } from '../prices/warnings/price-notices.view.tsx';
import { materialSource } from './material-source.view.ts';
import { lineAmounts } from './order-amounts.rules.ts';
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

/** One order: where each price comes from, what is in stock beside what one chooses, totals with and without tax. */
export default function PurchaseOrderPage() {
  const lines = useMemo(
    () => ({
      details: {
        derive,
        sources: SOURCES,
        first: FIRST,
        columns: {
          materialId: { width: 200, brings: ['unitId', 'unitName', 'baseUnitId', 'baseUnitName'] },
          factor: { hidden: true },
          unitId: { width: 88 },
          orderQty: { width: 100 },
          baseQty: { hidden: true },
          surplusQty: { width: 84 },
          price: { width: 80 },
          taxRate: { width: 64 },
          priceNoTax: { hidden: true },
          amount: { width: 96 },
          priceReason: { width: 250 },
          overRate: { width: 88 },
          underRate: { width: 88 },
        },
      },
    }),
    [],
  );
  return (
    <DocumentPage of={purchaseOrder} lines={lines} facts={FACTS}>
      {(row) => (
        <>
          <PriceNotices row={row} />
          <Unpriced row={row} />
        </>
      )}
    </DocumentPage>
  );
}

const grouped = (figure: unknown): string => String(figure ?? '0').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

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
      <strong>¥{grouped(row.amount)}</strong>{' '}
      <span className="soft">
        {word('no-tax')} {grouped(row.amountNoTax)} + {word('tax')} {grouped(row.taxAmount)}
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
