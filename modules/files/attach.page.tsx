import { UploadOutlined } from '@ant-design/icons';
import { Button, Image, Input, Modal, Upload } from 'antd';
import { useState } from 'react';
import { download, post } from '../../parts/client/api.ts';
import { useText } from '../../kernel/web/i18n.ts';
import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useAsyncAction } from '../../kernel/web/use-async-action.ts';
import { useWords } from '../../parts/language/language.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './files.calls.ts';
import { attach, attachReads } from './files.resource.ts';
import { filesTexts } from './files.texts.ts';
import './files.css';

const ACCEPTED = '.jpg,.jpeg,.png,.pdf,.xlsx,.docx,.zip';

type Row = ListRow<typeof attach, (typeof attachReads)[number]>;
/** Every file that was uploaded. */
export default function AttachPage() {
  const word = useWords(filesTexts);
  const text = useText();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const { busy, run } = useAsyncAction(attach);
  const [shown, setShown] = useState<string>();
  const [renaming, setRenaming] = useState<{ readonly row: Row; readonly name: string }>();
  const send = (file: File): Promise<void> =>
    run(async () => {
      const form = new FormData();
      form.append('file', file);
      await post('/blade-resource/oss/endpoint/put-file-attach', { upload: form });
      notify.done(word('uploaded', { name: file.name }));
    });
  const remove = async (row: Row): Promise<void> => {
    if (
      await notify.ask(word('remove.ask', { name: String(row.originalName) }), {
        danger: true,
        okText: text('delete'),
      })
    )
      await run(() => request(calls.removeFiles, { ids: row.id }));
  };
  const fetchIt = (row: Row): void =>
    void download('/blade-resource/file/download', { id: row.id }).catch(notify.error);
  const open = (row: Row): void => (row.link === '' ? fetchIt(row) : setShown(String(row.link)));
  return (
    <>
      <ListPage
        of={attach}
        reads={attachReads}
        onOpen={open}
        columns={{
          originalName: (row) => (
            <span className="attach-name">
              {row.link !== '' && <img src={String(row.link)} alt="" loading="lazy" />}
              {String(row.originalName)}
            </span>
          ),
          ossCode: (row) => (row.ossCode === '' ? word('local') : String(row.ossCode)),
        }}
        toolbar={
          codes.has('attach_upload') ? (
            <Upload
              accept={ACCEPTED}
              showUploadList={false}
              beforeUpload={(file) => {
                void send(file);
                return false;
              }}
            >
              <Button type="primary" icon={<UploadOutlined />} loading={busy}>
                {word('upload')}
              </Button>
            </Upload>
          ) : undefined
        }
        rowActions={(row) => [
          { key: 'download', label: word('download'), run: () => fetchIt(row) },
          ...(codes.has('attach_upload')
            ? [
                {
                  key: 'rename',
                  label: word('rename'),
                  run: () => setRenaming({ row, name: String(row.originalName) }),
                },
              ]
            : []),
          ...(codes.has('attach_delete')
            ? [{ key: 'remove', label: text('delete'), danger: true, run: () => void remove(row) }]
            : []),
        ]}
      />
      {shown !== undefined && (
        <Image
          src={shown}
          alt=""
          styles={{ root: { display: 'none' } }}
          preview={{
            open: true,
            onOpenChange: (now) => {
              if (!now) setShown(undefined);
            },
          }}
        />
      )}
      <Modal
        open={renaming !== undefined}
        title={word('rename')}
        okText={text('save')}
        cancelText={text('cancel')}
        confirmLoading={busy}
        onCancel={() => setRenaming(undefined)}
        destroyOnHidden
        onOk={() =>
          void run(async () => {
            await request(calls.renameFile, { id: renaming?.row.id, originalName: renaming?.name });
            setRenaming(undefined);
          })
        }
      >
        <Input
          autoFocus
          aria-label={word('rename')}
          maxLength={200}
          value={renaming?.name ?? ''}
          onChange={(event) => setRenaming((now) => (now === undefined ? now : { ...now, name: event.target.value }))}
        />
      </Modal>
    </>
  );
}
