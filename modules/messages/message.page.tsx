import type { Sent } from '../../kernel/core/contract.ts';
import { EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { intent } from '../../parts/client/api.ts';
import { useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { fetchRecord, type ListRow, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { queries, useAllowedCodes } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { request } from '../../kernel/web/request.ts';
import * as calls from './messages.calls.ts';
import { message, messageReads } from './message.resource.ts';
import { MessageText } from './message-text.view.tsx';
import { messagesTexts } from './messages.texts.ts';
import './messages.css';

const receivers = calls.sendMail.input.userIds;
type Row = ListRow<typeof message, (typeof messageReads)[number]>;
type Mail = Sent<typeof calls.sendMail.input>;

/** Everything a person was told, the unread in front; each leads to where something is to be done. */
export default function MessagePage() {
  const word = useWords(messagesTexts);
  const text = useText();
  const notify = useNotify();
  const phone = usePhone();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const [open, setOpen] = useState<Row>();
  const [writing, setWriting] = useState(false);
  const read = async (rows: readonly Row[]): Promise<void> => {
    try {
      await request(calls.markRead, { ids: rows.map((row) => row.id) });
      await Promise.all([invalidateLists(message), queries.invalidateQueries({ queryKey: ['news'] })]);
    } catch (error) {
      notify.error(error);
    }
  };
  const look = (row: Row): void => {
    setOpen(row);
    if (row.readTime === '') void read([row]);
  };
  const link = open?.link ?? '';
  return (
    <>
      <ListPage
        of={message}
        reads={messageReads}
        onOpen={look}
        toolbar={
          codes.has('message_add') ? (
            <Button type="primary" icon={<EditOutlined />} onClick={() => setWriting(true)}>
              {word('write')}
            </Button>
          ) : undefined
        }
        rowActions={(row) => [
          ...(String(row.link) === ''
            ? []
            : [
                {
                  key: 'act',
                  label: String(row.actionLabel) || word('open'),
                  run: () => {
                    void read([row]);
                    void navigate(String(row.link));
                  },
                },
              ]),
          ...(row.readTime === '' ? [{ key: 'read', label: word('read'), run: () => void read([row]) }] : []),
        ]}
        rowsActions={(rows) => [{ key: 'read', label: word('read'), run: () => void read(rows) }]}
      />
      <Drawer
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size={phone ? '100%' : 520}
        title={open?.title ?? ''}
        footer={
          link === '' ? null : (
            <Button
              type="primary"
              onClick={() => {
                setOpen(undefined);
                void navigate(link);
              }}
            >
              {open?.actionLabel || word('open')}
            </Button>
          )
        }
      >
        {open !== undefined && <Opened id={open.id} />}
      </Drawer>
      {writing && <MailForm onClose={() => setWriting(false)} cancel={text('cancel')} />}
    </>
  );
}

/** What the message says: lists do without. */
function Opened({ id }: { readonly id: string }) {
  const { data: row } = useQuery({
    queryKey: ['detail', message.name, id],
    queryFn: ({ signal }) => fetchRecord(message, id, signal),
  });
  return row === undefined ? <Skeleton active /> : <MessageText row={row} />;
}

function MailForm({ onClose, cancel }: { readonly onClose: () => void; readonly cancel: string }) {
  const word = useWords(messagesTexts);
  const notify = useNotify();
  const [mail, setMail] = useState<Mail>({ userIds: [], title: '', content: '' });
  const [busy, setBusy] = useState(false);
  const [once] = useState(intent);
  const People = faceOf(receivers).Input;
  const set = (patch: Partial<Mail>): void => setMail((now) => ({ ...now, ...patch }));
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { sent } = await request(calls.sendMail, mail, { key: once.keyFor(mail) });
      notify.done(word('sent', { count: sent }));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('write')}
      okText={word('send')}
      cancelText={cancel}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="mail-form">
        <label htmlFor="mail-to">
          <span>{word('to')}</span>
          <People
            id="mail-to"
            name="userIds"
            field={receivers}
            value={mail.userIds}
            row={mail}
            onChange={(value, beside) => set({ ...beside, userIds: value as readonly string[] })}
            autoFocus
          />
        </label>
        <label htmlFor="mail-title">
          <span>{word('title')}</span>
          <Input
            id="mail-title"
            maxLength={100}
            value={mail.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </label>
        <label htmlFor="mail-text">
          <span>{word('text')}</span>
          <Input.TextArea
            id="mail-text"
            maxLength={1000}
            showCount
            autoSize={{ minRows: 5, maxRows: 14 }}
            value={mail.content}
            onChange={(event) => set({ content: event.target.value })}
          />
        </label>
      </div>
    </Modal>
  );
}
