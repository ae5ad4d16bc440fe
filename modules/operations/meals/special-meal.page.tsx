import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import { Explained } from '../../../kernel/web/explained.tsx';
import type { Equation } from '../../../parts/explained/explained.tsx';
import type { FormLines, FormValues } from '../../../kernel/web/form/values.ts';
import { amountText, grouped } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { useWords } from '../../../parts/language/language.ts';
import { checkMeal, type mealMoney } from './special-meal.calls.ts';
import { specialMeal } from './special-meal.document.ts';
import { mealTexts } from './special-meal.texts.ts';
import '../sales-plan/sales-plan.css';

const LINES = {
  details: { columns: { factor: { hidden: true }, baseUnitId: { hidden: true }, baseQty: { hidden: true } } },
};

type Money = TypeOf<typeof mealMoney>;
type Checked = TypeOf<typeof checkMeal.answer>;
type Word = (key: keyof typeof mealTexts, places?: Readonly<Record<string, string | number>>) => string;

/** One special meal: what it brings, what it costs, and what speaks against it, while it is typed as well. */
export default function SpecialMealPage() {
  return (
    <DocumentPage
      of={specialMeal}
      lines={LINES}
      whileEditing={(values, lines) => <LiveMeal values={values} details={lines.details} />}
    >
      {(row) => <StoredMeal row={row} />}
    </DocumentPage>
  );
}

function StoredMeal({ row }: { readonly row: WholeRecord<typeof specialMeal> }) {
  const { id } = row;
  const { data } = useQuery({
    queryKey: ['detail', specialMeal.name, id, 'money', row.version],
    queryFn: ({ signal }) => request(checkMeal, { id }, { signal }),
  });
  // What is over is not to be mended any more.
  const isOpen = ['draft', 'rejected', 'pending'].includes(row.status);
  return data === undefined ? null : (
    <MealMoney money={data.money} items={data.items.filter((item) => item.level === 'warning' || isOpen)} />
  );
}

const REST_MS = 600;
const CHECKED = [
  'id',
  'status',
  'gearOperationDeptId',
  'mealDate',
  'mealType',
  'startTime',
  'headCount',
  'mealStandard',
  'serviceFee',
] as const;
const CHECKED_OF_LINE = ['lineKind', 'dishId', 'materialId', 'unitId', 'portions', 'perHead'] as const;
/** These fields as text; what is not filled in is sent empty, so that it counts as cleared. */
interface Edited {
  readonly values: FormValues<typeof specialMeal>;
  readonly details: FormLines<typeof specialMeal>['details'];
}
const picked = <K extends string>(
  from: { readonly [P in K]?: unknown },
  names: readonly K[],
): Readonly<Record<K, string>> =>
  Object.fromEntries(names.map((name) => [name, String(from[name] ?? '')])) as Record<K, string>;

/**
 * The meal as it stands on the screen, asked about once the fingers rest; the figures of before stay until the new
 * ones are here.
 */
function LiveMeal({ values, details }: Edited) {
  const checkInput = {
    ...picked(values, CHECKED),
    details: details.filter((line) => line.dishId || line.materialId).map((line) => picked(line, CHECKED_OF_LINE)),
  };
  const isAskable =
    checkInput.gearOperationDeptId !== '' &&
    checkInput.mealDate !== '' &&
    checkInput.mealType !== '' &&
    checkInput.details.length > 0;
  const data = useCheck(checkMeal, isAskable ? checkInput : undefined, REST_MS);
  // Lines that are not finished yet are said when they are saved.
  return data === undefined ? null : (
    <div className="meal-live">
      <MealMoney money={data.money} items={data.items.filter((item) => item.level === 'warning')} />
    </div>
  );
}

function MealMoney({ money, items }: { readonly money: Money | undefined; readonly items: Checked['items'] }) {
  const word = useWords(mealTexts);
  const over =
    money?.foodCostPct != null &&
    money.targetFoodCost != null &&
    Decimal.of(money.foodCostPct).isAbove(Decimal.of(money.targetFoodCost));
  return (
    <>
      {money !== undefined && (
        <section className="meal-money" aria-label={word('cost')}>
          <dl>
            <div>
              <dt>{word('total')}</dt>
              <dd className="figures">
                <Explained value={amountText(money.totalAmount)} equation={totalOf(money, word)} />
              </dd>
            </div>
            <div>
              <dt>{word('cost')}</dt>
              <dd className="figures">
                {money.costAmount === null ? (
                  <Status tone="look" word={word('unknown')} />
                ) : (
                  <Explained value={amountText(money.costAmount)} equation={costOf(money, word)} />
                )}
              </dd>
            </div>
            {money.costPerHead !== null && (
              <div>
                <dt>{word('cost.head')}</dt>
                <dd className="figures">{amountText(money.costPerHead)}</dd>
              </div>
            )}
            {money.foodCostPct !== null && (
              <div>
                <dt>{word('share')}</dt>
                <dd className="figures">
                  {Decimal.of(money.foodCostPct).toFixed(1)}%{' '}
                  {money.targetFoodCost !== null && (
                    <small>
                      <Status
                        tone={over ? 'look' : 'done'}
                        word={word('target', { percent: Decimal.of(money.targetFoodCost).toString() })}
                      />
                    </small>
                  )}
                </dd>
              </div>
            )}
          </dl>
          <span className="soft">{word(money.withTax === 1 ? 'basis' : 'basis.net')}</span>
        </section>
      )}
      {items.length > 0 && (
        <Alert
          type={items.some((item) => item.level === 'error') ? 'error' : 'warning'}
          showIcon
          title={items[0]!.msg}
          description={
            items.length > 1 ? (
              <ul className="sentences">
                {items.slice(1).map((item) => (
                  <li key={item.msg}>{item.msg}</li>
                ))}
              </ul>
            ) : undefined
          }
        />
      )}
    </>
  );
}

const totalOf = (money: Money, word: Word): Equation => ({
  label: word('total'),
  value: grouped(money.totalAmount),
  terms: [
    {
      label: word('guests', { count: money.headCount, standard: money.mealStandard }),
      value: grouped(Decimal.of(money.totalAmount).minus(Decimal.of(money.serviceFee)).toFixed(2)),
    },
    ...(Decimal.of(money.serviceFee).isZero()
      ? []
      : [{ sign: '+' as const, label: word('fee'), value: grouped(money.serviceFee) }]),
  ],
});
const costOf = (money: Money, word: Word): Equation => ({
  label: word('cost'),
  value: grouped(money.costAmount!),
  terms: money.lines.map((line, at) => ({
    ...(at === 0 ? {} : { sign: '+' as const }),
    label: word('line', {
      name: line.name,
      qty: line.qty,
      unit: line.unitName === '' ? word('portions') : line.unitName,
      price: Decimal.of(line.unitCost!).toFixed(2),
    }),
    value: grouped(line.cost!),
    ...(line.dishId === '' ? {} : { to: `/masterdata/dish/${line.dishId}` }),
  })),
  ...(money.foodCostPct === null
    ? {}
    : { notes: [word('share.note', { cost: grouped(money.costAmount!), income: grouped(money.income) })] }),
});
