import {
  CopyOutlined,
  DeleteOutlined,
  MoreOutlined,
  PlusOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Dropdown, Empty, Modal, Segmented, Select, Tooltip } from 'antd';
import { type CSSProperties, type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { dictionary } from '../../../kernel/core/field.ts';
import { useDictionaryChoices } from '../../../kernel/web/document/dictionary-choices.ts';
import type { LinesFace } from '../../../kernel/web/document/lines-editor.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { cellRows, withDayCopied, withDish, withDishMoved, type Dish, type Place } from './menu-cells.view.ts';
import { CYCLE_DAYS_MAX, nextDates, readWeekdays } from './menu-cycle.rules.ts';
import { menuTexts } from './menu.texts.ts';
import { useMenuCheck, type CellMoney, type Looked, type Seen } from './use-menu-check.view.ts';
import './menu.css';

type Word = (key: keyof typeof menuTexts, places?: Readonly<Record<string, string | number>>) => string;
const MEAL = { mealType: dictionary('餐次', 'Meal', 'mealType') };
const DISH = 'dish';
const DRAGGED = 'text/larder-dish';
const cellKey = ({ dayNo, mealType }: Place): string => `${dayNo}|${mealType}`;
const STEPS: Readonly<Record<string, readonly [days: number, meals: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Days of the cycle; where none are given, as far as there are dishes, and a week at least. */
function daysOf(head: Values, rows: readonly GridRow[]): readonly number[] {
  const given = Number(head['cycleDays']);
  const count =
    Number.isInteger(given) && given >= 1 ? given : Math.max(7, ...rows.map((row) => Number(row['dayNo']) || 0));
  return Array.from({ length: Math.min(count, CYCLE_DAYS_MAX) }, (_, at) => at + 1);
}
/** Which weekday each day first falls on; nothing while the start is not a day of service. */
function weekdaysOf(head: Values, days: number, language: string): ReadonlyMap<number, string> {
  const start = String(head['cycleStartDate'] ?? '');
  const weekdays = readWeekdays(String(head['serviceWeekdays'] ?? ''));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(start) || weekdays === undefined) return new Map();
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return new Map(
    [...nextDates({ cycleStartDate: start, cycleDays: days, serviceWeekdays: weekdays }, start)].map(
      ([dayNo, date]) => [dayNo, name.format(new Date(`${date}T00:00:00Z`))],
    ),
  );
}

/**
 * Dishes by day and meal: dragged or moved by keys, with what each meal costs a guest and what speaks against it beside
 * them.
 */
export function MenuBoard({ rows, head, beside, readonly, onChange, usual }: LinesFace) {
  const word = useWords(menuTexts);
  const label = useLabel();
  const notify = useNotify();
  const phone = usePhone();
  const choices = useDictionaryChoices(MEAL)['mealType'];
  const [as, setAs] = useState<'board' | 'lines'>('board');
  const [adding, setAdding] = useState<string>();
  const [copied, setCopied] = useState<number>();
  const [shownDay, setShownDay] = useState(1);
  const board = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  const before = useRef<(readonly GridRow[])[]>([]);

  const meals = useMemo(() => {
    const own = (beside['meals'] ?? NO_MEALS).filter((meal) => meal['mealType']);
    const named = new Set(own.map((meal) => String(meal['mealType'])));
    // Dishes of a meal the template does not list are seen all the same, and the check says so.
    const others = [...new Set(rows.map((row) => String(row['mealType'] ?? '')))].filter(
      (meal) => meal !== '' && !named.has(meal),
    );
    return [...own, ...others.map((mealType): Values => ({ mealType }))];
  }, [beside, rows]);
  const days = useMemo(() => daysOf(head, rows), [head, rows]);
  const weekdays = useMemo(
    () => weekdaysOf(head, days.length, label({ zh: 'zh-CN', en: 'en-GB' })),
    [head, days.length, label],
  );
  const looked = useMenuCheck(head, beside['meals'] ?? NO_MEALS, rows);
  const lineOf = useMemo(() => new Map(rows.map((row, at) => [row.key, at + 1])), [rows]);
  const saidOf = useMemo(() => Map.groupBy(looked?.cells ?? [], (each) => each.line ?? cellKey(each)), [looked]);
  const moneyOf = useMemo(() => new Map((looked?.meals ?? []).map((each) => [cellKey(each), each])), [looked]);
  const standing = useMemo(
    () => Map.groupBy(rows, (row) => cellKey({ dayNo: Number(row['dayNo']), mealType: String(row['mealType']) })),
    [rows],
  );
  const shown = phone ? days.filter((day) => day === Math.min(shownDay, days.length)) : days;
  const mealName = (mealType: string): string => {
    const known = choices?.find((choice) => choice.value === mealType);
    return known === undefined ? mealType : label(known.label);
  };

  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted === undefined) return;
    focusNext.current = undefined;
    board.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`)?.focus();
  });
  const change = (next: readonly GridRow[], focus?: string): void => {
    before.current = [...before.current.slice(-49), rows];
    focusNext.current = focus;
    onChange(next);
  };
  const undo = (): void => {
    const last = before.current.pop();
    if (last !== undefined) onChange(last);
  };
  const move = (key: string, place: Place, isCopy: boolean): void => {
    const moved = withDishMoved(rows, key, place, isCopy);
    if (moved === undefined) {
      const row = rows.find((each) => each.key === key);
      if (row !== undefined && cellKey(row as never) !== cellKey(place)) notify.warn(word('there'));
      return;
    }
    change(moved.rows, moved.key);
  };
  const add = (dish: Dish, place: Place): void => {
    const added = withDish(rows, dish, place);
    if (added === undefined) notify.warn(word('there'));
    else change(added.rows);
  };
  const remove = (row: GridRow): void => {
    const place = { dayNo: Number(row['dayNo']), mealType: String(row['mealType']) };
    const there = cellRows(rows, place);
    change(
      rows.filter((each) => each.key !== row.key),
      there[there.indexOf(row) + 1]?.key ?? there[there.indexOf(row) - 1]?.key ?? cellKey(place),
    );
  };
  const next = ({ dayNo, mealType }: Place, [byDays, byMeals]: readonly [number, number]): Place | undefined => {
    const meal = meals[meals.findIndex((each) => each['mealType'] === mealType) + byMeals]?.['mealType'];
    return meal === undefined || !days.includes(dayNo + byDays)
      ? undefined
      : { dayNo: dayNo + byDays, mealType: String(meal) };
  };
  const press = (event: KeyboardEvent<HTMLElement>, place: Place, row?: GridRow): void => {
    const step = STEPS[event.key];
    if (step !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (event.altKey) {
        const to = next(place, step);
        if (row !== undefined && to !== undefined && !readonly) move(row.key, to, false);
        return;
      }
      const there = cellRows(rows, place);
      const at = row === undefined ? there.length : there.indexOf(row);
      // Up and down go through the dishes of a cell before they leave it.
      const within =
        step[1] === 0
          ? undefined
          : (there[at + step[1]]?.key ??
            (step[1] === 1 && row !== undefined && !readonly ? cellKey(place) : undefined));
      const to = within === undefined ? next(place, step) : undefined;
      const wanted =
        within ??
        (to === undefined
          ? undefined
          : (cellRows(rows, to)[step[1] === -1 ? cellRows(rows, to).length - 1 : 0]?.key ?? cellKey(to)));
      if (to !== undefined && phone) setShownDay(to.dayNo);
      if (wanted !== undefined)
        board.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`)?.focus();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && row !== undefined && !readonly) {
      event.preventDefault();
      remove(row);
    }
  };
  const drop = (event: DragEvent, place: Place): void => {
    event.preventDefault();
    event.currentTarget.classList.remove('is-over');
    move(event.dataTransfer.getData(DRAGGED), place, event.ctrlKey || event.altKey);
  };

  const chip = (row: GridRow, place: Place) => {
    const said = saidOf.get(lineOf.get(row.key) ?? 0) ?? NOTHING_SAID;
    const name = String(row['dishName'] ?? '');
    const beneath = [
      String(row['gearOperationDeptName'] ?? ''),
      row['planPortions'] ? word('portions', { count: String(row['planPortions']) }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
    const face = (
      <>
        <span className="menu-dish-name">
          {said.length > 0 && <Sign of={said} />}
          {name}
        </span>
        {beneath !== '' && <small className="soft">{beneath}</small>}
      </>
    );
    const described = [name, beneath, ...said.map((each) => each.text)].filter(Boolean).join('；');
    return (
      <li key={row.key}>
        <Tooltip
          title={
            said.length === 0 ? undefined : (
              <ul className="said">
                {said.map((each) => (
                  <li key={each.code}>{each.text}</li>
                ))}
              </ul>
            )
          }
        >
          {readonly ? (
            <Link
              data-key={row.key}
              className={faceOf(said)}
              to={`/masterdata/dish/${String(row['dishId'])}`}
              aria-label={described}
              onKeyDown={(event) => press(event, place, row)}
            >
              {face}
            </Link>
          ) : (
            <button
              type="button"
              data-key={row.key}
              className={faceOf(said)}
              draggable
              aria-label={described}
              onKeyDown={(event) => press(event, place, row)}
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED, row.key);
                event.dataTransfer.effectAllowed = 'copyMove';
              }}
            >
              {face}
            </button>
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
            onClick={() => remove(row)}
          />
        )}
      </li>
    );
  };

  if (meals.length === 0)
    return (
      <section className="menu-board-shell">
        <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('meals.first')} />
      </section>
    );
  return (
    <section
      className="menu-board-shell"
      aria-label={word('board')}
      onKeyDown={(event) => {
        if (
          (event.ctrlKey || event.metaKey) &&
          event.key === 'z' &&
          as === 'board' &&
          !readonly &&
          !(event.target instanceof HTMLInputElement)
        ) {
          event.preventDefault();
          undo();
        }
      }}
    >
      <header className="menu-board-head">
        <h2>{word('board')}</h2>
        <Segmented
          size="small"
          value={as}
          onChange={setAs}
          options={[
            { value: 'board', label: word('as.board') },
            { value: 'lines', label: word('as.lines') },
          ]}
        />
        <Verdict looked={looked} />
        {phone && as === 'board' && (
          <Select
            size="small"
            aria-label={word('board')}
            value={shown[0] ?? 1}
            onChange={setShownDay}
            options={days.map((day) => ({ value: day, label: `${word('day', { day })} ${weekdays.get(day) ?? ''}` }))}
          />
        )}
      </header>
      {as === 'lines' ? (
        usual
      ) : (
        <div className="menu-board" ref={board}>
          <table style={{ '--days': shown.length } as CSSProperties}>
            <thead>
              <tr>
                <th scope="col" className="menu-meal">
                  {word('meal')}
                </th>
                {shown.map((day) => (
                  <th scope="col" key={day}>
                    <span>
                      {word('day', { day })} <span className="soft">{weekdays.get(day)}</span>
                    </span>
                    {!readonly && (
                      <Dropdown
                        trigger={['click']}
                        menu={{
                          items: [
                            { key: 'copy', icon: <CopyOutlined />, label: word('copy', { day }) },
                            { key: 'clear', icon: <DeleteOutlined />, danger: true, label: word('clear') },
                          ],
                          onClick: ({ key }) => {
                            if (key === 'copy') setCopied(day);
                            else change(rows.filter((row) => Number(row['dayNo']) !== day));
                          },
                        }}
                      >
                        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={word('more', { day })} />
                      </Dropdown>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {meals.map((meal) => {
                const mealType = String(meal['mealType']);
                return (
                  <tr key={mealType}>
                    <th scope="row" className="menu-meal">
                      <strong>{mealName(mealType)}</strong>
                      {meal['mealStandard'] ? (
                        <small className="soft">
                          {word('standard', { amount: `¥${String(meal['mealStandard'])}` })}
                        </small>
                      ) : null}
                      {meal['plannedDiners'] ? (
                        <small className="soft">{word('diners', { count: String(meal['plannedDiners']) })}</small>
                      ) : null}
                    </th>
                    {shown.map((dayNo) => {
                      const place = { dayNo, mealType };
                      const key = cellKey(place);
                      return (
                        <td
                          key={dayNo}
                          onDragOver={
                            readonly
                              ? undefined
                              : (event) => {
                                  event.preventDefault();
                                  event.currentTarget.classList.add('is-over');
                                }
                          }
                          onDragLeave={(event) => event.currentTarget.classList.remove('is-over')}
                          onDrop={readonly ? undefined : (event) => drop(event, place)}
                        >
                          <ul className="menu-dishes">{standing.get(key)?.map((row) => chip(row, place))}</ul>
                          {!readonly &&
                            (adding === key ? (
                              <AddDish
                                word={word}
                                onAdd={(dish) => add(dish, place)}
                                onEnd={() => {
                                  focusNext.current = key;
                                  setAdding(undefined);
                                }}
                              />
                            ) : (
                              <Button
                                type="text"
                                size="small"
                                data-key={key}
                                className="menu-add"
                                icon={<PlusOutlined />}
                                aria-label={word('add.to', { day: dayNo, meal: mealName(mealType) })}
                                onClick={() => setAdding(key)}
                                onKeyDown={(event) => press(event, place)}
                              />
                            ))}
                          <Foot word={word} money={moneyOf.get(key)} said={saidOf.get(key) ?? NOTHING_SAID} />
                        </td>
                      );
                    })}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {as === 'board' && !readonly && !phone && <p className="soft menu-keys">{word('keys')}</p>}
      {copied !== undefined && (
        <CopyDay
          word={word}
          from={copied}
          days={days}
          nameOf={(day) => `${word('day', { day })} ${weekdays.get(day) ?? ''}`.trim()}
          onClose={() => setCopied(undefined)}
          onCopy={(to, over) => {
            change(withDayCopied(rows, copied, to, over));
            setCopied(undefined);
          }}
        />
      )}
    </section>
  );
}
const NO_MEALS: readonly Values[] = [];
const NOTHING_SAID: readonly Seen[] = [];

const faceOf = (said: readonly Seen[]): string =>
  `menu-dish${said.some((each) => each.level === 'block') ? ' is-stop' : said.length > 0 ? ' is-look' : ''}`;
const Sign = ({ of }: { readonly of: readonly Seen[] }) =>
  of.some((each) => each.level === 'block') ? (
    <StopOutlined className="menu-sign is-stop" />
  ) : (
    <WarningOutlined className="menu-sign is-look" />
  );

/** How the whole stands: what keeps it from being sent, and what is to be looked at. */
function Verdict({ looked }: { readonly looked: Looked | undefined }) {
  const word = useWords(menuTexts);
  if (looked === undefined) return null;
  const stops = [...looked.general, ...looked.cells.filter((each) => each.level === 'block').map((each) => each.text)];
  const warns = looked.cells.filter((each) => each.level === 'warn').map((each) => each.text);
  if (stops.length + warns.length === 0)
    return (
      <span className="menu-verdict is-done" role="status">
        {word('within')}
      </span>
    );
  return (
    <details className="menu-verdict">
      <summary>
        {[
          stops.length > 0 ? word('stops', { count: stops.length }) : '',
          warns.length > 0 ? word('warns', { count: warns.length }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <ul className="said">
        {[...stops, ...warns].map((each, at) => (
          <li key={`${at} ${each}`}>{each}</li>
        ))}
      </ul>
    </details>
  );
}

/** What a meal of a day costs a guest, and what it lacks as a whole. */
function Foot({
  word,
  money,
  said,
}: {
  readonly word: Word;
  readonly money: CellMoney | undefined;
  readonly said: readonly Seen[];
}) {
  if (money === undefined && said.length === 0) return null;
  const told = [
    ...(money !== undefined && money.unknown > 0 ? [word('cost.unknown', { count: money.unknown })] : []),
    ...said.map((each) => each.text),
  ];
  return (
    <Tooltip
      title={
        told.length === 0 ? undefined : (
          <ul className="said">
            {told.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )
      }
    >
      <div
        className="menu-foot figures"
        tabIndex={told.length > 0 ? 0 : undefined}
        role={told.length > 0 ? 'note' : undefined}
        aria-label={told.length > 0 ? told.join('；') : undefined}
      >
        {money !== undefined && (
          <span className={money.over === 1 ? 'is-stop' : ''}>
            {word(money.unknown > 0 ? 'cost.least' : 'cost', { cost: `¥${money.costPerDiner}` })}
            {money.over === 1 && ` ${word('cost.over')}`}
          </span>
        )}
        {said.length > 0 && <Sign of={said} />}
      </div>
    </Tooltip>
  );
}

/** Type, Enter, and type on: the box stays until it is left. */
function AddDish({
  word,
  onAdd,
  onEnd,
}: {
  readonly word: Word;
  readonly onAdd: (dish: Dish) => void;
  readonly onEnd: () => void;
}) {
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

interface CopyProps {
  readonly word: Word;
  readonly from: number;
  readonly days: readonly number[];
  readonly nameOf: (day: number) => string;
  readonly onClose: () => void;
  readonly onCopy: (to: readonly number[], over: boolean) => void;
}
function CopyDay({ word, from, days, nameOf, onClose, onCopy }: CopyProps) {
  const [to, setTo] = useState<readonly number[]>([]);
  const [over, setOver] = useState(false);
  return (
    <Modal
      open
      title={word('copy', { day: from })}
      okText={word('copy.do')}
      okButtonProps={{ disabled: to.length === 0 }}
      onOk={() => onCopy(to, over)}
      onCancel={onClose}
    >
      <div className="menu-copy">
        <label htmlFor="menu-copy-to">{word('copy.to')}</label>
        <Select
          id="menu-copy-to"
          mode="multiple"
          autoFocus
          value={[...to]}
          onChange={setTo}
          options={days.filter((day) => day !== from).map((day) => ({ value: day, label: nameOf(day) }))}
        />
        <Checkbox checked={over} onChange={(event) => setOver(event.target.checked)}>
          {word('copy.over')}
        </Checkbox>
      </div>
    </Modal>
  );
}
