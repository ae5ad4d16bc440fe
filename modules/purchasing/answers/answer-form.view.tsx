import { type ReactNode, useState } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { publicAnswer } from './public-order.calls.ts';
import { type Part, useSending } from './public-order.view.ts';

type Step = 'choose' | 'change' | 'decline';

/** All in one press; another quantity or day line by line; or not at all, with a reason. */
export function AnswerForm(part: Part): ReactNode {
  const { order, say } = part;
  const [step, setStep] = useState<Step>('choose');
  const [isChanging, setChanging] = useState(false);
  const isAnswered = order.supplierStatus !== 'none';
  if (isAnswered && !isChanging)
    return (
      <button type="button" className="public-order-plain" onClick={() => setChanging(true)}>
        {say('answer.again')}
      </button>
    );
  const over = (): void => {
    setStep('choose');
    setChanging(false);
  };
  return step === 'change' ? (
    <ChangeForm {...part} onOver={over} />
  ) : step === 'decline' ? (
    <DeclineForm {...part} onOver={over} />
  ) : (
    <Choice {...part} onOver={over} onStep={setStep} />
  );
}

type Ending = Part & { readonly onOver: () => void };

function Choice({
  ticket,
  say,
  onSent,
  onOver,
  onStep,
}: Ending & { readonly onStep: (step: Step) => void }): ReactNode {
  const { isSending, complaint, act } = useSending();
  const confirm = (): Promise<void> =>
    act('all', async (key) => {
      await request(publicAnswer, { ticket }, { key });
      onOver();
      onSent(say('sent'));
    });
  return (
    <section className="public-order-acts">
      <button type="button" className="is-primary" disabled={isSending} onClick={() => void confirm()}>
        {say('all')}
      </button>
      <div>
        <button type="button" onClick={() => onStep('change')}>
          {say('change')}
        </button>
        <button type="button" onClick={() => onStep('decline')}>
          {say('decline')}
        </button>
      </div>
      <Complaint text={complaint} />
    </section>
  );
}

/** Why something was not taken. */
export const Complaint = ({ text }: { readonly text: string }): ReactNode =>
  text === '' ? null : (
    <p className="public-order-complaint" role="alert">
      {text}
    </p>
  );

function ChangeForm({ ticket, order, say, onSent, onOver }: Ending): ReactNode {
  const [lines, setLines] = useState(() =>
    order.lines.map((line) => ({
      id: line.id,
      promisedQty: line.promisedQty ?? line.orderQty,
      promisedDate: line.promisedDate || line.deliveryDate,
    })),
  );
  const [remark, setRemark] = useState('');
  const { isSending, complaint, act } = useSending();
  const change = (at: number, patch: Partial<(typeof lines)[number]>): void =>
    setLines((before) => before.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <form
      className="public-order-form"
      onSubmit={(event) => {
        event.preventDefault();
        void act([lines, remark], async (key) => {
          await request(publicAnswer, { ticket, lines, remark }, { key });
          onOver();
          onSent(say('sent'));
        });
      }}
    >
      {order.lines.map((line, at) => (
        <fieldset key={line.id}>
          <legend>
            {line.materialName}{' '}
            <small className="soft">
              {line.orderQty} {line.unitName}
            </small>
          </legend>
          <label>
            {say('qty')} ({line.unitName})
            <input
              inputMode="decimal"
              required
              value={lines[at]!.promisedQty}
              onChange={({ target }) => change(at, { promisedQty: target.value })}
            />
          </label>
          <label>
            {say('day')}
            <input
              type="date"
              required
              value={lines[at]!.promisedDate}
              onChange={({ target }) => change(at, { promisedDate: target.value })}
            />
          </label>
        </fieldset>
      ))}
      <label>
        {say('remark')}
        <input maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </label>
      <Complaint text={complaint} />
      <div className="public-order-acts">
        <button type="submit" className="is-primary" disabled={isSending}>
          {say('change.do')}
        </button>
        <button type="button" onClick={onOver}>
          {say('back')}
        </button>
      </div>
    </form>
  );
}

function DeclineForm({ ticket, say, onSent, onOver }: Ending): ReactNode {
  const [remark, setRemark] = useState('');
  const { isSending, complaint, act } = useSending();
  return (
    <form
      className="public-order-form"
      onSubmit={(event) => {
        event.preventDefault();
        void act(remark, async (key) => {
          await request(publicAnswer, { ticket, decline: 1, remark }, { key });
          onOver();
          onSent(say('sent'));
        });
      }}
    >
      <label>
        {say('reason')}
        <input maxLength={200} required value={remark} onChange={({ target }) => setRemark(target.value)} />
      </label>
      <Complaint text={complaint} />
      <div className="public-order-acts">
        <button type="submit" className="is-stop" disabled={isSending}>
          {say('decline.do')}
        </button>
        <button type="button" onClick={onOver}>
          {say('back')}
        </button>
      </div>
    </form>
  );
}
