import { Descriptions } from 'antd';
import { useLabel } from '../../parts/language/language.ts';
import { message } from './message.resource.ts';
import './messages.css';

/** What a message says, who wrote it and when; and until when something is to be done. */
export function MessageText({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const label = useLabel();
  const { senderUserId, createTime, dueTime } = message.fields;
  const facts = [
    ['from', senderUserId, row['senderUserName']],
    ['at', createTime, row['createTime']],
    ['due', dueTime, row['dueTime']],
  ] as const;
  return (
    <>
      <p className="message-text">{String(row['content'] ?? '')}</p>
      <Descriptions
        column={1}
        size="small"
        items={facts.flatMap(([key, field, value]) =>
          typeof value === 'string' && value !== '' ? [{ key, label: label(field.label), children: value }] : [],
        )}
      />
    </>
  );
}
