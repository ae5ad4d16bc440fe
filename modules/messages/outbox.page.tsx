import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { retryOutbox } from './messages.calls.ts';
import { messagesTexts } from './messages.texts.ts';
import { outbox, outboxReads } from './sms.resource.ts';

/** What was sent out of the house, and what became of it. */
export default function OutboxPage() {
  const word = useWords(messagesTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const retry = async (row: { readonly id: string }): Promise<void> => {
    try {
      await request(retryOutbox, { ids: row.id });
      notify.done(word('retry.done'));
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(outbox);
    }
  };
  return (
    <ListPage
      of={outbox}
      reads={outboxReads}
      rowActions={(row) =>
        codes.has('outbox_retry') && (row.state === 'failed' || row.state === 'queued')
          ? [{ key: 'retry', label: word('retry'), run: () => void retry(row) }]
          : []
      }
    />
  );
}
