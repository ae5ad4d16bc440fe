import { useCallback, useMemo, useRef } from 'react';
import type { RecordEditor } from '../../../kernel/web/form/use-record.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import type { LineGridHandle } from '../../../parts/line-grid/line-grid.tsx';
import type { GridRow, Problem } from '../../../parts/line-grid/model.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { commonDictionaries } from '../../admin/dictionaries/dictionaries.ts';
import type { salesPlan } from './sales-plan.document.ts';
import { usePlanForecast } from '../forecast/use-plan-forecast.view.ts';
import { planTexts } from './sales-plan.texts.ts';
import { sentenceIn, usePlanCheck } from './use-plan-check.view.ts';
import { dayField, daysOf, MEALS, toLines, totalsOf, toWeek, weekdayAt } from './week-grid.view.ts';
import { forecastIn } from './week-totals.view.tsx';

const WEEKDAYS = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
} as const;
/**
 * The week as typed stands in the draft beside the lines made from it, so that a dish without portions survives a
 * reload.
 */
const TYPED = 'week';
const PLACES: Readonly<Record<string, string>> = { dishId: 'dishId', price: 'price', mealType: 'mealType' };

/** The plan's lines as a week, and the week back as lines. */
export function usePlanWeek(record: RecordEditor<typeof salesPlan>, id: string | undefined, mayEdit: boolean) {
  const language = useLanguage();
  const notify = useNotify();
  const word = useWords(planTexts);
  const handle = useRef<LineGridHandle>(null);
  const { startDate, endDate, gearOperationDeptId } = record.values;
  const days = useMemo(() => daysOf(startDate, endDate), [startDate, endDate]);
  const dayNames = useMemo(
    () => days.map((day) => `${day.slice(5)} ${WEEKDAYS[language][weekdayAt(day)] ?? ''}`),
    [days, language],
  );
  const gearId = typeof gearOperationDeptId === 'string' ? gearOperationDeptId : '';
  const typed = record.lines[TYPED] as readonly GridRow[] | undefined;
  const stored = record.lines['details'];
  const rows = useMemo(() => typed ?? toWeek(stored ?? [], days), [typed, stored, days]);
  const flat = useMemo(() => toLines(rows, days), [rows, days]);
  const totals = useMemo(() => totalsOf(rows, days), [rows, days]);
  const meals = useMemo(() => {
    const names = new Map(
      commonDictionaries['mealType']?.entries.map(([key, zh, en]) => [key, language === 'zh' ? zh : (en ?? zh)]),
    );
    return MEALS.map((value) => ({ value, label: names.get(value) ?? value }));
  }, [language]);
  const mealName = useCallback((meal: string) => meals.find((each) => each.value === meal)?.label ?? meal, [meals]);
  const machine = usePlanForecast(gearId, days);
  const check = usePlanCheck({ id, gearId, days, flat, wanted: mayEdit });

  const { setLines, lineFaults } = record;
  const change = useCallback(
    (next: readonly GridRow[]): void => {
      setLines(TYPED, next);
      setLines(
        'details',
        toLines(next, days).map(({ line }) => ({ ...line })),
      );
    },
    [setLines, days],
  );
  const problems = useMemo(
    () => [
      ...check.problems,
      ...lineFaults.flatMap((fault): Problem[] => {
        const cell = flat[fault.line - 1];
        return cell === undefined
          ? []
          : [
              {
                key: cell.key,
                field: PLACES[fault.field ?? ''] ?? dayField(cell.at),
                sentence: sentenceIn(fault.message),
              },
            ];
      }),
    ],
    [check.problems, lineFaults, flat],
  );
  /** Ends the edit under way; false while a cell holds what cannot be read. */
  const finishEdit = (): boolean => {
    const now = handle.current?.finish() ?? rows;
    const unread = now.reduce((count, row) => count + Object.keys(row.unread ?? {}).length, 0);
    if (unread > 0) notify.warn(word('unread', { count: unread }));
    return unread === 0;
  };
  return {
    handle,
    days,
    dayNames,
    gearId,
    rows,
    totals,
    meals,
    mealName,
    problems,
    change,
    finishEdit,
    machine,
    forecast: forecastIn(record.values.dinerForecast),
    general: [
      ...check.general,
      ...Object.entries(record.faults)
        .filter(([name]) => name === 'details')
        .map(([, sentence]) => sentence),
    ],
    checked: check.checked,
    count: check.count,
    emptyRows: rows.filter((row) => typeof row['dishId'] === 'string' && (row['sum'] ?? null) === null).length,
  };
}
export type PlanWeek = ReturnType<typeof usePlanWeek>;
