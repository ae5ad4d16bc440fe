import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { callOf } from '../../kernel/web/catalogue.ts';
import { get, intent, post } from '../../parts/client/api.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { AffectedRows } from '../../kernel/web/list/touched.tsx';
import { useAllowed } from '../../kernel/web/queries.ts';
import type { Sent } from '../../kernel/core/contract.ts';
import type { PageOf, RecordOf, TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { comma, useWords } from '../../parts/language/language.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { amountOf, bySupplier, type MadeOrder } from './made-orders.rules.ts';
import { generateFromRequest } from './purchase-order.calls.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest, type purchaseRequestReads } from './purchase-request.document.ts';
import { purchasingTexts } from './purchasing.texts.ts';
import { usePurchasingChannel } from './distribution/use-channel.view.ts';
import './purchasing.css';
import { amountText } from '../../parts/quantities/amount.rules.ts';

type Request = Pick<RecordOf<typeof purchaseRequest>, 'id' | (typeof purchaseRequestReads)[number]>;
type Order = RecordOf<typeof purchaseOrder>;
/** So much of a request line, from this supplier. */
export interface TakenLine {
  readonly id: string;
  readonly supplierId: string;
  readonly qty: string;
  /** What was open of it on the screen. */
  readonly openQty: string;
}
type Made = TypeOf<typeof generateFromRequest.answer>[number];

/** An approved request with something still to be ordered. */
export const isOrderable = (row: Request): boolean => row.status === 'approved' && row.executeStatus !== 'all';

/**
 * Orders out of approved requests: asks once, says which orders came of it. Both reject where it is refused;
 * `distribute` answers whether it was wanted.
 */
export function useGenerateOrders(): {
  readonly may: boolean;
  /** The company has a dispatcher do it. */
  readonly isDispatched: boolean;
  readonly generate: (rows: readonly Request[]) => Promise<void>;
  readonly distribute: (details: readonly TakenLine[], question: string) => Promise<boolean>;
  readonly result: ReactNode;
} {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const channel = usePurchasingChannel();
  const may = useAllowed('purchaseorder_add') && channel.direct;
  const [made, setMade] = useState<readonly Made[]>();
  const once = useMemo(() => intent(), []);
  const generate = async (rows: readonly Request[]): Promise<void> => {
    const waiting = rows.filter((row) => row.status !== 'approved');
    if (waiting.length > 0)
      return notify.warn(word('generate.waiting', { bills: waiting.map((row) => row.billCode).join(comma()) }));
    if (
      !(await notify.ask(word('generate.ask', { count: rows.length }), {
        okText: word('generate'),
        content: <AffectedRows of={purchaseRequest} rows={rows} hidden={0} />,
      }))
    )
      return;
    await make({ ids: rows.map((row) => row.id) });
  };
  const make = async (body: Sent<typeof generateFromRequest.input>): Promise<void> => {
    setMade(await request(generateFromRequest, body, { key: once.keyFor(body) }));
    once.done();
    await Promise.all([invalidateLists(purchaseRequest), invalidateLists(purchaseOrder)]);
  };
  const distribute = async (details: readonly TakenLine[], question: string): Promise<boolean> => {
    if (!(await notify.ask(question, { okText: word('generate') }))) return false;
    await make({ details });
    return true;
  };
  return {
    may,
    isDispatched: channel.distribution && !channel.direct,
    generate,
    distribute,
    result: made === undefined ? null : <MadeOrders made={made} onClose={() => setMade(undefined)} />,
  };
}

/** The orders that came of it by supplier, and the one button that sends them all. */
function MadeOrders({ made, onClose }: { readonly made: readonly Made[]; readonly onClose: () => void }) {
  const word = useWords(purchasingTexts);
  const ids = made.map((each) => each.id).join(',');
  const rows = useQuery({
    queryKey: ['list', 'purchaseOrder', 'made', ids],
    queryFn: ({ signal }) =>
      get<PageOf<Order>>('/store-management/purchaseorder/page', { id_in: ids, size: 200 }, signal),
  });
  const byId = new Map((rows.data?.records ?? []).map((row) => [row.id, row]));
  const orders = made.map((each): MadeOrder => ({
    ...each,
    supplierName: String(byId.get(each.id)?.supplierName ?? ''),
    lineCount: byId.get(each.id)?.lineCount ?? 0,
  }));
  const groups = bySupplier(orders);
  const { send, busy, banner } = useSendAll(orders, onClose);
  const maySend = useAllowed('purchaseorder_to_apply');
  const count = { count: made.length, suppliers: groups.length };
  const amount = amountOf(orders);
  return (
    <Modal
      open
      width={720}
      title={word('generate.done', { count: made.length })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{word('close')}</Button>
          {maySend && (
            <Button type="primary" loading={busy} disabled={rows.data === undefined} onClick={() => void send()}>
              {amount === null
                ? word('send.all.plain', count)
                : word('send.all', { ...count, amount: amountText(amount) })}
            </Button>
          )}
        </>
      }
    >
      {banner}
      <p className="soft">{word('generate.next')}</p>
      <div
        className="made-orders"
        tabIndex={0}
        role="region"
        aria-label={word('generate.done', { count: made.length })}
      >
        {groups.map((group) => (
          <section key={group.supplierId}>
            <h3>
              <span>{group.supplierName}</span>
              <span className="soft figures">
                {word('made.lines', { orders: group.orders.length, lines: group.lines })}
                {group.orderBefore !== '' && ` · ${word('made.before', { time: group.orderBefore.slice(5, 16) })}`}
              </span>
              {group.amount !== null && <strong className="figures">{amountText(group.amount)}</strong>}
            </h3>
            <ul>
              {group.orders.map((each) => (
                <OrderLine key={each.id} made={each} row={byId.get(each.id)} onClose={onClose} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
}

interface OrderLineProps {
  readonly made: MadeOrder;
  /** As its list has it; undefined until it is read. */
  readonly row: Order | undefined;
  readonly onClose: () => void;
}
function OrderLine({ made, row, onClose }: OrderLineProps) {
  const word = useWords(purchasingTexts);
  return (
    <li>
      <GuardedLink to={`${purchaseOrder.path ?? ''}/${made.id}`} className="figures" onClick={onClose}>
        {made.billCode}
      </GuardedLink>
      <span className="soft">
        {row === undefined ? '' : `${String(row.warehouseName ?? '')} · ${String(row.deliveryDate).slice(5)}`}
      </span>
      <span className="soft figures">{word('made.line', { count: made.lineCount })}</span>
      <span className="figures made-amount">{made.amount === null ? '' : amountText(made.amount)}</span>
    </li>
  );
}

/** Sends all of them for approval, once; what is refused stands above them. */
function useSendAll(orders: readonly MadeOrder[], onSent: () => void) {
  const word = useWords(purchasingTexts);
  const notify = useNotify();
  const refused = useRefused();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const send = async (): Promise<void> => {
    const ids = orders.map((order) => order.id);
    setBusy(true);
    refused.forget();
    try {
      await post(callOf(purchaseOrder, 'toApply'), { query: { ids }, key: once.keyFor(ids) });
      once.done();
      notify.done(word('send.done', { count: ids.length }));
      onSent();
      await invalidateLists(purchaseOrder);
    } catch (error) {
      if (!refused.show(word('send'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, banner: refused.banner() };
}
