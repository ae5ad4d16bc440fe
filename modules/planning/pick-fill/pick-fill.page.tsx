import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { intent } from '../../../parts/client/api.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { KitchenSheet } from '../../issuing/kitchen-sheet/kitchen-sheet.view.tsx';
import type { SheetUse } from '../../issuing/kitchen-sheet/kitchen-sheet.rules.ts';
import { kitchenSheetTexts } from '../../issuing/kitchen-sheet/kitchen-sheet.texts.ts';
import { KitchenHead } from '../../production/day/kitchen-head.view.tsx';
import { useKitchenDay } from '../../production/day/use-kitchen-day.view.ts';
import { FilledBox } from './filled-box.view.tsx';
import { fillPicks, pickFromPlan, type PickFill } from './pick-fill.calls.ts';
import { pickFillTexts } from './pick-fill.texts.ts';
import '../../production/production.css';
import './pick-fill.css';

/** 按计划领料: what the meals of a restaurant's day still need, the pick bills made of it, and the kitchen sheet. */
export default function PickFillPage(): ReactNode {
  const word = useWords(pickFillTexts);
  const ofSheet = useWords(kitchenSheetTexts);
  const day = useKitchenDay();
  const [shown, setShown] = useState<'picks' | 'sheet'>('picks');
  const found = useQuery({
    queryKey: ['pick-fill', day.stall, day.date],
    queryFn: ({ signal }) => request(pickFromPlan, { useRestaurantDeptId: day.stall, date: day.date }, { signal }),
    retry: false,
  });
  const fill = found.data;
  return (
    <div className="kitchen">
      <KitchenHead
        title={word('title')}
        day={day}
        places={word('restaurant')}
        stalls={fill?.restaurants ?? []}
        stallId={fill?.restaurantId ?? day.stall}
      >
        {shown === 'sheet' ? (
          <Button onClick={() => window.print()}>{ofSheet('print')}</Button>
        ) : (
          fill !== undefined && <MakeButton fill={fill} onDone={() => found.refetch()} />
        )}
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {fill === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          {fill.problems.map(({ dishName, problem }) => (
            <Alert key={dishName} type="warning" showIcon title={problem} />
          ))}
          {fill.bills.length === 0 ? (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={word(fill.restaurantId === '' ? 'no-restaurant' : 'none')}
            />
          ) : (
            <>
              <Segmented
                className="pick-fill-views"
                value={shown}
                options={[
                  { value: 'picks', label: word('picks') },
                  { value: 'sheet', label: ofSheet('title') },
                ]}
                onChange={setShown}
              />
              <p className="soft">{shown === 'picks' ? word('what') : ofSheet('what')}</p>
              {shown === 'sheet' ? (
                <KitchenSheet uses={usesOf(fill)} />
              ) : (
                fill.bills.map((bill) => <FilledBox key={`${bill.stallId} ${bill.mealType}`} bill={bill} />)
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Everything the day's pots take, whether it is picked or lies at the stall. */
const usesOf = ({ bills }: PickFill): SheetUse[] =>
  bills.flatMap(({ stallName, mealName, lines }) =>
    lines.flatMap(({ materialId, materialName, unitName, uses }) =>
      uses.map((use) => ({ ...use, materialId, materialName, unitName, meal: `${stallName} · ${mealName}` })),
    ),
  );

interface MakeProps {
  readonly fill: PickFill;
  readonly onDone: () => Promise<unknown>;
}
function MakeButton({ fill, onDone }: MakeProps): ReactNode {
  const word = useWords(pickFillTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const count = fill.bills.filter(({ lines }) =>
    lines.some(({ askQty, offShelf }) => askQty !== '0' && !offShelf),
  ).length;
  if (count === 0) return null;
  const make = async (): Promise<void> => {
    setBusy(true);
    const body = { useRestaurantDeptId: fill.restaurantId, date: fill.date };
    try {
      const { ids } = await request(fillPicks, body, { key: once.keyFor(body) });
      notify.done(word('made', { count: ids.length }));
      await navigate(ids.length === 1 ? `/store/pick/${ids[0]!}` : '/store/pick');
    } catch (error) {
      notify.error(error);
      await onDone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void make()}>
      {word('make', { count })}
    </Button>
  );
}
