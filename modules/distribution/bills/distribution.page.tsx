import { useMemo, useState } from 'react';
import type { LinesOf } from '../../../kernel/core/declaration.ts';
import { isEditable } from '../../../kernel/web/document/actions.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { FormRow, LinesFace, LinesWishes, WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';
import { useWords } from '../../../parts/language/language.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { AskedMeals } from './asked-meals.view.tsx';
import { selfLinesOf, SelfBuying } from '../self-buying/self-buying.view.tsx';
import { distribution } from './distribution.document.ts';
import { distributionTexts } from './distribution.texts.ts';
import { LinePegs, type PeggedLine } from './line-pegs.view.tsx';
import './distribution.css';

type Line = LinesOf<typeof distribution>['details'];
type Face = LinesFace<Line, typeof distribution>;

const isForMeal = (row: FormRow<Line>): boolean => (row.sourceType ?? 'manual') !== 'manual';

const FIRST: NonNullable<LinesWishes<Line>['first']> = [
  'materialId',
  'needQty',
  'qty',
  'unitId',
  'mealDate',
  'mealType',
  'supplierId',
  'amount',
  'needDate',
  'orderBefore',
  'sourceCode',
];
const COLUMNS: NonNullable<LinesWishes<Line>['columns']> = {
  materialId: {
    width: 150,
    readonly: isForMeal,
    brings: ['unitId', 'unitName', 'baseUnitId', 'baseUnitName'],
    render: (_, row) => String(row.materialName ?? ''),
  },
  needQty: { width: 112, explained: isForMeal },
  qty: { width: 96 },
  unitId: { width: 92, passed: true, uncoded: true },
  supplierId: { width: 150, uncoded: true },
  mealDate: { width: 84, readonly: isForMeal },
  mealType: { width: 72, readonly: isForMeal },
  needDate: { width: 84, readonly: isForMeal },
  orderBefore: { width: 104, render: (value) => String(value ?? '').slice(5, 16) },
  proposedQty: { width: 92, unit: () => undefined },
  distributedQty: { onlyRead: true },
  cancelledQty: { onlyRead: true },
  openQty: { onlyRead: true },
  price: { onlyRead: true },
  amount: { onlyRead: true },
  sourceType: { hidden: true },
  sourceId: { hidden: true },
  sourceLineIds: { hidden: true },
  netQty: { hidden: true },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
  outWarehouseId: { hidden: true },
  outOrgId: { hidden: true },
  lateFlag: { hidden: true },
};

const tomorrow = () => {
  const day = shifted(businessDay(), 1);
  return { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:00`, deliveryDate: day };
};

/** One distribution: meals to tick on the left, the goods they need on the right, and why each of them is needed. */
export default function DistributionPage() {
  const word = useWords(distributionTexts);
  const mayExtract = useAllowedCodes().has('invdistribution_edit');
  const [pegged, setPegged] = useState<PeggedLine>();
  const initial = useMemo(() => tomorrow(), []);
  const lines = useMemo(
    (): WishesByKey<typeof distribution> => ({
      details: {
        columns: COLUMNS,
        first: FIRST,
        pinned: 1,
        explain: ({ row }) => setPegged(peggedLine(row)),
        instead: (face) => (mayExtract && face.readonly && isOpen(face) ? <WithMeals face={face} /> : face.usual),
      },
    }),
    [mayExtract],
  );
  const pegs = (warehouseId: unknown) => (
    <LinePegs
      line={pegged}
      warehouseId={typeof warehouseId === 'string' && warehouseId !== '' ? warehouseId : null}
      onClose={() => setPegged(undefined)}
    />
  );
  return (
    <DocumentPage
      of={distribution}
      lines={lines}
      initial={initial}
      whileEditing={(values) => (
        <>
          {values['id'] === undefined && <p className="soft asked-hint">{word('lines.later')}</p>}
          {pegs(values.warehouseId)}
        </>
      )}
    >
      {(row) => (
        <>
          {row.status === 'approved' && row.generateStatus !== 'all' && <NextStep words={word('next.distribute')} />}
          {selfLinesOf(row).length > 0 && (
            <SelfBuying warehouseId={String(row.warehouseId ?? '')} lines={selfLinesOf(row)} />
          )}
          {pegs(row.warehouseId)}
        </>
      )}
    </DocumentPage>
  );
}

const isOpen = ({ head }: Face): boolean => head['id'] !== undefined && isEditable(distribution, head);

function WithMeals({ face }: { readonly face: Face }) {
  const word = useWords(distributionTexts);
  const head: Readonly<Record<string, unknown>> = face.head;
  return (
    <div className="asked-split">
      <AskedMeals bill={{ id: String(head['id']), version: Number(head['version'] ?? 0), head, lines: face.rows }} />
      {face.rows.length === 0 ? <p className="soft asked-empty">{word('lines.none')}</p> : face.usual}
    </div>
  );
}

const peggedLine = (row: Readonly<Record<string, unknown>>): PeggedLine => {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    id: text('id'),
    materialName: text('materialName'),
    needQty: text('needQty'),
    netQty: text('netQty'),
    baseUnitName: text('baseUnitName'),
    unitName: text('unitName'),
    materialId: text('materialId'),
    needDate: text('needDate'),
    unitId: text('unitId'),
    qty: text('qty'),
  };
};
