import { Fragment, type ReactNode } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';
import type { CardLine, costCard } from './dish-cost.calls.ts';
import { dishTexts } from './dish.texts.ts';

export type CostCard = TypeOf<typeof costCard.answer>;

/** An amount to the cent. */
export const money = (figure: string): string => grouped(Decimal.of(figure).toFixed(2));
/** What comes to less than a cent is shown as far as it is something. */
export const fine = (figure: string): string => {
  const value = Decimal.of(figure);
  return value.abs().isBelow(Decimal.of('0.1')) && !value.isZero() ? value.rounded(4).toString() : money(figure);
};
/** The same in a column: points stand under each other. */
const Fine = ({ figure }: { readonly figure: string }) => (
  <UnitPrice of={fine(figure).replaceAll(',', '')} shown={fine(figure)} />
);
/** Is the figure known and above zero? */
export const isPositive = (figure: string | null): boolean => figure !== null && Decimal.of(figure).isPositive();

/** The lines of a cost card, what comes on top, and the cost of a portion. */
export function CostTable({ card }: { readonly card: CostCard }): ReactNode {
  const word = useWords(dishTexts);
  return (
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
          {isPositive(card.auxiliary) && <SideFigure words={word('cost.auxiliary')} figure={card.auxiliary} />}
          {isPositive(card.loss) && (
            <SideFigure words={word('cost.loss', { percent: card.processLossRate })} figure={card.loss!} />
          )}
        </tbody>
        {card.costPerPortion !== null && (
          <tfoot>
            <tr>
              <th scope="row">{word('cost.sum', { unit: card.outputUnitName })}</th>
              <td className="is-wide-only" />
              <td className="is-wide-only" />
              <td />
              <td />
              <td className="figures">
                <Fine figure={card.costPerPortion} />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
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
              <Fine figure={line.unitPrice} />
              <span className="unit">/{line.unitName}</span>
            </span>
          )}
          {line.supplierName !== '' && <small className="soft is-wide-only">{line.supplierName}</small>}
        </td>
        <td className="figures">
          {line.cost === null ? <span className="dish-cost-unknown">?</span> : <Fine figure={line.cost} />}
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

const SideFigure = ({ words, figure }: { readonly words: string; readonly figure: string }) => (
  <tr className="is-beside">
    <th scope="row">{words}</th>
    <td className="is-wide-only" />
    <td className="is-wide-only" />
    <td />
    <td />
    <td className="figures">
      <Fine figure={figure} />
    </td>
  </tr>
);
