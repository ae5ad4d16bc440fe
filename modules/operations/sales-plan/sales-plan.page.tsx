import {
  CheckCircleOutlined,
  CopyOutlined,
  ExperimentOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PrinterOutlined,
} from '@ant-design/icons';
import { Alert, Button, Empty, Result, Skeleton, Tooltip } from 'antd';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { ActionBar } from '../../../kernel/web/document/action-bar.tsx';
import { isEditable, offeredActions } from '../../../kernel/web/document/actions.ts';
import { Facts } from '../../../kernel/web/document/facts.tsx';
import { DocumentSide } from '../../../kernel/web/document/side.tsx';
import { useAct } from '../../../kernel/web/document/use-act.tsx';
import { DraftChip } from '../../../kernel/web/form/draft-chip.tsx';
import { useSaving } from '../../../kernel/web/form/record-form.tsx';
import { useRecord } from '../../../kernel/web/form/use-record.ts';
import { StaleDialog } from '../../../kernel/web/form/stale-dialog.tsx';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { stateOf } from '../../../kernel/web/list/columns.tsx';
import { SheetsOrPage } from '../../../kernel/web/paper/printed.tsx';
import { usePaper } from '../../../kernel/web/paper/use-paper.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { session } from '../../../parts/client/session.ts';
import { useCloseTabAndGo, useTitle } from '../../../kernel/web/navigation/own-tab.ts';
import { PlanHead } from './plan-head.view.tsx';
import { PlanMenus } from './plan-menus.view.tsx';
import { PlanNeeds } from './plan-needs.view.tsx';
import { salesPlan } from './sales-plan.document.ts';
import { planTexts } from './sales-plan.texts.ts';
import { useCopyWeek } from './use-copy-week.view.ts';
import { usePlanWeek } from './use-plan-week.view.ts';
import { WeekEditor } from './week-editor.view.tsx';
import { WeekTotals } from './week-totals.view.tsx';
import './sales-plan.css';

const NO_FACTS = {};
const NO_LINES = {};

/** A stall's week: what it cooks for which meal, and how many portions of it. */
export default function SalesPlanPage() {
  const { id = 'new' } = useParams();
  return (
    <SheetsOrPage of={salesPlan} facts={NO_FACTS} lines={NO_LINES}>
      <OnePlan key={id} id={id === 'new' ? undefined : id} />
    </SheetsOrPage>
  );
}

function OnePlan({ id }: { readonly id: string | undefined }) {
  const word = useWords(planTexts);
  const text = useText();
  const label = useLabel();
  const leaveFor = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const record = useRecord(salesPlan, id);
  const row = record.stored;
  const mayEdit = codes.has(permissionOf(salesPlan, id === undefined ? 'add' : 'edit')) && isEditable(salesPlan, row);
  const week = usePlanWeek(record, id, mayEdit);
  const { act, dialog } = useAct(salesPlan);
  const copy = useCopyWeek();
  const { print, paper } = usePaper(
    id === undefined || row === undefined ? undefined : { of: salesPlan, row, facts: NO_FACTS, lines: NO_LINES },
    record.isDirty,
  );
  const [side, setSide] = useState(() => readStored('document.side', true));
  const [needs, setNeeds] = useState(false);
  const title =
    id === undefined ? text('document.new', { label: label(salesPlan.label) }) : String(row?.billCode ?? '');
  useTitle(title);

  const save = useSaving(record, id, (saved) => {
    if (id === undefined) leaveFor(`${salesPlan.path ?? ''}/${String(saved['id'])}`);
  });
  const offered = useMemo(
    () =>
      row === undefined || id === undefined
        ? []
        : offeredActions(salesPlan, row, codes, session.get()?.userId ?? '', { dirty: record.isDirty }),
    [row, id, codes, record.isDirty],
  );
  const pressSave = (): void => {
    if (week.settle()) void save();
  };

  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null && row === undefined) {
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
  const state = row === undefined || id === undefined ? undefined : stateOf(salesPlan, row);
  const saving = mayEdit && (record.isDirty || id === undefined);
  const by =
    id === undefined || row === undefined
      ? ''
      : [row.applyUserName || row['createUserName'], String(row.applyTime || row.createTime || '').slice(0, 16)]
          .filter(Boolean)
          .join(' · ');
  const toggle = (): void => {
    writeStored('document.side', !side);
    setSide(!side);
  };
  return (
    <article
      className="document"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === 's') {
          event.preventDefault();
          if (saving) pressSave();
        }
      }}
    >
      <header className="document-head">
        <div className="document-title">
          <span className="soft document-kind">
            {label(salesPlan.label)}
            {row?.gearOperationDeptName ? ` · ${String(row.gearOperationDeptName)}` : ''}
          </span>
          <div>
            <h1 className="page-title figures" tabIndex={-1}>
              {title}
            </h1>
            {state !== undefined && <Status tone={state.tone} word={label(state.label)} />}
            {by !== '' && <span className="soft figures">{by}</span>}
            <DraftChip record={record} />
          </div>
        </div>
        <ActionBar
          offered={saving ? [] : offered}
          onAct={({ name, action }) => void (row !== undefined && act(name, action, [row]))}
          extra={[]}
        >
          {id !== undefined && (
            <Button icon={<ExperimentOutlined />} onClick={() => setNeeds(true)}>
              {word('needs')}
            </Button>
          )}
          {id !== undefined && codes.has(permissionOf(salesPlan, 'add')) && (
            <Button
              icon={<CopyOutlined />}
              loading={copy.busy}
              onClick={() => void copy.toNext(id, String(row?.startDate ?? ''))}
            >
              {word('copy.next')}
            </Button>
          )}
          {id === undefined && (
            <Button
              icon={<CopyOutlined />}
              loading={copy.busy}
              onClick={() =>
                void copy.fromLast(
                  String(record.values.gearOperationDeptId ?? ''),
                  String(record.values.startDate ?? ''),
                  () => record.discard(),
                )
              }
            >
              {word('copy.last')}
            </Button>
          )}
          {saving && (
            <Button type="primary" loading={record.saving} onClick={pressSave}>
              {text('save')}
            </Button>
          )}
        </ActionBar>
        {id !== undefined && (
          <Tooltip title={text('print')}>
            <Button
              type="text"
              className="print-act"
              icon={<PrinterOutlined />}
              aria-label={text('print')}
              onClick={print}
            />
          </Tooltip>
        )}
        {id !== undefined && (
          <Tooltip title={text(side ? 'document.side.hide' : 'document.side.show')}>
            <Button
              type="text"
              className="side-toggle"
              icon={side ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              aria-label={text(side ? 'document.side.hide' : 'document.side.show')}
              aria-expanded={side}
              onClick={toggle}
            />
          </Tooltip>
        )}
      </header>
      <div className="document-body">
        <div className="document-main">
          {row?.reason && state?.tone === 'look' ? <Alert type="warning" showIcon title={String(row.reason)} /> : null}
          {mayEdit ? (
            <PlanHead record={record} isNew={id === undefined} />
          ) : (
            <Facts of={salesPlan} row={record.values} own={NO_FACTS} />
          )}
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
        {side && id !== undefined && row !== undefined && (
          <aside className="document-side">
            <DocumentSide of={salesPlan} row={row} />
          </aside>
        )}
      </div>
      <StaleDialog of={salesPlan} record={record} onSave={save} />
      {id !== undefined && <PlanNeeds planId={id} open={needs} onClose={() => setNeeds(false)} />}
      {dialog}
      {paper}
    </article>
  );
}

/** One quiet line under the week: does it hold, and what will not be kept. */
function CheckResult({ week }: { readonly week: ReturnType<typeof usePlanWeek> }) {
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
