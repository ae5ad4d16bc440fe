import { type ReactNode, useId } from 'react';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import type { FilledBill, FilledLine } from './pick-fill.calls.ts';
import { pickFillTexts } from './pick-fill.texts.ts';

/** One bill as it would be made: a stall's goods for a meal, each with how it was reckoned. */
export function FilledBox({ bill }: { readonly bill: FilledBill }): ReactNode {
  const word = useWords(pickFillTexts);
  const language = useLanguage();
  const id = useId();
  const { stallName, warehouseName, mealName, mealTime, needTime, lines } = bill;
  const [day, clock] = needTime.split(' ') as [string, string];
  const time = day === mealTime.slice(0, 10) ? clock : `${shortDay(day, businessDay(), language)} ${clock}`;
  return (
    <section className="kitchen-box" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <span className="figures">{mealTime.slice(11)}</span> {mealName} · <span>{stallName}</span>
        </h2>
        {warehouseName === '' ? (
          <Status tone="stop" word={word('no-store')} />
        ) : (
          <span className="soft figures">{word('from', { store: warehouseName, time })}</span>
        )}
      </header>
      <ul className="pick-fill-lines">
        {lines.map((line) => (
          <LineRow key={line.materialId} line={line} />
        ))}
      </ul>
    </section>
  );
}

const figure = (qty: string): string => shownQuantity(qty, '').figure;

function LineRow({ line }: { readonly line: FilledLine }): ReactNode {
  const word = useWords(pickFillTexts);
  const language = useLanguage();
  const { materialName, unitName: unit, needQty, handQty, comingQty, askQty, lackingQty, offShelf, lots, uses } = line;
  return (
    <li>
      <span className="kitchen-name">
        {materialName}
        {uses.map(({ dishId, dishName: dish, portions, netQty, yieldRate, qty }, nr) => (
          <small key={`${dishId} ${nr}`} className="figures">
            {word('use', { dish, portions, net: figure(netQty), yield: figure(yieldRate), qty: figure(qty) })}
          </small>
        ))}
      </span>
      <dl className="kitchen-figures">
        <Figure of={word('need')} qty={needQty} />
        <Figure of={word('hand')} qty={handQty} />
        <Figure of={word('coming')} qty={comingQty} />
        <Figure of={word('ask')} qty={askQty} unit={unit} isMain />
      </dl>
      <span className="pick-fill-lots soft figures">
        {offShelf ? (
          <Status tone="look" word={word('off-shelf')} />
        ) : askQty === '0' ? (
          <Status tone="done" word={word('enough')} />
        ) : (
          <>
            {lots.map(({ batchCode: batch, until, qty }) => (
              <span key={batch}>
                {until === null
                  ? word('lots.open', { qty: figure(qty), batch })
                  : word('lots', { qty: figure(qty), until: shortDay(until, businessDay(), language), batch })}
              </span>
            ))}
            {lackingQty !== '0' && <Status tone="stop" word={word('lacking', { qty: figure(lackingQty), unit })} />}
          </>
        )}
      </span>
    </li>
  );
}

interface FigureProps {
  readonly of: string;
  readonly qty: string;
  readonly unit?: string;
  readonly isMain?: boolean;
}
function Figure({ of, qty, unit = '', isMain = false }: FigureProps): ReactNode {
  return (
    <div className={isMain ? 'is-main' : undefined}>
      <dt>{of}</dt>
      <dd>
        {figure(qty)}
        {unit !== '' && ` ${unit}`}
      </dd>
    </div>
  );
}
