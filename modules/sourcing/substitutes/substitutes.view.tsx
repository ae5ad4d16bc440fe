import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { comma, useWords } from '../../../parts/language/language.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { substitutesOffered } from './substitutes.calls.ts';
import { substituteTexts } from './substitutes.texts.ts';
import './substitutes.css';

type Offer = TypeOf<typeof substitutesOffered.answer>[number];
type Wish = InputOf<typeof substitutesOffered.input>;
const NUTRIENTS = ['energyKcal', 'proteinG', 'fatG', 'carbohydrateG', 'sodiumMg'] as const;

/** What may stand in for a material at a place: ratio, cost, stock, allergens and nutrition of each, best first. */
export function Substitutes({ wish, unitName }: { readonly wish: Wish; readonly unitName: string }) {
  const word = useWords(substituteTexts);
  const text = useText();
  const offers = useQuery({
    queryKey: ['detail', 'materialSubstitute', 'offered', wish],
    queryFn: ({ signal }) => request(substitutesOffered, wish, { signal }),
  });
  if (offers.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={offers.error instanceof ApiError ? offers.error.message : text('error.unknown')}
      />
    );
  if (offers.data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (offers.data.length === 0) return <p className="soft">{word('none')}</p>;
  return (
    <ul className="substitutes">
      {offers.data.map((offer) => (
        <OneSubstitute key={offer.materialId} offer={offer} unitName={unitName} />
      ))}
    </ul>
  );
}

function OneSubstitute({ offer, unitName }: { readonly offer: Offer; readonly unitName: string }) {
  const word = useWords(substituteTexts);
  const inBase = (qty: string): string => `${shownQuantity(qty, '').figure} ${offer.baseUnitName}`;
  const holds = offer.allergens.filter(({ state }) => state === 'contains' || state === 'may-contain');
  const facts = [
    offer.kind === 'replace' ? word('replace') : '',
    offer.ratio === null ? '' : word('ratio', { ratio: shownQuantity(offer.ratio, '').figure }),
    word('stock', { qty: inBase(offer.availableQty) }),
    offer.expiringQty === '0' ? '' : word('expiring', { qty: inBase(offer.expiringQty) }),
    holds.length === 0 ? '' : word('contains', { names: holds.map(({ name }) => name).join(comma()) }),
  ].filter(Boolean);
  const changes = NUTRIENTS.flatMap((name) => {
    const delta = offer.nutrientDelta[name] ?? null;
    return delta === null || delta === '0' ? [] : [`${word(name)} ${signed(delta)}`];
  });
  return (
    <li className={offer.allowed === 1 ? '' : 'is-barred'}>
      <span>
        <strong>{offer.materialName}</strong> <span className="soft figures">{offer.materialCode}</span>
        <Cost offer={offer} unitName={unitName} />
      </span>
      <span className="soft figures">{facts.join(' · ')}</span>
      {changes.length > 0 && (
        <span className="soft figures">{word('nutrition', { changes: changes.join(comma()) })}</span>
      )}
      {offer.allowed === 0 && (
        <span>
          <Status tone="stop" word={word('barred')} /> <span className="soft">{offer.reason}</span>
        </span>
      )}
    </li>
  );
}

const signed = (delta: string): string => (delta.startsWith('-') ? `−${delta.slice(1)}` : `+${delta}`);

/** How much more or less it costs; nothing where that is not known, or not for this reader. */
function Cost({ offer: { priceDiff }, unitName }: { readonly offer: Offer; readonly unitName: string }) {
  const word = useWords(substituteTexts);
  if (priceDiff === undefined || priceDiff === null) return null;
  const diff = Decimal.of(priceDiff).rounded(2);
  const amount = amountText(diff.abs().toFixed(2));
  return (
    <span className={`figures substitutes-cost${diff.isPositive() ? ' is-more' : ''}`}>
      {diff.isZero()
        ? word('cost.same')
        : word(diff.isPositive() ? 'cost.more' : 'cost.less', { amount, unit: unitName })}
    </span>
  );
}
