import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { get, intent, post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';

interface StoredPlatform {
  readonly userType?: string;
  readonly userExt?: string;
}
const EXT_MAX = 2_000;

/** What each platform keeps of a person, as it gave it. */
export default function PlatformDialog({
  userId,
  name,
  onClose,
}: {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const word = useWords(adminTexts);
  const text = useText();
  const notify = useNotify();
  const platforms = useDictionary('user_type');
  const [userType, setUserType] = useState('1');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [once] = useState(intent);
  const kept = useQuery({
    queryKey: ['user-platform', userId, userType],
    queryFn: ({ signal }) => get<StoredPlatform>('/blade-user/platform-detail', { id: userId, userType }, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const value = typed[userType] ?? kept.data?.userExt ?? '';
  const save = async (): Promise<void> => {
    setBusy(true);
    const json = { userId, userType, userExt: value };
    try {
      await post('/blade-user/update-platform', { json, key: once.keyFor(json) });
      notify.done(text('done.updated'));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('platform.of', { name })}
      okText={text('save')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="platform-form">
        <label htmlFor="platform-type">
          <span>{word('platform')}</span>
          <Select
            id="platform-type"
            value={userType}
            onChange={setUserType}
            options={(platforms.data ?? []).map((each) => ({ value: each.dictKey, label: each.dictValue }))}
          />
        </label>
        {kept.error !== null ? (
          <Alert
            type="error"
            showIcon
            title={kept.error instanceof ApiError ? kept.error.message : text('error.unknown')}
          />
        ) : kept.data === undefined ? (
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        ) : (
          <label htmlFor="platform-ext">
            <span>{word('platform.ext')}</span>
            <Input.TextArea
              id="platform-ext"
              className="mono"
              maxLength={EXT_MAX}
              showCount
              autoSize={{ minRows: 5, maxRows: 14 }}
              value={value}
              onChange={(event) => setTyped((now) => ({ ...now, [userType]: event.target.value }))}
            />
          </label>
        )}
      </div>
    </Modal>
  );
}
