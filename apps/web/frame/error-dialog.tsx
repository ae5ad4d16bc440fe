import { Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { label } from '../../../kernel/core/label.ts';
import { post } from '../../../parts/client/api.ts';
import { clearErrors, type ErrorEntry, errorLog } from './error-log.ts';
import { useStore } from '../../../parts/state/store.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';

/** The server takes so many at once. */
const BATCH = 50;
const TEXTS = {
  title: label('错误日志', 'Error log'),
  lead: label(
    '这里是本机浏览器里发生的错误。上传后，管理员可以看到并处理。',
    'What went wrong in this browser. Uploaded, the administrator can see it and help.',
  ),
  type: label('类型', 'Type'),
  url: label('地址', 'Address'),
  message: label('内容', 'Content'),
  stack: label('错误堆栈', 'Stack'),
  time: label('时间', 'Time'),
  none: label('没有错误', 'No errors'),
  upload: label('上传服务器', 'Upload'),
  'upload.ask': label('确定上传本地日志到服务器?', 'Upload the local log to the server?'),
  'upload.done': label('发送成功!', 'Sent'),
  clear: label('清空本地日志', 'Clear'),
  'clear.ask': label('确定清空本地日志记录?', 'Clear the local log?'),
  'clear.done': label('清空成功!', 'Cleared'),
} as const;
const COLUMNS: readonly (readonly [member: 'type' | 'url' | 'message' | 'stack' | 'time', width: number])[] = [
  ['type', 80],
  ['url', 180],
  ['message', 280],
  ['stack', 320],
  ['time', 150],
];

/** What went wrong in this browser: to be read, told to the server, or cleared. */
export default function ErrorDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(TEXTS);
  const notify = useNotify();
  const entries = useStore(errorLog);
  const [busy, setBusy] = useState(false);

  const upload = async (): Promise<void> => {
    if (!(await notify.ask(text('upload.ask')))) return;
    setBusy(true);
    try {
      const errors = errorLog.get();
      for (let at = 0; at < errors.length; at += BATCH)
        await post('/blade-auth/oauth/logout', { json: errors.slice(at, at + BATCH) });
      clearErrors();
      notify.done(text('upload.done'));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const clear = async (): Promise<void> => {
    if (!(await notify.ask(text('clear.ask')))) return;
    clearErrors();
    notify.done(text('clear.done'));
  };

  return (
    <Modal
      open
      title={text('title')}
      width={1080}
      onCancel={onClose}
      footer={[
        <Button key="clear" disabled={entries.length === 0} onClick={() => void clear()}>
          {text('clear')}
        </Button>,
        <Button
          key="upload"
          type="primary"
          loading={busy}
          disabled={entries.length === 0}
          onClick={() => void upload()}
        >
          {text('upload')}
        </Button>,
      ]}
    >
      <p className="soft errors-lead">{text('lead')}</p>
      <ErrorTable entries={entries} />
    </Modal>
  );
}

function ErrorTable({ entries }: { readonly entries: readonly ErrorEntry[] }) {
  const text = useWords(TEXTS);
  return (
    <Table<ErrorEntry & { readonly at: number }>
      rowKey="at"
      size="small"
      pagination={false}
      scroll={{ x: 900, y: '50vh' }}
      locale={{ emptyText: text('none') }}
      dataSource={entries.map((entry, at) => ({ ...entry, at }))}
      columns={COLUMNS.map(([member, width]) => ({
        dataIndex: member,
        title: text(member),
        width,
        render: (value: string) =>
          member === 'stack' ? (
            <pre className="errors-stack" tabIndex={0} aria-label={text(member)}>
              {value}
            </pre>
          ) : (
            <span className="errors-cell">{value}</span>
          ),
      }))}
    />
  );
}
