import { type ReactNode, useState } from 'react';
import { Complaint } from './answer-form.view.tsx';
import { fileMark, type Part, sendFile, useSending } from './public-order.view.ts';

const TONES = { ok: 'done', due: 'look', expired: 'stop', missing: 'look', waiting: 'waiting' } as const;

/** Papers that are asked of him as they stand, and sending a new one. */
export function LicenceForm(part: Part): ReactNode {
  const { order, say, to } = part;
  const [kind, setKind] = useState('');
  return (
    <section>
      <h2>{say('licences')}</h2>
      <ul className="public-order-lines">
        {order.papers.map((paper) => (
          <li key={paper.kind}>
            <div>
              <span>{paper.name[to]}</span>
              <span className={`public-order-state is-${TONES[paper.state]}`}>{say(`paper.${paper.state}`)}</span>
            </div>
            {paper.validTo !== '' && <p className="soft">{say('paper.until', { day: paper.validTo })}</p>}
            {kind === paper.kind ? (
              <PaperForm {...part} kind={kind} onOver={() => setKind('')} />
            ) : (
              <button type="button" className="public-order-plain" onClick={() => setKind(paper.kind)}>
                {say('paper.add')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PaperProps = Part & { readonly kind: string; readonly onOver: () => void };
function PaperForm({ ticket, say, onSent, kind, onOver }: PaperProps): ReactNode {
  const [number, setNumber] = useState('');
  const [validTo, setValidTo] = useState('');
  const [file, setFile] = useState<File>();
  const { isSending, complaint, act } = useSending();
  const send = (): Promise<void> =>
    act([number, validTo, file && fileMark(file)], async (key) => {
      if (file === undefined) return;
      const named = { certificateKind: kind, certificateNo: number, ...(validTo === '' ? {} : { validTo }) };
      await sendFile({ ticket, purpose: 'certificate', ...named }, file, key);
      onOver();
      onSent(say('paper.done'));
    });
  return (
    <form
      className="public-order-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        {say('paper.no')}
        <input required maxLength={60} value={number} onChange={({ target }) => setNumber(target.value)} />
      </label>
      <label>
        {say('paper.end')}
        <input type="date" value={validTo} onChange={({ target }) => setValidTo(target.value)} />
      </label>
      <label>
        {say('paper.file')}
        <input
          type="file"
          required
          accept="image/*,application/pdf"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </label>
      <Complaint text={complaint} />
      <div className="public-order-acts">
        <button type="submit" className="is-primary" disabled={isSending}>
          {isSending ? say('uploading') : say('paper.do')}
        </button>
        <button type="button" onClick={onOver}>
          {say('back')}
        </button>
      </div>
    </form>
  );
}
