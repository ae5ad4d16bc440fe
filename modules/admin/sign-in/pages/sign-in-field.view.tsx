import { type ReactNode, useId } from 'react';

export interface SignInFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  /** What is expected, before anything is wrong. */
  readonly hint?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly type?: string;
  readonly autoComplete: string;
  readonly inputMode?: 'numeric';
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  readonly captcha?: boolean;
  readonly after?: ReactNode;
}

/** A labelled box with its fault beneath. Plain elements, since no component library is loaded yet. */
export function SignInField({
  name,
  label,
  value,
  fault,
  hint,
  onChange,
  after,
  captcha: isCaptcha,
  ...input
}: SignInFieldProps) {
  const id = useId();
  return (
    <div className={`sign-in-field${fault === undefined ? '' : ' is-wrong'}`}>
      <label htmlFor={id}>{label}</label>
      <div className="sign-in-control">
        <input
          id={id}
          name={name}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          aria-invalid={fault !== undefined}
          aria-describedby={hint === undefined ? `${id}-fault` : `${id}-hint ${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
          {...input}
          {...(isCaptcha === true ? { className: 'is-captcha' } : {})}
        />
        {after}
      </div>
      {hint !== undefined && fault === undefined && (
        <p id={`${id}-hint`} className="sign-in-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-fault`} className="sign-in-fault" role="alert">
        {fault ?? ''}
      </p>
    </div>
  );
}
