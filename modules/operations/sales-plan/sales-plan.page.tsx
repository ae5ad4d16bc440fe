import { CheckCircleOutlined, CopyOutlined, ExperimentOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Result, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { ActionBar } from '../../../kernel/web/document/action-bar.tsx';
import { isEditable, offeredActions } from '../../../kernel/web/document/actions.ts';
import { Facts } from '../../../kernel/web/document/facts.tsx';
import { SaveButton } from '../../../parts/form/save-button.tsx';
import { PrintButton } from '../../../parts/paper/print-button.tsx';
import { useDocumentSide } from '../../../kernel/web/document/side.tsx';
import { useDocumentActs } from '../../../kernel/web/document/use-document-acts.tsx';
import { DraftChip } from '../../../kernel/web/form/draft-chip.tsx';
import { useSaving } from '../../../kernel/web/form/record-form.tsx';
import type { FormValues } from '../../../kernel/web/form/values.ts';
import { type RecordEditor, useRecord } from '../../../kernel/web/form/use-record.ts';
import { StaleDialog } from '../../../kernel/web/form/stale-dialog.tsx';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { asText } from '../../../kernel/web/kinds/face.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { stateOf } from '../../../kernel/web/list/columns.tsx';
import { usePrint } from '../../../kernel/web/paper/printing.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { session } from '../../../parts/client/session.ts';
import { useCloseTabAndGo, useTitle } from '../../../parts/hooks/own-tab.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { ReviseButton } from '../revisions/revise-button.view.tsx';
import { PlanHead } from './plan-head.view.tsx';
import { PlanMoney } from './plan-money.view.tsx';
import { PlanMenus } from './plan-menus.view.tsx';
import { PlanNeeds } from './plan-needs.view.tsx';
import { salesPlan } from './sales-plan.document.ts';
import { planTexts } from './sales-plan.texts.ts';
import { useCopyWeek } from './use-copy-week.view.ts';
import { type PlanWeek, usePlanWeek } from './use-plan-week.view.ts';
import { WeekEditor } from './week-editor.view.tsx';
import { WeekTotals } from './week-totals.view.tsx';
import './sales-plan.css';

const NO_FACTS = {};

/** A stall's week: what it cooks for which meal, and how many portions of it. */
export default function SalesPlanPage() {
  const { id = 'new' } = useParams();
  return <OnePlan key={id} id={id === 'new' ? undefined : id} />;
}

interface PlanProps {
  /** Undefined of a new plan. */
  readonly id: string | undefined;
  readonly record: RecordEditor<typeof salesPlan>;
}

function OnePlan({ id }: Pick<PlanProps, 'id'>): ReactNode {
  const text = useText();
  const label = useLabel();
  const record = useRecord(salesPlan, id);
  const title =
    id === undefined ? text('document.new', { label: label(salesPlan.label) }) : String(record.stored?.billCode ?? '');
  useTitle(title);
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error === null || record.stored !== undefined) return <LoadedPlan id={id} record={record} title={title} />;
  return (
    <Result
      status="info"
      title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
      extra={
        <Button type="primary" onClick={() => void record.reload()}>
          {text('error.retry')}
        </Button>
      }
    />
  );
}

function LoadedPlan({ id, record, title }: PlanProps & { readonly title: string }): ReactNode {
  const text = useText();
  const closeTabAndGo = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const row = record.stored;
  const mayEdit = codes.has(permissionOf(salesPlan, id === undefined ? 'add' : 'edit')) && isEditable(salesPlan, row);
  const week = usePlanWeek(record, id, mayEdit);
  const print = usePrint(salesPlan, row === undefined ? undefined : id, record.isDirty);
  const side = useDocumentSide(salesPlan, id === undefined ? undefined : row);
  const save = useSaving(record, id, (saved) => {
    if (id === undefined) closeTabAndGo(`${salesPlan.path ?? ''}/${String(saved['id'])}`);
  });
  const isSaveOffered = mayEdit && (record.isDirty || id === undefined);
  const saveWeek = (): void => {
    if (week.finishEdit()) void save();
  };
  return (
    <article
      className="document"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === 's') {
          event.preventDefault();
          if (isSaveOffered) saveWeek();
        }
      }}
    >
      <header className="document-head">
        <PlanTitle id={id} record={record} title={title} />
        <PlanActions id={id} record={record} onSave={isSaveOffered ? saveWeek : undefined} />
        {id !== undefined && <PrintButton name={text('print')} onPrint={print} />}
        {side.button}
      </header>
      <div className="document-body">
        <PlanBody id={id} record={record} week={week} mayEdit={mayEdit} />
        {side.panel}
      </div>
      <StaleDialog of={salesPlan} record={record} onSave={save} />
    </article>
  );
}

/** The plan's state, as it is stored; undefined of a new one. */
const stateIn = ({ id, record: { stored } }: PlanProps) =>
  stored === undefined || id === undefined ? undefined : stateOf(salesPlan, stored);

function PlanTitle({ id, record, title }: PlanProps & { readonly title: string }): ReactNode {
  const label = useLabel();
  const row = record.stored;
  const state = stateIn({ id, record });
  const author =
    id === undefined || row === undefined
      ? ''
      : [row.applyUserName || row['createUserName'], String(row.applyTime || row.createTime || '').slice(0, 16)]
          .filter(Boolean)
          .join(' · ');
  return (
    <div className="document-title">
      {id !== undefined && (
        <span className="soft document-kind">
          {label(salesPlan.label)}
          {row?.gearOperationDeptName ? ` · ${String(row.gearOperationDeptName)}` : ''}
        </span>
      )}
      <div>
        <h1 className="page-title figures" tabIndex={-1}>
          {title}
        </h1>
        {state !== undefined && <Status tone={state.tone} word={label(state.label)} />}
        {author !== '' && <span className="soft figures">{author}</span>}
        <DraftChip record={record} />
      </div>
    </div>
  );
}

/** What may be done with the plan; while something is unsaved (`onSave`), nothing but to save it and to copy. */
function PlanActions({ id, record, onSave }: PlanProps & { readonly onSave: (() => void) | undefined }): ReactNode {
  const word = useWords(planTexts);
  const text = useText();
  const codes = useAllowedCodes();
  const [needsOpen, setNeedsOpen] = useState(false);
  const row = record.stored;
  const offered = useMemo(
    () =>
      row === undefined || id === undefined
        ? []
        : offeredActions(salesPlan, row, codes, session.get()?.userId ?? '', { dirty: record.isDirty }),
    [row, id, codes, record.isDirty],
  );
  const acting = useDocumentActs(salesPlan, row, offered);
  return (
    <>
      <ActionBar offered={onSave === undefined ? offered : []} onAct={acting.onAct} extra={[]}>
        {id !== undefined && (
          <Button icon={<ExperimentOutlined />} onClick={() => setNeedsOpen(true)}>
            {word('needs')}
          </Button>
        )}
        <CopyButton id={id} record={record} />
        {id !== undefined && <ReviseButton plan={row} />}
        {onSave !== undefined && <SaveButton word={text('save')} isSaving={record.saving} onClick={onSave} />}
      </ActionBar>
      {id !== undefined && <PlanNeeds planId={id} open={needsOpen} onClose={() => setNeedsOpen(false)} />}
      {acting.banner}
      {acting.dialog}
    </>
  );
}

/** Copies a stored plan to the next week, and into a new one the stall's last. */
function CopyButton({ id, record }: PlanProps): ReactNode {
  const word = useWords(planTexts);
  const codes = useAllowedCodes();
  const copy = useCopyWeek();
  if (id !== undefined && !codes.has(permissionOf(salesPlan, 'add'))) return null;
  const { gearOperationDeptId, startDate } = record.values;
  const press = (): Promise<void> =>
    id === undefined
      ? copy.fromLast(String(gearOperationDeptId ?? ''), String(startDate ?? ''), () => record.discard())
      : copy.toNext(id, String(record.stored?.startDate ?? ''));
  return (
    <Button icon={<CopyOutlined />} loading={copy.busy} onClick={() => void press()}>
      {word(id === undefined ? 'copy.last' : 'copy.next')}
    </Button>
  );
}

interface PlanBodyProps extends PlanProps {
  readonly week: PlanWeek;
  readonly mayEdit: boolean;
}
/** Stall and days of the plan, and its week once both are chosen. */
function PlanBody({ id, record, week, mayEdit }: PlanBodyProps): ReactNode {
  const word = useWords(planTexts);
  const row = record.stored;
  return (
    <div className="document-main">
      {row?.reason && stateIn({ id, record })?.tone === 'look' ? (
        <Alert type="warning" showIcon title={String(row.reason)} />
      ) : null}
      <PlanFacts id={id} record={record} mayEdit={mayEdit} />
      {id !== undefined && row !== undefined && <PlanMoney planId={id} version={asText(row['version'])} />}
      {id !== undefined && row !== undefined && <ToRequirements plan={row} />}
      {row !== undefined && <PlanMenus menus={row['menus']} />}
      {week.general.length > 0 && <Alert type="warning" showIcon title={week.general.join('  ')} />}
      {week.days.length > 0 && week.gearId !== '' ? (
        <>
          <WeekTotals
            days={week.days}
            dayNames={week.dayNames}
            totals={week.totals}
            mealName={week.mealName}
            forecast={week.forecast}
            machine={week.machine}
            onForecast={mayEdit ? (next) => record.set('dinerForecast', next) : undefined}
          />
          <WeekEditor {...week} readonly={!mayEdit} onChange={week.change} />
          {mayEdit && (
            <p className="week-bar">
              <CheckResult week={week} />
            </p>
          )}
        </>
      ) : (
        <Empty className="nothing" image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('stall.first')} />
      )}
    </div>
  );
}

/** Stall and days: a form of a new plan, else one line, which opens the form for who may change it. */
function PlanFacts({ id, record, mayEdit }: PlanProps & { readonly mayEdit: boolean }): ReactNode {
  const word = useWords(planTexts);
  const [isOpen, setOpen] = useState(false);
  const isWrong = ['startDate', 'endDate', 'planName', 'remark'].some((name) => record.faults[name] !== undefined);
  if (mayEdit && (id === undefined || isOpen || isWrong)) return <PlanHead record={record} isNew={id === undefined} />;
  const facts = <Facts of={salesPlan} row={record.values} own={NO_FACTS} />;
  return mayEdit ? (
    <div className="plan-facts">
      {facts}
      <Button onClick={() => setOpen(true)}>{word('head.edit')}</Button>
    </div>
  ) : (
    facts
  );
}

/** Approved and not over, it waits for a requirement plan: for who may make one, the form for just this plan. */
function ToRequirements({ plan }: { readonly plan: FormValues<typeof salesPlan> }): ReactNode {
  const word = useWords(planTexts);
  const mayGenerate = useAllowedCodes().has('invrequireplan_generate');
  const links = Array.isArray(plan['links']) ? (plan['links'] as readonly { readonly direction: string }[]) : [];
  const isPlanned = links.some(({ direction }) => direction === 'down');
  const [startDate, endDate] = [asText(plan.startDate), asText(plan.endDate)];
  if (plan['status'] !== 'approved' || endDate < businessDay() || isPlanned) return null;
  const query = new URLSearchParams({
    bladeProjectDeptIds: asText(plan['bladeProjectDeptId']),
    startDate,
    endDate,
  });
  return (
    <NextStep words={word('next.plan')}>
      {mayGenerate && <Link to={`/purchasing/invrequireplan/new?${query.toString()}`}>{word('next.plan.do')}</Link>}
    </NextStep>
  );
}

/** One quiet line under the week: does it hold, and what will not be stored. */
function CheckResult({ week }: { readonly week: PlanWeek }) {
  const word = useWords(planTexts);
  return (
    <>
      {week.checked &&
        (week.count === 0 ? (
          <span className="week-ok">
            <CheckCircleOutlined /> {word('checked')}
          </span>
        ) : (
          <span className="week-warn">{word('problems', { count: week.count })}</span>
        ))}
      {week.emptyRows > 0 && <span className="soft">{word('empty', { count: week.emptyRows })}</span>}
    </>
  );
}
