import { Select } from 'antd';
import { asText, type InputProps } from '../../kernel/web/kinds/face.ts';
import { common } from '../../parts/inputs/input-props.ts';

/** Chooses one of the time zones there are, found by any part of its name. */
export function ZoneInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const chosen = asText(value);
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <Select
      id={id}
      showSearch
      value={chosen === '' ? null : chosen}
      options={(chosen === '' || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
        value: zone,
        label: zone,
      }))}
      onChange={(next: string) => onChange(next)}
      {...common({ disabled, wrong })}
    />
  );
}
