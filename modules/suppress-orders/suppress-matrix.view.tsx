import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import { type Field, refs } from '../../kernel/core/field.ts';
import type { FormRow, LinesFace } from '../../kernel/web/document/lines-editor.tsx';
import { withKey } from '../../kernel/web/form/versions.ts';
import { refsFace } from '../../kernel/web/kinds/ref.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useWords } from '../../parts/language/language.ts';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { shown } from '../stock/on-hand/place.view.ts';
import { gridOf, lastsDays, type GridCell, type GridLine } from './suppress-grid.rules.ts';
import { allOf, isFigure, quantityAt, withQuantity, type Named } from './suppress-matrix.rules.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';
import { siteFigures } from './suppress.calls.ts';
import { suppressTexts } from './suppress.texts.ts';
import './suppress.css';

type Lines = LinesOf<typeof factorySuppressOrder>['details'];
type Line = FormRow<Lines>;
const SEES_COST = 'factorysuppressorder_view_cost';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const NO_MORE: readonly Named[] = [];
const SITES = refs('站点', 'Sites', 'warehouse', { optional: true });
const MATERIALS = refs('物料', 'Materials', 'material', { optional: true });

interface Props {
  readonly face: LinesFace<Lines, typeof factorySuppressOrder>;
}
/**
 * Quantities by site and material, typed where they stand, beside what the site has, uses and is charged. Arrows and
 * Enter go from cell to cell; the lines below say the same, and lots are named there.
 */
export function SuppressMatrix({ face: { rows, head, onChange } }: Props): ReactNode {
  const word = useWords(suppressTexts);
  const withAmounts = useAllowedCodes().has(SEES_COST);
  const [more, setMore] = useState<{ readonly sites: readonly Named[]; readonly materials: readonly Named[] }>({
    sites: NO_MORE,
    materials: NO_MORE,
  });
  const sites = allOf(
    rows.map((row) => ({ id: textOf(row.warehouseId), name: textOf(row.warehouseName) })),
    more.sites,
  );
  const materials = allOf(
    rows.map((row) => ({ id: textOf(row.materialId), name: textOf(row.materialName) })),
    more.materials,
  );
  const lines = useEntered(textOf(head.arriveDate), rows, sites, materials);
  const grid = new Map(gridOf(lines.entered).rows.map((row) => [row.warehouseId, row]));
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };
  const type = useCallback((site: Named, material: Named, qty: string): void => {
    const { rows: now, onChange: change } = latest.current;
    change(withQuantity(now, { site, material, qty }, () => begun(now, material.id)));
  }, []);
  const move = useMoves();
  return (
    <section className="suppress-matrix" aria-label={word('matrix')}>
      <div className="suppress-matrix-add">
        <Chosen
          name="siteIds"
          words={word('site')}
          field={SITES}
          all={sites}
          onChange={(next) => setMore({ ...more, sites: next })}
        />
        <Chosen
          name="goodsIds"
          words={word('material')}
          field={MATERIALS}
          all={materials}
          onChange={(next) => setMore({ ...more, materials: next })}
        />
      </div>
      {sites.length > 0 && materials.length > 0 && (
        <div className="suppress-grid">
          <table onKeyDown={move}>
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
              {sites.map((site, at) => (
                <Row
                  key={site.id}
                  at={at}
                  site={site}
                  materials={materials}
                  cells={materials.map(({ id }) =>
                    cellOf(rows, lines.figureOf, grid.get(site.id)?.cells.get(id), site.id, id),
                  )}
                  amount={withAmounts ? amountText((grid.get(site.id)?.amount ?? Decimal.zero).toFixed(2)) : null}
                  onType={type}
                />
              ))}
            </tbody>
            {withAmounts && (
              <tfoot>
                <tr>
                  <th>{word('sum', { sites: sites.length })}</th>
                  <td colSpan={materials.length} />
                  <td className="figures">
                    {amountText(Decimal.sum([...grid.values()].map(({ amount }) => amount)).toFixed(2))}
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </section>
  );
}

/** A new line of a material is in the unit its others are in. */
function begun(rows: readonly Line[], materialId: string) {
  const other = rows.find((row) => textOf(row.materialId) === materialId);
  return withKey(other === undefined ? {} : { unitId: other.unitId, unitName: other.unitName });
}

interface ChosenProps {
  readonly name: string;
  readonly words: string;
  readonly field: Field;
  readonly all: readonly Named[];
  readonly onChange: (all: readonly Named[]) => void;
}
/** Sites or materials that stand in the grid; who adds one may type at once. */
function Chosen({ name, words, field, all, onChange }: ChosenProps): ReactNode {
  const stem = name.replace(/Ids$/, 'Names');
  return (
    <label htmlFor={`matrix-${name}`}>
      <span className="soft">{words}</span>
      <refsFace.Input
        id={`matrix-${name}`}
        name={name}
        field={field}
        value={all.map(({ id }) => id)}
        row={{ [stem]: all.map(({ name: called }) => called) }}
        onChange={(ids, others) => {
          const names = others?.[stem];
          if (Array.isArray(ids) && Array.isArray(names))
            onChange(ids.map((id, at) => ({ id: String(id), name: String(names[at]) })));
        }}
      />
    </label>
  );
}

interface MatrixCell {
  /** Null: several lots, entered line by line. */
  readonly typed: string | null;
  readonly sum: string;
  readonly unit: string;
  readonly stock: string;
  readonly use: string;
  readonly days: string | null;
}
function cellOf(
  rows: readonly Line[],
  figureOf: (site: string, material: string) => Pick<GridLine, 'stock' | 'use' | 'unit'>,
  there: GridCell | undefined,
  site: string,
  material: string,
): MatrixCell {
  const known =
    there !== undefined && there.stock !== ''
      ? there
      : { ...figureOf(site, material), qty: there?.qty ?? Decimal.zero };
  return {
    typed: quantityAt(rows, site, material),
    sum: (there?.qty ?? Decimal.zero).toString(),
    unit: there?.unit || known.unit,
    stock: known.stock,
    use: known.use,
    days: lastsDays(known),
  };
}

/** What the sites have, use and are charged, asked for what stands there; and the lines as the grid reads them. */
function useEntered(arriveDate: string, rows: readonly Line[], sites: readonly Named[], materials: readonly Named[]) {
  const [warehouseIds, materialIds] = [sites, materials].map((of) => of.map(({ id }) => id).toSorted()) as [
    string[],
    string[],
  ];
  const { data } = useQuery({
    queryKey: ['detail', factorySuppressOrder.name, 'sites', warehouseIds, materialIds, arriveDate],
    queryFn: ({ signal }) =>
      request(
        siteFigures,
        { warehouseIds, materialIds, ...(/^\d{4}-\d{2}-\d{2}$/.test(arriveDate) ? { arriveDate } : {}) },
        { signal },
      ),
    enabled: warehouseIds.length > 0 && materialIds.length > 0,
    placeholderData: (before) => before,
  });
  const figures = useMemo(
    () => new Map((data ?? []).map((each) => [`${each.warehouseId} ${each.materialId}`, each])),
    [data],
  );
  const entered = rows.map((row): GridLine => {
    const own = lineOf(row);
    const found = figures.get(`${own.warehouseId} ${own.materialId}`);
    // Figures are in base unit: they stand beside lines that are entered in it, as those without a unit are.
    if (found === undefined || (own.unit !== '' && found.baseUnitName !== own.unit)) return own;
    const price = found.settlementPrice ?? null;
    return {
      ...own,
      unit: found.baseUnitName,
      stock: found.stockQty,
      use: found.dailyUse,
      amount: price === null || !Decimal.isText(own.qty) ? '' : Decimal.of(own.qty).times(Decimal.of(price)).toFixed(2),
    };
  });
  const figureOf = (site: string, material: string) => {
    const found = figures.get(`${site} ${material}`);
    return { stock: found?.stockQty ?? '', use: found?.dailyUse ?? '', unit: found?.baseUnitName ?? '' };
  };
  return { entered, figureOf };
}

/** A line as the grid of sites and materials reads it. */
export const lineOf = (line: Readonly<Partial<Line>>): GridLine => ({
  warehouseId: textOf(line.warehouseId),
  warehouse: textOf(line.warehouseName),
  materialId: textOf(line.materialId),
  material: textOf(line.materialName),
  unit: textOf(line.unitName),
  qty: textOf(line.qty),
  stock: textOf(line.siteStockQty),
  use: textOf(line.siteDailyUse),
  amount: textOf(line.settlementAmount),
  takenOut: textOf(line.takenOutReason),
});

interface RowProps {
  readonly at: number;
  readonly site: Named;
  readonly materials: readonly Named[];
  readonly cells: readonly MatrixCell[];
  /** Null for whoever may not see prices. */
  readonly amount: string | null;
  readonly onType: (site: Named, material: Named, qty: string) => void;
}
/** Drawn anew only where something of it changed: an order may be 200 sites by 20 materials. */
const Row = memo(
  function MatrixRow({ at, site, materials, cells, amount, onType }: RowProps): ReactNode {
    return (
      <tr>
        <th scope="row">{site.name}</th>
        {materials.map((material, column) => (
          <td key={material.id} className="figures">
            <Cell
              place={`${at}/${column}`}
              words={`${site.name} ${material.name}`}
              cell={cells[column]!}
              onType={(qty) => onType(site, material, qty)}
            />
          </td>
        ))}
        {amount !== null && <td className="figures">{amount}</td>}
      </tr>
    );
  },
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);

interface CellProps {
  readonly place: string;
  readonly words: string;
  readonly cell: MatrixCell;
  readonly onType: (qty: string) => void;
}
function Cell({ place, words, cell: { typed, sum, unit, stock, use, days }, onType }: CellProps): ReactNode {
  const word = useWords(suppressTexts);
  return (
    <>
      {typed === null ? (
        <strong>{shown(sum)}</strong>
      ) : (
        <input
          className="figures"
          inputMode="decimal"
          autoComplete="off"
          aria-label={words}
          data-cell={place}
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={({ target: { value } }) => isFigure(value) && onType(value)}
        />
      )}{' '}
      <span className="unit">{unit}</span>
      {stock !== '' && (
        <small>
          {word('stock', { stock: shown(stock), use: shown(use === '' ? '0' : use) })} ·{' '}
          {days === null ? word('idle') : word('days', { days })}
        </small>
      )}
    </>
  );
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** From cell to cell by the keyboard; sideways once the caret is at the end of the figure. */
function useMoves(): (event: KeyboardEvent<HTMLTableElement>) => void {
  return useCallback((event) => {
    const step = STEPS[event.key];
    const { target, currentTarget } = event;
    if (step === undefined || !(target instanceof HTMLInputElement)) return;
    const { selectionStart, selectionEnd, value } = target;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    if (event.key === 'ArrowLeft' && !isWhole && selectionStart !== 0) return;
    if (event.key === 'ArrowRight' && !isWhole && selectionEnd !== value.length) return;
    const [row, column] = target.dataset['cell']!.split('/').map(Number) as [number, number];
    const next = currentTarget.querySelector<HTMLInputElement>(
      `input[data-cell="${row + step[0]}/${column + step[1]}"]`,
    );
    event.preventDefault();
    next?.focus();
  }, []);
}
