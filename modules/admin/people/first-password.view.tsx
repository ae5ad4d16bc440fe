import { Button, Descriptions, Modal, Typography } from 'antd';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';

/** The random password of an account that was made or reset, shown this once to whoever did it. */
export default function FirstPassword({ of, onClose }: { readonly of: Values; readonly onClose: () => void }) {
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
            children: <Typography.Text copyable>{String(of['account'] ?? '')}</Typography.Text>,
          },
          {
            key: 'password',
            label: word('first.password'),
            children: (
              <Typography.Text copyable code>
                {String(of['initialPassword'] ?? '')}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Modal>
  );
}
