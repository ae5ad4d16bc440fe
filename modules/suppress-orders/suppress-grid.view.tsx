import type { ReactNode } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { useWords } from '../../parts/language/language.ts';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { shown } from '../stock/on-hand/place.view.ts';
import { gridOf, lastsDays, type GridCell, type GridLine, type SiteRow } from './suppress-grid.rules.ts';
import { suppressTexts } from './suppress.texts.ts';
import './suppress.css';

interface Props {
  readonly lines: readonly GridLine[];
  /** Whoever may not see prices sees no amounts. */
  readonly withAmounts: boolean;
}
/** What every site is sent, beside what it has and uses a day. */
export function SuppressGrid({ lines, withAmounts }: Props): ReactNode {
  const word = useWords(suppressTexts);
  const { materials, rows } = gridOf(lines);
  if (rows.length === 0) return null;
  const staying = rows.filter(({ takenOut }) => takenOut === '');
  return (
    <section className="suppress-grid" aria-label={word('grid')}>
      <table>
        <thead>
          <tr>
            <th>{word('site')}</th>
            {materials.map(({ id, name }) => (
              <th key={id}>{name}</th>
            ))}
            {withAmounts && <th>{word('amount')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.warehouseId} row={row} materials={materials} withAmounts={withAmounts} />
          ))}
        </tbody>
        {withAmounts && (
          <tfoot>
            <tr>
              <th>{word('sum', { sites: staying.length })}</th>
              <td colSpan={materials.length} />
              <td className="figures">{amountText(Decimal.sum(staying.map(({ amount }) => amount)).toFixed(2))}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

interface RowProps {
  readonly row: SiteRow;
  readonly materials: readonly { readonly id: string }[];
  readonly withAmounts: boolean;
}
function Row({ row, materials, withAmounts }: RowProps): ReactNode {
  const word = useWords(suppressTexts);
  return (
    <tr className={row.takenOut === '' ? undefined : 'is-out'}>
      <th scope="row">
        {row.warehouse}
        {row.takenOut !== '' && <small>{word('out', { reason: row.takenOut })}</small>}
      </th>
      {materials.map(({ id }) => (
        <td key={id} className="figures">
          <Cell cell={row.cells.get(id)} />
        </td>
      ))}
      {withAmounts && <td className="figures">{amountText(row.amount.toFixed(2))}</td>}
    </tr>
  );
}

function Cell({ cell }: { readonly cell: GridCell | undefined }): ReactNode {
  const word = useWords(suppressTexts);
  if (cell === undefined) return null;
  const days = lastsDays(cell);
  return (
    <>
      <strong>{shown(cell.qty.toString())}</strong> <span className="unit">{cell.unit}</span>
      {cell.stock !== '' && (
        <small>
          {word('stock', { stock: shown(cell.stock), use: shown(cell.use === '' ? '0' : cell.use) })} ·{' '}
          {days === null ? word('idle') : word('days', { days })}
        </small>
      )}
    </>
  );
}
