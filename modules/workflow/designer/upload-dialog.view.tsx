import { UploadOutlined } from '@ant-design/icons';
import { Button, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../../../kernel/web/i18n.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { session } from '../../../parts/client/session.ts';
import { comma, useLabel, useWords } from '../../../parts/language/language.ts';
import { flowKinds } from '../engine/flow-kinds.ts';
import { workflowTexts } from '../workflow.texts.ts';
import { deployFiles } from './flow-definition.calls.ts';
import { flowDefinition } from './flow-definition.resource.ts';

/** Deploys processes that were drawn elsewhere, from their files. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
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
          onChange={(event) => setNames([...(event.target.files ?? [])].map((file) => file.name).join(comma()))}
        />
        <Button icon={<UploadOutlined />} onClick={() => files.current?.click()}>
          {names === '' ? word('upload.file') : names}
        </Button>
      </div>
    </Modal>
  );
}
