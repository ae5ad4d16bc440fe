import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { useText } from '../../kernel/web/i18n.ts';
import { fetchRecord } from '../../kernel/web/list/list-data.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useTitle } from '../../parts/hooks/own-tab.ts';
import { useWords } from '../../parts/language/language.ts';
import { message } from './message.resource.ts';
import { MessageText } from './message-text.view.tsx';
import { messagesTexts } from './messages.texts.ts';

/** A message at its own address, with the one button that leads to what it is about. */
export default function MessageAlonePage() {
  const { id = '' } = useParams();
  const word = useWords(messagesTexts);
  const text = useText();
  const navigate = useNavigate();
  const { data: row, error } = useQuery({
    queryKey: ['detail', message.name, id],
    queryFn: ({ signal }) => fetchRecord(message, id, signal),
  });
  useTitle(typeof row?.['title'] === 'string' ? row['title'] : undefined);
  if (error !== null)
    return <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />;
  if (row === undefined) return <Skeleton active />;
  const link = String(row['link'] ?? '');
  return (
    <article className="record-page">
      <h1 className="page-title" tabIndex={-1}>
        {String(row['title'] ?? '')}
      </h1>
      <MessageText row={row} />
      {link !== '' && (
        <Button type="primary" className="message-act" onClick={() => void navigate(link)}>
          {String(row['actionLabel'] ?? '') || word('open')}
        </Button>
      )}
    </article>
  );
}
