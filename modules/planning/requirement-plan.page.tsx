import { ExperimentOutlined, FileAddOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { post } from '../../parts/client/api.ts';
import { request } from '../../kernel/web/request.ts';
import { DocumentPage, type DocumentPageProps } from '../../kernel/web/document/document-page.tsx';
import type { RunWork } from '../../kernel/web/document/use-document-acts.tsx';
import { isEditable } from '../../kernel/web/document/actions.ts';
import type { FormRow, LinesWishes, WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { CloseLines } from './close-lines.view.tsx';
import { GeneratePlan } from './generate-plan.view.tsx';
import { LineReasons, type ExplainedLine } from './line-reasons.view.tsx';
import { PlanState } from './plan-state.view.tsx';
import { closeDetail, confirmPlan, copyPlan, generatePlan, planState } from './requirement-plan.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { planTexts } from './requirement-plan.texts.ts';
import { WhatIfBar } from './what-if-bar.view.tsx';
import './requirement-plan.css';

const life = requirementPlan.life!;
type Plan = WholeRecord<typeof requirementPlan>;
type PlanLine = LinesOf<typeof requirementPlan>['details'];
const hasGenerated = (row: Plan): boolean => row.details.some((line) => line.manualFlag === 0);
const isGenerated = (row: FormRow<PlanLine>): boolean =>
  Number(row.manualFlag ?? 1) === 0 && /^\d+$/.test(String(row.id ?? ''));

/** What is left to order and what it costs; behind it the terms it follows from. */
const FIRST: NonNullable<LinesWishes<PlanLine>['first']> = [
  'materialId',
  'needDate',
  'netQty',
  'planQty',
  'supplierId',
  'amount',
  'price',
  'orderBefore',
  'warehouseId',
  'sourceKind',
];
const isToOrder = (row: FormRow<PlanLine>): boolean => Number(row.planQty ?? 0) > 0;
const VIEWS: NonNullable<LinesWishes<PlanLine>['views']> = [
  { label: planTexts['view.order'], holds: isToOrder },
  { label: planTexts['view.enough'], holds: (row) => !isToOrder(row) },
];

/** The equation as columns: what is needed, what covers it, what is left to order. */
const columns: NonNullable<LinesWishes<PlanLine>['columns']> = {
  warehouseId: { width: 136, readonly: isGenerated, render: (_, row) => String(row.warehouseName ?? '') },
  materialId: { width: 132, names: true, readonly: isGenerated, render: (_, row) => String(row.materialName ?? '') },
  needDate: { width: 82, readonly: isGenerated },
  // The unit stands at the first and the last figure of the equation; between them it would only cost room.
  grossQty: { width: 124, dashed: true, explained: isGenerated },
  onHandQty: { width: 92, dashed: true, unit: () => undefined },
  reservedQty: { width: 84, dashed: true, unit: () => undefined },
  otherQty: { width: 108, dashed: true, unit: () => undefined },
  onOrderQty: { width: 84, dashed: true, unit: () => undefined },
  expireQty: { hidden: true },
  safetyQty: { width: 78, dashed: true, unit: () => undefined },
  netQty: { width: 124, dashed: true, explained: isGenerated },
  unitId: { width: 108, render: (_, row) => String(row.unitName ?? '') },
  proposedQty: { width: 92, dashed: true, unit: () => undefined },
  planQty: { width: 112, dashed: true, explained: isGenerated },
  supplierId: { width: 136, render: (_, row) => String(row.supplierName ?? '') },
  amount: { width: 92, dashed: true },
  price: { width: 84 },
  bladeProjectDeptId: { hidden: true },
  deliveryDate: { hidden: true },
  availableQty: { hidden: true },
  factor: { hidden: true },
  baseUnitId: { hidden: true },
  packs: { hidden: true },
  sourceReason: { hidden: true },
  originMaterialId: { hidden: true },
  manualFlag: { hidden: true },
  baseQty: { hidden: true },
  receivedQty: { hidden: true },
  orderedQty: { hidden: true },
  cancelledQty: { hidden: true },
  lateFlag: { hidden: true },
  outWarehouseId: { hidden: true },
  factoryDeptId: { hidden: true },
  orderBefore: { width: 104, render: (value) => String(value ?? '').slice(5, 16) },
};

/** The workbench of a plan: every figure tells its equation, the guests behind it, and what other guests would mean. */
export default function RequirementPlanPage() {
  const { id = 'new' } = useParams();
  const [query] = useSearchParams();
  return id === 'new' && query.get('manual') !== '1' ? <GeneratePlan /> : <Workbench />;
}

/** What the plan's own acts do; what refuses them stands in the page. */
function usePlanActs(
  onClose: (id: string) => void,
  onConfirm: () => void,
): NonNullable<DocumentPageProps<typeof requirementPlan>['acts']> {
  const word = useWords(planTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      generatePlan: async (row) => {
        if (!(await notify.ask(word('generate.again')))) return;
        const made = await request(generatePlan, { id: row.id, withLines: 0 });
        await invalidateLists(requirementPlan);
        notify.done(word('generate.done', { bill: made.billCode, count: made.lineCount }));
        if (made.outdated.length > 0) notify.warn(word('generate.outdated', { count: made.outdated.length }));
      },
      confirmPlan: async (row) => {
        const { id } = row;
        // What was assumed does not stand above what is confirmed.
        onConfirm();
        const { changes } = await request(planState, { id });
        if (changes.length > 0 && !(await notify.ask(word('changed.confirm')))) return;
        await request(confirmPlan, { id, accept: changes.length > 0 ? 1 : 0 });
        await invalidateLists(requirementPlan);
        notify.done(word('confirm.done'));
      },
      copyAndSaveInvRequirePlan: async (row) => {
        const copy = await request(copyPlan, { id: row.id });
        await invalidateLists(requirementPlan);
        notify.done(word('copy.done', { bill: copy.billCode }));
        void navigate(`${requirementPlan.path ?? ''}/${copy.id}`);
      },
      closeDetail: (row) => onClose(row.id),
    }),
    [notify, word, navigate, onClose, onConfirm],
  );
}

function Workbench() {
  const word = useWords(planTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [explained, setExplained] = useState<ExplainedLine>();
  const [closing, setClosing] = useState<string>();
  const [isAssuming, setAssuming] = useState(false);
  const acts = usePlanActs(
    setClosing,
    useCallback(() => setAssuming(false), []),
  );
  const lines = useMemo(
    (): WishesByKey<typeof requirementPlan> => ({
      details: {
        columns,
        first: FIRST,
        views: VIEWS,
        pinned: 2,
        explain: ({ row }) => setExplained(explainedLine(row)),
      },
    }),
    [],
  );
  const mayGenerate = (row: Plan): boolean => isEditable(requirementPlan, row) && codes.has('invrequireplan_generate');
  const close = async (reason: string): Promise<void> => {
    setClosing(undefined);
    await request(closeDetail, { id: closing ?? '', reason });
    await invalidateLists(requirementPlan);
    notify.done(word('close.done'));
  };
  const toolbar = (row: Plan, run: RunWork) => (
    <>
      {hasGenerated(row) && (
        <Button icon={<ExperimentOutlined />} aria-expanded={isAssuming} onClick={() => setAssuming(!isAssuming)}>
          {word('whatif.title')}
        </Button>
      )}
      <MakeRequest row={row} run={run} />
    </>
  );
  return (
    <>
      <DocumentPage of={requirementPlan} acts={acts} lines={lines} toolbar={toolbar}>
        {(row, run) => (
          <>
            {row.status !== 'void' && (
              <PlanState
                planId={row.id}
                {...(mayGenerate(row)
                  ? {
                      onAgain: () =>
                        void run(word('changed.again'), () => acts.generatePlan?.(row, life.actions.generatePlan)),
                    }
                  : {})}
              />
            )}
            <ToRequest row={row} />
            {isAssuming && hasGenerated(row) && <WhatIfBar planId={row.id} lines={row.details} />}
            <CloseLines
              open={closing !== undefined}
              onClose={() => setClosing(undefined)}
              onAnswer={(reason) => run(word('close.title'), () => close(reason))}
            />
          </>
        )}
      </DocumentPage>
      <LineReasons line={explained} onClose={() => setExplained(undefined)} />
    </>
  );
}

const isToRequest = (row: Plan): boolean => row.status === 'approved' && row.requestStatus !== 'all';

/** Who may not make the requests of an approved plan is told who does. */
function ToRequest({ row }: { readonly row: Plan }) {
  const word = useWords(planTexts);
  const mayMake = useAllowedCodes().has('invpleasepurchase_generate');
  return !mayMake && isToRequest(row) && <NextStep words={word('next.request')} />;
}

/** An approved plan with something left to request becomes requests. */
function MakeRequest({ row, run }: { readonly row: Plan; readonly run: RunWork }) {
  const word = useWords(planTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  if (!isToRequest(row) || !codes.has('invpleasepurchase_generate')) return null;
  const make = async (): Promise<void> => {
    if (!(await notify.ask(word('request.ask')))) return;
    await post('/store-management/invpleasepurchase/generatePleasePurchase', {
      json: { invRequirePlanIds: [row.id] },
    });
    await invalidateLists(requirementPlan);
    notify.done(word('request.done'));
  };
  return (
    <Button type="primary" icon={<FileAddOutlined />} onClick={() => void run(word('request.make'), make)}>
      {word('request.make')}
    </Button>
  );
}

const explainedLine = (row: FormRow<PlanLine>): ExplainedLine => {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    id: text('id'),
    materialName: text('materialName'),
    warehouseName: text('warehouseName'),
    needDate: text('needDate'),
    planQty: text('planQty'),
    unitName: text('unitName'),
  };
};
