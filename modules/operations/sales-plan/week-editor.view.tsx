import { Button } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { LineGrid } from '../../../kernel/web/document/lazy-grid.tsx';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { GridRow, Problem } from '../../../parts/line-grid/model.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import type { PlanForecast } from '../forecast/use-plan-forecast.view.ts';
import { FromMenu } from './from-menu.view.tsx';
import { planTexts } from './sales-plan.texts.ts';
import {
  dayField,
  sumOf,
  withDayCopied,
  withDish,
  withFirst,
  withForecastPortions,
  withMenu,
} from './week-grid.view.ts';
import { useWeekColumns } from './week-columns.view.tsx';
import { AddDish, CopyDay } from './week-tools.view.tsx';

interface Props {
  readonly gearId: string;
  readonly days: readonly string[];
  readonly dayNames: readonly string[];
  readonly meals: readonly { readonly value: string; readonly label: string }[];
  readonly rows: readonly GridRow[];
  readonly problems: readonly Problem[];
  readonly readonly: boolean;
  readonly onChange: (rows: readonly GridRow[]) => void;
  readonly handle: RefObject<LineGridHandle | null>;
  readonly machine: PlanForecast;
}

let serial = 0;
const derive = (row: GridRow): GridRow => sumOf(row);

/** The grid of the week with what stands above it: add a dish, copy a day. */
export function WeekEditor(props: Props) {
  const { days, dayNames, gearId, meals, rows, problems, readonly, onChange, handle } = props;
  const word = useWords(planTexts);
  const language = useLanguage();
  const phone = usePhone();
  const { fields, columns } = useWeekColumns({ gearId, days, dayNames, meals });
  const newRow = (): Readonly<Record<string, unknown>> => ({
    mealType: rows.at(-1)?.['mealType'] ?? 'lunch',
    portionGroup: 'standard',
    kept: {},
  });
  return (
    <>
      {!readonly && <WeekTools {...props} />}
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

/** Adds a dish, fills days from a menu and copies a day; each over the rows as they are in the grid at that moment. */
function WeekTools({ gearId, days, dayNames, meals, rows, onChange, handle, machine }: Props) {
  const word = useWords(planTexts);
  const notify = useNotify();
  const adding = useRef<HTMLSpanElement>(null);
  useAddDishKey(adding);
  const current = (): readonly GridRow[] => handle.current?.finish() ?? rows;
  const jumpTo = (key: string): void => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        handle.current?.jump(key, dayField(0));
        handle.current?.focus();
      }),
    );
  };
  return (
    <div className="week-bar">
      <AddDish
        ref={adding}
        gearId={gearId}
        date={days[0] ?? ''}
        meals={meals}
        rows={rows}
        onAdd={(dish, meal) => {
          serial += 1;
          const key = `new-${Date.now().toString(36)}-${serial}`;
          onChange(
            withDish(current(), {
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
        onFill={(lines, over) => onChange(withMenu(current(), lines, days, over))}
      />
      {!machine.isEmpty && (
        <Button
          size="small"
          onClick={() => {
            const { rows: next, filled } = withForecastPortions(current(), days, machine.portions);
            if (filled > 0) onChange(next);
            if (filled === 0) notify.warn(word('forecast.none'));
            else notify.done(word('forecast.filled', { count: filled }));
          }}
        >
          {word('forecast.fill')}
        </Button>
      )}
      <CopyDay
        days={dayNames.map((label, value) => ({ value, label }))}
        onCopy={(from, to, over) => onChange(withDayCopied(current(), from, to, over))}
      />
    </div>
  );
}

/** Alt+A goes to the box that adds a dish, while it is on the screen. */
function useAddDishKey(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isAltA = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyA';
      if (!isAltA || box.current?.offsetParent === null) return;
      event.preventDefault();
      box.current?.querySelector<HTMLInputElement>('input[role="combobox"], .ant-select input')?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [box]);
}
