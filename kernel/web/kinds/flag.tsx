import { Select, Switch } from 'antd';
import { texts } from '../texts.ts';
import { useText } from '../i18n.ts';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';

const isOn = (value: unknown): boolean => value === 1 || value === '1' || value === true;

const FlagInput = ({ id, value, onChange, disabled, autoFocus, placeholder }: InputProps) => {
  const text = useText();
  return (
    <>
      <Switch
        id={id}
        checked={isOn(value)}
        onChange={(on) => onChange(on ? 1 : 0)}
        checkedChildren={text('yes')}
        unCheckedChildren={text('no')}
        {...common({ disabled, autoFocus })}
      />
      {asText(value) === '' && <span className="flag-empty">{placeholder}</span>}
    </>
  );
};

const FlagFilter = ({ id, name, label, values, onChange }: FilterProps) => {
  const text = useText();
  const key = `${name}_equal`;
  const options = [
    { value: '1', label: text('yes') },
    { value: '0', label: text('no') },
  ];
  return (
    <Select
      id={id}
      allowClear
      placeholder={label}
      aria-label={label}
      value={values[key] || undefined}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(value: string | undefined) =>
        onChange({ [key]: value ?? '' }, options.find((option) => option.value === value)?.label)
      }
    />
  );
};
const filter: Filter = { keys: (name) => [`${name}_equal`], Input: FlagFilter };

const word = ({ row, name, language }: CellProps): string => texts[isOn(row[name]) ? 'yes' : 'no'][language];

export const flagFace: KindView = {
  Input: FlagInput,
  cell: (shown) => <span className={isOn(shown.row[shown.name]) ? '' : 'soft'}>{word(shown)}</span>,
  text: word,
  width: 80,
  filter,
};
