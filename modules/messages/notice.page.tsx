import { useState } from 'react';
import { RecordDrawer } from '../../kernel/web/form/record-drawer.tsx';
import { lazyPart } from '../../parts/lazy/lazy-part.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useWords } from '../../parts/language/language.ts';
import { messagesTexts } from './messages.texts.ts';
import { notice, noticeReads } from './notice.resource.ts';

const NoticeReader = lazyPart(() => import('./notice-reader.view.tsx'));

/** Notices: whoever keeps them opens the form, everybody else reads. */
export default function NoticePage() {
  const word = useWords(messagesTexts);
  const codes = useAllowedCodes();
  const [reading, setReading] = useState<string>();
  const [open, setOpen] = useState<ListRow<typeof notice, (typeof noticeReads)[number]>>();
  return (
    <>
      <ListPage
        of={notice}
        reads={noticeReads}
        onOpen={(row) => (codes.has('notice_edit') ? setOpen(row) : setReading(row.id))}
        rowActions={(row) => [{ key: 'read', label: word('read.notice'), run: () => setReading(row.id) }]}
      />
      <RecordDrawer
        of={notice}
        open={open?.id}
        {...(open === undefined ? {} : { title: open.title })}
        onClose={() => setOpen(undefined)}
      />
      {reading !== undefined && <NoticeReader id={reading} onClose={() => setReading(undefined)} />}
    </>
  );
}
