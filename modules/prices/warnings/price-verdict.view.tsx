import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { amountText, grouped, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { useWords, type Words } from '../../../parts/language/language.ts';
import { meanPrice, percentAbove, priceBefore, signedPercent } from './price-moved.rules.ts';
import type { warningHistory } from './price-warning.calls.ts';
import type { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';
import { samplesOf, stakeBasis } from './stake.rules.ts';

type Warning = WholeRecord<typeof priceWarning>;
type History = TypeOf<typeof warningHistory.answer>;

/** A share with its direction, coloured as far as it is warned of. */
function Change({ of, level }: { readonly of: Decimal; readonly level: Warning['level'] }) {
  return <strong className={`figures verdict-change is-${level}`}>{signedPercent(of)}</strong>;
}

interface MoveProps {
  readonly what: string;
  readonly from: string;
  readonly row: Warning;
}
/** From one price to that of the warning, per base unit. */
function Move({ what, from, row }: MoveProps) {
  const percent = percentAbove(row.basePrice, from);
  return (
    <div>
      <dt>{what}</dt>
      <dd className="figures">
        <span className="soft">{unitPriceText(meanPrice(from), '')}</span> → <b>{unitPriceText(row.basePrice, '')}</b>
        <span className="unit"> / {row.baseUnitName}</span>{' '}
        {percent !== undefined && <Change of={percent} level={row.level} />}
      </dd>
    </div>
  );
}

/** What the money at stake is counted for, in one sentence; empty for who may not see the figures. */
function stakeWords(row: Warning, word: Words<keyof typeof warningTexts>): string {
  if (!row.basePrice || !row.referencePrice || !row.plannedQty) return '';
  const basis = stakeBasis(row);
  if (basis === 'none') return word('stake.none');
  const samples = samplesOf(row.samples);
  const gap = Decimal.of(row.basePrice).minus(Decimal.of(row.referencePrice)).abs();
  return word(`stake.${basis}`, {
    qty: `${grouped(Decimal.of(row.plannedQty).toString())} ${row.baseUnitName}`,
    unit: row.baseUnitName,
    gap: unitPriceText(meanPrice(gap.toString()), ''),
    count: samples.length,
    from: samples.map(({ date }) => date).toSorted()[0] ?? '',
  });
}

interface Props {
  readonly row: Warning;
  /** Undefined until it is read, and for who may not see it. */
  readonly history: History | undefined;
}
/** What moved and by how much, and the money at stake, before anything else is read. */
export function PriceVerdict({ row, history }: Props) {
  const word = useWords(warningTexts);
  const before = history === undefined ? undefined : priceBefore(history.own, row.createTime.slice(0, 10));
  const amount = Decimal.of(row.stakeAmount);
  const words = stakeWords(row, word);
  return (
    <section className="price-verdict" aria-label={word('moved')}>
      <dl>
        {row.basePrice && row.referencePrice ? (
          <>
            {before !== undefined && (
              <Move what={word('moved.before', { day: before.date })} from={before.price} row={row} />
            )}
            <Move
              what={word('moved.measured', { measured: row.referenceKindName, count: row.sampleCount })}
              from={row.referencePrice}
              row={row}
            />
          </>
        ) : (
          <div>
            <dt>{word('moved.measured', { measured: row.referenceKindName, count: row.sampleCount })}</dt>
            <dd>
              <Change of={Decimal.of(row.deviationPercent)} level={row.level} />
            </dd>
          </div>
        )}
        <div className="verdict-stake">
          <dt>{word('stake')}</dt>
          <dd>
            <b className="figures">{amountText(amount)}</b>
            {words !== '' && <span className="soft">{words}</span>}
          </dd>
        </div>
      </dl>
    </section>
  );
}
