import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Fields } from '../../../kernel/core/field.ts';
import { post } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import '../admin.css';
import { adminTexts } from '../admin.texts.ts';
import { user } from './user.resource.ts';

interface Props {
  readonly row: ListRow;
  readonly name: string;
  readonly onClose: (changed: boolean) => void;
}
const given: Fields = {
  deptId: { ...user.fields.deptId, optional: true },
  roleId: { ...user.fields.roleId, optional: true },
};

/** Somebody asked for an account: who vouches for him, and what he comes in with. */
export default function ReviewDialog({ row, name, onClose }: Props) {
  const word = useWords(adminTexts);
  const text = useText();
  const notify = useNotify();
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<'audit-pass' | 'audit-refuse'>();
  const decide = async (call: 'audit-pass' | 'audit-refuse'): Promise<void> => {
    if (
      call === 'audit-refuse' &&
      !(await notify.ask(word('review.refuse.ask', { name }), { danger: true, okText: word('review.refuse') }))
    )
      return;
    setBusy(call);
    const list = (value: unknown): string =>
      Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
    try {
      await post(`/blade-user/${call}`, {
        query: {
          userIds: row.id,
          ...(call === 'audit-pass' ? { roleIds: list(values['roleId']), deptIds: list(values['deptId']) } : {}),
        },
      });
      notify.done(word(call === 'audit-pass' ? 'review.passed' : 'review.refused', { name }));
      onClose(true);
    } catch (error) {
      const said = error instanceof ApiError ? error.said[0] : undefined;
      if (said?.field === 'roleId' || said?.field === 'deptId') setFaults({ [said.field]: said.message });
      else notify.error(error);
      setBusy(undefined);
    }
  };
  const facts: readonly (readonly [string, unknown])[] = [
    [word('review.oauth'), row['oauthName']],
    [word('review.time'), row['createTime']],
  ];
  return (
    <Modal
      open
      title={word('review.of', { name })}
      onCancel={() => onClose(false)}
      width={520}
      footer={[
        <Button key="cancel" onClick={() => onClose(false)}>
          {text('cancel')}
        </Button>,
        <Button
          key="refuse"
          danger
          loading={busy === 'audit-refuse'}
          disabled={busy !== undefined}
          onClick={() => void decide('audit-refuse')}
        >
          {word('review.refuse')}
        </Button>,
        <Button
          key="pass"
          type="primary"
          loading={busy === 'audit-pass'}
          disabled={busy !== undefined}
          onClick={() => void decide('audit-pass')}
        >
          {word('review.pass')}
        </Button>,
      ]}
    >
      <dl className="review-facts">
        {facts
          .filter(([, value]) => typeof value === 'string' && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
      </dl>
      <FormFields
        base="review"
        single
        fields={given}
        values={values}
        faults={faults}
        onChange={(field, value, beside) => {
          setValues((now) => ({ ...now, ...beside, [field]: value }));
          setFaults({});
        }}
      />
      <p className="soft">{word('review.rule')}</p>
    </Modal>
  );
}
