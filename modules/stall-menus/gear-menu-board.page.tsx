import { LeftOutlined, QrcodeOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Segmented, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { searchRecords } from '../../kernel/web/kinds/ref.tsx';
import { queries, useAllowedCodes, useDictionary } from '../../kernel/web/queries.ts';
import { QueryError } from '../../kernel/web/query-error.tsx';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { businessDay } from '../../parts/client/business-day.ts';
import { mondayOf, shifted, shortDay, weekdayOf } from '../../parts/days/day-text.rules.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { useStallMenuChanges } from './use-stall-menu-changes.view.ts';
import * as calls from './gear-menu.calls.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { MenuCell } from './menu-cell.view.tsx';
import { MenuCode } from './menu-code.view.tsx';
import { MenuEditor, type Opened } from './menu-editor.view.tsx';
import type { MenuOfMeal } from './menus-of-stall.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';
import './stall-menus.css';

const KEY = ['gear-menu'] as const;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const USUAL = ['breakfast', 'lunch', 'dinner'];
const STALL = gearMenu.fields.gearOperationDeptId;

/** 档口菜单: the week of one stall, day by meal, from the plan to what is sold out, as it happens. */
export default function GearMenuBoardPage() {
  const word = useWords(stallMenuTexts);
  const label = useLabel();
  const [address, setAddress] = useSearchParams();
  const stallId = useStall(address.get('stall'));
  const monday = mondayOf(address.get('week') ?? businessDay());
  const set = (change: Readonly<Record<string, string>>): void =>
    setAddress((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }), { replace: true });
  const StallFilter = faceOf(STALL).filter!.Input;
  const [isCode, setCode] = useState(false);
  return (
    <div className="list-page stall-board">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <div className="list-tools">
          {stallId !== undefined && (
            <Button icon={<QrcodeOutlined />} onClick={() => setCode(true)}>
              {word('code')}
            </Button>
          )}
        </div>
      </header>
      <div className="stall-board-bar">
        <div className="search-field">
          <StallFilter
            id="stall-board-stall"
            name="stall"
            field={STALL}
            label={label(STALL.label)}
            values={{ stall_equal: stallId ?? '' }}
            onChange={(patch) => set({ stall: patch['stall_equal'] ?? '' })}
          />
        </div>
        <WeekSteps monday={monday} onChange={(week) => set({ week })} />
      </div>
      {stallId === undefined ? (
        <Empty description={word('stall.none')} />
      ) : (
        <Week key={stallId} stallId={stallId} monday={monday} />
      )}
      {isCode && stallId !== undefined && <MenuCode stallId={stallId} onClose={() => setCode(false)} />}
    </div>
  );
}

/** The stall of the address, else the first one there is. */
function useStall(named: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ['select', 'dept', 'first-stall'],
    queryFn: ({ signal }) => searchRecords('dept', '', OFFER.stalls, signal),
    enabled: !named,
  });
  return named || data?.[0]?.id;
}

function WeekSteps({ monday, onChange }: { readonly monday: string; readonly onChange: (week: string) => void }) {
  const word = useWords(stallMenuTexts);
  const language = useLanguage();
  const today = businessDay();
  const [from, to] = [monday, shifted(monday, 6)].map((day) => shortDay(day, today, language));
  return (
    <div className="stall-week-steps">
      <Button
        icon={<LeftOutlined />}
        aria-label={word('before')}
        onClick={() => onChange(shifted(monday, -DAYS.length))}
      />
      <Button disabled={monday === mondayOf(today)} onClick={() => onChange(today)}>
        {word('thisWeek')}
      </Button>
      <Button
        icon={<RightOutlined />}
        aria-label={word('after')}
        onClick={() => onChange(shifted(monday, DAYS.length))}
      />
      <span className="figures">{word('week', { from: from!, to: to! })}</span>
    </div>
  );
}

interface WeekProps {
  readonly stallId: string;
  readonly monday: string;
}
function Week({ stallId, monday }: WeekProps) {
  const word = useWords(stallMenuTexts);
  const language = useLanguage();
  const isPhone = usePhone();
  const codes = useAllowedCodes();
  const isLive = useStallMenuChanges(stallId, () => void queries.invalidateQueries({ queryKey: KEY }));
  const today = businessDay();
  const days = useMemo(() => DAYS.map((each) => shifted(monday, each)), [monday]);
  const [phoneDay, setPhoneDay] = useState(today);
  const [opened, setOpened] = useState<Omit<Opened, 'menu' | 'stallId'>>();
  const answer = useQuery({
    queryKey: [...KEY, stallId, monday],
    queryFn: ({ signal }) =>
      request(
        calls.menusOfStall,
        { gearOperationDeptId: stallId, startDate: days[0]!, endDate: days.at(-1)! },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const meals = useMeals(stallId, answer.data);
  const menuAt = useCallback(
    (day: string, mealType: string) => answer.data?.find((menu) => menu.menuDate === day && menu.mealType === mealType),
    [answer.data],
  );
  const renew = useCallback(() => void queries.invalidateQueries({ queryKey: KEY }), []);
  const mayEdit = codes.has('gearmenu_edit') || codes.has('gearmenu_add');
  if (answer.error !== null && answer.data === undefined)
    return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <Skeleton active />;
  const front = days.includes(phoneDay) ? phoneDay : days[0]!;
  return (
    <>
      <div className="stall-board-acts">
        <Status tone={isLive ? 'done' : 'look'} word={word(isLive ? 'live' : 'away')} />
        {mayEdit && <WeekActs menus={answer.data} onDone={renew} />}
      </div>
      {isPhone && (
        <Segmented
          block
          value={front}
          options={days.map((day) => ({ value: day, label: weekdayOf(day, language) }))}
          onChange={setPhoneDay}
        />
      )}
      <SupplyProblems stallId={stallId} monday={monday} />
      {answer.data.length === 0 && <p className="soft">{word('board.none')}</p>}
      <Grid days={isPhone ? [front] : days} meals={meals} menuAt={menuAt} mayEdit={mayEdit} onOpen={setOpened} />
      {opened !== undefined && (
        <MenuEditor
          key={`${opened.day} ${opened.mealType}`}
          opened={{ ...opened, stallId, menu: menuAt(opened.day, opened.mealType) }}
          onClose={() => setOpened(undefined)}
          onSaved={renew}
        />
      )}
    </>
  );
}

const PROBLEMS_SHOWN = 3;
/** What of the coming menus of the week cannot be supplied, said before it is determined. */
function SupplyProblems({ stallId, monday }: WeekProps) {
  const word = useWords(stallMenuTexts);
  const [isAll, setAll] = useState(false);
  const { data = [] } = useQuery({
    queryKey: [...KEY, stallId, monday, 'supply'],
    queryFn: ({ signal }) =>
      request(
        calls.supplyCheck,
        { gearOperationDeptId: stallId, startDate: monday, endDate: shifted(monday, DAYS.length - 1) },
        { signal },
      ),
  });
  if (data.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={word('supply', { count: data.length })}
      description={
        <>
          <ul className="sentences">
            {(isAll ? data : data.slice(0, PROBLEMS_SHOWN)).map((each) => (
              <li key={`${each.dishId} ${each.msg}`}>{each.msg}</li>
            ))}
          </ul>
          {data.length > PROBLEMS_SHOWN && (
            <Button type="link" size="small" onClick={() => setAll(!isAll)}>
              {word(isAll ? 'supply.less' : 'supply.all')}
            </Button>
          )}
        </>
      }
    />
  );
}

interface GridProps {
  readonly days: readonly string[];
  readonly meals: readonly { readonly mealType: string; readonly meal: string }[];
  readonly menuAt: (day: string, mealType: string) => MenuOfMeal | undefined;
  readonly mayEdit: boolean;
  readonly onOpen: (cell: Omit<Opened, 'menu' | 'stallId'>) => void;
}
/** Days side by side, meals below each other; today stands out. */
function Grid({ days, meals, menuAt, mayEdit, onOpen }: GridProps) {
  const word = useWords(stallMenuTexts);
  const language = useLanguage();
  const today = businessDay();
  return (
    <div
      className="stall-grid"
      role="grid"
      aria-label={word('title')}
      style={{
        gridTemplateColumns: `max-content repeat(${days.length}, minmax(${days.length === 1 ? '0' : '148px'}, 1fr))`,
      }}
    >
      <div role="row" className="stall-row">
        <span role="columnheader" />
        {days.map((day) => (
          <span key={day} role="columnheader" className={day === today ? 'stall-day is-today' : 'stall-day'}>
            {weekdayOf(day, language)} {day.slice(5)}
          </span>
        ))}
      </div>
      {meals.map(({ mealType, meal }) => (
        <div key={mealType} role="row" className="stall-row">
          <span role="rowheader" className="stall-meal">
            {meal}
          </span>
          {days.map((day) => (
            <div key={day} role="gridcell" className={day === today ? 'is-today' : undefined}>
              <MenuCell
                menu={menuAt(day, mealType)}
                day={day}
                meal={meal}
                mayEdit={mayEdit && day >= today}
                onOpen={() => onOpen({ day, mealType, meal })}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The meals of the stall in the order of the day: those it serves, and those there are menus of. */
function useMeals(stallId: string, menus: readonly MenuOfMeal[] | undefined) {
  const dictionary = useDictionary('mealType');
  const hours = useQuery({
    queryKey: ['stall-meals', stallId],
    queryFn: ({ signal }) => request(calls.mealsServed, { gearOperationDeptId: stallId }, { signal }),
  });
  const served = new Set([...(hours.data ?? []), ...(menus ?? []).map(({ mealType }) => mealType)]);
  const wanted = served.size === 0 ? new Set(USUAL) : served;
  return (dictionary.data ?? [])
    .filter((entry) => wanted.has(entry.dictKey))
    .map((entry) => ({ mealType: entry.dictKey, meal: entry.dictValue }));
}

/** Takes over what is proposed, and determines what is drafted, for all the week at once. */
function WeekActs({ menus, onDone }: { readonly menus: readonly MenuOfMeal[]; readonly onDone: () => void }) {
  const word = useWords(stallMenuTexts);
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const open = menus.filter((menu) => menu.phase !== 'past');
  const proposed = open.filter((menu) => menu.proposed);
  const drafts = open.filter((menu) => !menu.proposed && menu.menuStatus === 'draft');
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notify.done(done);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
      onDone();
    }
  };
  return (
    <>
      {proposed.length > 0 && (
        <Button
          loading={isBusy}
          onClick={() =>
            void act(
              () => request(calls.saveMenus, { body: proposed.map(bodyOf) }),
              word('take.done', { count: proposed.length }),
            )
          }
        >
          {word('take', { count: proposed.length })}
        </Button>
      )}
      {drafts.length > 0 && (
        <Button
          type="primary"
          loading={isBusy}
          onClick={() =>
            void act(
              () => request(calls.determineMenu, { ids: drafts.map((menu) => menu.id).join(',') }),
              word('determine.done', { count: drafts.length }),
            )
          }
        >
          {word('determine.all', { count: drafts.length })}
        </Button>
      )}
    </>
  );
}

const bodyOf = ({ gearOperationDeptId, menuDate, mealType, details }: MenuOfMeal) => ({
  gearOperationDeptId,
  menuDate,
  mealType,
  details: details.map(({ dishId, portionGroup, price, isFree, sort }) => ({
    dishId,
    portionGroup,
    price,
    isFree,
    sort,
  })),
});
