import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { request } from '../../../kernel/web/request.ts';
import type { Problem } from '../../../parts/line-grid/model.ts';
import { checkPlan } from './sales-plan.calls.ts';
import { dayField, type FlatLine } from './week-grid.view.ts';

const REST_MS = 700;

/** Asks the server what speaks against the plan as it stands on the screen, once the fingers rest. */
export function usePlanCheck(plan: {
  readonly id: string | undefined;
  readonly gearId: string;
  readonly days: readonly string[];
  readonly flat: readonly FlatLine[];
  readonly wanted: boolean;
}) {
  const body = useMemo(
    () => ({
      ...(plan.id === undefined ? {} : { id: plan.id }),
      gearOperationDeptId: plan.gearId,
      startDate: plan.days[0],
      endDate: plan.days.at(-1),
      details: plan.flat.map(({ line }) => ({
        mealDate: line.mealDate,
        mealType: line.mealType,
        dishId: line.dishId,
      })),
    }),
    [plan.id, plan.gearId, plan.days, plan.flat],
  );
  const [debounced, setDebounced] = useState<{ readonly body: typeof body; readonly flat: readonly FlatLine[] }>();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ body, flat: plan.flat }), REST_MS);
    return () => clearTimeout(timer);
  }, [body, plan.flat]);
  const complete =
    debounced !== undefined &&
    debounced.body.gearOperationDeptId !== '' &&
    debounced.body.details.length > 0 &&
    debounced.body.details.every((line) => line.dishId !== '');
  const verdict = useQuery({
    queryKey: ['check', 'salesPlan', debounced?.body],
    queryFn: ({ signal }) => request(checkPlan, debounced!.body, { signal }),
    enabled: plan.wanted && complete,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const items = complete && plan.wanted ? verdict.data?.items : undefined;
  const problems = useMemo(
    () =>
      (items ?? []).flatMap((item): Problem[] => {
        const flat = item.line === null ? undefined : debounced?.flat[item.line - 1];
        return flat === undefined ? [] : [{ key: flat.key, field: dayField(flat.at), sentence: sentenceIn(item.msg) }];
      }),
    [items, debounced],
  );
  return {
    problems,
    general: (items ?? []).filter((item) => item.line === null).map((item) => item.msg),
    checked: items !== undefined && !verdict.isFetching,
    count: items?.length ?? 0,
  };
}

/** Beside its cell a sentence needs no line number. */
export const sentenceIn = (message: string): string => message.replace(/^(第 \d+ 行|Line \d+)[:：]\s*/, '');
