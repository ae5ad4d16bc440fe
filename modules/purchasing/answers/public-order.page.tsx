import { type ReactNode, useEffect, useState } from 'react';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { AnswerForm } from './answer-form.view.tsx';
import { LicenceForm } from './licence-form.view.tsx';
import { type Answer, type Part, type Say, type Shown, useOrder, useSay } from './public-order.view.ts';
import { ShipForm } from './ship-form.view.tsx';
import { ShippedNotes } from './shipped-notes.view.tsx';
import './public-order.css';

/** An order for its supplier, by the link he was sent, on his phone: he answers it, sends goods and papers. */
export default function PublicOrderPage() {
  const ticket = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const { to, say, choose } = useSay();
  const { answer, problem, again } = useOrder(ticket, to);
  const [told, setTold] = useState('');
  const order = answer?.order ?? undefined;
  useEffect(() => {
    document.documentElement.lang = to === 'zh' ? 'zh-CN' : 'en';
    document.title = [order?.billCode, say('order')].filter(Boolean).join(' · ');
  }, [to, order, say]);
  const other = to === 'zh' ? 'en' : 'zh';
  const onSent = (words: string): void => {
    setTold(words);
    again();
  };
  return (
    <main className="public-order">
      <header>
        <div>
          <p className="soft">{order?.company || say('order')}</p>
          <h1>{order?.billCode ?? say('order')}</h1>
        </div>
        <button type="button" lang={other === 'zh' ? 'zh-CN' : 'en'} onClick={() => choose(other)}>
          {say('other')}
        </button>
      </header>
      <p className="public-order-told" role="status">
        {told}
      </p>
      {order !== undefined && answer !== undefined ? (
        <Open {...{ ticket, order, say, to, onSent }} buyer={answer.buyer} />
      ) : answer !== undefined ? (
        <Closed state={answer.state} buyer={answer.buyer} say={say} />
      ) : problem === 'missing' ? (
        <Notice title={say('missing')} help={say('missing.help')} />
      ) : problem === 'failed' ? (
        <Notice title={say('failed')} help="">
          <button type="button" onClick={again}>
            {say('again')}
          </button>
        </Notice>
      ) : (
        <p className="public-order-notice">{say('loading')}</p>
      )}
    </main>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly help: string;
  readonly children?: ReactNode;
}
const Notice = ({ title, help, children }: NoticeProps): ReactNode => (
  <section className="public-order-notice">
    <h2>{title}</h2>
    <p>{help}</p>
    {children}
  </section>
);

interface ClosedProps {
  readonly state: Answer['state'];
  readonly buyer: Answer['buyer'];
  readonly say: Say;
}
/** The link holds no more: what to do, and whom to call. */
const Closed = ({ state, buyer, say }: ClosedProps): ReactNode => {
  const key = state === 'expired' ? 'expired' : 'revoked';
  return (
    <Notice title={say(key)} help={say(`${key}.help`)}>
      <Buyer buyer={buyer} say={say} />
    </Notice>
  );
};

const Buyer = ({ buyer, say }: Omit<ClosedProps, 'state'>): ReactNode =>
  buyer.name === '' ? null : (
    <p className="public-order-buyer">
      {say('buyer', { name: buyer.name })}
      {buyer.phone !== '' && <a href={`tel:${buyer.phone}`}>{say('call', { phone: buyer.phone })}</a>}
    </p>
  );

function Open({ buyer, ...part }: Part & { readonly buyer: Answer['buyer'] }): ReactNode {
  const { order, say } = part;
  const isOpen = order.orderState === 'approved' && !order.isFrozen;
  const canShip = isOpen && order.supplierStatus !== 'declined';
  return (
    <>
      <Head order={order} say={say} />
      <Lines order={order} say={say} />
      {isOpen && <AnswerForm {...part} />}
      {canShip && <ShipForm {...part} />}
      {order.notes.length > 0 && <ShippedNotes {...part} />}
      <Statement order={order} say={say} />
      {isOpen && <LicenceForm {...part} />}
      <footer className="soft">
        <Buyer buyer={buyer} say={say} />
        <p>{say('until', { time: order.expiresTime.slice(0, 16) })}</p>
        <p>{say('note')}</p>
      </footer>
    </>
  );
}

interface Facts {
  readonly order: Shown;
  readonly say: Say;
}
const TONES = { none: 'waiting', confirmed: 'done', partial: 'look', declined: 'stop' } as const;

function Head({ order, say }: Facts): ReactNode {
  return (
    <section className="public-order-head">
      <p>
        <strong>{say('on', { day: order.deliveryDate })}</strong>
      </p>
      <p>
        {say('to')} {order.place}
      </p>
      {order.remark !== '' && <p className="soft">{order.remark}</p>}
      {order.isFrozen ? (
        <p className="public-order-state is-stop">{say('frozen')}</p>
      ) : order.orderState === 'done' ? (
        <p className="public-order-state is-done">{say('done')}</p>
      ) : (
        <p className={`public-order-state is-${TONES[order.supplierStatus]}`}>
          {say(order.supplierStatus)}
          {order.supplierTime !== '' && <small> {order.supplierTime.slice(5, 16)}</small>}
          {order.supplierRemark !== '' && <small> · {order.supplierRemark}</small>}
        </p>
      )}
    </section>
  );
}

const Lines = ({ order, say }: Facts): ReactNode => (
  <section>
    <h2>{say('lines')}</h2>
    <ul className="public-order-lines">
      {order.lines.map((line) => (
        <li key={line.id}>
          <div>
            <span>
              {line.materialName} <small className="soft">{line.spec}</small>
            </span>
            <strong className="figures">
              {line.orderQty} {line.unitName}
            </strong>
          </div>
          <p className="soft figures">
            {amountText(line.price)} / {line.unitName}
            {line.deliveryDate !== order.deliveryDate && ` · ${say('on', { day: line.deliveryDate })}`}
            {line.shippedQty !== '0' && ` · ${say('shipped', { qty: line.shippedQty })}`}
            {line.receivedQty !== '0' && ` · ${say('received', { qty: line.receivedQty })}`}
          </p>
          <Before line={line} say={say} />
          {line.promisedQty !== null &&
            (line.promisedQty !== line.orderQty || line.promisedDate !== line.deliveryDate) && (
              <p className="public-order-promise">
                {line.promisedQty === '0'
                  ? say('promised.none')
                  : say('promised', { qty: line.promisedQty, unit: line.unitName, day: line.promisedDate })}
              </p>
            )}
          {line.remark !== '' && <p className="soft">{line.remark}</p>}
        </li>
      ))}
    </ul>
    <p className="public-order-total">
      {say('total')} <strong className="figures">{amountText(order.amount)}</strong>
    </p>
  </section>
);

/** What changed since he answered. */
function Before({ line, say }: { readonly line: Shown['lines'][number]; readonly say: Say }): ReactNode {
  const was = [
    ...(line.wasQty === '' ? [] : [`${line.wasQty} ${line.unitName}`]),
    ...(line.wasDate === '' ? [] : [say('on', { day: line.wasDate })]),
    ...(line.wasPrice === '' ? [] : [`${amountText(line.wasPrice)} / ${line.unitName}`]),
  ];
  return was.length === 0 ? null : <p className="public-order-change">{say('changed', { was: was.join(' · ') })}</p>;
}

function Statement({ order, say }: Facts): ReactNode {
  return (
    <section>
      <h2>{say('statement')}</h2>
      {order.statement.length === 0 ? (
        <p className="soft">{say('statement.none')}</p>
      ) : (
        <ul className="public-order-lines">
          {order.statement.map((row) => (
            <li key={row.id}>
              <div>
                <span>{row.materialName}</span>
                <strong className="figures">
                  {row.acceptedQty} {row.unitName}
                </strong>
              </div>
              <p className="soft figures">
                {row.arriveTime.slice(5, 16)} · {row.code} · {amountText(row.amount)}
                {row.refusedQty !== '0' && ` · ${say('refused', { qty: row.refusedQty })}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
