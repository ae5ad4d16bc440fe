import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { LineWarnings, WarnLevel } from '../price-plans/plan-review.view.tsx';
import { priceRun } from './price-run.document.ts';

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
      materialId: { width: 150 },
      deptId: { width: 104 },
      unitId: { width: 80 },
      referencePrice: { width: 86 },
      proposedPrice: { width: 86 },
      price: { width: 84 },
      overrideReason: { width: 140 },
      oldPrice: { width: 80 },
      warnLevel: { width: 96, render: (_: unknown, row: Values) => <WarnLevel row={row} /> },
      changePercent: { width: 100 },
      skip: { width: 64 },
      formulaText: { width: 170 },
      evidence: { width: 170 },
      result: { width: 160 },
    },
    pinned: 1,
    fixed: true,
  },
};

/** One run: what the formulas make of each price, what it was, and what came of it. */
export default function PriceRunPage() {
  return (
    <DocumentPage of={priceRun} lines={LINES}>
      {(row) => <LineWarnings row={row} />}
    </DocumentPage>
  );
}
