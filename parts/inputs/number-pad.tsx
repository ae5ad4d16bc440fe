import type { ReactNode } from 'react';
import './number-pad.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;
const FIGURE = /^\d{0,7}(?:\.\d{0,3})?$/;
const WHOLE = /^\d{0,7}$/;

interface Props {
  readonly value: string;
  readonly unit: string;
  readonly label: string;
  /** What the key is called that takes the last digit off. */
  readonly back: string;
  /** Only whole figures. */
  readonly isWhole?: boolean;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A figure by big keys, by a keyboard, or by a scale that types. */
export function NumberPad({
  value,
  unit,
  label,
  back,
  isWhole = false,
  placeholder = '0',
  onChange,
}: Props): ReactNode {
  const take = (typed: string): void => {
    if ((isWhole ? WHOLE : FIGURE).test(typed)) onChange(typed);
  };
  return (
    <>
      <label className="number-pad-figure">
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          value={value}
          placeholder={placeholder}
          onChange={(event) => take(event.target.value.trim().replace(',', '.'))}
        />
        <span className="unit">{unit}</span>
      </label>
      <div className="number-pad-keys">
        {KEYS.map((key) => (
          <button key={key} type="button" disabled={isWhole && key === '.'} onClick={() => take(`${value}${key}`)}>
            {key}
          </button>
        ))}
        <button type="button" aria-label={back} onClick={() => onChange(value.slice(0, -1))}>
          ⌫
        </button>
      </div>
    </>
  );
}
