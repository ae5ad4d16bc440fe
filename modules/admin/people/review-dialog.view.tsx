import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Fields } from '../../../kernel/core/field.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { FormValues } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import '../admin.css';
import { adminTexts } from '../admin.texts.ts';
import { approveRegistration, refuseRegistration } from './user.calls.ts';
import { user, type userReads } from './user.resource.ts';

type Decision = 'approve' | 'refuse';
type Registered = ListRow<typeof user, (typeof userReads)[number]>;
interface Props {
  readonly row: Registered;
  readonly name: string;
  readonly onClose: (changed: boolean) => void;
}
const given: Fields = {
  deptId: { ...user.fields.deptId, optional: true },
  roleId: { ...user.fields.roleId, optional: true },
};

/** A registration: who vouches for the person, and the roles and departments they get. */
export default function ReviewDialog({ row, name, onClose }: Props) {
  const word = useWords(adminTexts);
  const text = useText();
  const notify = useNotify();
  const [values, setValues] = useState<FormValues<typeof user>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<Decision>();
  const decide = async (decision: Decision): Promise<void> => {
    const isApproval = decision === 'approve';
    const question = word('review.refuse.ask', { name });
    if (!isApproval && !(await notify.ask(question, { danger: true, okText: word('review.refuse') }))) return;
    setBusy(decision);
    try {
      if (isApproval)
        await request(approveRegistration, { userIds: row.id, roleIds: values.roleId, deptIds: values.deptId });
      else await request(refuseRegistration, { userIds: row.id });
      notify.done(word(isApproval ? 'review.passed' : 'review.refused', { name }));
      onClose(true);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problems[0] : undefined;
      if (problem?.field === 'roleId' || problem?.field === 'deptId') setFaults({ [problem.field]: problem.message });
      else notify.error(error);
      setBusy(undefined);
    }
  };
  const button = (decision: Decision) => ({
    loading: busy === decision,
    disabled: busy !== undefined,
    onClick: () => void decide(decision),
  });
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
        <Button key="refuse" danger {...button('refuse')}>
          {word('review.refuse')}
        </Button>,
        <Button key="pass" type="primary" {...button('approve')}>
          {word('review.pass')}
        </Button>,
      ]}
    >
      <Facts row={row} />
      <FormFields
        base="review"
        single
        fields={given}
        values={values}
        faults={faults}
        onChange={(field, value, others) => {
          setValues((now) => ({ ...now, ...others, [field]: value }));
          setFaults({});
        }}
      />
      <p className="soft">{word('review.rule')}</p>
    </Modal>
  );
}

/** At which provider the person is known, and when they registered. */
function Facts({ row }: { readonly row: Registered }) {
  const word = useWords(adminTexts);
  const { oauthName, createTime } = row;
  const facts: readonly (readonly [string, unknown])[] = [
    [word('review.oauth'), oauthName],
    [word('review.time'), createTime],
  ];
  return (
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
  );
}
