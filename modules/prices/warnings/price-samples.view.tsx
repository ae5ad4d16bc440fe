import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { grouped, priceText } from '../../../parts/quantities/amount.rules.ts';
import { UnitPrice } from '../../../parts/table/unit-price.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { percentAbove, signedPercent } from './price-moved.rules.ts';
import type { warningHistory } from './price-warning.calls.ts';
import type { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';

type Sample = TypeOf<typeof warningHistory.answer>['samples'][number];
interface Props {
  readonly row: WholeRecord<typeof priceWarning>;
  readonly samples: readonly Sample[];
}

/** The bill a delivery came on, in the list where it is found. */
function Bill({ code }: { readonly code: string }) {
  const path = declarationOf('inStore')?.path;
  if (path === undefined || code === '') return code;
  return (
    <GuardedLink to={`${path}?keyword=${encodeURIComponent(code)}`} className="figures">
      {code}
    </GuardedLink>
  );
}

/** The deliveries a price was judged by, the newest first, and how far it lies above each. */
export function PriceSamples({ row, samples }: Props) {
  const word = useWords(warningTexts);
  const unit = row.baseUnitName;
  const above = (price: string): string => {
    const percent = percentAbove(row.basePrice, price);
    return percent === undefined ? '' : signedPercent(percent);
  };
  return (
    <section className="price-card">
      <h2>
        {word('samples')}{' '}
        {samples.length > 0 && <span className="soft">{word('samples.count', { count: samples.length })}</span>}
      </h2>
      {samples.length === 0 ? (
        <p className="soft">{word('samples.none', { measured: row.referenceKindName })}</p>
      ) : (
        <div className="price-rows" tabIndex={0} role="group" aria-label={word('samples')}>
          <table>
            <thead>
              <tr>
                <th>{word('sample.date')}</th>
                <th>{word('sample.bill')}</th>
                <th>{word('sample.supplier')}</th>
                <th className="number">{word('sample.price', { unit })}</th>
                <th className="number">{word('sample.above')}</th>
                <th className="number">{word('sample.qty', { unit })}</th>
              </tr>
            </thead>
            <tbody>
              {samples.map((sample, nr) => (
                <tr key={nr}>
                  <td className="figures">{sample.date}</td>
                  <td>
                    <Bill code={sample.billCode} />
                  </td>
                  <td>{sample.supplierName}</td>
                  <td className="number">
                    <UnitPrice of={sample.price} shown={priceText(sample.price)} />
                  </td>
                  <td className="number figures">{above(sample.price)}</td>
                  <td className="number figures">{grouped(Decimal.of(sample.qty).toString())}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
