import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { type Record_, renewLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useTell } from '../../kernel/web/tell.tsx';
import { useWords } from '../../parts/language/language.ts';
import { retryOutbox } from './messages.calls.ts';
import { messagesTexts } from './messages.texts.ts';
import { outbox } from './sms.resource.ts';

/** What was sent out of the house, and what became of it. */
export default function OutboxPage() {
  const word = useWords(messagesTexts);
  const tell = useTell();
  const codes = useAllowedCodes();
  const retry = async (row: Record_): Promise<void> => {
    try {
      await request(retryOutbox, { ids: row.id });
      tell.done(word('retry.done'));
    } catch (error) {
      tell.trouble(error);
    } finally {
      await renewLists(outbox);
    }
  };
  return (
    <ListPage
      of={outbox}
      rowActions={(row) =>
        codes.has('outbox_retry') && (row['state'] === 'failed' || row['state'] === 'queued')
          ? [{ key: 'retry', label: word('retry'), run: () => void retry(row) }]
          : []
      }
    />
  );
}
