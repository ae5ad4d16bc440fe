import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Badge, Button, Empty, Popover, Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../parts/client/errors.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { lazyPart } from '../../parts/lazy/lazy-part.ts';
import { queries } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { followNotifications } from './follow-notifications.view.ts';
import * as calls from './messages.calls.ts';
import { messagesTexts } from './messages.texts.ts';
import './messages.css';

const NoticeReader = lazyPart(() => import('./notice-reader.view.tsx'));

type Item = TypeOf<typeof calls.mine.answer>[number];
type Box = Item['box'];
const BOXES: readonly Box[] = ['mail', 'message', 'notice'];
const KEY = ['news'];
const SECOND_MS = 1_000;
/** Everything shown of news asks anew; lists of the same things too. */
const renew = (): void => {
  for (const queryKey of [KEY, ['list', 'message'], ['list', 'notice']]) void queries.invalidateQueries({ queryKey });
};

/** What is new for the person, as it happens: a number, and one click further what and where. */
export default function NotificationBell() {
  const word = useWords(messagesTexts);
  const [open, setOpen] = useState(false);
  const [box, setBox] = useState<Box>();
  const [reading, setReading] = useState<string>();
  const unread = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: ({ signal }) => request(calls.unread, {}, { signal }),
  });
  useEffect(() => followNotifications(renew), []);
  const next = unread.data?.nextSeconds ?? null;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(renew, Math.max(1, next) * SECOND_MS);
    return () => clearTimeout(timer);
  }, [next, unread.dataUpdatedAt]);
  const total = unread.data?.total ?? 0;
  const front = box ?? BOXES.find((each) => (unread.data?.[each] ?? 0) > 0) ?? 'message';
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        destroyOnHidden
        onOpenChange={(now) => {
          setOpen(now);
          if (now) setBox(undefined);
        }}
        content={
          <div className="news-pop">
            <Tabs
              size="small"
              activeKey={front}
              onChange={(key) => setBox(key as Box)}
              items={BOXES.map((each) => ({
                key: each,
                label: (
                  <Badge count={unread.data?.[each] ?? 0} size="small" offset={[6, -2]}>
                    {word(each)}
                  </Badge>
                ),
                children: <NotificationList box={each} onLeave={() => setOpen(false)} onRead={setReading} />,
              }))}
            />
            <NotificationFoot box={front} unread={unread.data?.[front] ?? 0} onLeave={() => setOpen(false)} />
          </div>
        }
      >
        <Button
          type="text"
          icon={
            <Badge count={total} size="small" overflowCount={99}>
              <BellOutlined />
            </Badge>
          }
          aria-label={total === 0 ? word('news') : word('news.unread', { count: total })}
        />
      </Popover>
      {reading !== undefined && <NoticeReader id={reading} onClose={() => setReading(undefined)} />}
    </>
  );
}

function NotificationList({
  box,
  onLeave,
  onRead,
}: {
  readonly box: Box;
  readonly onLeave: () => void;
  readonly onRead: (id: string) => void;
}) {
  const word = useWords(messagesTexts);
  const text = useText();
  const navigate = useNavigate();
  const list = useQuery({
    queryKey: [...KEY, box],
    queryFn: ({ signal }) => request(calls.mine, { box }, { signal }),
    placeholderData: (before) => before,
  });
  const take = (item: Item): void => {
    onLeave();
    if (box === 'notice') return onRead(item.id);
    // After a failure it stays unread.
    if (!item.read) void request(calls.markRead, { ids: item.id }).catch(() => undefined);
    void navigate(item.link === '' ? `/desk/message?status=${box}` : item.link);
  };
  if (list.error !== null)
    return (
      <div className="news-wait">
        <Alert
          type="error"
          showIcon
          title={list.error instanceof ApiError ? list.error.message : text('error.unknown')}
          action={
            <Button size="small" onClick={() => void list.refetch()}>
              {text('error.retry')}
            </Button>
          }
        />
      </div>
    );
  if (list.data === undefined)
    return (
      <div className="news-wait">
        <Skeleton active paragraph={{ rows: 5 }} />
      </div>
    );
  if (list.data.length === 0)
    return (
      <div className="news-none">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word(`${box}.none`)} />
      </div>
    );
  return (
    <ul className="news-list">
      {list.data.map((item) => (
        <li key={item.id}>
          <button type="button" className={item.read ? '' : 'is-unread'} onClick={() => take(item)}>
            <span
              className="news-dot"
              role="img"
              {...(item.read ? { 'aria-hidden': true } : { 'aria-label': word('unread') })}
            />
            <span className="news-title">{item.title}</span>
            <time className="news-time figures">{item.time.slice(5, 16)}</time>
            <span className="news-text">
              {[[item.senderName, item.content].filter(Boolean).join('：'), item.actionLabel]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function NotificationFoot({
  box,
  unread,
  onLeave,
}: {
  readonly box: Box;
  readonly unread: number;
  readonly onLeave: () => void;
}) {
  const word = useWords(messagesTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const readAll = async (): Promise<void> => {
    try {
      await request(calls.markAllRead, { box });
      renew();
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <footer className="news-foot">
      <Button type="link" size="small" disabled={unread === 0} onClick={() => void readAll()}>
        {word('read.all')}
      </Button>
      <Button
        type="link"
        size="small"
        onClick={() => {
          onLeave();
          void navigate(box === 'notice' ? '/desk/notice' : `/desk/message?status=${box}`);
        }}
      >
        {word('all')}
      </Button>
    </footer>
  );
}
