import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Empty, Input, InputNumber } from 'antd';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { revisionImpact, type Impact } from './revision.calls.ts';
import { dishKey, scaledTo, type RevisedLine } from './revision.rules.ts';
import { revisionTexts } from './revision.texts.ts';
import { salesPlanRevision } from './sales-plan-revision.document.ts';
import './revisions.css';

/** A line of the plan as it is stored. */
export interface StoredLine {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly dishName: string;
  readonly portionGroup: string;
  readonly portions: string;
}
export interface RevisePlanProps {
  readonly planId: string;
  readonly billCode: string;
  readonly lines: readonly StoredLine[];
  readonly onClose: () => void;
}

/** 修订: portions of the meals to come, what that changes by material, and the way to whoever approves it. */
export default function RevisePlan({ planId, billCode, lines, onClose }: RevisePlanProps): ReactNode {
  const word = useWords(revisionTexts);
  const isPhone = usePhone();
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({});
  const [reason, setReason] = useState('');
  const coming = lines.filter(({ mealDate }) => mealDate >= businessDay());
  const changes: RevisedLine[] = coming.flatMap((line) => {
    const portions = typed[dishKey(line)];
    const { mealDate, mealType, dishId, portionGroup } = line;
    return portions === undefined || portions === Number(line.portions)
      ? []
      : [{ mealDate, mealType, dishId, portionGroup, newPortions: String(portions) }];
  });
  const { busy, send } = useSending(planId, changes, reason, onClose);
  const meals = [...Map.groupBy(coming, ({ mealDate, mealType }) => `${mealDate} ${mealType}`).values()];
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 760}
      title={word('title', { plan: billCode })}
      onClose={onClose}
      footer={
        <div className="revise-foot">
          <Input
            aria-label={word('reason')}
            placeholder={word('reason.example')}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button
            type="primary"
            loading={busy}
            disabled={changes.length === 0 || reason.trim() === ''}
            onClick={() => void send()}
          >
            {word('send')}
          </Button>
        </div>
      }
    >
      <ImpactTable planId={planId} changes={changes} />
      <p className="soft revise-after">{word('after')}</p>
      {meals.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('none')} />
      ) : (
        meals.map((meal) => (
          <MealRows
            key={`${meal[0]!.mealDate} ${meal[0]!.mealType}`}
            lines={meal}
            typed={typed}
            onChange={(more) => setTyped((now) => ({ ...now, ...more }))}
          />
        ))
      )}
    </Drawer>
  );
}

function useSending(planId: string, changes: readonly RevisedLine[], changeReason: string, onClose: () => void) {
  const word = useWords(revisionTexts);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const send = async (): Promise<void> => {
    const json = { salesPlanId: planId, changeReason, details: changes };
    setBusy(true);
    try {
      const saved = await post<{ readonly id: string; readonly billCode: string }>(
        callOf(salesPlanRevision, 'submit'),
        {
          json,
          key: once.keyFor(json),
        },
      );
      await post(callOf(salesPlanRevision, 'toApply'), { json: { ids: saved.id } });
      notify.done(word('sent', { bill: saved.billCode }));
      await queries.invalidateQueries({ queryKey: [salesPlanRevision.name] });
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

interface MealProps {
  readonly lines: readonly StoredLine[];
  readonly typed: Readonly<Record<string, number>>;
  readonly onChange: (more: Readonly<Record<string, number>>) => void;
}
/** One meal: its dishes, and a total that shares itself out over them. */
function MealRows({ lines, typed, onChange }: MealProps): ReactNode {
  const word = useWords(revisionTexts);
  const language = useLanguage();
  const inWords = useLabel();
  const [{ mealDate, mealType }] = lines as readonly [StoredLine];
  const meal = word('meal', { day: shortDay(mealDate, businessDay(), language), meal: inWords(mealName(mealType)) });
  const portionsOf = (line: StoredLine): number => typed[dishKey(line)] ?? Number(line.portions);
  const total = lines.reduce((sum, line) => sum + portionsOf(line), 0);
  return (
    <section className="revise-meal" aria-label={meal}>
      <header>
        <h3>{meal}</h3>
        <span>
          <span className="soft">{word('total')}</span>{' '}
          <InputNumber
            aria-label={word('meal.total', { meal })}
            min={0}
            max={1_000_000}
            precision={0}
            value={total}
            onChange={(value) => {
              const shares = scaledTo(
                lines.map(({ portions }) => Number(portions)),
                value ?? 0,
              );
              onChange(Object.fromEntries(lines.map((line, index) => [dishKey(line), shares[index]!])));
            }}
          />
        </span>
      </header>
      <ul>
        {lines.map((line) => (
          <li key={dishKey(line)}>
            <span>{line.dishName}</span>
            <span className="soft figures">{word('was', { portions: line.portions })}</span>
            <InputNumber
              aria-label={word('portions.of', { dish: line.dishName, meal })}
              min={0}
              max={1_000_000}
              precision={0}
              value={portionsOf(line)}
              onChange={(value) => onChange({ [dishKey(line)]: value ?? 0 })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** By material: what changes, what of the order is still open, and how long. */
function ImpactTable({
  planId,
  changes,
}: {
  readonly planId: string;
  readonly changes: readonly RevisedLine[];
}): ReactNode {
  const word = useWords(revisionTexts);
  const asked = useDeferredValue(JSON.stringify(changes));
  const found = useQuery({
    queryKey: ['revision-impact', planId, asked],
    queryFn: ({ signal }) =>
      request(revisionImpact, { salesPlanId: planId, details: JSON.parse(asked) as RevisedLine[] }, { signal }),
    enabled: asked !== '[]',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const impact = changes.length === 0 ? undefined : found.data;
  return (
    <section className="revise-impact" aria-label={word('impact')}>
      <h3>{word('impact')}</h3>
      {impact === undefined && found.error !== null && (
        <QueryError error={found.error} onRetry={() => void found.refetch()} />
      )}
      {impact === undefined ? (
        <p className="soft">{word('impact.none')}</p>
      ) : (
        <>
          {impact.problems.length > 0 && <Alert type="warning" showIcon title={impact.problems.join('  ')} />}
          <div className="revise-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{word('material')}</th>
                  <th scope="col">{word('day')}</th>
                  <th scope="col">{word('difference')}</th>
                  <th scope="col">{word('ordered')}</th>
                  <th scope="col">{word('open')}</th>
                  <th scope="col">{word('until')}</th>
                </tr>
              </thead>
              <tbody>
                {impact.materials.map((row) => (
                  <ImpactRow key={`${row.materialId} ${row.needDate}`} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function ImpactRow({ row }: { readonly row: Impact['materials'][number] }): ReactNode {
  const word = useWords(revisionTexts);
  const language = useLanguage();
  const { materialName, unitName, needDate, diffQty, orderedQty, openQty, plannedQty, timeLeft, minutesLeft } = row;
  return (
    <tr>
      <td>{materialName}</td>
      <td>{shortDay(needDate, businessDay(), language)}</td>
      <td className="figures">
        {diffQty.startsWith('-') ? '' : '+'}
        {shownQuantity(diffQty, unitName).figure} {unitName}
      </td>
      <td className="figures">{shownQuantity(orderedQty, unitName).figure}</td>
      <td className="figures">{shownQuantity(openQty, unitName).figure}</td>
      <td>
        {timeLeft === '' ? (
          <span className="soft">{plannedQty === '0' ? word('not-planned') : ''}</span>
        ) : (
          <Status tone={minutesLeft < 0 ? 'stop' : minutesLeft < 1440 ? 'look' : 'waiting'} word={timeLeft} />
        )}
      </td>
    </tr>
  );
}
