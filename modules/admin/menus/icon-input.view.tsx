import { Select } from 'antd';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { common } from '../../../parts/inputs/input-props.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { MenuIcon, menuIcons } from '../../../parts/menu/menu-icon.tsx';
import { iconNames, menuTexts } from './menu.texts.ts';

/** Chooses one of the pictures the menu has. A name of before that has none stays until another is chosen. */
export function IconInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const word = useWords(menuTexts);
  const label = useLabel();
  const chosen = asText(value);
  const names = chosen === '' || menuIcons.includes(chosen) ? menuIcons : [chosen, ...menuIcons];
  const nameOf = (icon: string): string => (iconNames[icon] === undefined ? icon : label(iconNames[icon]));
  const picture = (icon: string) => (
    <span className="icon-choice">
      <MenuIcon icon={icon} /> {nameOf(icon)}
    </span>
  );
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen === '' ? undefined : chosen}
      options={names.map((icon) => ({ value: icon, label: nameOf(icon) }))}
      optionRender={({ value: icon }) => picture(String(icon))}
      labelRender={({ value: icon }) => picture(String(icon))}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      {...common({ disabled, wrong, placeholder: word('icon') })}
    />
  );
}
