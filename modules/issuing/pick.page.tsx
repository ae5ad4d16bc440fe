import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useParams } from 'react-router';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { RecordOf, TypeOf } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { FormRow, LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useLanguage, useWords } from '../../parts/language/language.ts';
import { grouped } from '../../parts/line-grid/cell-text.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { outStore } from './out-store.document.ts';
import { storedMaterials } from '../stock/on-hand/stored-materials.view.ts';
import { BillLink } from '../stock/on-hand/bill-link.view.tsx';
import { askable, preApprove } from './pick.calls.ts';
import { pick } from './pick.document.ts';
import { useShortQuestion } from './pick-shortage.view.tsx';
import { pickTexts } from './pick.texts.ts';
import './issuing.css';

const PickUses = lazy(() => import('./kitchen-sheet/pick-uses.view.tsx'));

type PickLine = LinesOf<typeof pick>['details'];
type Line = FormRow<PickLine>;
type Foreseen = TypeOf<typeof preApprove.answer>['lines'][number];

/** The number of the out-store leads to it. */
const FACTS: OwnFacts<typeof pick> = {
  outstoreId: (row) => <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} />,
};
/**
 * How units convert is derived; what it comes to in base unit says nothing that the quantity does not. What was held,
 * picked and received is nothing to whoever still asks.
 */
const DERIVED: NonNullable<LinesWishes<PickLine>['columns']> = {
  unitId: { passed: true },
  reservedQty: { onlyRead: true },
  shortQty: { onlyRead: true },
  pickedQty: { onlyRead: true },
  receivedQty: { onlyRead: true },
  needQty: { onlyRead: true },
  handQty: { onlyRead: true },
  comingQty: { onlyRead: true },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  baseQty: { hidden: true },
};
/** So many can be named in one address; of more all are offered, and sending the bill refuses. */
const NAMED_MAX = 400;
/** What the stall may ask for, with what is available of it at the warehouse. */
const SOURCES: NonNullable<LinesWishes<PickLine, typeof pick>['sources']> = {
  materialId: storedMaterials('warehouseId', 'issueUnitId', async ({ gearOperationDeptId }) => {
    if (!gearOperationDeptId) return null;
    const { materialIds } = await request(askable, { gearOperationDeptId: String(gearOperationDeptId) });
    return materialIds === null || materialIds.length > NAMED_MAX ? null : materialIds;
  }),
};
const FIRST: NonNullable<LinesWishes<PickLine>['first']> = ['materialId', 'qty', 'reservedQty', 'shortQty'];

/** What the lines of a bill that waits for approval would get, for those who may approve it. */
function useForeseen(id: string | undefined): readonly Foreseen[] {
  const mayApprove = useAllowedCodes().has('pick_do_apply');
  const foreseen = useQuery({
    queryKey: ['detail', pick.name, id, 'approval'],
    queryFn: ({ signal }) => request(preApprove, { id: id ?? '' }, { signal }),
    enabled: id !== undefined && mayApprove,
  });
  return foreseen.data?.lines ?? NOTHING;
}
const NOTHING: readonly Foreseen[] = [];

/** A pick bill: while it waits for approval, what there is of each line and what is short, in red. */
export default function PickPage() {
  const { id = 'new' } = useParams();
  const word = useWords(pickTexts);
  const language = useLanguage();
  const foreseen = useForeseen(id === 'new' ? undefined : id);
  const beforeAct = useShortQuestion();
  const lines = useMemo((): WishesByKey<typeof pick> => {
    if (foreseen.length === 0) return { details: { columns: DERIVED, first: FIRST, sources: SOURCES } };
    const byId = new Map(foreseen.map((line) => [line.id, line]));
    const isShort = (row: Line): boolean => Decimal.of(byId.get(String(row.id))?.shortQty ?? '0').isPositive();
    const figure = (row: Line, name: 'availableQty' | 'shortQty') => {
      const text = byId.get(String(row.id))?.[name];
      if (text === undefined) return null;
      if (name === 'shortQty' && !isShort(row)) return <span className="lg-nothing">–</span>;
      return (
        <span className={isShort(row) ? 'pick-short' : undefined}>
          {grouped(text)}
          <span className="lg-unit">{String(row.unitName ?? '')}</span>
        </span>
      );
    };
    return {
      details: {
        columns: {
          ...DERIVED,
          reservedQty: { label: pickTexts.available[language], render: (_, row) => figure(row, 'availableQty') },
          shortQty: { label: pickTexts.short[language], render: (_, row) => figure(row, 'shortQty') },
          pickedQty: { hidden: true },
          receivedQty: { hidden: true },
        },
        first: FIRST,
        sources: SOURCES,
        views: [{ label: pickTexts['short.view'], holds: isShort }],
      },
    };
  }, [foreseen, language]);
  return (
    <DocumentPage of={pick} facts={FACTS} lines={lines} beforeAct={beforeAct}>
      {(row) => (
        <>
          <Next row={row} toPick={word('next.pick')} />
          {row.pickType === 'plan' && row.id !== '' && (
            <Suspense>
              <PickUses id={row.id} />
            </Suspense>
          )}
        </>
      )}
    </DocumentPage>
  );
}

/** Approved, it is picked at its out-store. */
function Next({ row, toPick }: { readonly row: RecordOf<typeof pick>; readonly toPick: string }) {
  if (row.status !== 'approved' || row.outState !== 'to-pick') return null;
  return (
    <NextStep words={toPick}>
      <BillLink of={outStore} id={row.outstoreId} code={row.outstoreName} />
    </NextStep>
  );
}
