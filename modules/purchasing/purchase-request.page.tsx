import { Button } from 'antd';
import { useMemo } from 'react';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { isOrderable, useGenerateOrders } from './generate-orders.view.tsx';
import { materialSource } from './material-source.view.ts';
import { Notices, OrderBefore } from './sending/order-before.view.tsx';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';

/** What decides stands first. */
const FIRST = [
  'materialId',
  'unitId',
  'requestQty',
  'needDate',
  'supplierId',
  'amount',
  'price',
  'deliveryDate',
  'orderedQty',
  'receivedQty',
] as const;

/** One request; approved, it becomes orders. */
export default function PurchaseRequestPage() {
  const word = useWords(purchasingTexts);
  const { may, isDispatched, generate, result } = useGenerateOrders();
  const lines = useMemo(
    () => ({
      details: {
        sources: { materialId: materialSource },
        first: FIRST,
        columns: {
          materialId: { brings: ['unitId', 'unitName', 'baseUnitId', 'baseUnitName'] },
          unitId: { passed: true },
          orderedQty: { onlyRead: true },
          receivedQty: { onlyRead: true },
          cancelledQty: { onlyRead: true },
          factor: { hidden: true },
          planDetailId: { hidden: true },
        },
      },
    }),
    [],
  );
  return (
    <>
      <DocumentPage
        of={purchaseRequest}
        lines={lines}
        toolbar={(row, run) =>
          may &&
          isOrderable(row) && (
            <Button type="primary" onClick={() => void run(word('generate'), () => generate([row]))}>
              {word('generate')}
            </Button>
          )
        }
      >
        {(row) => (
          <>
            <OrderBefore row={row} />
            <Notices row={row} />
            {!may && isOrderable(row) && <NextStep words={word(isDispatched ? 'next.dispatch' : 'next.order')} />}
          </>
        )}
      </DocumentPage>
      {result}
    </>
  );
}
