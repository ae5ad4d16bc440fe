import { Decimal } from '../../../kernel/core/decimal.ts';
import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import { shortageTexts } from './shortage.texts.ts';
import './shortage.css';

interface ShownShare {
  readonly key: string;
  readonly name: string;
  /** Beside the name: the priority, the order. */
  readonly about: string;
  readonly stopSeq: number | null;
  readonly demandQty: string;
  readonly allocatedQty: string;
  readonly shortQty: string;
  readonly unitName: string;
  readonly reason: string;
}

/** Percent of demand, for the width of a bar. */
const percentOf = ({ demandQty, allocatedQty }: ShownShare): number => {
  const demand = Decimal.of(demandQty);
  return demand.isZero()
    ? 100
    : Decimal.of(allocatedQty).times(Decimal.hundred).dividedBy(demand).rounded(1).toApproximateNumber();
};

/** What each site gets of what it asked for, as a bar, and why. */
export function Shares({
  shares,
  label,
}: {
  readonly shares: readonly ShownShare[];
  readonly label: string;
}): ReactNode {
  const word = useWords(shortageTexts);
  return (
    <ul className="shares" aria-label={label}>
      {shares.map((share) => {
        const isWhole = Decimal.of(share.shortQty).isZero();
        const unit = share.unitName;
        return (
          <li key={share.key}>
            <div className="share-head">
              <strong>{share.name}</strong>
              <span className="soft">
                {[share.about, ...(share.stopSeq === null ? [] : [word('stop', { seq: share.stopSeq })])]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="share-figures figures">
                {word('of', { got: grouped(share.allocatedQty), asked: grouped(share.demandQty), unit })}
              </span>
              <span className={`share-mark figures ${isWhole ? 'tone-done' : 'tone-look'}`}>
                {isWhole ? <CheckCircleFilled aria-hidden="true" /> : <ExclamationCircleFilled aria-hidden="true" />}{' '}
                {isWhole ? word('whole') : word('short-by', { qty: grouped(share.shortQty), unit })}
              </span>
            </div>
            <div className={`share-bar${isWhole ? '' : ' is-short'}`} aria-hidden="true">
              <i style={{ width: `${percentOf(share)}%` }} />
            </div>
            {share.reason !== '' && <p className="soft">{share.reason}</p>}
          </li>
        );
      })}
    </ul>
  );
}

interface SumsProps {
  readonly supplyQty: string;
  readonly thereQty?: string;
  readonly demandQty: string;
  readonly shortQty: string;
  readonly unitName: string;
}
/** What there is, what was asked for and what is missing. */
export function ShareSums({ unitName, ...sums }: SumsProps): ReactNode {
  const word = useWords(shortageTexts);
  const shown = [
    ['supply', sums.supplyQty],
    ...(sums.thereQty === undefined || sums.thereQty === sums.supplyQty ? [] : [['there', sums.thereQty] as const]),
    ['demand', sums.demandQty],
    ['short', sums.shortQty],
  ] as const;
  return (
    <dl className="share-sums">
      {shown.map(([name, value]) => (
        <div key={name} className={name === 'short' && !Decimal.of(value).isZero() ? 'tone-look' : undefined}>
          <dt>{word(name)}</dt>
          <dd className="figures">
            {grouped(value)} <span className="unit">{unitName}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
