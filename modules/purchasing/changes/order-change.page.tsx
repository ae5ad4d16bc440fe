import { useMemo } from 'react';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { LinesWishes } from '../../../kernel/web/document/lines-editor.tsx';
import type { OwnFacts } from '../../../kernel/web/document/facts.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import type { LinesOf } from '../../../kernel/core/declaration.ts';
import { useWords } from '../../../parts/language/language.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { purchaseOrderChange } from './order-change.document.ts';
import { orderChangeTexts } from './order-change.texts.ts';

const FIRST = ['materialId', 'unitId', 'oldQty', 'newQty', 'oldDate', 'newDate', 'oldPrice', 'newPrice'] as const;
const COLUMNS: NonNullable<LinesWishes<LinesOf<typeof purchaseOrderChange>['details']>['columns']> = {
  materialId: { width: 200, brings: ['unitId', 'unitName'] },
  unitId: { width: 84 },
  orderDetailId: { width: 88 },
};

const FACTS: OwnFacts<typeof purchaseOrderChange> = {
  purchaseOrderId: (row) => (
    <GuardedLink to={`${purchaseOrder.path}/${row.purchaseOrderId}`}>{row.purchaseOrderName}</GuardedLink>
  ),
};

/** One change: each line as it was and as it is to be. */
export default function OrderChangePage() {
  const word = useWords(orderChangeTexts);
  const lines = useMemo(() => ({ details: { first: FIRST, columns: COLUMNS, few: true } }), []);
  return (
    <DocumentPage of={purchaseOrderChange} lines={lines} facts={FACTS}>
      {(row) => (row.status === 'done' ? null : <NextStep words={word('after')} />)}
    </DocumentPage>
  );
}
