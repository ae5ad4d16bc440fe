import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Explained } from '../../../kernel/web/explained.tsx';
import type { Equation } from '../../../parts/explained/explained.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { type CostCard, CostTable, fine, isPositive, money } from './cost-table.view.tsx';
import { type CardLine, costCard } from './dish-cost.calls.ts';
import { dishBom } from './dish-bom.resource.ts';
import { dishTexts } from './dish.texts.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';

/** What a portion costs at today's prices: the figure, its lines, and what is not known. */
export function DishCost({
  dishId,
  bomId,
}: {
  readonly dishId: string;
  readonly bomId: string | undefined;
}): ReactNode {
  const word = useWords(dishTexts);
  const text = useText();
  const [priceType, setPriceType] = useState('purchase');
  const found = useQuery({
    queryKey: [...listKey(dishBom), 'cost', dishId, bomId, priceType],
    queryFn: ({ signal }) => request(costCard, { dishId, bomId, priceType }, { signal }),
    placeholderData: keepPreviousData,
  });
  const [isOpen, setOpen] = useState(() => readStored('dish.cost', false));
  const card = found.data;
  if (found.error !== null && card === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
      />
    );
  if (card === undefined)
    return (
      <section className="dish-cost">
        <Skeleton active paragraph={{ rows: 2 }} />
      </section>
    );
  if (card.bomVersion === null) return null;
  return (
    <section className="dish-cost" aria-label={word('cost')}>
      <header>
        <Figure card={card} />
        <Share card={card} />
        <Button
          type="link"
          size="small"
          aria-expanded={isOpen}
          onClick={() => {
            writeStored('dish.cost', !isOpen);
            setOpen(!isOpen);
          }}
        >
          {word(isOpen ? 'cost.fold' : 'cost.unfold')}
        </Button>
        <Basis card={card} priceType={priceType} onPriceType={setPriceType} />
      </header>
      <Missing sentences={card.missing} />
      {isOpen && <CostTable card={card} />}
    </section>
  );
}

interface CardProps {
  readonly card: CostCard;
}

function Figure({ card }: CardProps): ReactNode {
  const word = useWords(dishTexts);
  return (
    <>
      <h2>{word('cost.per', { unit: card.outputUnitName })}</h2>
      {card.costPerPortion === null ? (
        <Status tone="look" word={word('cost.incomplete')} />
      ) : (
        <strong className="dish-cost-figure figures">
          <Explained value={amountText(card.costPerPortion)} equation={equationOf(card, word)} />
        </strong>
      )}
    </>
  );
}

/** The cost's share of the sale price, and whether it is within its target. */
function Share({ card: { foodCostPct, targetFoodCost } }: CardProps): ReactNode {
  const word = useWords(dishTexts);
  if (foodCostPct === null) return null;
  const share = word('cost.share', { percent: foodCostPct });
  if (targetFoodCost === null) return <span className="figures">{share}</span>;
  const target = Decimal.of(targetFoodCost);
  const isOver = Decimal.of(foodCostPct).isAbove(target);
  return (
    <span className="figures">
      {share} ·{' '}
      <Status
        tone={isOver ? 'look' : 'done'}
        word={word(isOver ? 'cost.over' : 'cost.within', { percent: target.toString() })}
      />
    </span>
  );
}

interface BasisProps extends CardProps {
  readonly priceType: string;
  readonly onPriceType: (priceType: string) => void;
}
/** Which day, version and kind of price the cost is worked out by. */
function Basis({ card, priceType, onPriceType }: BasisProps): ReactNode {
  const word = useWords(dishTexts);
  return (
    <>
      <span className="soft">
        {word(card.withTax === 1 ? 'cost.basis.tax' : 'cost.basis.net', {
          date: card.date,
          version: card.bomVersion ?? '',
          kind: card.priceTypes.find(({ type }) => type === card.priceType)?.name ?? '',
        })}
      </span>
      {card.priceTypes.length > 1 && (
        <Segmented
          size="small"
          aria-label={word('cost.kind')}
          value={priceType}
          onChange={onPriceType}
          options={card.priceTypes.map(({ type, name }) => ({ value: type, label: name }))}
        />
      )}
    </>
  );
}

/** What is not known, and keeps the cost from being complete. */
function Missing({ sentences: [first, ...others] }: { readonly sentences: readonly string[] }): ReactNode {
  if (first === undefined) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={first}
      description={others.length > 0 ? others.map((sentence) => <div key={sentence}>{sentence}</div>) : undefined}
    />
  );
}

type Word = (key: keyof typeof dishTexts, places?: Readonly<Record<string, string | number>>) => string;

/** The whole figure as one equation: each line as what goes in times what a unit costs. */
function equationOf(card: CostCard, word: Word): Equation {
  const of = ({ name, gross, unitName, unitPrice }: CardLine): string =>
    `${name} ${Decimal.of(gross!).rounded(4).toString()} ${unitName} × ${Decimal.of(unitPrice!).rounded(4).toString()}`;
  return {
    label: word('cost.sum', { unit: card.outputUnitName }),
    terms: [
      ...card.lines.map((line, at) => ({
        ...(at === 0 ? {} : { sign: line.kind === 'byproduct' ? ('−' as const) : ('+' as const) }),
        label: of(line),
        value: fine(Decimal.of(line.cost!).abs().toString()),
        ...(line.subDishId === '' ? {} : { to: `/masterdata/dish/${line.subDishId}` }),
      })),
      ...(isPositive(card.auxiliary)
        ? [{ sign: '+' as const, label: word('cost.auxiliary'), value: fine(card.auxiliary) }]
        : []),
      ...(isPositive(card.loss)
        ? [{ sign: '+' as const, label: word('cost.loss', { percent: card.processLossRate }), value: fine(card.loss!) }]
        : []),
    ],
    value: money(card.costPerPortion!),
    notes: [
      word('cost.rounding'),
      ...(card.foodCostPct === null
        ? []
        : [
            word('cost.share.how', {
              cost: money(card.costPerPortion!),
              net: money(card.salePriceNoTax!),
              percent: card.foodCostPct,
            }),
          ]),
    ],
  };
}
