import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { intent } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { produceAsPlanned } from '../produce/produce.calls.ts';
import { productionTexts } from '../production.texts.ts';
import { closeKitchenDay, kitchenBoard, type Board } from './kitchen-day.calls.ts';
import { KitchenHead } from './kitchen-head.view.tsx';
import { MealBox, type BoardDish } from './kitchen-meal.view.tsx';
import { LeftoverDialog } from './leftover-dialog.view.tsx';
import { SampleBoxes } from './sample-boxes.view.tsx';
import { useKitchenDay } from './use-kitchen-day.view.ts';
import '../production.css';

/** 生产看板: what is missing on top, then meal by meal what was planned, made, left, wasted and served. */
export default function KitchenDayPage(): ReactNode {
  const word = useWords(productionTexts);
  const day = useKitchenDay();
  const [leaving, setLeaving] = useState<BoardDish>();
  const found = useQuery({
    queryKey: ['kitchen-board', day.stall, day.date],
    queryFn: ({ signal }) => request(kitchenBoard, { gearOperationDeptId: day.stall, date: day.date }, { signal }),
    refetchInterval: 60_000,
    retry: false,
  });
  const board = found.data;
  const acts = useBoardActs(board);
  return (
    <div className="kitchen">
      <KitchenHead title={word('board')} day={day} stalls={board?.stalls ?? []} stallId={board?.stallId ?? day.stall}>
        {board !== undefined && board.stallId !== '' && (
          <CloseButton board={board} busy={acts.busy} onClose={acts.close} />
        )}
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {board === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : board.stallId === '' ? (
        <Empty description={word('no-stall')} />
      ) : (
        <>
          {board.costMode === 'day-end' && <DayEnd />}
          <SampleBoxes board={board} onDone={acts.again} />
          {board.meals.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('no-plan')} />}
          {board.meals.map((meal) => (
            <MealBox
              key={meal.mealType}
              meal={meal}
              isClosed={board.isClosed}
              isFuture={board.date > day.today}
              busy={acts.busy}
              onMake={(dishIds) => void acts.make(meal.mealType, dishIds)}
              onLeft={setLeaving}
            />
          ))}
        </>
      )}
      {leaving !== undefined && (
        <LeftoverDialog
          dish={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            void acts.again();
          }}
        />
      )}
    </div>
  );
}

/** What is done from the board; the board is read again after each. */
function useBoardActs(board: Board | undefined) {
  const word = useWords(productionTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const again = useCallback(() => queries.invalidateQueries({ queryKey: ['kitchen-board'] }), []);
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      notify.done(await work());
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
      await again();
    }
  };
  const of = { gearOperationDeptId: board?.stallId ?? '', date: board?.date ?? '' };
  return {
    busy,
    again,
    make: (mealType: string, dishIds: readonly string[]): Promise<void> =>
      run(async () => {
        const body = { gearOperationDeptId: of.gearOperationDeptId, bizDate: of.date, mealType, dishIds };
        const { made } = await request(produceAsPlanned, body, { key: once.keyFor(body) });
        return word('as-planned.done', { count: made.length });
      }),
    close: (): Promise<void> =>
      run(async () => {
        await request(closeKitchenDay, of);
        return word('close.done');
      }),
  };
}

interface CloseProps {
  readonly board: Board;
  readonly busy: boolean;
  readonly onClose: () => Promise<void>;
}
function CloseButton({ board, busy, onClose }: CloseProps): ReactNode {
  const word = useWords(productionTexts);
  const codes = useAllowedCodes();
  const notify = useNotify();
  if (board.isClosed) return <Status tone="done" word={word('closed')} />;
  if (!codes.has('gearproduce_close_day')) return null;
  const close = async (): Promise<void> => {
    if (await notify.ask(word('close'), { content: word('close.ask'), okText: word('close') })) await onClose();
  };
  return (
    <Button disabled={busy} onClick={() => void close()}>
      {word('close')}
    </Button>
  );
}

function DayEnd(): ReactNode {
  const word = useWords(productionTexts);
  return (
    <Alert
      type="info"
      showIcon
      title={word('day-end')}
      action={<GuardedLink to="/gear/gearproduce/new?produceType=day-end">{word('day-end.do')}</GuardedLink>}
    />
  );
}
