import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { isOrderable, useGenerateOrders } from './generate-orders.view.tsx';
import { purchaseRequest, purchaseRequestReads } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';

/** Requests; the approved ones become orders from here. */
export default function PurchaseRequestListPage() {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const { may, generate: make, result } = useGenerateOrders();
  const refused = useRefused();
  const generate = (rows: Parameters<typeof make>[0]): void => {
    refused.forget();
    void make(rows).catch((error: unknown) => {
      if (!refused.show(word('generate'), error)) notify.error(error);
    });
  };
  return (
    <>
      <ListPage
        of={purchaseRequest}
        reads={purchaseRequestReads}
        notice={refused.banner()}
        rowActions={(row) =>
          may && isOrderable(row) ? [{ key: 'generate', label: word('generate'), run: () => generate([row]) }] : []
        }
        rowsActions={(rows) =>
          may && rows.length > 0 ? [{ key: 'generate', label: word('generate'), run: () => generate(rows) }] : []
        }
      />
      {result}
    </>
  );
}
