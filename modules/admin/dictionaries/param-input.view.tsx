import { Input, Select, Switch } from 'antd';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { entryOf, valueInWords } from './param-entry.rules.ts';
import { PARAMETER_RULES } from './param.rules.ts';

/** The value of a parameter, entered as its key asks: by a switch, among choices, with its unit, or as text. */
function ParamInput(props: InputProps) {
  const { id, field, value, row, onChange, disabled, wrong } = props;
  const label = useLabel();
  const key = asText(row['paramKey']);
  const text = asText(value);
  const entry = entryOf(key, text);
  const rule = PARAMETER_RULES.get(key)?.rule;
  const { Input: TextInput } = faceOf(field);
  if (entry === undefined) return <TextInput {...props} />;
  if (entry.by === 'switch')
    return (
      <Switch
        id={id}
        checked={text === '1'}
        checkedChildren={label(valueInWords(key, '1'))}
        unCheckedChildren={label(valueInWords(key, '0'))}
        onChange={(on) => onChange(on ? '1' : '0')}
        {...common({ disabled })}
      />
    );
  if (entry.by === 'choice')
    return (
      <Select
        id={id}
        value={text === '' ? null : text}
        options={entry.choices.map(([each, name]) => ({ value: each, label: label(name) }))}
        onChange={(next: string) => onChange(next)}
        {...common({ disabled, wrong })}
      />
    );
  return (
    <>
      <Input
        id={id}
        className="figure-input"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        suffix={<span className="unit">{label(entry.unit)}</span>}
        {...common({ disabled, wrong })}
      />
      {rule !== undefined && <p className="field-hint">{label(rule)}</p>}
    </>
  );
}

/** How the value of a parameter is entered in its form. */
export const paramInputs = { paramValue: ParamInput };
