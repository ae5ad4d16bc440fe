import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { request } from '../../../kernel/web/request.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { changeOf, pointsOf } from './plan-money.rules.ts';
import { moneyOfPlan } from './sales-plan.calls.ts';
import { salesPlan } from './sales-plan.document.ts';
import { planTexts } from './sales-plan.texts.ts';
import { amountText, grouped } from '../../../parts/quantities/amount.rules.ts';

type Figures = TypeOf<typeof moneyOfPlan.answer>['now'];

/** What decides on a plan, in one line: portions and income, what it costs and leaves, and how that changed. */
export function PlanMoney({ planId, version }: { readonly planId: string; readonly version: string }): ReactNode {
  const word = useWords(planTexts);
  const money = useQuery({
    queryKey: ['detail', salesPlan.name, planId, 'money', version],
    queryFn: ({ signal }) => request(moneyOfPlan, { gearSalesPlanId: planId }, { signal }),
  });
  if (money.data === undefined) return null;
  const { now, before } = money.data;
  return (
    <section className="plan-money" aria-label={word('money.margin')}>
      <dl>
        <Figure
          isElsewhere
          name={word('portions')}
          change={before && percentText(changeOf(now, before, (each) => each.portions))}
        >
          {grouped(now.portions)}
        </Figure>
        <Figure
          isElsewhere
          name={word('income')}
          change={before && percentText(changeOf(now, before, (each) => each.income))}
        >
          {amountText(now.income)}
        </Figure>
        <CostFigures now={now} before={before} />
      </dl>
      {before !== null && (
        <span className="soft">
          <Against before={before} isDaily={before.days !== now.days} />
        </span>
      )}
      {now.money !== undefined && now.money.unknown.length > 0 && (
        <span className="week-warn">
          {word('money.unknown', { count: now.money.unknown.length, dishes: now.money.unknown.join(comma()) })}
        </span>
      )}
    </section>
  );
}

/** What it costs and leaves, for who may see it; a share above its target wants a look. */
function CostFigures({ now, before }: { readonly now: Figures; readonly before: Figures | null }): ReactNode {
  const word = useWords(planTexts);
  const { money } = now;
  if (money === undefined) return null;
  const was = before?.money;
  const { foodCostPct, targetFoodCost } = money;
  const isOver =
    foodCostPct !== null && targetFoodCost !== null && Decimal.of(foodCostPct).isAbove(Decimal.of(targetFoodCost));
  const points =
    was == null || was.foodCostPct === null || foodCostPct === null
      ? undefined
      : pointsOf(foodCostPct, was.foodCostPct);
  return (
    <>
      <Figure
        name={word('money.cost')}
        change={before && percentText(changeOf(now, before, (each) => each.money?.cost))}
      >
        <span title={word('money.basis', { day: now.startDate })}>{amountText(money.cost)}</span>
      </Figure>
      {foodCostPct !== null && (
        <Figure name={word('money.share')} change={points && word('money.points', { change: points })}>
          {Decimal.of(foodCostPct).toFixed(1)}%{' '}
          {targetFoodCost !== null && (
            <small>
              <Status
                tone={isOver ? 'look' : 'done'}
                word={word('money.target', { percent: Decimal.of(targetFoodCost).toString() })}
              />
            </small>
          )}
        </Figure>
      )}
      <Figure
        name={word('money.margin')}
        change={before && percentText(changeOf(now, before, (each) => each.money?.margin))}
      >
        {amountText(money.margin)}
      </Figure>
    </>
  );
}

const percentText = (change: string | undefined): string | undefined =>
  change === undefined ? undefined : `${change}%`;

interface FigureProps {
  readonly name: string;
  /** Against the week before; empty where it is the same or nothing is known of it. */
  readonly change: string | null | undefined;
  /** It stands on the page anyway: where little room is, not here, too. */
  readonly isElsewhere?: true;
  readonly children: ReactNode;
}
function Figure({ name, change, isElsewhere, children }: FigureProps): ReactNode {
  return (
    <div className={isElsewhere ? 'is-elsewhere' : undefined}>
      <dt>{name}</dt>
      <dd className="figures">
        {children} {change != null && change !== '' && <small className="soft">{change}</small>}
      </dd>
    </div>
  );
}

/** The plan it is compared with. */
function Against({ before: { id, billCode }, isDaily }: { readonly before: Figures; readonly isDaily: boolean }) {
  const word = useWords(planTexts);
  return (
    <span title={billCode}>
      <GuardedLink to={`${salesPlan.path ?? ''}/${id}`}>
        {word(isDaily ? 'money.before.daily' : 'money.before')}
      </GuardedLink>
    </span>
  );
}
