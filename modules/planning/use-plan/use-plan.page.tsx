import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { usePlan, type UsedLot } from './use-plan.calls.ts';
import { usePlanTexts } from './use-plan.texts.ts';
import './use-plan.css';

/** 临期用料方案: lots that end soon, and what clears them in time. */
export default function UsePlanPage(): ReactNode {
  const word = useWords(usePlanTexts);
  const found = useQuery({
    queryKey: ['use-plan'],
    queryFn: ({ signal }) => request(usePlan, {}, { signal }),
    retry: false,
  });
  return (
    <div className="use-plan">
      <h1 className="page-title" tabIndex={-1}>
        {word('title')}
      </h1>
      <p className="soft">{word('what')}</p>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : found.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />
      ) : (
        <ul>
          {found.data.map((lot) => (
            <OneLot key={`${lot.warehouseId} ${lot.batchId}`} lot={lot} />
          ))}
        </ul>
      )}
    </div>
  );
}

const figure = (qty: string, unit: string): string => shownQuantity(qty, unit).figure;

function OneLot({ lot }: { readonly lot: UsedLot }): ReactNode {
  const word = useWords(usePlanTexts);
  const language = useLanguage();
  const codes = useAllowedCodes();
  const { materialName, unitName: unit, qty, until, leftQty, restQty, usedQty } = lot;
  const day = (text: string): string => shortDay(text, businessDay(), language);
  const isUsed = leftQty === '0';
  return (
    <li aria-label={materialName}>
      <header>
        <strong>{materialName}</strong>
        <span className="soft figures">
          {word('lot', { qty: figure(qty, unit), unit, store: lot.warehouseName, batch: lot.batchCode })}
        </span>
        <Status
          tone={isUsed ? 'done' : restQty === '0' ? 'look' : 'stop'}
          word={
            isUsed
              ? word('all-used')
              : restQty === '0'
                ? word('cleared')
                : word('rest', { qty: figure(restQty, unit), unit })
          }
        />
        <span className="figures">{word('until', { day: day(until) })}</span>
      </header>
      <p className="soft figures">{word('used', { qty: figure(usedQty, unit), left: figure(leftQty, unit), unit })}</p>
      <ul>
        {lot.transfers.map(({ warehouseId, warehouseName: store, needDate, qty: moved }) => (
          <li key={`${warehouseId} ${needDate}`}>
            {word('transfer', { store, qty: figure(moved, unit), unit, day: day(needDate) })}
            {codes.has('allocation_add') && <GuardedLink to="/store/allocation/new">{word('transfer.do')}</GuardedLink>}
          </li>
        ))}
        {lot.dishes.map((dish) => (
          <DishRow
            key={`${dish.stallName} ${dish.dishId} ${dish.mealDate} ${dish.mealType}`}
            dish={dish}
            unit={unit}
            day={day}
          />
        ))}
      </ul>
    </li>
  );
}

interface DishProps {
  readonly dish: UsedLot['dishes'][number];
  readonly unit: string;
  readonly day: (text: string) => string;
}
function DishRow({ dish, unit, day }: DishProps): ReactNode {
  const word = useWords(usePlanTexts);
  const inWords = useLabel();
  const { dishName, stallName: stall, mealDate, mealType, portions, qty, price, lowestPrice: lowest } = dish;
  return (
    <li>
      {word('dish', {
        day: day(mealDate),
        meal: inWords(mealName(mealType)),
        stall,
        dish: dishName,
        portions,
        qty: figure(qty, unit),
        unit,
      })}
      {price !== undefined && lowest !== undefined && (
        <span className="soft figures">{word('price', { price, lowest })}</span>
      )}
    </li>
  );
}
