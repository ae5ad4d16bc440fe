import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Select, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { definitionDiagram } from '../tasks/flow-view.calls.ts';
import { changeState, deployFiles, removeDeployments } from './flow-definition.calls.ts';
import { flowDefinition } from './flow-definition.resource.ts';
import { FlowDiagram } from './flow-diagram.view.tsx';
import { flowKinds } from '../engine/flow-kinds.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

/** 部署: versions that run, their pictures; put to rest, woken, taken out of use, or brought in as files. */
export default function DefinitionListPage() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [shown, setShown] = useState<ListRow<typeof flowDefinition>>();
  const [uploading, setUploading] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(flowDefinition);
    }
  };
  const remove = async (row: ListRow<typeof flowDefinition>): Promise<void> => {
    if (
      await notify.ask(word('remove.ask', { title: `${String(row.name)} v${String(row.version)}` }), {
        danger: true,
        okText: word('remove'),
      })
    )
      await run(() => request(removeDeployments, { deploymentIds: row.id }));
  };
  const isActive = (row: ListRow<typeof flowDefinition>): boolean => Number(row.suspensionState) === 1;
  return (
    <>
      <ListPage
        of={flowDefinition}
        onOpen={setShown}
        toolbar={
          codes.has('flow_model_deploy') && (
            <Button icon={<UploadOutlined />} onClick={() => setUploading(true)}>
              {word('upload')}
            </Button>
          )
        }
        rowActions={(row) => [
          ...(codes.has('flow_manager_state')
            ? [
                {
                  key: 'state',
                  label: word(isActive(row) ? 'suspend' : 'activate'),
                  run: () =>
                    void run(() =>
                      request(changeState, { processId: row.id, state: isActive(row) ? 'suspend' : 'active' }),
                    ),
                },
              ]
            : []),
          ...(codes.has('flow_manager_remove')
            ? [{ key: 'remove', label: word('remove'), danger: true, run: () => void remove(row) }]
            : []),
        ]}
      />
      {shown !== undefined && <PictureDialog row={shown} onClose={() => setShown(undefined)} />}
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function PictureDialog({
  row,
  onClose,
}: {
  readonly row: ListRow<typeof flowDefinition>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const word = useWords(workflowTexts);
  const picture = useQuery({
    queryKey: ['process', 'definition', row.id],
    queryFn: ({ signal }) => request(definitionDiagram, { processDefinitionId: row.id }, { signal }),
  });
  const title = `${String(row.name)} v${String(row.version)}`;
  return (
    <Modal open width="min(1100px, calc(100vw - 32px))" title={title} footer={null} onCancel={onClose}>
      {picture.error !== null ? (
        <Alert
          type="error"
          showIcon
          title={picture.error instanceof ApiError ? picture.error.message : text('error.unknown')}
        />
      ) : picture.data === undefined ? (
        <Skeleton active />
      ) : (
        <FlowDiagram of={picture.data} label={word('diagram')} />
      )}
    </Modal>
  );
}

function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const word = useWords(workflowTexts);
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const files = useRef<HTMLInputElement>(null);
  const [category, setCategory] = useState<string | null>(null);
  const [names, setNames] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    const form = new FormData();
    for (const file of files.current?.files ?? []) form.append('files', file);
    setBusy(true);
    try {
      await request(deployFiles, { category, tenantIds: session.get()?.tenantId ?? '' }, { upload: form });
      notify.done(word('uploaded'));
      onClose();
      await invalidateLists(flowDefinition);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('upload')}
      okText={word('upload')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: category === null || names === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="flow-field">
        <span className="soft">{word('upload.kind')}</span>
        <Select
          aria-label={word('upload.kind')}
          showSearch={{ optionFilterProp: 'label' }}
          value={category}
          placeholder={word('who.choose')}
          options={flowKinds.map((kind) => ({ value: kind.category, label: label(kind.label) }))}
          onChange={setCategory}
        />
      </div>
      <div className="flow-field flow-below">
        <span className="soft">{word('upload.file')}</span>
        <input
          ref={files}
          className="unseen"
          type="file"
          multiple
          accept=".xml,.bpmn"
          aria-label={word('upload.file')}
          onChange={(event) => setNames([...(event.target.files ?? [])].map((file) => file.name).join('、'))}
        />
        <Button icon={<UploadOutlined />} onClick={() => files.current?.click()}>
          {names === '' ? word('upload.file') : names}
        </Button>
      </div>
    </Modal>
  );
}
