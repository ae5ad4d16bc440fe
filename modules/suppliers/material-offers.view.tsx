import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf, RecordOf } from '../../kernel/core/shape.ts';
import { get } from '../../parts/client/api.ts';
import { businessDay } from '../../parts/client/business-day.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { type FactColumn, FactTable } from '../../parts/table/fact-table.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { grouped, priceText } from '../../parts/quantities/amount.rules.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { listKey } from '../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { BeginButton } from '../master-data/material-page/begin-button.view.tsx';
import type { ShownMaterial } from '../master-data/material-page/material-page.view.tsx';
import { SpanDays, spanOf, SpanStatus } from '../master-data/material-page/span.view.tsx';
import { byState } from '../master-data/material-page/span-state.rules.ts';
import { supplierMaterial } from './supplier-material.resource.ts';
import { suppliersTexts } from './suppliers.texts.ts';

type Offer = RecordOf<typeof supplierMaterial>;
type Row = ReturnType<typeof spanOf> & { readonly id: string; readonly offer: Offer };
const MOST = 100;
const NONE: readonly Offer[] = [];
const { fields, path = '' } = supplierMaterial;

/** Who delivers a material, in which pack, at which price and terms; what is in force first. */
export function MaterialOffers({ row }: { readonly row: ShownMaterial }): ReactNode {
  const word = useWords(suppliersTexts);
  const found = useQuery({
    queryKey: [...listKey(supplierMaterial), 'of', row.id],
    queryFn: ({ signal }) =>
      get<PageOf<Offer>>('/store-management/suppliermaterial/page', { materialId_equal: row.id, size: MOST }, signal),
  });
  const records = found.data?.records;
  const columns = useColumns(records ?? NONE, row.baseUnitName);
  const add = (
    <BeginButton
      of={supplierMaterial}
      values={{
        materialId: row.id,
        materialName: row.name,
        unitId: String(row.purchaseUnitId ?? ''),
        unitName: row.purchaseUnitName,
      }}
      word={word('offers.add')}
    />
  );
  return (
    <FactTable
      label={word('offers')}
      rows={
        records &&
        byState(
          records.map((offer) => ({ ...spanOf(offer), offer, id: offer.id })),
          businessDay(),
        )
      }
      error={found.error}
      none={word('offers.none')}
      first={add}
      columns={columns}
      more={<p className="material-begin">{add}</p>}
    />
  );
}

/** Prices stand among them for whoever is told of prices, terms where an offer has some. */
function useColumns(offers: readonly Offer[], baseUnit: string): readonly FactColumn<Row>[] {
  const word = useWords(suppliersTexts);
  const label = useLabel();
  const terms = useTerms();
  const seesPrices = useAllowed(fields.price.rules.right ?? '');
  const perUnit = (price: unknown, unit: string): ReactNode =>
    typeof price === 'string' && price !== '' ? (
      <>
        {priceText(price)} <span className="unit">/ {unit}</span>
      </>
    ) : (
      <span className="soft">–</span>
    );
  const prices: readonly FactColumn<Row>[] = [
    { title: label(fields.price.label), figure: true, cell: ({ offer }) => perUnit(offer.price, offer.unitName) },
    { title: word('offers.base'), figure: true, cell: ({ offer }) => perUnit(offer.basePrice, baseUnit) },
  ];
  return [
    {
      title: label(fields.supplierId.label),
      cell: ({ offer }) => (
        <>
          <GuardedLink to={`${path}/${offer.id}`}>{offer.supplierName}</GuardedLink>{' '}
          {offer.isDefault === 1 && <Status tone="next" word={label(fields.isDefault.label)} />}
        </>
      ),
    },
    {
      title: label(fields.packText.label),
      cell: ({ offer }) => (
        <span className="figures">
          {[
            offer.packText === offer.unitName ? '' : offer.packText,
            offer.unitId === '' || offer.factor === null || offer.unitName === baseUnit
              ? offer.unitName
              : `1 ${offer.unitName} = ${grouped(String(offer.factor))} ${baseUnit}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ),
    },
    ...(seesPrices ? prices : []),
    ...(offers.some((offer) => terms(offer) !== '')
      ? [{ title: word('offers.terms'), cell: ({ offer }: Row) => terms(offer) }]
      : []),
    { title: word('offers.valid'), cell: ({ offer }) => <SpanDays row={offer} /> },
    { title: word('offers.state'), cell: ({ offer }) => <SpanStatus row={offer} /> },
  ];
}

/** Reads agreement, least order, multiple, lead time and share, as far as an offer says them. */
function useTerms(): (offer: Offer) => string {
  const word = useWords(suppliersTexts);
  const said = (value: unknown): string | undefined =>
    value === null || value === undefined || value === '' || value === '0' ? undefined : grouped(String(value));
  return ({ agreementNo, minOrderQty, orderMultiple, leadDays, sharePercent, unitName: unit }) => {
    const [least, multiple, days, percent] = [minOrderQty, orderMultiple, leadDays, sharePercent].map(said);
    return [
      agreementNo,
      least && word('offers.least', { qty: least, unit }),
      multiple && multiple !== '1' && word('offers.multiple', { qty: multiple, unit }),
      days && word('offers.lead', { days }),
      percent && word('offers.share', { percent }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
