import { useMemo } from 'react';
import { quantity, ref, type Fields } from '../../../kernel/core/field.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { isSeen } from '../../../kernel/web/list/columns.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import type { ColumnOverrides } from '../../../parts/line-grid/model.ts';
import { purchaseRequest } from '../purchase-request.document.ts';
import { purchasingTexts } from '../purchasing.texts.ts';
import { purchaseRequestLine } from '../request-line.resource.ts';
import { type OfferedLine, supplierSource, textOf } from './use-distribution.view.ts';

const declared = purchaseRequestLine.fields;
const FIELDS: Fields = {
  deliveryDate: declared.deliveryDate,
  materialId: declared.materialId,
  openQty: declared.openQty,
  takeQty: quantity('本次订购', 'Order now', { optional: true, min: 0, unit: 'unitId' }),
  unitId: declared.unitId,
  supplierId: ref('供应商', 'Supplier', 'supplier', { optional: true }),
  price: declared.price,
  amount: declared.amount,
  warehouseId: declared.warehouseId,
  orderBefore: declared.orderBefore,
  sourceKind: declared.sourceKind,
  billCode: declared.billCode,
};

/** The fields of an offered line that the person may see. */
export function useDistributionFields(): Fields {
  const codes = useAllowedCodes();
  return useMemo(() => Object.fromEntries(Object.entries(FIELDS).filter(([, field]) => isSeen(field, codes))), [codes]);
}

/** How the grid of offered lines shows them. */
export function useDistributionColumns(): ColumnOverrides<OfferedLine> {
  const word = useWords(purchasingTexts);
  return useMemo(
    (): ColumnOverrides<OfferedLine> => ({
      deliveryDate: { width: 84 },
      materialId: { width: 166, names: true },
      warehouseId: { width: 150, render: (_, row) => textOf(row.warehouseName) },
      openQty: { explained: true },
      takeQty: { width: 116 },
      unitId: { hidden: true },
      sourceKind: { width: 108 },
      supplierId: {
        width: 156,
        render: (_, row) => textOf(row.supplierName),
        source: supplierSource,
        brings: ['price', 'orderBefore', 'isLate'],
      },
      price: { width: 148, label: word('distribute.price') },
      amount: { width: 108, label: word('distribute.amount') },
      orderBefore: {
        width: 150,
        render: (value, row) => (
          <Until value={textOf(value)} isLate={row.isLate === 1} late={word('distribute.late')} />
        ),
      },
      billCode: {
        width: 146,
        render: (value, row) => (
          <GuardedLink to={`${purchaseRequest.path ?? ''}/${textOf(row.requestId)}`}>{textOf(value)}</GuardedLink>
        ),
      },
    }),
    [word],
  );
}

/** Until when to order; what is past is said in words beside its colour. */
function Until({ value, isLate, late }: { readonly value: string; readonly isLate: boolean; readonly late: string }) {
  const moment = value.slice(5, 16);
  return isLate ? (
    <Status tone="look" word={[moment, late].filter(Boolean).join(' ')} />
  ) : (
    <span className="figures">{moment}</span>
  );
}
