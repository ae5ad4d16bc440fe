import { Select } from 'antd';
import { useMemo } from 'react';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { readWeekdays } from './menu-cycle.rules.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** A Monday, from which the names of weekdays are read. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Weekdays by their names, kept as their numbers; what does not read as such stays to be mended. */
function WeekdaysInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const language = useLanguage();
  const options = useMemo(() => {
    const name = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone: 'UTC' });
    return DAYS.map((day) => ({ value: String(day), label: name.format(MONDAY + (day - 1) * DAY_MS) }));
  }, [language]);
  const given = asText(value);
  return (
    <Select
      id={id}
      mode="multiple"
      value={readWeekdays(given)?.map(String) ?? [given]}
      options={options}
      optionFilterProp="label"
      onChange={(days: readonly string[]) => onChange(days.toSorted().join(','))}
      {...common({ disabled, wrong })}
    />
  );
}

/** Places of a kind, which only a menu made for that kind names. */
const placesFor = (kind: string) =>
  function Places(props: InputProps) {
    const { Input } = faceOf(props.field);
    const { templateKind } = props.row as { readonly templateKind?: unknown };
    const isOther = (asText(templateKind) || 'restaurant') !== kind && asText(props.value) === '';
    return <Input {...props} disabled={props.disabled || isOther} />;
  };

/** What a menu's own page enters with more than its kind does. */
export const menuInputs = {
  serviceWeekdays: WeekdaysInput,
  useRestaurantDeptIds: placesFor('restaurant'),
  gearOperationDeptIds: placesFor('gear'),
};
