import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { request } from '../../../kernel/web/request.ts';
import { Complaint } from './answer-form.view.tsx';
import { publicShip } from './public-order.calls.ts';
import { fileMark, type Part, type Say, sendFile, type Shown, useSending } from './public-order.view.ts';

interface Lot {
  readonly key: number;
  readonly orderDetailId: string;
  readonly shipQty: string;
  readonly supplierBatchNo: string;
  readonly productionDate: string;
  readonly expiryDate: string;
  readonly files: readonly { readonly id: string; readonly name: string }[];
}
let keys = 0;
const lotOf = (orderDetailId: string, shipQty: string): Lot => ({
  key: (keys += 1),
  orderDetailId,
  shipQty,
  supplierBatchNo: '',
  productionDate: '',
  expiryDate: '',
  files: [],
});
/** What was promised and not sent yet. */
const rest = ({ promisedQty, orderQty, shippedQty }: Shown['lines'][number]): string =>
  Decimal.max(Decimal.zero, Decimal.of(promisedQty ?? orderQty).minus(Decimal.of(shippedQty))).toString();

const HEAD = ['noteNo', 'plateNo', 'driver', 'phone'] as const;
const EMPTY = { noteNo: '', plateNo: '', driver: '', phone: '', arriveTime: '' };

/** What leaves now: the delivery note, and of each line its lots with their dates and papers. */
export function ShipForm({ ticket, order, say, onSent }: Part): ReactNode {
  const lotsLeft = (): readonly Lot[] =>
    order.lines.flatMap((line) => (rest(line) === '0' ? [] : [lotOf(line.id, rest(line))]));
  const [isOpen, setOpen] = useState(false);
  const [head, setHead] = useState(EMPTY);
  const [lots, setLots] = useState(lotsLeft);
  const { isSending, complaint, act } = useSending();
  if (!isOpen)
    return (
      <button
        type="button"
        className="public-order-plain"
        onClick={() => {
          setLots(lotsLeft());
          setOpen(true);
        }}
      >
        {say('ship')}
      </button>
    );
  const send = (): Promise<void> =>
    act([head, lots], async (key) => {
      const details = lots
        .filter(({ shipQty }) => shipQty.trim() !== '' && shipQty.trim() !== '0')
        .map(({ key: _key, files, productionDate, expiryDate, ...lot }) => ({
          ...lot,
          ...(productionDate === '' ? {} : { productionDate }),
          ...(expiryDate === '' ? {} : { expiryDate }),
          papers: files.map(({ id }) => id),
        }));
      const { arriveTime, ...named } = head;
      const arrives = arriveTime === '' ? {} : { arriveTime: `${arriveTime.replace('T', ' ')}:00` };
      await request(publicShip, { ticket, ...named, ...arrives, details }, { key });
      setOpen(false);
      setHead(EMPTY);
      onSent(say('ship.done'));
    });
  return (
    <form
      className="public-order-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{say('ship')}</h2>
      <HeadFields {...{ head, say }} onHead={setHead} />
      {order.lines.map((line) => (
        <LotsOfLine key={line.id} {...{ ticket, line, say }} lots={lots} onLots={setLots} />
      ))}
      <Complaint text={complaint} />
      <div className="public-order-acts">
        <button type="submit" className="is-primary" disabled={isSending}>
          {say('ship.do')}
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          {say('back')}
        </button>
      </div>
    </form>
  );
}

interface HeadProps {
  readonly head: typeof EMPTY;
  readonly say: Say;
  readonly onHead: (head: typeof EMPTY) => void;
}
const HeadFields = ({ head, say, onHead }: HeadProps): ReactNode => (
  <>
    {HEAD.map((name) => (
      <label key={name}>
        {say(name)}
        <input
          required={name === 'noteNo'}
          maxLength={name === 'noteNo' ? 40 : 20}
          inputMode={name === 'phone' ? 'tel' : 'text'}
          value={head[name]}
          onChange={({ target }) => onHead({ ...head, [name]: target.value })}
        />
      </label>
    ))}
    <label>
      {say('arriveTime')}
      <input
        type="datetime-local"
        value={head.arriveTime}
        onChange={({ target }) => onHead({ ...head, arriveTime: target.value })}
      />
    </label>
  </>
);

interface LineProps {
  readonly ticket: string;
  readonly line: Shown['lines'][number];
  readonly say: Say;
  readonly lots: readonly Lot[];
  readonly onLots: (change: (before: readonly Lot[]) => readonly Lot[]) => void;
}
function LotsOfLine({ ticket, line, say, lots, onLots }: LineProps): ReactNode {
  const change = (key: number, patch: Partial<Lot>): void =>
    onLots((before) => before.map((lot) => (lot.key === key ? { ...lot, ...patch } : lot)));
  const own = lots.filter(({ orderDetailId }) => orderDetailId === line.id);
  return (
    <fieldset>
      <legend>{line.materialName}</legend>
      {own.map((lot) => (
        <LotFields
          key={lot.key}
          {...{ ticket, lot, say }}
          unit={line.unitName}
          onChange={(patch) => change(lot.key, patch)}
          onRemove={() => onLots((before) => before.filter(({ key }) => key !== lot.key))}
        />
      ))}
      <button
        type="button"
        className="public-order-plain"
        onClick={() => onLots((before) => [...before, lotOf(line.id, '')])}
      >
        {say('addLot')}
      </button>
    </fieldset>
  );
}

interface LotProps {
  readonly ticket: string;
  readonly lot: Lot;
  readonly unit: string;
  readonly say: Say;
  readonly onChange: (patch: Partial<Lot>) => void;
  readonly onRemove: () => void;
}
function LotFields({ ticket, lot, unit, say, onChange, onRemove }: LotProps): ReactNode {
  const { isSending, complaint, act } = useSending();
  const bring = (file: File | undefined): void => {
    if (file === undefined) return;
    void act(fileMark(file), async (key) =>
      onChange({ files: [...lot.files, await sendFile({ ticket, purpose: 'lot' }, file, key)] }),
    );
  };
  return (
    <div className="public-order-lot">
      <label>
        {say('shipQty')} ({unit})
        <input inputMode="decimal" value={lot.shipQty} onChange={({ target }) => onChange({ shipQty: target.value })} />
      </label>
      <label>
        {say('lot')}
        <input
          maxLength={60}
          value={lot.supplierBatchNo}
          onChange={({ target }) => onChange({ supplierBatchNo: target.value })}
        />
      </label>
      <label>
        {say('made')}
        <input
          type="date"
          value={lot.productionDate}
          onChange={({ target }) => onChange({ productionDate: target.value })}
        />
      </label>
      <label>
        {say('ends')}
        <input type="date" value={lot.expiryDate} onChange={({ target }) => onChange({ expiryDate: target.value })} />
      </label>
      <label className="is-wide">
        {say('papers')}
        <input
          type="file"
          accept="image/*,application/pdf"
          disabled={isSending}
          onChange={({ target }) => {
            bring(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
      {isSending && <p className="soft">{say('uploading')}</p>}
      {lot.files.length > 0 && (
        <ul className="is-wide">
          {lot.files.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <Complaint text={complaint} />
      <button type="button" className="public-order-plain is-wide" onClick={onRemove}>
        {say('removeLot')}
      </button>
    </div>
  );
}
