import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useWords } from '../../parts/language/language.ts';
import { isOrderable, useGenerateOrders } from './generate-orders.view.tsx';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';

/** Requests; the approved ones become orders from here. */
export default function PurchaseRequestListPage() {
  const word = useWords(purchasingTexts);
  const { may, generate, result } = useGenerateOrders();
  return (
    <>
      <ListPage
        of={purchaseRequest}
        rowActions={(row) =>
          may && isOrderable(row) ? [{ key: 'generate', label: word('generate'), run: () => void generate([row]) }] : []
        }
        rowsActions={(rows) =>
          may && rows.length > 0 ? [{ key: 'generate', label: word('generate'), run: () => void generate(rows) }] : []
        }
      />
      {result}
    </>
  );
}
