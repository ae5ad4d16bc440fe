import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import { type InputProps, type WebFace } from './face.ts';
import { common } from './text.tsx';

const print = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Structured settings as text; what does not parse yet stays as it was typed. */
function JsonInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => print(value));
  const [bad, setBad] = useState(false);
  const settle = (): void => {
    try {
      onChange(typed.trim() === '' ? null : JSON.parse(typed));
      setBad(false);
    } catch {
      setBad(true);
    }
  };
  return (
    <>
      <Input.TextArea id={id} className="mono" autoSize={{ minRows: 3, maxRows: 16 }} value={typed} onChange={(event) => setTyped(event.target.value)} onBlur={settle} {...common({ disabled, wrong: wrong === true || bad })} />
      {bad && <p className="field-fault" role="alert">{text('json.bad')}</p>}
    </>
  );
}

export const jsonFace: WebFace = {
  Input: JsonInput, wide: true, cell: ({ row, name }) => <code className="json-cell">{JSON.stringify(row[name] ?? null)}</code>, text: ({ row, name }) => print(row[name]), width: 200, unlisted: true, unsortable: true,
};
