import { PaperClipOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { download } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { RichText } from '../../parts/rich-editor/rich-text.tsx';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './messages.calls.ts';
import { messagesTexts } from './messages.texts.ts';
import './messages.css';

/** A notice as its readers see it. Opening it is reading it. */
export default function NoticeReader({
  id,
  onClose,
}: {
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const word = useWords(messagesTexts);
  const text = useText();
  const notify = useNotify();
  const { data, error } = useQuery({
    queryKey: ['notice', 'read', id],
    queryFn: () => request(calls.readNotice, { id }),
    enabled: id !== undefined,
    gcTime: 0,
  });
  return (
    <Modal
      open={id !== undefined}
      onCancel={onClose}
      width={680}
      footer={<Button onClick={onClose}>{text('close')}</Button>}
      title={data?.title ?? word('notice')}
      destroyOnHidden
    >
      {error !== null ? (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <article>
          <p className="notice-head">{word('by', { name: data.senderName, time: data.releaseTime.slice(0, 16) })}</p>
          <RichText html={data.content} />
          {data.files.length > 0 && (
            <div className="notice-files" aria-label={word('files')}>
              {data.files.map((file) => (
                <Button
                  key={file.id}
                  size="small"
                  icon={<PaperClipOutlined />}
                  onClick={() => void download('/blade-resource/file/download', { id: file.id }).catch(notify.error)}
                >
                  {file.name}
                </Button>
              ))}
            </div>
          )}
        </article>
      )}
    </Modal>
  );
}
