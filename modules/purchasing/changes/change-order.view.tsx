import { Button, Drawer, Empty, Input, Radio, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent, post } from '../../../parts/client/api.ts';
import { nowHere } from '../../../parts/client/business-day.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useWords, type Words } from '../../../parts/language/language.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { timeLeft } from '../../sourcing/late/cut-off.rules.ts';
import { useSiteClock } from '../../sourcing/late/use-site-clock.view.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import {
  amounts,
  changedLines,
  linesFor,
  lowers,
  type AddedGoods,
  type OrderLine,
  type Typed,
} from './changed-lines.rules.ts';
import { AddedLine, AddGoods, ChangedLine, DayInput } from './change-lines.view.tsx';
import type { ChangeType } from './order-change.rules.ts';
import { purchaseOrderChange } from './order-change.document.ts';
import { orderChangeTexts } from './order-change.texts.ts';
import './order-changes.css';

type Order = WholeRecord<typeof purchaseOrder>;
type Say = Words<keyof typeof orderChangeTexts>;
export interface ChangeOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const linesOf = (order: Order): readonly OrderLine[] =>
  order.details.map((line) => ({
    id: line.id,
    materialName: line.materialName ?? '',
    unitName: line.unitName ?? '',
    orderQty: line.orderQty,
    cancelledQty: line.cancelledQty,
    shippedQty: line.shippedQty,
    receivedQty: line.receivedQty,
    settledQty: line.settledQty,
    deliveryDate: line.deliveryDate || order.deliveryDate,
    price: line.price ?? null,
  }));

/** 变更: what of an approved order is to be otherwise, beside what it is, and on to whoever approves it. */
export default function ChangeOrder({ order, onClose }: ChangeOrderProps): ReactNode {
  const word = useWords(orderChangeTexts);
  const inWords = useLabel();
  const isPhone = usePhone();
  const seesCost = useAllowed('purchaseorder_view_cost');
  const change = useChange(order, onClose);
  const { type, setType, all, lines, changes, typed, setTyped, releaseTo, setReleaseTo, asksRelease } = change;
  const types = purchaseOrderChange.fields.changeType.rules.choices!.filter(
    ({ value }) => seesCost || value !== 'price',
  );
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 720}
      title={word('title', { order: order.billCode })}
      onClose={onClose}
      footer={<Foot change={change} word={word} />}
    >
      <Segmented
        block
        className="order-change-type"
        aria-label={word('type')}
        value={type}
        options={types.map(({ value, label }) => ({ value, label: inWords(label) }))}
        onChange={(next) => setType(next as ChangeType)}
      />
      {(type === 'quantity' || type === 'date') && <Until order={order} word={word} />}
      {lines.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />}
      {type === 'date' && lines.length > 1 && (
        <DayInput
          name="all"
          title={word('all.date')}
          day=""
          onChange={(day) => setTyped(Object.fromEntries(lines.map(({ id }) => [id, { ...typed[id], day }])))}
        />
      )}
      <Lines order={order} change={change} word={word} />
      {asksRelease && <Release word={word} value={releaseTo} onChange={setReleaseTo} />}
      {seesCost && type !== 'date' && changes.length > 0 && <Amounts word={word} of={amounts(type, all, changes)} />}
      <p className="soft order-change-after">{word('after')}</p>
    </Drawer>
  );
}

/** A change as it is typed, and whether it may be sent. */
function useChange(order: Order, onClose: () => void) {
  const [type, setType] = useState<ChangeType>('quantity');
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [added, setAdded] = useState<readonly AddedGoods[]>([]);
  const [releaseTo, setReleaseTo] = useState('');
  const [reason, setReason] = useState('');
  const all = linesOf(order);
  const changes = changedLines(type, all, typed, added);
  const asksRelease = lowers(type, all, changes);
  const sending = useSending(
    {
      purchaseOrderId: order.id,
      changeType: type,
      changeReason: reason,
      ...(asksRelease ? { releaseTo } : {}),
      details: changes,
    },
    onClose,
  );
  return {
    ...sending,
    type,
    setType,
    typed,
    setTyped,
    added,
    setAdded,
    releaseTo,
    setReleaseTo,
    reason,
    setReason,
    all,
    lines: linesFor(type, all),
    changes,
    asksRelease,
    isReady: changes.length > 0 && reason.trim() !== '' && (!asksRelease || releaseTo !== ''),
  };
}
interface Part {
  readonly change: ReturnType<typeof useChange>;
  readonly word: Say;
}

const Foot = ({ change: { reason, setReason, busy, isReady, send }, word }: Part): ReactNode => (
  <div className="order-change-foot">
    <Input
      aria-label={word('reason')}
      placeholder={word('reason.example')}
      maxLength={200}
      value={reason}
      onChange={({ target }) => setReason(target.value)}
    />
    <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void send()}>
      {word('send')}
    </Button>
  </div>
);

/** The lines of the order this kind of change may be about, and goods that are added. */
function Lines({ order, change, word }: Part & { readonly order: Order }): ReactNode {
  const { type, lines, typed, setTyped, added, setAdded } = change;
  return (
    <>
      <ul className="order-change-lines" aria-label={word('lines')}>
        {lines.map((line) => (
          <ChangedLine
            key={line.id}
            type={type}
            line={line}
            typed={typed[line.id] ?? {}}
            word={word}
            onChange={(more) => setTyped((now) => ({ ...now, [line.id]: { ...now[line.id], ...more } }))}
          />
        ))}
        {type === 'quantity' &&
          added.map((goods, at) => (
            <AddedLine
              key={goods.materialId}
              goods={goods}
              word={word}
              onChange={(next) =>
                setAdded(next === null ? added.toSpliced(at, 1) : added.toSpliced(at, 1, { ...goods, ...next }))
              }
            />
          ))}
      </ul>
      {type === 'quantity' && (
        <AddGoods order={order} word={word} taken={added} onAdd={(goods) => setAdded([...added, goods])} />
      )}
    </>
  );
}

function useSending(json: Readonly<Record<string, unknown>>, onClose: () => void) {
  const word = useWords(orderChangeTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const saved = await post<{ readonly id: string; readonly billCode: string }>(
        callOf(purchaseOrderChange, 'submit'),
        { json, key: once.keyFor(json) },
      );
      await post(callOf(purchaseOrderChange, 'toApply'), { json: { ids: saved.id } });
      notify.done(word('done', { bill: saved.billCode }));
      await Promise.all([invalidateLists(purchaseOrder), invalidateLists(purchaseOrderChange)]);
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

/** Until when the order may change without anybody deciding on it as late. */
function Until({ order, word }: { readonly order: Order; readonly word: Say }): ReactNode {
  const inWords = useLabel();
  const [opened] = useState(nowHere);
  const clock = useSiteClock(opened);
  if (!order.orderBefore) return null;
  const { minutes, isSoon, words } = timeLeft(`${clock}:00`.slice(0, 19), order.orderBefore);
  return (
    <p className={`order-before${minutes < 0 ? ' is-late' : isSoon ? ' is-soon' : ''}`} role="note">
      {word('until')} <strong className="figures">{order.orderBefore.slice(5, 16)}</strong> ·{' '}
      <span className="figures">{inWords(words)}</span>
      {minutes < 0 && <span className="order-change-late">{word('late')}</span>}
    </p>
  );
}

interface ReleaseProps {
  readonly word: Say;
  readonly value: string;
  readonly onChange: (value: string) => void;
}
const Release = ({ word, value, onChange }: ReleaseProps): ReactNode => (
  <fieldset className="order-change-release">
    <legend>{word('release')}</legend>
    <Radio.Group value={value} onChange={({ target }) => onChange(String(target.value))}>
      {(['redistribute', 'cancel'] as const).map((each) => (
        <Radio key={each} value={each}>
          {word(each)} <small className="soft">{word(`${each}.help`)}</small>
        </Radio>
      ))}
    </Radio.Group>
  </fieldset>
);

function Amounts({ word, of: [before, after] }: { readonly word: Say; readonly of: readonly [Decimal, Decimal] }) {
  const difference = after.minus(before);
  return (
    <p className="order-change-amounts figures" role="status">
      {word('amount')} <span className="soft">{amountText(before.toString())}</span> →{' '}
      <strong>{amountText(after.toString())}</strong>{' '}
      <span className="soft">
        ({difference.isNegative() ? '' : '+'}
        {amountText(difference.toString())})
      </span>
    </p>
  );
}
