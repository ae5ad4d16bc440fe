import { useEffect, useMemo, useRef } from 'react';
import type { Fields } from '../../../kernel/core/field.ts';
import { dictionary, price, quantity, ref } from '../../../kernel/core/field.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { LineGrid } from '../../../kernel/web/document/lazy-grid.tsx';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { ColumnOverrides, GridRow, Hit, Problem } from '../../../parts/line-grid/model.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { FromMenu } from './from-menu.view.tsx';
import { planTexts } from './sales-plan.texts.ts';
import { dayField, sumOf, withDayCopied, withDish, withFirst, withMenu, type WeekRow } from './week-grid.view.ts';
import { AddDish, CopyDay, sellableDishes } from './week-tools.view.tsx';

interface Props {
  readonly gearId: string;
  readonly days: readonly string[];
  readonly dayNames: readonly string[];
  readonly meals: readonly { readonly value: string; readonly label: string }[];
  readonly rows: readonly GridRow[];
  readonly problems: readonly Problem[];
  readonly readonly: boolean;
  readonly onChange: (rows: readonly GridRow[]) => void;
  readonly handle: React.RefObject<LineGridHandle | null>;
}

let serial = 0;
const derive = (row: GridRow): GridRow => sumOf(row);

/** The grid of the week with what stands above it: add a dish, copy a day. */
export function WeekEditor({ gearId, days, dayNames, meals, rows, problems, readonly, onChange, handle }: Props) {
  const word = useWords(planTexts);
  const language = useLanguage();
  const phone = usePhone();
  const adding = useRef<HTMLSpanElement>(null);
  const firstDay = days[0] ?? '';

  const fields = useMemo(
    (): Fields => ({
      mealType: dictionary('餐次', 'Meal', 'mealType'),
      dishId: ref('菜品', 'Dish', 'dish'),
      price: price('售价', 'Price', { optional: true, positive: true, places: 2 }),
      ...Object.fromEntries(
        dayNames.map((name, at) => [
          dayField(at),
          quantity(name, name, { optional: true, min: 0, places: 0, total: true }),
        ]),
      ),
      sum: quantity('合计', 'Sum', { optional: true, readonly: true, total: true }),
    }),
    [dayNames],
  );
  const columns = useMemo(
    (): ColumnOverrides<WeekRow> => ({
      mealType: {
        width: language === 'zh' ? 64 : 84,
        choices: meals.map(({ value, label }) => ({ value, label: { zh: label, en: label } })),
        render: (value, row) => (
          <span className={row.first === true ? 'week-meal' : 'unseen'}>
            {meals.find((meal) => meal.value === value)?.label ?? ''}
          </span>
        ),
      },
      dishId: {
        width: phone ? 200 : 164,
        brings: ['price', 'pricedAs'],
        source: {
          search: async (typed, _row, signal) =>
            (await sellableDishes(gearId, firstDay, typed.trim(), signal)).map((dish): Hit => ({
              id: dish.id,
              name: dish.name,
              code: dish.code,
              ...(dish.salePrice === null ? {} : { price: dish.salePrice }),
              ...(dish.usable === 1 ? {} : { note: word('no-bom') }),
              values: { price: dish.salePrice, pricedAs: dish.salePrice },
            })),
        },
      },
      price: { width: 64 },
      ...Object.fromEntries(days.map((_, at) => [dayField(at), { width: language === 'zh' ? 74 : 84 }])),
      sum: { width: 72, explained: false },
    }),
    [meals, days, gearId, firstDay, phone, word, language],
  );

  const newRow = (): Readonly<Record<string, unknown>> => ({
    mealType: rows.at(-1)?.['mealType'] ?? 'lunch',
    portionGroup: 'standard',
    kept: {},
  });
  const jumpTo = (key: string): void => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        handle.current?.jump(key, dayField(0));
        handle.current?.focus();
      }),
    );
  };
  const toAdding = (): void =>
    adding.current?.querySelector<HTMLInputElement>('input[role="combobox"], .ant-select input')?.focus();
  useEffect(() => {
    if (readonly) return;
    const press = (event: KeyboardEvent): void => {
      if (
        !event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.code !== 'KeyA' ||
        adding.current?.offsetParent === null
      )
        return;
      event.preventDefault();
      toAdding();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [readonly]);

  return (
    <>
      {!readonly && (
        <div className="week-bar">
          <AddDish
            ref={adding}
            gearId={gearId}
            date={firstDay}
            meals={meals}
            rows={rows}
            onAdd={(dish, meal) => {
              serial += 1;
              const key = `new-${Date.now().toString(36)}-${serial}`;
              onChange(
                withDish(handle.current?.finish() ?? rows, {
                  key,
                  mealType: meal,
                  dishId: dish.id,
                  dishName: dish.name,
                  dishCode: dish.code,
                  portionGroup: 'standard',
                  price: dish.salePrice,
                  pricedAs: dish.salePrice,
                  kept: {},
                }),
              );
              jumpTo(key);
            }}
          />
          <FromMenu
            gearId={gearId}
            days={days}
            onFill={(lines, over) => onChange(withMenu(handle.current?.finish() ?? rows, lines, days, over))}
          />
          <CopyDay
            days={dayNames.map((label, value) => ({ value, label }))}
            onCopy={(from, to, over) => onChange(withDayCopied(handle.current?.finish() ?? rows, from, to, over))}
          />
        </div>
      )}
      <div className="plan-lines">
        <LineGrid
          ref={handle}
          fields={fields}
          columns={columns}
          rows={rows}
          problems={problems}
          readonly={readonly}
          language={language}
          label={word('week')}
          pinned={phone ? 0 : 2}
          newRow={newRow}
          derive={derive}
          onChange={(next) => onChange(withFirst(next))}
        />
      </div>
    </>
  );
}
