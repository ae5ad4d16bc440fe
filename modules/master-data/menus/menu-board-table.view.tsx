import { CopyOutlined, DeleteOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { dictionary } from '../../../kernel/core/field.ts';
import { useDictionaryChoices } from '../../../kernel/web/document/dictionary-choices.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { CellFoot } from './menu-board-parts.view.tsx';
import { cellKey, placeOf, type MenuRow, type Place } from './menu-cells.view.ts';
import type { MenuMeal } from './menu-days.view.ts';
import { AddDish, DRAGGED, MenuDish } from './menu-dish.view.tsx';
import { menuTexts } from './menu.texts.ts';
import type { Finding, MenuCheck } from './use-menu-check.view.ts';
import type { useMenuEdits } from './use-menu-edits.view.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';

const MEAL = { mealType: dictionary('餐次', 'Meal', 'mealType') };
const NO_FINDINGS: readonly Finding[] = [];

/** Names a meal in the person's language. */
function useMealName(): (mealType: string) => string {
  const label = useLabel();
  const choices = useDictionaryChoices(MEAL)['mealType'];
  return (mealType) => {
    const known = choices?.find((choice) => choice.value === mealType);
    return known === undefined ? mealType : label(known.label);
  };
}

interface TableProps {
  readonly rows: readonly MenuRow[];
  readonly meals: readonly MenuMeal[];
  /** The days that are shown, and the weekday each first falls on. */
  readonly days: readonly number[];
  readonly weekdays: ReadonlyMap<number, string>;
  readonly check: MenuCheck | undefined;
  readonly readonly: boolean;
  readonly edits: Omit<ReturnType<typeof useMenuEdits>, 'board'>;
  readonly onPress: (event: KeyboardEvent<HTMLElement>, place: Place, row?: MenuRow) => void;
  readonly onCopyDay: (day: number) => void;
}
/** A row for each meal, a column for each day, and in each cell its dishes with what they cost and what is found. */
export function MenuTable(props: TableProps) {
  const { rows, meals, days, weekdays, check, readonly, edits, onPress, onCopyDay } = props;
  const word = useWords(menuTexts);
  const mealName = useMealName();
  const lineOf = useMemo(() => new Map(rows.map((row, at) => [row.key, at + 1])), [rows]);
  const findings = useMemo(() => Map.groupBy(check?.cells ?? [], (each) => each.line ?? cellKey(each)), [check]);
  const money = useMemo(() => new Map((check?.meals ?? []).map((each) => [cellKey(each), each])), [check]);
  const dishes = useMemo(() => Map.groupBy(rows, (row) => cellKey(placeOf(row))), [rows]);
  const cell = (place: Place) => {
    const key = cellKey(place);
    return (
      <MenuCell
        key={place.dayNo}
        place={place}
        mealName={mealName(place.mealType)}
        readonly={readonly}
        edits={edits}
        onPress={onPress}
      >
        <ul className="menu-dishes">
          {dishes.get(key)?.map((row) => (
            <MenuDish
              key={row.key}
              row={row}
              findings={findings.get(lineOf.get(row.key) ?? 0) ?? NO_FINDINGS}
              readonly={readonly}
              onPress={(event) => onPress(event, place, row)}
              onRemove={() => edits.remove(row)}
            />
          ))}
        </ul>
        <CellFoot money={money.get(key)} findings={findings.get(key) ?? NO_FINDINGS} />
      </MenuCell>
    );
  };
  return (
    <table style={{ '--days': days.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col" className="menu-meal">
            {word('meal')}
          </th>
          {days.map((day) => (
            <DayHead
              key={day}
              day={day}
              weekday={weekdays.get(day)}
              readonly={readonly}
              onCopy={() => onCopyDay(day)}
              onClear={() => edits.change(rows.filter((row) => Number(row.dayNo) !== day))}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {meals.map((meal) => {
          const mealType = String(meal.mealType);
          return (
            <tr key={mealType}>
              <MealHead meal={meal} name={mealName(mealType)} />
              {days.map((dayNo) => cell({ dayNo, mealType }))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly day: number;
  readonly weekday: string | undefined;
  readonly readonly: boolean;
  readonly onCopy: () => void;
  readonly onClear: () => void;
}
function DayHead({ day, weekday, readonly, onCopy, onClear }: DayProps) {
  const word = useWords(menuTexts);
  return (
    <th scope="col">
      <span>
        {word('day', { day })} <span className="soft">{weekday}</span>
      </span>
      {!readonly && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'copy', icon: <CopyOutlined />, label: word('copy', { day }), onClick: onCopy },
              { key: 'clear', icon: <DeleteOutlined />, danger: true, label: word('clear'), onClick: onClear },
            ],
          }}
        >
          <Button type="text" size="small" icon={<MoreOutlined />} aria-label={word('more', { day })} />
        </Dropdown>
      )}
    </th>
  );
}

function MealHead({ meal, name }: { readonly meal: MenuMeal; readonly name: string }) {
  const word = useWords(menuTexts);
  return (
    <th scope="row" className="menu-meal">
      <strong>{name}</strong>
      {meal.mealStandard ? (
        <small className="soft">{word('standard', { amount: amountText(String(meal.mealStandard)) })}</small>
      ) : null}
      {meal.plannedDiners ? (
        <small className="soft">{word('diners', { count: String(meal.plannedDiners) })}</small>
      ) : null}
    </th>
  );
}

interface CellProps extends Pick<TableProps, 'readonly' | 'edits' | 'onPress'> {
  readonly place: Place;
  readonly mealName: string;
  /** Its dishes, and what stands beneath them. */
  readonly children: readonly [ReactNode, ReactNode];
}
/** A cell dishes are dropped into and added to. */
function MenuCell({ place, mealName, readonly, edits, onPress, children: [dishes, foot] }: CellProps) {
  const word = useWords(menuTexts);
  const adding = edits.adding === cellKey(place);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    event.currentTarget.classList.add('is-over');
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.currentTarget.classList.remove('is-over');
    edits.move(event.dataTransfer.getData(DRAGGED), place, event.ctrlKey || event.altKey);
  };
  return (
    <td
      onDragOver={readonly ? undefined : over}
      onDragLeave={(event) => event.currentTarget.classList.remove('is-over')}
      onDrop={readonly ? undefined : drop}
    >
      {dishes}
      {!readonly && adding && <AddDish onAdd={(dish) => edits.add(dish, place)} onEnd={() => edits.endAdding(place)} />}
      {!readonly && !adding && (
        <Button
          type="text"
          size="small"
          data-key={cellKey(place)}
          className="menu-add"
          icon={<PlusOutlined />}
          aria-label={word('add.to', { day: place.dayNo, meal: mealName })}
          onClick={() => edits.beginAdding(place)}
          onKeyDown={(event) => onPress(event, place)}
        />
      )}
      {foot}
    </td>
  );
}
