import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import { type InputProps, type KindView } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';

const print = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text.trim() === '' ? null : (JSON.parse(text) as unknown) };
  } catch {
    return undefined;
  }
}

/** Structured settings as text; what does not parse yet stays as it was typed. */
function JsonInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => print(value));
  const [bad, setBad] = useState(false);
  // With every key: whoever saves without leaving the box saves what stands in it.
  const write = (next: string): void => {
    setTyped(next);
    const read = parsed(next);
    if (read === undefined) return;
    setBad(false);
    onChange(read.value);
  };
  return (
    <>
      <Input.TextArea
        id={id}
        className="mono"
        autoSize={{ minRows: 3, maxRows: 16 }}
        value={typed}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setBad(parsed(typed) === undefined)}
        {...common({ disabled, wrong: wrong === true || bad })}
      />
      {bad && (
        <p className="field-fault" role="alert">
          {text('json.bad')}
        </p>
      )}
    </>
  );
}

export const jsonFace: KindView = {
  Input: JsonInput,
  wide: true,
  cell: ({ row, name }) => <code className="json-cell">{JSON.stringify(row[name] ?? null)}</code>,
  text: ({ row, name }) => print(row[name]),
  width: 200,
  unsortable: true,
};
