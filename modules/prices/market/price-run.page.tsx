import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { perUnit } from '../../../parts/quantities/amount.rules.ts';
import { LineWarnings, WarnLevel } from '../price-plans/plan-review.view.tsx';
import { priceRun } from './price-run.document.ts';

/** What a line says of whose price it is. */
type Priced = Values & { readonly [K in 'materialName' | 'deptName' | 'baseUnitName']?: unknown };
const LINES = {
  details: {
    columns: {
      ...Object.fromEntries(
        [
          'factor',
          'formulaId',
          'referenceDate',
          'oldEntryId',
          'oldEndDate',
          'publishedId',
          'warnReference',
          'warnBase',
          'warnDeviation',
        ].map((name) => [name, { hidden: true }]),
      ),
      materialId: { width: 170, render: (_: unknown, row: Values) => <Goods row={row} /> },
      deptId: { width: 104 },
      unitId: { width: 72, uncoded: true },
      referencePrice: { width: 110, unit: ({ baseUnitName }: Priced) => perUnit(String(baseUnitName ?? '')) },
      proposedPrice: { width: 86 },
      price: { width: 84 },
      overrideReason: { width: 160 },
      oldPrice: { width: 80 },
      warnLevel: { width: 96, render: (_: unknown, row: Values) => <WarnLevel row={row} /> },
      changePercent: { width: 100 },
      skip: { width: 64 },
      formulaText: { width: 170 },
      evidence: { width: 170 },
      result: { width: 160 },
    },
    // What decides: which price, from what to what, by how much and why. What it was reckoned from stands behind.
    first: [
      'materialId',
      'unitId',
      'oldPrice',
      'price',
      'changePercent',
      'overrideReason',
      'warnLevel',
      'skip',
      'proposedPrice',
      'referencePrice',
      'deptId',
      'formulaText',
      'evidence',
      'result',
    ],
    pinned: 1,
    fixed: true,
  },
} as const;

/** A material, and the department where the price is for one alone. */
function Goods({ row: { materialName, deptName } }: { readonly row: Priced }) {
  const dept = String(deptName ?? '');
  return (
    <>
      {String(materialName ?? '')}
      {dept !== '' && <span className="soft"> {dept}</span>}
    </>
  );
}

/** One run: what the formulas make of each price, what it was, and what came of it. */
export default function PriceRunPage() {
  return (
    <DocumentPage of={priceRun} lines={LINES}>
      {(row) => <LineWarnings row={row} />}
    </DocumentPage>
  );
}
