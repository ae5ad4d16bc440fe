import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { dictionary, type Fields } from '../../kernel/core/field.ts';
import { useDictionaryChoices } from '../../kernel/web/document/dictionary-choices.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { request } from '../../kernel/web/request.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { timeLeft } from '../sourcing/late/cut-off.rules.ts';
import { useSiteClock } from '../sourcing/late/use-site-clock.view.ts';
import * as calls from './requirement-plan.calls.ts';
import { planTexts } from './requirement-plan.texts.ts';

const MEALS: Fields = { mealType: dictionary('餐次', 'Meals', 'mealType') };
const SHOWN = 5;

/** How a plan stands now: until when something must be ordered, and what changed under it since it was reckoned. */
export function PlanState({
  planId,
  onAgain,
}: {
  readonly planId: string;
  /** Reckons again; absent where the plan stands. */ readonly onAgain?: () => void;
}) {
  const word = useWords(planTexts);
  const say = useLabel();
  const [looking, setLooking] = useState(false);
  const state = useQuery({
    queryKey: ['detail', 'requirementPlan', planId, 'standing'],
    queryFn: ({ signal }) => request(calls.planState, { id: planId }, { signal }),
    refetchOnWindowFocus: true,
  });
  const clock = useSiteClock(state.data?.now ?? '');
  const meals = useDictionaryChoices(MEALS)['mealType'] ?? [];
  if (state.data === undefined) return null;
  const { changes, cutOff, at } = state.data;
  const mealName = (key: string): string => {
    const meal = meals.find((each) => each.value === key);
    return meal === undefined ? key : say(meal.label);
  };
  const next = cutOff.next === '' ? undefined : timeLeft(clock, cutOff.next);
  return (
    <>
      {changes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="plan-changed"
          title={word('changed.title', { time: at })}
          description={
            <ul>
              {changes.slice(0, SHOWN).map((change) => (
                <li key={`${change.cause} ${change.sourceId} ${change.mealDate} ${change.mealType} ${change.dishName}`}>
                  <GuardedLink to={change.link}>{change.billCode}</GuardedLink> {change.stallName}{' '}
                  {change.mealDate === ''
                    ? change.name
                    : `${change.mealDate.slice(5)} ${mealName(change.mealType)} ${change.dishName}`}
                  {' · '}
                  {word(`changed.${change.cause}`, { lines: change.lines, before: change.before, after: change.after })}
                </li>
              ))}
              {changes.length > SHOWN && (
                <li className="soft">{word('whatif.more', { count: changes.length - SHOWN })}</li>
              )}
            </ul>
          }
          action={
            <span className="plan-changed-acts">
              <Button size="small" onClick={() => setLooking(true)}>
                {word('changed.look')}
              </Button>
              {onAgain !== undefined && (
                <Button size="small" type="primary" onClick={onAgain}>
                  {word('changed.again')}
                </Button>
              )}
            </span>
          }
        />
      )}
      {(next !== undefined || cutOff.late > 0 || cutOff.undeliverable > 0) && (
        <p className="plan-cutoff" role="status">
          {next !== undefined && (
            <span className={next.isSoon ? 'is-soon' : ''}>
              {word('cutoff.next', { time: cutOff.next.slice(5, 16), count: cutOff.nextLines })} ·{' '}
              <strong>{say(next.words)}</strong>
            </span>
          )}
          {cutOff.late > 0 && <span className="is-late">{word('cutoff.late', { count: cutOff.late })}</span>}
          {cutOff.undeliverable > 0 && (
            <span className="is-late">{word('cutoff.undeliverable', { count: cutOff.undeliverable })}</span>
          )}
        </p>
      )}
      <Drawer
        open={looking}
        onClose={() => setLooking(false)}
        size={720}
        title={word('delta.title')}
        className="plan-why"
      >
        {looking && <Delta planId={planId} />}
      </Drawer>
    </>
  );
}

/** Need by need: old, new, what of it is ordered, and until when it can be changed. */
function Delta({ planId }: { readonly planId: string }) {
  const word = useWords(planTexts);
  const text = useText();
  const delta = useQuery({
    queryKey: ['detail', 'requirementPlan', planId, 'delta'],
    queryFn: ({ signal }) => request(calls.planDelta, { id: planId }, { signal }),
  });
  if (delta.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={delta.error instanceof ApiError ? delta.error.message : text('error.unknown')}
      />
    );
  if (delta.data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (delta.data.length === 0) return <p className="soft">{word('delta.none')}</p>;
  const figure = (qty: string): string => Decimal.of(qty).rounded(3).toString();
  return (
    <div className="plan-walk">
      <table>
        <thead>
          <tr>
            {(['material', 'warehouse', 'date'] as const).map((name) => (
              <th key={name} scope="col" className="is-text">
                {word(name)}
              </th>
            ))}
            {(['old', 'new', 'diff', 'ordered', 'until'] as const).map((name) => (
              <th key={name} scope="col">
                {word(`delta.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {delta.data.map((row) => (
            <tr key={`${row.warehouseId} ${row.materialId} ${row.needDate}`}>
              <th scope="row" className="is-text">
                {row.materialName}
              </th>
              <td className="is-text">{row.warehouseName}</td>
              <td className="is-text">{row.needDate.slice(5)}</td>
              <td>{figure(row.oldQty)}</td>
              <td>{figure(row.newQty)}</td>
              <td>
                <strong>{row.diffQty.startsWith('-') ? figure(row.diffQty) : `+${figure(row.diffQty)}`}</strong>{' '}
                <span className="unit">{row.baseUnitName}</span>
              </td>
              <td>{figure(row.orderedQty)}</td>
              <td>{row.changeableUntil.slice(5, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
