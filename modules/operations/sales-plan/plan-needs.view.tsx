import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Empty, Skeleton } from 'antd';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { planNeeds } from './sales-plan.calls.ts';
import { planTexts } from './sales-plan.texts.ts';

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
      <p className="soft">{needs.data !== undefined && needs.data.length > 0 && word('needs.unsaved')}</p>
      {needs.data?.map((dish) => (
        <section key={dish.dishId} className="plan-need">
          <h3>
            <GuardedLink to={`/masterdata/dish/${dish.dishId}`}>{dish.dishName}</GuardedLink>{' '}
            <span className="soft figures">{dish.portions}</span>
          </h3>
          {dish.problem === '' ? (
            <ul>
              {dish.materials.map((each) => (
                <li key={each.materialId}>
                  <span>{each.materialName}</span>
                  <span className="figures">
                    {Decimal.of(each.qty).rounded(3).toString()} <span className="unit">{each.unitName}</span>
                  </span>
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
