import type { ReactNode } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import { productionTexts } from '../production.texts.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;
const WEIGHT = /^\d{0,5}(?:\.\d{0,3})?$/;

interface Props {
  readonly weight: string;
  readonly onChange: (weight: string) => void;
}

/** A weight by big keys, by a keyboard, or by a scale that types. */
export function WeightPad({ weight, onChange }: Props): ReactNode {
  const word = useWords(productionTexts);
  const take = (typed: string): void => {
    if (WEIGHT.test(typed)) onChange(typed);
  };
  return (
    <>
      <label className="waste-weight">
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={word('waste.weight')}
          value={weight}
          placeholder="0"
          onChange={(event) => take(event.target.value.trim().replace(',', '.'))}
        />
        <span className="unit">kg</span>
      </label>
      <div className="waste-keys">
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => take(`${weight}${key}`)}>
            {key}
          </button>
        ))}
        <button type="button" aria-label={word('waste.back')} onClick={() => onChange(weight.slice(0, -1))}>
          ⌫
        </button>
      </div>
    </>
  );
}
