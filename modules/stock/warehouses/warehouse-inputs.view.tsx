import { Select } from 'antd';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { zoneLabels, ZONES } from './warehouse.resource.ts';

/** Temperature zones by their names, kept as their codes. */
function ZonesInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const label = useLabel();
  const given = asText(value)
    .split(',')
    .map((zone) => zone.trim())
    .filter((zone) => zone !== '');
  return (
    <Select
      id={id}
      mode="multiple"
      value={given}
      options={ZONES.map((zone) => ({ value: zone as string, label: label(zoneLabels[zone]) }))}
      optionFilterProp="label"
      onChange={(zones: readonly string[]) => onChange(ZONES.filter((zone) => zones.includes(zone)).join(','))}
      {...common({ disabled, wrong })}
    />
  );
}

/** How fields of a warehouse are entered. */
export const warehouseInputs = { zones: ZonesInput };
