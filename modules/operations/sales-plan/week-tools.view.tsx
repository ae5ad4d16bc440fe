import { useQuery } from '@tanstack/react-query';
import { CopyOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Select } from 'antd';
import { type Ref, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import { useWords } from '../../../parts/language/language.ts';
import * as calls from '../../master-data/dishes/dish.calls.ts';
import type { WeekRow } from './week-grid.view.ts';
import { planTexts } from './sales-plan.texts.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';

type DishRow = TypeOf<typeof calls.sellableDishes.answer>['records'][number];

/** Dishes the stall may sell on a day, best hits first. */
export const sellableDishes = async (
  gearId: string,
  date: string,
  keyword: string,
  signal?: AbortSignal,
): Promise<readonly DishRow[]> =>
  (await request(calls.sellableDishes, { gearId, date, keyword, size: 20 }, { signal })).records;

interface AddProps {
  readonly gearId: string;
  readonly date: string;
  readonly meals: readonly { readonly value: string; readonly label: string }[];
  readonly rows: readonly WeekRow[];
  readonly onAdd: (dish: DishRow, meal: string) => void;
  readonly ref: Ref<HTMLSpanElement>;
}

/** Type, Enter: the dish stands in its meal and the caret in its first day. */
export function AddDish({ gearId, date, meals, rows, onAdd, ref }: AddProps) {
  const word = useWords(planTexts);
  const notify = useNotify();
  const [meal, setMeal] = useState<string>(() => String(rows.at(-1)?.mealType ?? 'lunch'));
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim(), 150);
  const [open, setOpen] = useState(false);
  const dishes = useQuery({
    queryKey: ['select', 'dish', gearId, date, keyword],
    queryFn: ({ signal }) => sellableDishes(gearId, date, keyword, signal),
    enabled: open,
    placeholderData: (before) => before,
  });
  const take = (id: string): void => {
    const dish = dishes.data?.find((each) => each.id === id);
    if (dish === undefined) return;
    if (rows.some((row) => row.mealType === meal && row.dishId === id))
      notify.warn(word('add.there', { dish: dish.name, meal: meals.find((each) => each.value === meal)?.label ?? '' }));
    else onAdd(dish, meal);
    setTyped('');
    setOpen(false);
  };
  return (
    <span className="week-add" ref={ref}>
      <span className="soft">{word('add.to')}</span>
      <Select size="small" value={meal} onChange={setMeal} options={[...meals]} aria-label={word('meal')} />
      <Select<string | null, { value: string; label: string; dish: DishRow }>
        size="small"
        className="week-add-dish"
        aria-label={word('add')}
        placeholder={word('add.hint')}
        value={null}
        suffixIcon={null}
        popupMatchSelectWidth={420}
        open={open}
        onOpenChange={setOpen}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        loading={dishes.isFetching}
        notFoundContent={dishes.isFetching ? null : word('add.none')}
        options={(dishes.data ?? []).map((dish) => ({ value: dish.id, label: dish.name, dish }))}
        optionRender={({ data }) => (
          <span className="ref-option">
            <span>
              {data.dish.name} <span className="unit">{data.dish.code}</span>
            </span>
            <span className="unit figures">
              {data.dish.usable === 1 ? (
                data.dish.salePrice === null ? (
                  ''
                ) : (
                  amountText(data.dish.salePrice)
                )
              ) : (
                <span className="week-warn">{word('no-bom')}</span>
              )}
            </span>
          </span>
        )}
        onSelect={(id) => {
          if (id !== null) take(id);
        }}
      />
    </span>
  );
}

interface CopyProps {
  readonly days: readonly { readonly value: number; readonly label: string }[];
  readonly onCopy: (from: number, to: readonly number[], over: boolean) => void;
}

/** One day's portions on others; what is already typed there stays unless told otherwise. */
export function CopyDay({ days, onCopy }: CopyProps) {
  const word = useWords(planTexts);
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState<readonly number[]>([]);
  const [over, setOver] = useState(false);
  const sheet = (
    <form
      className="copy-day"
      onSubmit={(event) => {
        event.preventDefault();
        onCopy(
          from,
          to.filter((day) => day !== from),
          over,
        );
        setOpen(false);
        setTo([]);
      }}
    >
      <label htmlFor="copy-from">{word('copy.from')}</label>
      <Select id="copy-from" value={from} options={[...days]} onChange={setFrom} />
      <label htmlFor="copy-to">{word('copy.to')}</label>
      <Select
        id="copy-to"
        mode="multiple"
        value={[...to]}
        options={days.filter((day) => day.value !== from)}
        onChange={setTo}
      />
      <Checkbox checked={over} onChange={(event) => setOver(event.target.checked)}>
        {word('copy.over')}
      </Checkbox>
      <Button type="primary" htmlType="submit" disabled={to.length === 0}>
        {word('copy.do')}
      </Button>
    </form>
  );
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} content={sheet}>
      <Button size="small" icon={<CopyOutlined />}>
        {word('copy.day')}
      </Button>
    </Popover>
  );
}
