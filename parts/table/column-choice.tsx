import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useWords } from '../language/language.ts';
import type { ColumnChoiceProps } from './column-settings.tsx';
import { tableTexts } from './texts.ts';

/** Which columns, in which order. Works by mouse and by keyboard alike, so no dragging. */
export function ColumnChoice({ all, isShown, arrangement, arrange }: ColumnChoiceProps) {
  const text = useWords(tableTexts);
  const names = all.map((column) => column.name);
  const toggle = (name: string): void =>
    isShown(name)
      ? arrange({ hidden: [...arrangement.hidden, name], added: arrangement.added.filter((each) => each !== name) })
      : arrange({ hidden: arrangement.hidden.filter((each) => each !== name), added: [...arrangement.added, name] });
  const move = (at: number, by: number): void => {
    const order = [...names];
    const [moved] = order.splice(at, 1);
    if (moved !== undefined) order.splice(at + by, 0, moved);
    arrange({ order });
  };
  return (
    <div className="column-settings">
      <ul>
        {all.map((column, at) => (
          <li key={column.name}>
            <Checkbox checked={isShown(column.name)} onChange={() => toggle(column.name)}>
              {column.label}
            </Checkbox>
            <span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                disabled={at === 0}
                aria-label={text('list.columns.up', { label: column.label })}
                onClick={() => move(at, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                disabled={at === all.length - 1}
                aria-label={text('list.columns.down', { label: column.label })}
                onClick={() => move(at, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => arrange(undefined)}>
        {text('list.columns.reset')}
      </Button>
    </div>
  );
}
