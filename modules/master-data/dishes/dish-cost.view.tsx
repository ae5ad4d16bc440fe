import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { Fragment, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { Explained } from '../../../kernel/web/explained.tsx';
import type { Equation } from '../../../parts/explained/explained.tsx';
import { ApiError } from '../../../parts/client/errors.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { grouped } from '../../../kernel/web/kinds/number.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { type CardLine, costCard } from './dish-cost.calls.ts';
import { dishBom } from './dish-bom.resource.ts';
import { dishTexts } from './dish.texts.ts';

type CostCard = TypeOf<typeof costCard.answer>;

const money = (figure: string): string => grouped(Decimal.of(figure).toFixed(2));
/** What comes to less than a cent is shown as far as it is something. */
const fine = (figure: string): string => {
  const value = Decimal.of(figure);
  return value.abs().isBelow(Decimal.of('0.1')) && !value.isZero() ? value.rounded(4).toString() : money(figure);
};
const isPositive = (figure: string | null): boolean => figure !== null && Decimal.of(figure).isPositive();

/** What a portion costs at today's prices: the figure, its lines, and what is not known. */
export function DishCost({ dishId, bomId }: { readonly dishId: string; readonly bomId: string | undefined }) {
  const word = useWords(dishTexts);
  const text = useText();
  const [priceType, setPriceType] = useState('purchase');
  const found = useQuery({
    queryKey: [...listKey(dishBom), 'cost', dishId, bomId, priceType],
    queryFn: ({ signal }) => request(costCard, { dishId, bomId, priceType }, { signal }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState(() => readStored('dish.cost', false));
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
  const unit = card.outputUnitName;
  const over =
    card.foodCostPct !== null &&
    card.targetFoodCost !== null &&
    Decimal.of(card.foodCostPct).isAbove(Decimal.of(card.targetFoodCost));
  return (
    <section className="dish-cost" aria-label={word('cost')}>
      <header>
        <h2>{word('cost.per', { unit })}</h2>
        {card.costPerPortion === null ? (
          <Status tone="look" word={word('cost.incomplete')} />
        ) : (
          <strong className="dish-cost-figure figures">
            <Explained value={`¥${money(card.costPerPortion)}`} equation={equationOf(card, word)} />
          </strong>
        )}
        {card.foodCostPct !== null && (
          <span className="figures">
            {word('cost.share', { percent: card.foodCostPct })}
            {card.targetFoodCost !== null && (
              <>
                {' '}
                ·{' '}
                <Status
                  tone={over ? 'look' : 'done'}
                  word={word(over ? 'cost.over' : 'cost.within', {
                    percent: Decimal.of(card.targetFoodCost).toString(),
                  })}
                />
              </>
            )}
          </span>
        )}
        <Button
          type="link"
          size="small"
          aria-expanded={open}
          onClick={() => {
            writeStored('dish.cost', !open);
            setOpen(!open);
          }}
        >
          {word(open ? 'cost.fold' : 'cost.unfold')}
        </Button>
        <span className="soft">
          {word(card.withTax === 1 ? 'cost.basis.tax' : 'cost.basis.net', {
            date: card.date,
            version: card.bomVersion,
            kind: card.priceTypes.find(({ type }) => type === card.priceType)?.name ?? '',
          })}
        </span>
        {card.priceTypes.length > 1 && (
          <Segmented
            size="small"
            aria-label={word('cost.kind')}
            value={priceType}
            onChange={setPriceType}
            options={card.priceTypes.map(({ type, name }) => ({ value: type, label: name }))}
          />
        )}
      </header>
      {card.missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={card.missing[0]}
          description={
            card.missing.length > 1
              ? card.missing.slice(1).map((sentence) => <div key={sentence}>{sentence}</div>)
              : undefined
          }
        />
      )}
      {open && (
        <div className="dish-cost-room">
          <table>
            <thead>
              <tr>
                <th scope="col">{word('cost.line')}</th>
                <th scope="col" className="is-wide-only">
                  {word('cost.net')}
                </th>
                <th scope="col" className="is-wide-only">
                  {word('cost.yield')}
                </th>
                <th scope="col">{word('cost.gross')}</th>
                <th scope="col">{word('cost.price')}</th>
                <th scope="col">{word('cost.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {card.lines.map((line, at) => (
                <Lines key={`${line.materialId}-${line.subDishId}-${at}`} line={line} depth={0} />
              ))}
              {isPositive(card.auxiliary) && <Beside words={word('cost.auxiliary')} figure={card.auxiliary} />}
              {isPositive(card.loss) && (
                <Beside words={word('cost.loss', { percent: card.processLossRate })} figure={card.loss!} />
              )}
            </tbody>
            {card.costPerPortion !== null && (
              <tfoot>
                <tr>
                  <th scope="row">{word('cost.sum', { unit })}</th>
                  <td className="is-wide-only" />
                  <td className="is-wide-only" />
                  <td />
                  <td />
                  <td className="figures">{money(card.costPerPortion)}</td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </section>
  );
}

function Lines({ line, depth }: { readonly line: CardLine; readonly depth: number }) {
  const word = useWords(dishTexts);
  const name =
    line.subDishId === '' ? (
      line.name
    ) : (
      <GuardedLink to={`/masterdata/dish/${line.subDishId}`}>{line.name}</GuardedLink>
    );
  const figure = (value: string | null) =>
    value === null ? (
      <span className="dish-cost-unknown">?</span>
    ) : (
      <>
        {grouped(Decimal.of(value).rounded(4).toString())} <span className="unit">{line.unitName}</span>
      </>
    );
  return (
    <Fragment>
      <tr className={depth > 0 ? 'is-below' : ''}>
        <th scope="row" style={{ paddingInlineStart: `${16 + depth * 20}px` }}>
          {name}
          {line.kind === 'byproduct' && <span className="soft"> · {word('cost.byproduct')}</span>}
        </th>
        <td className="figures is-wide-only">{figure(line.net)}</td>
        <td className="figures is-wide-only">{Decimal.of(line.yieldRate).toString()}%</td>
        <td className="figures">{figure(line.gross)}</td>
        <td className="figures">
          {line.unitPrice === null ? (
            <GuardedLink
              className="dish-cost-unknown"
              to={
                line.subDishId === ''
                  ? `/supplier/suppliermaterial?materialId_equal=${line.materialId}`
                  : `/masterdata/dish/${line.subDishId}`
              }
            >
              {word(line.subDishId === '' ? 'cost.no-price' : 'cost.no-cost')}
            </GuardedLink>
          ) : (
            <span title={[line.supplierName, line.priceReason].filter(Boolean).join(' · ')}>
              {fine(line.unitPrice)}
              <span className="unit">/{line.unitName}</span>
            </span>
          )}
          {line.supplierName !== '' && <small className="soft is-wide-only">{line.supplierName}</small>}
        </td>
        <td className="figures">
          {line.cost === null ? <span className="dish-cost-unknown">?</span> : fine(line.cost)}
        </td>
      </tr>
      {line.below !== undefined && (
        <>
          <tr className="is-below is-note">
            <td colSpan={6} style={{ paddingInlineStart: `${36 + depth * 20}px` }}>
              {word('cost.below', { unit: line.unitName, dish: line.name })}
            </td>
          </tr>
          {line.below.lines.map((each, at) => (
            <Lines key={`${each.materialId}-${each.subDishId}-${at}`} line={each} depth={depth + 1} />
          ))}
        </>
      )}
    </Fragment>
  );
}

const Beside = ({ words, figure }: { readonly words: string; readonly figure: string }) => (
  <tr className="is-beside">
    <th scope="row">{words}</th>
    <td className="is-wide-only" />
    <td className="is-wide-only" />
    <td />
    <td />
    <td className="figures">{fine(figure)}</td>
  </tr>
);

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
