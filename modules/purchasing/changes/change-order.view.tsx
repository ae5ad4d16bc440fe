import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Empty, Input, InputNumber, Radio, Segmented, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent, post } from '../../../parts/client/api.ts';
import { nowHere } from '../../../parts/client/business-day.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useWords, type Words } from '../../../parts/language/language.ts';
import { amountText, priceText } from '../../../parts/quantities/amount.rules.ts';
import { timeLeft } from '../../sourcing/late/cut-off.rules.ts';
import { useSiteClock } from '../../sourcing/late/use-site-clock.view.ts';
import { materialSource } from '../material-source.view.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import {
  amounts,
  askedOf,
  changedLines,
  linesFor,
  lowers,
  restOf,
  type AddedGoods,
  type OrderLine,
  type Typed,
} from './changed-lines.rules.ts';
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
  const [type, setType] = useState<ChangeType>('quantity');
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [added, setAdded] = useState<readonly AddedGoods[]>([]);
  const [releaseTo, setReleaseTo] = useState('');
  const [reason, setReason] = useState('');
  const all = linesOf(order);
  const lines = linesFor(type, all);
  const changes = changedLines(type, all, typed, added);
  const asksRelease = lowers(type, all, changes);
  const change = (id: string, more: Typed): void => setTyped((now) => ({ ...now, [id]: { ...now[id], ...more } }));
  const { busy, send } = useSending(
    {
      purchaseOrderId: order.id,
      changeType: type,
      changeReason: reason,
      ...(asksRelease ? { releaseTo } : {}),
      details: changes,
    },
    onClose,
  );
  const types = purchaseOrderChange.fields.changeType.rules.choices!.filter(
    ({ value }) => seesCost || value !== 'price',
  );
  const isReady = changes.length > 0 && reason.trim() !== '' && (!asksRelease || releaseTo !== '');
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 720}
      title={word('title', { order: order.billCode })}
      onClose={onClose}
      footer={
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
      }
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
      <ul className="order-change-lines" aria-label={word('lines')}>
        {lines.map((line) => (
          <ChangedLine
            key={line.id}
            type={type}
            line={line}
            typed={typed[line.id] ?? {}}
            word={word}
            onChange={(more) => change(line.id, more)}
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
      {asksRelease && <Release word={word} value={releaseTo} onChange={setReleaseTo} />}
      {seesCost && type !== 'date' && changes.length > 0 && <Amounts word={word} of={amounts(type, all, changes)} />}
      <p className="soft">{word('after')}</p>
    </Drawer>
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
      {minutes < 0 ? word('late') : word('until')} <strong className="figures">{order.orderBefore.slice(5, 16)}</strong>{' '}
      · <span className="figures">{inWords(words)}</span>
    </p>
  );
}

interface LineProps {
  readonly type: ChangeType;
  readonly line: OrderLine;
  readonly typed: Typed;
  readonly word: Say;
  readonly onChange: (more: Typed) => void;
}
function ChangedLine({ type, line, typed, word, onChange }: LineProps): ReactNode {
  const { materialName: material, unitName: unit } = line;
  const came = [
    ...(line.receivedQty === '0' ? [] : [word('came', { qty: line.receivedQty })]),
    ...(line.shippedQty === '0' ? [] : [word('sent', { qty: line.shippedQty })]),
  ];
  return (
    <li className={changedLines(type, [line], { [line.id]: typed }, []).length > 0 ? 'is-changed' : ''}>
      <span className="order-change-name">
        {material} {came.length > 0 && <small className="soft figures">{came.join(' · ')}</small>}
      </span>
      <span className="soft figures">{word('was', { value: wasOf(type, line) })}</span>
      {type === 'quantity' && (
        <InputNumber
          aria-label={word('qty.of', { material })}
          min="0"
          stringMode
          suffix={unit}
          value={typed.qty ?? askedOf(line).toString()}
          onChange={(qty) => onChange({ qty: qty ?? '' })}
        />
      )}
      {type === 'date' && (
        <DayInput
          name={line.id}
          title={word('date.of', { material })}
          day={typed.day ?? line.deliveryDate}
          onChange={(day) => onChange({ day })}
        />
      )}
      {type === 'price' && (
        <InputNumber
          aria-label={word('price.of', { material })}
          min="0"
          stringMode
          suffix={`/ ${unit}`}
          value={typed.price ?? line.price ?? ''}
          onChange={(price) => onChange({ price: price ?? '' })}
        />
      )}
      {type === 'close' && (
        <Checkbox
          aria-label={word('close.of', { material })}
          checked={typed.isKept !== true}
          onChange={({ target }) => onChange({ isKept: !target.checked })}
        >
          <span className="figures">{word('rest', { qty: restOf(line).toString(), unit })}</span>
        </Checkbox>
      )}
    </li>
  );
}

const wasOf = (type: ChangeType, line: OrderLine): string =>
  type === 'date'
    ? line.deliveryDate
    : type === 'price'
      ? priceText(line.price ?? '0')
      : `${askedOf(line).toString()} ${line.unitName}`;

const DAY = purchaseOrderChange.lines!.details.fields.newDate;
interface DayProps {
  readonly name: string;
  readonly title: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
}
function DayInput({ name, title, day, onChange }: DayProps): ReactNode {
  const Day = faceOf(DAY).Input;
  return (
    <label className="order-change-day" htmlFor={`change-day-${name}`}>
      <span className={name === 'all' ? 'soft' : 'unseen'}>{title}</span>
      <Day
        id={`change-day-${name}`}
        name="newDate"
        field={DAY}
        value={day === '' ? null : day}
        row={{}}
        onChange={(next) => typeof next === 'string' && next !== '' && onChange(next)}
      />
    </label>
  );
}

interface AddedProps {
  readonly goods: AddedGoods;
  readonly word: Say;
  /** Null: they are left out. */
  readonly onChange: (more: Partial<AddedGoods> | null) => void;
}
function AddedLine({ goods, word, onChange }: AddedProps): ReactNode {
  const { materialName: material } = goods;
  return (
    <li className="is-changed">
      <span className="order-change-name">{material}</span>
      <span className="soft">
        {word('added')}{' '}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={word('take.away', { material })}
          onClick={() => onChange(null)}
        />
      </span>
      <InputNumber
        aria-label={word('qty.of', { material })}
        min="0"
        stringMode
        suffix={goods.unitName}
        value={goods.qty}
        onChange={(qty) => onChange({ qty: qty ?? '' })}
      />
    </li>
  );
}

interface AddProps {
  readonly order: Order;
  readonly word: Say;
  readonly taken: readonly AddedGoods[];
  readonly onAdd: (goods: AddedGoods) => void;
}
/** Goods of the supplier's offer first: their stock and price come with them. */
function AddGoods({ order, word, taken, onAdd }: AddProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const keyword = useDebounced(typed.trim(), 200);
  const { data = [] } = useQuery({
    queryKey: ['order-change-goods', order.id, keyword],
    queryFn: ({ signal }) => materialSource(() => order).search(keyword, { key: '' }, signal),
    enabled: isOpen,
  });
  const hits = data.filter(({ id }) => !taken.some(({ materialId }) => materialId === id));
  return (
    <Select
      className="order-change-add"
      aria-label={word('add')}
      placeholder={word('add.hint')}
      open={isOpen}
      onOpenChange={setOpen}
      value={null}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={hits.map(({ id, name, unit, price }) => ({
        value: id,
        label: [name, ...(price === undefined ? [] : [`${price} / ${unit ?? ''}`])].join(' · '),
      }))}
      onChange={(id: string) => {
        const hit = hits.find((each) => each.id === id);
        if (hit === undefined) return;
        onAdd({
          materialId: hit.id,
          materialName: hit.name,
          unitId: String(hit.values?.['unitId'] ?? ''),
          unitName: String(hit.values?.['unitName'] ?? ''),
          qty: '',
          price: null,
        });
        setTyped('');
        setOpen(false);
      }}
    />
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
