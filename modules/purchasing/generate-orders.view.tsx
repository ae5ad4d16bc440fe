import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { get, intent } from '../../parts/client/api.ts';
import { ApiError, type FieldProblem } from '../../parts/client/errors.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { AffectedRows } from '../../kernel/web/list/touched.tsx';
import { useAllowed } from '../../kernel/web/queries.ts';
import type { Sent } from '../../kernel/core/contract.ts';
import type { PageOf, RecordOf, TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { generateFromRequest } from './purchase-order.calls.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import './purchasing.css';

type Request = RecordOf<typeof purchaseRequest>;
/** So much of a request line, from this supplier. */
export interface TakenLine {
  readonly id: string;
  readonly supplierId: string;
  readonly qty: string;
  /** What was open of it on the screen. */
  readonly openQty: string;
}
/** Ordered; or what speaks against it, by line of what was sent; or neither, where it was not wanted after all. */
interface Distributed {
  readonly made: boolean;
  readonly refusals: readonly FieldProblem[];
}
type Made = TypeOf<typeof generateFromRequest.answer>[number];

/** An approved request with something still to be ordered. */
export const isOrderable = (row: Request): boolean => row.status === 'approved' && row.executeStatus !== 'all';

/** Orders out of approved requests: asks once, says which orders came of it, each a link. */
export function useGenerateOrders(): {
  readonly may: boolean;
  readonly generate: (rows: readonly Request[]) => Promise<void>;
  readonly distribute: (details: readonly TakenLine[], question: string) => Promise<Distributed>;
  readonly result: ReactNode;
} {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const may = useAllowed('purchaseorder_add');
  const [made, setMade] = useState<readonly Made[]>();
  const once = useMemo(() => intent(), []);
  const generate = async (rows: readonly Request[]): Promise<void> => {
    const waiting = rows.filter((row) => row.status !== 'approved');
    if (waiting.length > 0)
      return notify.warn(word('generate.waiting', { bills: waiting.map((row) => row.billCode).join('、') }));
    if (
      !(await notify.ask(word('generate.ask', { count: rows.length }), {
        okText: word('generate'),
        content: <AffectedRows of={purchaseRequest} rows={rows} hidden={0} />,
      }))
    )
      return;
    await make({ ids: rows.map((row) => row.id) });
  };
  const distribute = async (details: readonly TakenLine[], question: string): Promise<Distributed> =>
    (await notify.ask(question, { okText: word('generate') })) ? make({ details }) : { made: false, refusals: [] };
  const make = async (body: Sent<typeof generateFromRequest.input>): Promise<Distributed> => {
    try {
      setMade(await request(generateFromRequest, body, { key: once.keyFor(body) }));
      once.done();
      await Promise.all([invalidateLists(purchaseRequest), invalidateLists(purchaseOrder)]);
      return { made: true, refusals: [] };
    } catch (error) {
      notify.error(error);
      return { made: false, refusals: error instanceof ApiError ? error.problems : [] };
    }
  };
  return {
    may,
    generate,
    distribute,
    result: made === undefined ? null : <MadeOrders made={made} onClose={() => setMade(undefined)} />,
  };
}

function MadeOrders({ made, onClose }: { readonly made: readonly Made[]; readonly onClose: () => void }) {
  const word = useWords(purchasingTexts);
  const ids = made.map((each) => each.id).join(',');
  const orders = useQuery({
    queryKey: ['list', 'purchaseOrder', 'made', ids],
    queryFn: ({ signal }) =>
      get<PageOf<RecordOf<typeof purchaseOrder>>>(
        '/store-management/purchaseorder/page',
        { id_in: ids, size: 200 },
        signal,
      ),
  });
  const byId = new Map((orders.data?.records ?? []).map((row) => [row.id, row]));
  return (
    <Modal
      open
      width={640}
      title={word('generate.done', { count: made.length })}
      onCancel={onClose}
      onOk={onClose}
      okText={word('close')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <p className="soft">{word('generate.next')}</p>
      <ul className="made-orders">
        {made.map((each) => {
          const row = byId.get(each.id);
          return (
            <li key={each.id}>
              <GuardedLink to={`${purchaseOrder.path ?? ''}/${each.id}`} className="figures" onClick={onClose}>
                {each.billCode}
              </GuardedLink>
              <span>{String(row?.supplierName ?? '')}</span>
              <span className="soft">
                {String(row?.warehouseName ?? '')} · {String(row?.deliveryDate ?? '').slice(5)}
              </span>
              <span className="figures made-amount">{row?.amount === undefined ? '' : `¥${String(row.amount)}`}</span>
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
