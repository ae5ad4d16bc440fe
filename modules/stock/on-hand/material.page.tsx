import type { ReactNode } from 'react';
import { label } from '../../../kernel/core/label.ts';
import {
  MaterialPage,
  type MaterialPart,
  openTo,
  type ShownMaterial,
} from '../../master-data/material-page/material-page.view.tsx';
import { priceBook } from '../../prices/price-book/price-book.resource.ts';
import { PriceHistory, seesPrices } from '../../prices/price-book/price-history.view.tsx';
import { MaterialOffers } from '../../suppliers/material-offers.view.tsx';
import { supplierMaterial } from '../../suppliers/supplier-material.resource.ts';
import { suppliersTexts } from '../../suppliers/suppliers.texts.ts';
import { stockTexts } from '../stock.texts.ts';
import { MaterialPlaces } from './material-places.view.tsx';
import { factoryStock, gearStock, stock } from './stock.resource.ts';

const Prices = ({ row }: { readonly row: ShownMaterial }): ReactNode => (
  <PriceHistory row={{ id: row.id, purchasePrice: row.todayPrice }} />
);

/** What areas below master data know of a material: what it costs, who delivers it, and where it lies. */
const PARTS: readonly MaterialPart[] = [
  {
    key: 'prices',
    label: label('价格', 'Prices'),
    isOpenTo: (codes) => openTo(priceBook)(codes) && seesPrices(codes),
    View: Prices,
  },
  {
    key: 'suppliers',
    label: suppliersTexts.offers,
    isOpenTo: openTo(supplierMaterial),
    View: MaterialOffers,
  },
  {
    key: 'stock',
    label: stockTexts.places,
    isOpenTo: openTo(stock, factoryStock, gearStock),
    View: MaterialPlaces,
  },
];

/** A material with all that stands around it. */
export default function Page() {
  return <MaterialPage parts={PARTS} />;
}
