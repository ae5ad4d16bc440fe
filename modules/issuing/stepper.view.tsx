import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Decimal } from '../../kernel/core/decimal.ts';

interface Props {
  readonly value: string;
  readonly unit: string;
  readonly step: string;
  readonly label: string;
  readonly less: string;
  readonly more: string;
  readonly wrong?: boolean;
  readonly onChange: (value: string) => void;
}

/** A figure with two big buttons; a tap on the figure types it. Text is kept as typed until it is a figure. */
export function Stepper({ value, unit, step, label, less, more, wrong, onChange }: Props) {
  const now = Decimal.isText(value) ? Decimal.of(value) : Decimal.zero;
  const by = Decimal.of(step);
  return (
    <span className={`stepper${wrong === true ? ' is-wrong' : ''}`}>
      <button
        type="button"
        aria-label={`${less} ${label}`}
        disabled={!now.isPositive()}
        onClick={() => onChange(Decimal.max(Decimal.zero, now.minus(by)).toString())}
      >
        <MinusOutlined />
      </button>
      <label>
        <input
          inputMode="decimal"
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <span className="unit">{unit}</span>
      </label>
      <button type="button" aria-label={`${more} ${label}`} onClick={() => onChange(now.plus(by).toString())}>
        <PlusOutlined />
      </button>
    </span>
  );
}

/** Pieces by one, weights by a tenth. */
export const stepFor = (qty: string): string => (qty.includes('.') ? '0.1' : '1');
