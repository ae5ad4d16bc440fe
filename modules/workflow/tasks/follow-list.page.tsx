import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../../../kernel/web/request.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { useWords } from '../../../parts/language/language.ts';
import { flowInstance, flowInstanceReads } from './flow-instance.resource.ts';
import { cancelProcess } from './work-acts.calls.ts';
import { workflowTexts } from '../workflow.texts.ts';

type Row = ListRow<typeof flowInstance, (typeof flowInstanceReads)[number]>;
/** 跟踪: every process; one that should not have begun is cancelled, and its document is a draft again. */
export default function FollowListPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const mayCancel = useAllowed('flow_follow_delete');
  const [ending, setEnding] = useState<Row>();
  return (
    <>
      <ListPage
        of={flowInstance}
        reads={flowInstanceReads}
        onOpen={(row) => void navigate(`/work/task/${row.id}`)}
        rowActions={(row) => [
          { key: 'look', label: word('look'), run: () => void navigate(`/work/task/${row.id}`) },
          ...(mayCancel && row.state === 'running'
            ? [{ key: 'cancel', label: word('cancel'), danger: true, run: () => setEnding(row) }]
            : []),
        ]}
      />
      {ending !== undefined && <CancelDialog row={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function CancelDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const word = useWords(workflowTexts);
  const text = useText();
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const { busy, run } = useAsyncAction(flowInstance);
  const send = (): Promise<void> =>
    run(async () => {
      await request(cancelProcess, { processInstanceId: row.id, deleteReason: reason });
      notify.done(word('cancelled'));
      onClose();
    });
  return (
    <Modal
      open
      title={word('cancel')}
      okText={word('cancel')}
      cancelText={text('cancel')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{word('cancel.ask', { title: String(row.businessCode) })}</p>
      <Input.TextArea
        className="flow-below"
        autoFocus
        rows={3}
        maxLength={500}
        aria-label={word('cancel.reason')}
        placeholder={word('cancel.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
