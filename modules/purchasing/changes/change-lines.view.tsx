import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import type { Words } from '../../../parts/language/language.ts';
import { priceText } from '../../../parts/quantities/amount.rules.ts';
import { materialSource } from '../material-source.view.ts';
import type { purchaseOrder } from '../purchase-order.document.ts';
import { askedOf, changedLines, restOf, type AddedGoods, type OrderLine, type Typed } from './changed-lines.rules.ts';
import { purchaseOrderChange } from './order-change.document.ts';
import type { ChangeType } from './order-change.rules.ts';
import type { orderChangeTexts } from './order-change.texts.ts';

type Say = Words<keyof typeof orderChangeTexts>;

interface LineProps {
  readonly type: ChangeType;
  readonly line: OrderLine;
  readonly typed: Typed;
  readonly word: Say;
  readonly onChange: (more: Typed) => void;
}
/** A line of the order beside what it is to be. */
export function ChangedLine({ type, line, typed, word, onChange }: LineProps): ReactNode {
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
/** A day, of one line or of all. */
export function DayInput({ name, title, day, onChange }: DayProps): ReactNode {
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
/** Goods the order does not have yet. */
export function AddedLine({ goods, word, onChange }: AddedProps): ReactNode {
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
  readonly order: WholeRecord<typeof purchaseOrder>;
  readonly word: Say;
  readonly taken: readonly AddedGoods[];
  readonly onAdd: (goods: AddedGoods) => void;
}
/** Goods of the supplier's offer first: their stock and price come with them. */
export function AddGoods({ order, word, taken, onAdd }: AddProps): ReactNode {
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
