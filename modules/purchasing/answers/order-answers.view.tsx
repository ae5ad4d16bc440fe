import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { QrCode } from '../../../parts/paper/qr-code.tsx';
import { useWords, type Words } from '../../../parts/language/language.ts';
import { fetchFile } from '../../../parts/pictures/stored-files.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { supplierLink, supplierTrail } from './answers.calls.ts';
import { orderAnswersTexts } from './order-answers.texts.ts';
import './order-answers.css';

type Trail = TypeOf<typeof supplierTrail.answer>;
type Link = TypeOf<typeof supplierLink.answer>;
type Say = Words<keyof typeof orderAnswersTexts>;

const STATE_TONES = { none: 'waiting', confirmed: 'done', partial: 'look', declined: 'stop' } as const;
const NOTE_TONES = { shipped: 'next', received: 'done', cancelled: 'plain' } as const;

/** What the supplier said of an approved order, what he has sent of it, and the link he does it by. */
export function OrderAnswers({ row }: { readonly row: WholeRecord<typeof purchaseOrder> }): ReactNode {
  const word = useWords(orderAnswersTexts);
  const isShown = row.status === 'approved' || row.status === 'done';
  const { data } = useQuery({
    queryKey: ['supplier-trail', row.id, row.version],
    queryFn: ({ signal }) => request(supplierTrail, { id: row.id }, { signal }),
    enabled: isShown,
  });
  if (!isShown || data === undefined) return null;
  const status = row.supplierStatus ?? 'none';
  return (
    <section className="order-answers" aria-label={word('title')}>
      <header>
        <strong>{word('title')}</strong>
        <Status tone={STATE_TONES[status]} word={word(`status.${status}`)} />
        {row.supplierTime && <span className="soft figures">{row.supplierTime.slice(5, 16)}</span>}
        {row.supplierRemark && <span>{row.supplierRemark}</span>}
        <Ask row={row} trail={data} word={word} />
      </header>
      {data.answers.length > 0 && (
        <ul>
          {data.answers.map((answer) => (
            <li key={answer.id}>
              <span className="soft figures">{answer.answerTime.slice(5, 16)}</span>
              <span>{word(`answer.${answer.kind}`)}</span>
              <span className="soft">
                {word('after', { time: durationOf(answer.minutes, word) })}
                {' · '}
                {answer.userName === '' ? word('by.link') : answer.userName}
                {answer.remark !== '' && ` · ${answer.remark}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data.notes.map((note) => (
        <Note key={note.id} note={note} word={word} />
      ))}
    </section>
  );
}

const durationOf = (minutes: number, word: Say): string =>
  minutes < 60
    ? word('minutes', { count: minutes })
    : word('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });

interface AskProps {
  readonly row: WholeRecord<typeof purchaseOrder>;
  readonly trail: Trail;
  readonly word: Say;
}
/** The link as it stands, and a new one in one press: it is shown once, to be handed over. */
function Ask({ row, trail, word }: AskProps): ReactNode {
  const notify = useNotify();
  const mayEdit = useAllowed('purchaseorder_edit');
  const mayAnswer = useAllowed('purchaseorder_supplier_confirm');
  const [link, setLink] = useState<Link>();
  const [isBusy, setBusy] = useState(false);
  const [last] = trail.tickets;
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await request(supplierLink, { id: row.id });
      if (!mayEdit) return location.assign(made.path);
      setLink(made);
      await queries.invalidateQueries({ queryKey: ['supplier-trail', row.id] });
      await invalidateLists(purchaseOrder);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {last !== undefined && (
        <span className="soft">
          {word(`link.${last.state}`, { time: last.expiresTime.slice(5, 16) })}
          {last.sentTo !== '' && ` · ${last.sentTo}`}
          {last.openedTime !== '' && ` · ${word('link.opened', { time: last.openedTime.slice(5, 16) })}`}
        </span>
      )}
      {row.status === 'approved' && (mayEdit || mayAnswer) && (
        <Button size="small" disabled={isBusy} onClick={() => void make()}>
          {word(mayEdit ? 'link.new' : 'link.answer')}
        </Button>
      )}
      {link !== undefined && <MadeLink link={link} word={word} />}
    </>
  );
}

function MadeLink({ link, word }: { readonly link: Link; readonly word: Say }): ReactNode {
  const address = `${location.origin}${link.path}`;
  return (
    <div className="order-link">
      <QrCode of={address} />
      <div>
        <p>{link.sentTo === '' ? word('link.hand') : word('link.sent', { to: link.sentTo })}</p>
        <input readOnly aria-label={word('link.address')} value={address} onFocus={({ target }) => target.select()} />
      </div>
    </div>
  );
}

function Note({ note, word }: { readonly note: Trail['notes'][number]; readonly word: Say }): ReactNode {
  return (
    <div className="order-note">
      <b className="figures">{note.billCode}</b>
      <Status tone={NOTE_TONES[note.noteStatus]} word={word(`note.${note.noteStatus}`)} />
      <span className="soft figures">
        {[note.noteNo, note.plateNo, note.driver, note.arriveTime.slice(5, 16)].filter(Boolean).join(' · ')}
      </span>
      {note.lots.map((lot) => (
        <span key={lot.code}>
          {lot.materialName}{' '}
          <span className="figures">
            {lot.shipQty} {lot.unitName}
          </span>{' '}
          <span className="soft">{[lot.supplierBatchNo, lot.expiryDate].filter(Boolean).join(' · ')}</span>
          {lot.files.map(({ id, name }) => (
            <Button key={id} type="link" size="small" onClick={() => void fetchFile(id)}>
              {name}
            </Button>
          ))}
        </span>
      ))}
    </div>
  );
}
