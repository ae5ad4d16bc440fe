import { Button, Descriptions, Modal, Typography } from 'antd';
import { useText } from '../../../kernel/web/i18n.ts';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';

/** An account with the random password it was made with or reset to. */
export interface NewAccount {
  readonly account: string;
  readonly initialPassword: string;
}

/** The random password of an account, shown this once to whoever made or reset it. */
export default function FirstPassword({ of, onClose }: { readonly of: NewAccount; readonly onClose: () => void }) {
  const word = useWords(adminTexts);
  const text = useText();
  return (
    <Modal
      open
      title={word('first.title')}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('ok')}
        </Button>
      }
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{word('first.once')}</p>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          {
            key: 'account',
            label: word('first.account'),
            children: <Typography.Text copyable>{of.account}</Typography.Text>,
          },
          {
            key: 'password',
            label: word('first.password'),
            children: (
              <Typography.Text copyable code>
                {of.initialPassword}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Modal>
  );
}
