import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import { platformDetail, updatePlatform } from './user.calls.ts';

const EXT_MAX = 2_000;
interface Props {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** What each platform stores about a person, as it gave it. */
export default function PlatformDialog({ userId, name, onClose }: Props) {
  const word = useWords(adminTexts);
  const text = useText();
  const notify = useNotify();
  const platforms = useDictionary('user_type');
  const [userType, setUserType] = useState('1');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [once] = useState(intent);
  const stored = useQuery({
    queryKey: ['user-platform', userId, userType],
    queryFn: ({ signal }) => request(platformDetail, { id: userId, userType }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const value = typed[userType] ?? stored.data?.userExt ?? '';
  const save = async (): Promise<void> => {
    setBusy(true);
    const input = { userId, userType, userExt: value };
    try {
      await request(updatePlatform, input, { key: once.keyFor(input) });
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
        {stored.error !== null ? (
          <Alert
            type="error"
            showIcon
            title={stored.error instanceof ApiError ? stored.error.message : text('error.unknown')}
          />
        ) : stored.data === undefined ? (
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        ) : (
          <Extension value={value} onChange={(next) => setTyped((now) => ({ ...now, [userType]: next }))} />
        )}
      </div>
    </Modal>
  );
}

/** The box the extension is edited in. */
function Extension({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const word = useWords(adminTexts);
  return (
    <label htmlFor="platform-ext">
      <span>{word('platform.ext')}</span>
      <Input.TextArea
        id="platform-ext"
        className="mono"
        maxLength={EXT_MAX}
        showCount
        autoSize={{ minRows: 5, maxRows: 14 }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
