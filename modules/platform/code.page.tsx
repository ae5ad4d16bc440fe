import { Button, Modal, Typography } from 'antd';
import { useState } from 'react';
import { download, readText } from '../../parts/client/api.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { type ListRow, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './platform.calls.ts';
import { codeGeneration, codeGenerationReads } from './develop.resource.ts';
import { platformTexts } from './platform.texts.ts';
import './platform.css';

type Row = ListRow<typeof codeGeneration, (typeof codeGenerationReads)[number]>;
/** Prints the declaration of a table that is there. */
export default function CodePage() {
  const word = useWords(platformTexts);
  const text = useText();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [shown, setShown] = useState<{ readonly row: Row; readonly text: string }>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(codeGeneration);
    }
  };
  const nameOf = (row: Row): string => String(row.codeName);
  return (
    <>
      <ListPage
        of={codeGeneration}
        reads={codeGenerationReads}
        rowActions={(row) => [
          ...(codes.has('code_gen')
            ? [
                {
                  key: 'gen',
                  label: word('code.gen'),
                  run: () =>
                    void run(async () => {
                      await request(calls.generateCode, { ids: row.id, system: 'saber' });
                      notify.done(word('code.done', { name: nameOf(row) }));
                    }),
                },
              ]
            : []),
          ...(String(row.attachId ?? '') === ''
            ? []
            : [
                {
                  key: 'look',
                  label: word('code.look'),
                  run: () =>
                    void run(async () =>
                      setShown({
                        row,
                        text: await readText('/blade-resource/file/download', { id: String(row.attachId) }),
                      }),
                    ),
                },
              ]),
          ...(codes.has('code_add')
            ? [
                {
                  key: 'copy',
                  label: word('code.copy'),
                  run: () => void run(() => request(calls.copyCode, { id: row.id })),
                },
              ]
            : []),
        ]}
      />
      <Modal
        open={shown !== undefined}
        width={860}
        title={shown === undefined ? '' : nameOf(shown.row)}
        onCancel={() => setShown(undefined)}
        footer={
          <>
            <Button onClick={() => setShown(undefined)}>{text('close')}</Button>
            <Button
              type="primary"
              onClick={() =>
                void run(() => download('/blade-resource/file/download', { id: String(shown?.row.attachId ?? '') }))
              }
            >
              {word('code.download')}
            </Button>
          </>
        }
      >
        <Typography.Paragraph type="secondary">{word('code.how')}</Typography.Paragraph>
        <pre className="code-text" tabIndex={0}>
          {shown?.text}
        </pre>
      </Modal>
    </>
  );
}
