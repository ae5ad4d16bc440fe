import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Empty, Skeleton } from 'antd';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { planNeeds } from './sales-plan.calls.ts';
import { planTexts } from './sales-plan.texts.ts';
import { amountText, grouped } from '../../../parts/quantities/amount.rules.ts';

/** Each dish of the plan with the materials it takes. */
export function PlanNeeds({
  planId,
  open,
  onClose,
}: {
  readonly planId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const word = useWords(planTexts);
  const text = useText();
  const needs = useQuery({
    queryKey: ['detail', 'salesPlan', planId, 'needs'],
    queryFn: ({ signal }) => request(planNeeds, { gearSalesPlanId: planId }, { signal }),
    enabled: open,
  });
  return (
    <Drawer open={open} onClose={onClose} size={560} title={word('needs.title')}>
      {needs.error !== null && (
        <Alert
          type="error"
          showIcon
          title={needs.error instanceof ApiError ? needs.error.message : text('error.unknown')}
        />
      )}
      {needs.isLoading && <Skeleton active />}
      {needs.data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('needs.empty')} />}
      <NeedsTotal dishes={needs.data ?? []} />
      <p className="soft">{needs.data !== undefined && needs.data.length > 0 && word('needs.unsaved')}</p>
      {needs.data?.map((dish) => (
        <section key={dish.dishId} className="plan-need">
          <h3>
            <GuardedLink to={`/masterdata/dish/${dish.dishId}`}>{dish.dishName}</GuardedLink>{' '}
            <span className="soft figures">
              {dish.portions}
              {dish.cost != null && ` · ${amountText(dish.cost)}`}
            </span>
          </h3>
          {dish.problem === '' ? (
            <ul>
              {dish.materials.map((each) => (
                <li key={each.materialId}>
                  <span>{each.materialName}</span>
                  <Quantity qty={each.qty} unit={each.unitName} />
                  {each.amount !== undefined && (
                    <span className="figures plan-need-amount">
                      {each.amount === null ? '–' : amountText(each.amount)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className="week-warn">{dish.problem}</p>
          )}
        </section>
      ))}
    </Drawer>
  );
}

type Dish = TypeOf<typeof planNeeds.answer>[number];

/** What all dishes cost together, for who may see it; dishes whose cost is not known are counted. */
function NeedsTotal({ dishes }: { readonly dishes: readonly Dish[] }) {
  const word = useWords(planTexts);
  const costs = dishes.flatMap(({ cost }) => (cost == null ? [] : [Decimal.of(cost)]));
  if (costs.length === 0) return null;
  const unknown = dishes.filter(({ cost }) => cost === null);
  return (
    <p className="plan-need-total figures">
      {word('money.cost')} <strong>{amountText(Decimal.sum(costs))}</strong>
      {unknown.length > 0 && (
        <span className="week-warn">
          {' '}
          {word('money.unknown', {
            count: unknown.length,
            dishes: unknown.map(({ dishName }) => dishName).join(comma()),
          })}
        </span>
      )}
    </p>
  );
}

function Quantity({ qty, unit }: { readonly qty: string; readonly unit: string }) {
  const shown = shownQuantity(qty, unit);
  return (
    <span className="figures" title={shown.exact}>
      {grouped(shown.figure)} <span className="unit">{shown.unit}</span>
    </span>
  );
}
