import { Input } from 'antd';
import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
  readonly max: number;
  readonly autoComplete: string;
  readonly name: string;
  readonly required?: boolean;
  readonly secret?: boolean;
}

/** One named box of the page, with what is wrong beneath it. */
export function ProfileField({ label, value, fault, onChange, max, autoComplete, name, required, secret }: Props) {
  const id = useId();
  const Box = secret === true ? Input.Password : Input;
  return (
    <div className="profile-field">
      <label htmlFor={id}>
        {label}
        {required === true && (
          <span className="profile-must" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <Box
        id={id}
        name={name}
        value={value}
        maxLength={max}
        autoComplete={autoComplete}
        required={required === true}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        {...(fault === undefined ? {} : { status: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-fault`} className="profile-fault" role="alert">
        {fault ?? ''}
      </p>
    </div>
  );
}
