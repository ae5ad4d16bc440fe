import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { Explained } from '../../../kernel/web/explained.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import type { ShownMaterial } from '../../master-data/material-page/material-page.view.tsx';
import { stockTexts } from '../stock.texts.ts';
import { balanceSum } from './balance-sum.rules.ts';
import { type Face, faces, shown, type StockRow, textOf } from './place.view.ts';
import { availabilityNote, Available } from './stock-figures.view.tsx';
import '../stock.css';

const MOST = 100;
const NAMES = { warehouse: 'places.warehouses', factory: 'places.factories', stall: 'places.stalls' } as const;

/** What lies of a material where, by kind of place, each for whoever lists that stock, in their scope. */
export function MaterialPlaces({ row }: { readonly row: ShownMaterial }): ReactNode {
  const codes = useAllowedCodes();
  return (['warehouse', 'factory', 'stall'] as const)
    .filter((kind) => codes.has(`${faces[kind].stock}_view`))
    .map((kind) => <Places key={kind} kind={kind} row={row} />);
}

function Places({ kind, row }: { readonly kind: keyof typeof faces; readonly row: ShownMaterial }): ReactNode {
  const word = useWords(stockTexts);
  const face = faces[kind];
  const found = useQuery({
    queryKey: ['stock-page', face.stock, 'of', row.id],
    queryFn: ({ signal }) =>
      get<PageOf<StockRow>>(`/${face.service}/${face.stock}/page`, { materialId_equal: row.id, size: MOST }, signal),
  });
  const rows = found.data?.records;
  return (
    <section className="material-part" aria-label={word(NAMES[kind])}>
      <h2>{word(NAMES[kind])}</h2>
      {rows !== undefined && rows.length > 1 && (
        <Available row={{ ...balanceSum(rows), baseUnitName: row.baseUnitName }} />
      )}
      <PlaceTable face={face} label={word(NAMES[kind])} rows={rows} error={found.error} />
    </section>
  );
}

interface TableProps {
  readonly face: Face;
  readonly label: string;
  readonly rows: readonly StockRow[] | undefined;
  readonly error: Error | null;
}

/** A place a row: what is available of what lies there, and what is to come. */
function PlaceTable({ face, label, rows, error }: TableProps): ReactNode {
  const word = useWords(stockTexts);
  const plain = (key: keyof typeof stockTexts, name: keyof StockRow) => ({
    title: word(key),
    figure: true,
    cell: (each: StockRow) => shown(each[name]),
  });
  return (
    <FactTable
      label={label}
      rows={rows}
      error={error}
      none={word('places.none')}
      columns={[
        {
          title: word('places.place'),
          cell: (each) => <GuardedLink to={`${face.path}/${each.id}`}>{textOf(each[face.placeName])}</GuardedLink>,
        },
        { title: word('available'), figure: true, cell: (each) => <AvailableHere row={each} /> },
        plain('on-hand', 'qty'),
        plain('hold', 'holdQty'),
        plain('expired', 'expiredQty'),
        plain('reserved', 'reservedQty'),
        plain('transit', 'inTransitQty'),
        plain('ordered', 'onOrderQty'),
        plain('safety', 'safetyStockThreshold'),
      ]}
    />
  );
}

/** What is available at a place, explained as its own page does. */
function AvailableHere({ row }: { readonly row: StockRow }): ReactNode {
  const word = useWords(stockTexts);
  const unit = textOf(row.baseUnitName);
  const value = shown(row.availableQty);
  const note = availabilityNote(row);
  return (
    <Explained
      value={value}
      unit={unit}
      equation={{
        label: word('available'),
        value,
        unit,
        notes: note === undefined ? [] : [word(note)],
        terms: [
          { label: word('on-hand'), value: shown(row.qty), unit },
          { sign: '−', label: word('hold'), value: shown(row.holdQty), unit },
          { sign: '−', label: word('expired'), value: shown(row.expiredQty), unit },
          { sign: '−', label: word('reserved'), value: shown(row.reservedQty), unit },
        ],
      }}
    />
  );
}
