import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { get, intent } from '../../../parts/client/api.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { copyWeek } from './sales-plan.calls.ts';
import { salesPlan } from './sales-plan.document.ts';
import { planTexts } from './sales-plan.texts.ts';
import { dayAfter } from './week-grid.view.ts';

const WEEK = 7;

/** A week copied to another: a new draft opens, and what could not come along is named. */
export function useCopyWeek() {
  const word = useWords(planTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const { busy, run } = useAsyncAction();
  const once = useMemo(() => intent(), []);
  const copy = async (id: string, startDate: string): Promise<void> => {
    const body = { id, startDate };
    const made = await request(copyWeek, body, { key: once.keyFor(body) });
    once.done();
    await invalidateLists(salesPlan);
    notify.done(word('copy.done', { bill: made.billCode }));
    if (made.skipped.length > 0)
      notify.warn(
        word('copy.skipped', {
          count: made.skipped.length,
          dishes: [...new Set(made.skipped.map((each) => each.dishName))].join(comma()),
        }),
      );
    void navigate(`${salesPlan.path ?? ''}/${made.id}`);
  };
  return {
    busy,
    toNext: (id: string, startDate: string) => run(() => copy(id, dayAfter(startDate, WEEK))),
    fromLast: async (gearId: string, startDate: string, onDone: () => Promise<void>): Promise<void> => {
      if (gearId === '' || startDate === '') return notify.warn(word('copy.last.pick'));
      await run(async () => {
        const before = dayAfter(startDate, -WEEK);
        const page = await get<{ readonly records: readonly { readonly id: string; readonly status: string }[] }>(
          '/gear-operation/gearsalesplan/page',
          { gearOperationDeptId_equal: gearId, startDate_equal: before, size: 10 },
        );
        const source = page.records.find((each) => each.status !== 'void');
        if (source === undefined) return notify.warn(word('copy.last.none', { start: before }));
        await copy(source.id, startDate);
        await onDone();
      });
    },
  };
}
