import type { ReactNode } from 'react';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { kitchenSheet, type SheetUse } from './kitchen-sheet.rules.ts';
import { kitchenSheetTexts } from './kitchen-sheet.texts.ts';
import './kitchen-sheet.css';

/** 厨房单: what to weigh for which pot, by clock and station; it prints as it stands. */
export function KitchenSheet({ uses }: { readonly uses: readonly SheetUse[] }): ReactNode {
  const word = useWords(kitchenSheetTexts);
  const language = useLanguage();
  return (
    <div className="kitchen-sheet">
      {kitchenSheet(uses).map(({ prepTime, stationName, pots }) => {
        const [day, clock] = prepTime.split(' ') as [string, string];
        const station = stationName === '' ? word('no-station') : stationName;
        return (
          <section key={`${prepTime} ${stationName}`} aria-label={`${clock} ${station}`}>
            <h3>
              <span className="figures">{clock}</span> {station}
              {day !== businessDay() && <small>{shortDay(day, businessDay(), language)}</small>}
            </h3>
            <ul>
              {pots.map(({ key, dishName, portions, meal, goods }) => (
                <li key={key}>
                  <strong>
                    {word('portions', { dish: dishName, portions })}
                    {meal !== '' && <small>{meal}</small>}
                  </strong>
                  <ul className="figures">
                    {goods.map(({ materialId, materialName, unitName, qty }, nr) => {
                      const { figure, unit } = shownQuantity(qty, unitName);
                      return (
                        <li key={`${materialId} ${nr}`}>
                          <span>{materialName}</span>
                          <b>
                            {figure} {unit}
                          </b>
                        </li>
                      );
                    })}
                  </ul>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
