import { DeleteOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Tooltip } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { useWords } from '../../../parts/language/language.ts';
import type { Dish, MenuRow } from './menu-cells.view.ts';
import { menuTexts } from './menu.texts.ts';
import type { Finding } from './use-menu-check.view.ts';

const DISH = 'dish';
/** What a dragged dish is known by: its key. */
export const DRAGGED = 'text/larder-dish';

const isBlocked = (findings: readonly Finding[]): boolean => findings.some((each) => each.level === 'block');
const classOf = (findings: readonly Finding[]): string =>
  `menu-dish${isBlocked(findings) ? ' is-stop' : findings.length > 0 ? ' is-look' : ''}`;

/** Says that something is found: what keeps the menu from being sent, or what is to be looked at. */
export const FindingSign = ({ of }: { readonly of: readonly Finding[] }) =>
  isBlocked(of) ? <StopOutlined className="menu-sign is-stop" /> : <WarningOutlined className="menu-sign is-look" />;

interface DishProps {
  readonly row: MenuRow;
  readonly findings: readonly Finding[];
  readonly readonly: boolean;
  readonly onPress: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onRemove: () => void;
}
/** A dish in a cell: dragged or moved by keys; where nothing is changed it leads to the dish. */
export function MenuDish({ row, findings, readonly, onPress, onRemove }: DishProps) {
  const word = useWords(menuTexts);
  const name = String(row.dishName ?? '');
  const beneath = [
    String(row.gearOperationDeptName ?? ''),
    row.planPortions ? word('portions', { count: String(row.planPortions) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const shared = {
    'data-key': row.key,
    className: classOf(findings),
    'aria-label': [name, beneath, ...findings.map((each) => each.text)].filter(Boolean).join('；'),
    onKeyDown: onPress,
    children: (
      <>
        <span className="menu-dish-name">
          {findings.length > 0 && <FindingSign of={findings} />}
          {name}
        </span>
        {beneath !== '' && <small className="soft">{beneath}</small>}
      </>
    ),
  };
  return (
    <li>
      <Tooltip
        title={
          findings.length === 0 ? undefined : (
            <ul className="sentences">
              {findings.map((each) => (
                <li key={each.code}>{each.text}</li>
              ))}
            </ul>
          )
        }
      >
        {readonly ? (
          <Link {...shared} to={`/masterdata/dish/${String(row.dishId)}`} />
        ) : (
          <button
            {...shared}
            type="button"
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, row.key);
              event.dataTransfer.effectAllowed = 'copyMove';
            }}
          />
        )}
      </Tooltip>
      {!readonly && (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          className="menu-dish-off"
          icon={<DeleteOutlined />}
          aria-label={`${word('remove')} ${name}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

interface AddProps {
  readonly onAdd: (dish: Dish) => void;
  readonly onEnd: () => void;
}
/** The box dishes are found in and added one after another, until the focus leaves it. */
export function AddDish({ onAdd, onEnd }: AddProps) {
  const word = useWords(menuTexts);
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['select', DISH, 'menu', typed.trim()],
    queryFn: ({ signal }) => searchRecords(DISH, typed.trim(), { dishKind: 'finished' }, signal),
    placeholderData: (before) => before,
  });
  return (
    <Select<string | null>
      autoFocus
      defaultOpen
      size="small"
      className="menu-add-box"
      value={null}
      aria-label={word('add')}
      placeholder={word('add.hint')}
      suffixIcon={null}
      popupMatchSelectWidth={300}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      notFoundContent={isFetching ? null : word('add.none')}
      options={(data ?? []).map((dish) => ({ value: dish.id, label: dish.title, code: dish.code ?? '' }))}
      optionRender={({ data: option }) => (
        <span className="ref-option">
          <span>{option.label}</span>
          <span className="unit">{(option as unknown as { code: string }).code}</span>
        </span>
      )}
      onSelect={(id) => {
        const dish = data?.find((each) => each.id === id);
        if (dish !== undefined) onAdd({ id: dish.id, name: dish.title, code: dish.code ?? '' });
        setTyped('');
      }}
      onBlur={onEnd}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd();
      }}
    />
  );
}
