import { ArrowDownOutlined, ArrowUpOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { type LiHTMLAttributes, useState } from 'react';
import { useWords } from '../language/language.ts';
import { movedTo } from './column-order.rules.ts';
import type { ColumnChoiceProps } from './column-settings.tsx';
import { tableTexts } from './texts.ts';

/** So many are read without searching. */
const FEW = 12;

/** Which columns, in which order: dragged by the mouse, or moved by buttons. Of many, one is found by its name. */
export function ColumnChoice({ all, isShown, arrangement, arrange }: ColumnChoiceProps) {
  const text = useWords(tableTexts);
  const [words, setWords] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const names = all.map((column) => column.name);
  const wanted = words.trim().toLowerCase();
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  const toggle = (name: string): void =>
    isShown(name)
      ? arrange({ hidden: [...arrangement.hidden, name], added: arrangement.added.filter((each) => each !== name) })
      : arrange({ hidden: arrangement.hidden.filter((each) => each !== name), added: [...arrangement.added, name] });
  const move = (name: string, by: number): void =>
    arrange({ order: movedTo(names, name, names[names.indexOf(name) + by] ?? name) });
  const drop = (onto: string): void => {
    if (dragged !== undefined && dragged !== onto) arrange({ order: movedTo(names, dragged, onto) });
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <div className="column-settings">
      {all.length > FEW && (
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={text('list.columns.find')}
          aria-label={text('list.columns.find')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <ul>
        {found.map(({ name, label }) => (
          <Column
            key={name}
            label={label}
            isShown={isShown(name)}
            isOver={over === name && dragged !== name}
            onToggle={() => toggle(name)}
            {...(wanted !== ''
              ? {}
              : {
                  drag: {
                    onDragStart: (event) => {
                      event.dataTransfer.setData('text/plain', name);
                      setDragged(name);
                    },
                    onDragEnd: () => drop(dragged ?? name),
                    onDragOver: (event) => {
                      event.preventDefault();
                      setOver(name);
                    },
                    onDrop: () => drop(name),
                  },
                  ...(name === names[0] ? {} : { onUp: () => move(name, -1) }),
                  ...(name === names.at(-1) ? {} : { onDown: () => move(name, 1) }),
                })}
          />
        ))}
        {found.length === 0 && <li className="soft">{text('list.columns.none')}</li>}
      </ul>
      <Button size="small" onClick={() => arrange(undefined)}>
        {text('list.columns.reset')}
      </Button>
    </div>
  );
}

interface ColumnProps {
  readonly label: string;
  readonly isShown: boolean;
  /** Another column is held over it. */
  readonly isOver: boolean;
  readonly onToggle: () => void;
  /** How it is dragged; absent where the order is not in sight. */
  readonly drag?: Pick<LiHTMLAttributes<HTMLLIElement>, 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'>;
  /** Absent for the first, and for the last. */
  readonly onUp?: () => void;
  readonly onDown?: () => void;
}

/** A column: whether it is shown, and moving it. */
function Column({ label, isShown, isOver, onToggle, drag, onUp, onDown }: ColumnProps) {
  const text = useWords(tableTexts);
  return (
    <li draggable={drag !== undefined} className={isOver ? 'is-over' : ''} {...drag}>
      <Checkbox checked={isShown} onChange={onToggle}>
        {label}
      </Checkbox>
      {drag !== undefined && (
        <span>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            disabled={onUp === undefined}
            aria-label={text('list.columns.up', { label })}
            {...(onUp === undefined ? {} : { onClick: onUp })}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            disabled={onDown === undefined}
            aria-label={text('list.columns.down', { label })}
            {...(onDown === undefined ? {} : { onClick: onDown })}
          />
        </span>
      )}
    </li>
  );
}
