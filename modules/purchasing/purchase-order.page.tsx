import { useMemo } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { FormRow } from '../../kernel/web/document/lines-editor.tsx';
import type { GridRow } from '../../parts/line-grid/model.ts';
import { useWords } from '../../parts/language/language.ts';
import { PriceNotices } from '../prices/warnings/price-notices.view.tsx';
import { materialSource } from './material-source.view.ts';
import { lineAmounts } from './order-amounts.rules.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import './purchasing.css';

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
    <DocumentPage of={purchaseOrder} lines={lines}>
      {(row) => (
        <>
          <PriceNotices row={row} />
          <Totals row={row} />
        </>
      )}
    </DocumentPage>
  );
}

const grouped = (figure: unknown): string => String(figure ?? '0').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

function Totals({ row }: { readonly row: WholeRecord<typeof purchaseOrder> }) {
  const word = useWords(purchasingTexts);
  if (row.amount === undefined) return null;
  const unpriced = row.details.filter((line) => line.price === null || line.price === '').length;
  return (
    <dl className="order-totals">
      <div>
        <dt>{word('no-tax')}</dt>
        <dd className="figures">¥{grouped(row.amountNoTax)}</dd>
      </div>
      <i aria-hidden="true">+</i>
      <div>
        <dt>{word('tax')}</dt>
        <dd className="figures">¥{grouped(row.taxAmount)}</dd>
      </div>
      <i aria-hidden="true">=</i>
      <div className="is-main">
        <dt>{word('with-tax')}</dt>
        <dd className="figures">¥{grouped(row.amount)}</dd>
      </div>
      {unpriced > 0 && <p>{word('no-price', { count: unpriced })}</p>}
    </dl>
  );
}
