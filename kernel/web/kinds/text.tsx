import { Input } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useText } from '../i18n.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { WaitingInput } from '../../../parts/inputs/waiting-input.tsx';
import { asText, type Filter, type FilterProps, type InputProps, type KindView } from './face.ts';

const TextInput = ({ id, field, value, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) => (
  <Input
    id={id}
    value={asText(value)}
    onChange={(event) => onChange(event.target.value)}
    autoComplete="off"
    {...common({ disabled, wrong, autoFocus, placeholder })}
    {...(field.rules.max === undefined ? {} : { maxLength: field.rules.max })}
  />
);

const LongInput = ({ id, field, value, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) => (
  <Input.TextArea
    id={id}
    value={asText(value)}
    onChange={(event) => onChange(event.target.value)}
    autoSize={{ minRows: 2, maxRows: 10 }}
    {...common({ disabled, wrong, autoFocus, placeholder })}
    {...(field.rules.max === undefined ? {} : { maxLength: field.rules.max })}
  />
);

const MASK = '******';
/** A stored secret comes back masked. Untouched, or emptied again, it is not sent: the stored one stays. */
const SecretInput = ({ id, value, onChange, disabled, wrong }: InputProps) => {
  const text = useText();
  // The mask is what was stored, unless it was typed on the way to something longer.
  const typed = useRef<string>(undefined);
  const isStored = asText(value) === MASK && typed.current !== MASK;
  const stands = useRef(isStored);
  if (isStored) stands.current = true;
  const type = (now: string): void => {
    typed.current = now;
    onChange(now === '' && stands.current ? MASK : now);
  };
  return (
    <Input.Password
      id={id}
      value={isStored ? '' : asText(value)}
      placeholder={stands.current ? text('form.secret') : ''}
      autoComplete="new-password"
      onChange={(event) => type(event.target.value)}
      {...common({ disabled, wrong })}
    />
  );
};

const TextFilter = ({ id, name, label, values, onChange }: FilterProps) => {
  const key = `${name}_like`;
  return (
    <WaitingInput
      id={id}
      label={label}
      value={values[key] ?? ''}
      onChange={(value) => onChange({ [key]: value.trim() })}
    />
  );
};
const filter: Filter = { keys: (name) => [`${name}_like`], Input: TextFilter };

const plain = (value: unknown): ReactNode =>
  asText(value) === '' ? <span className="empty-cell">–</span> : asText(value);

export const textFace: KindView = {
  Input: TextInput,
  cell: ({ row, name }) => plain(row[name]),
  text: ({ row, name }) => asText(row[name]),
  width: 148,
  filter,
};
export const longFace: KindView = { ...textFace, Input: LongInput, wide: true, width: 220 };
export const codeFace: KindView = {
  ...textFace,
  width: 138,
  cell: ({ row, name }) => <span className="figures">{plain(row[name])}</span>,
};
export const secretFace: KindView = {
  Input: SecretInput,
  cell: () => '······',
  text: () => '',
  width: 100,
  unsortable: true,
};
