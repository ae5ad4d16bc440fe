import { useQuery } from '@tanstack/react-query';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { comma, useLabel, useWords } from '../../../parts/language/language.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { request } from '../../../kernel/web/request.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import type { BuiltPlan, BuiltPlans } from './menu-plans.ts';
import { builtPlans } from './menu-template.calls.ts';
import { menuTexts } from './menu.texts.ts';
import './menu.css';

/** Plans that were filled from these menus or from their versions before. */
export const plansOf = (ids: readonly string[], signal?: AbortSignal): Promise<BuiltPlans> =>
  request(builtPlans, { ids: ids.join(',') }, { signal });

/**
 * Plans one under the other: number, stall, days, state, owner. In a dialog they open beside, so that its question
 * stays.
 */
export function PlanRows({ plans, total, beside = false }: BuiltPlans & { readonly beside?: boolean }) {
  const word = useWords(menuTexts);
  const label = useLabel();
  const name = (plan: BuiltPlan, to: string) =>
    beside ? (
      <a href={to} target="_blank" rel="noreferrer" className="figures">
        {plan.billCode}
      </a>
    ) : (
      <GuardedLink to={to} className="figures">
        {plan.billCode}
      </GuardedLink>
    );
  return (
    <>
      <ul className="menu-plans" tabIndex={beside ? 0 : undefined}>
        {plans.map((plan) => {
          const of = declarationOf(plan.resource);
          const state = of?.life?.states[plan.status];
          return (
            <li key={plan.id}>
              {of?.path === undefined ? (
                <span className="figures">{plan.billCode}</span>
              ) : (
                name(plan, `${of.path}/${plan.id}`)
              )}
              <span>{plan.place}</span>
              {state === undefined ? <span /> : <Status tone={state.tone} word={label(state.label)} />}
              <span className="figures">
                {plan.startDate} ~ {plan.endDate}
              </span>
              <span className="soft">
                {word('plans.dishes', { count: plan.dishes })}
                {plan.menus.length > 0 && (
                  <>
                    {' '}
                    · <span className="figures">{plan.menus.join(comma())}</span>
                  </>
                )}
              </span>
              <span className="soft">{plan.ownerName}</span>
            </li>
          );
        })}
      </ul>
      {total > plans.length && <p className="soft">{word('plans.more', { count: total - plans.length })}</p>}
    </>
  );
}

/** On the page of a menu: the plans that were filled from it or from its versions before and are not over. */
export function MenuPlans({ id }: { readonly id: string }) {
  const word = useWords(menuTexts);
  const built = useQuery({
    queryKey: ['detail', 'menuTemplate', id, 'plans'],
    queryFn: ({ signal }) => plansOf([id], signal),
  });
  if (built.data === undefined || built.data.total === 0) return null;
  return (
    <section className="menu-built" aria-label={word('plans')}>
      <h2>
        {word('plans')} <span className="soft figures">{built.data.total}</span>
      </h2>
      <PlanRows {...built.data} />
    </section>
  );
}
