import { DownloadOutlined, SaveOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { SaveButton } from '../../parts/form/save-button.tsx';
import { useCallback, useMemo } from 'react';
import { useParams } from 'react-router';
import { permissionOf } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { DraftChip } from '../../kernel/web/form/draft-chip.tsx';
import { useSaving } from '../../kernel/web/form/record-form.tsx';
import { type LeafWords, StaleDialog } from '../../kernel/web/form/stale-dialog.tsx';
import { type RecordEditor, useRecord } from '../../kernel/web/form/use-record.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { isSeen } from '../../kernel/web/list/columns.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useCloseTabAndGo, useTitle } from '../../parts/hooks/own-tab.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { request, requestFile } from '../../kernel/web/request.ts';
import { ReportAnswer } from './report-answer.view.tsx';
import { Design } from './report-design.view.tsx';
import { draftOf, type Draft } from './report-draft.view.ts';
import { leafWords } from './report-leaf-words.view.ts';
import * as calls from './report.calls.ts';
import { report } from './report.resource.ts';
import { EMPTY, isGrouped, isReportable } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';
import './reports.css';

const FRESH: Values = { config: EMPTY };

/** A report: whoever made it designs it beside its answer, everybody else reads. */
export default function ReportPage() {
  const { id = 'new' } = useParams();
  return <Report key={id} id={id === 'new' ? undefined : id} />;
}

/** The fields of the records asked about that a report may show, as far as the person sees them. */
function useReportable(resource: string): Fields {
  const codes = useAllowedCodes();
  const target = allDeclarations().find((each) => each.name === resource);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(target?.fields ?? {}).filter(
          ([name, field]) => isReportable(target!.fields, name) && isSeen(field, codes),
        ),
      ),
    [target, codes],
  );
}

function Report({ id }: { readonly id: string | undefined }) {
  const word = useWords(reportsTexts);
  const text = useText();
  const label = useLabel();
  const closeTabAndGo = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const record = useRecord(report, id, FRESH);
  const draft = draftOf(record.values);
  useTitle(draft.name === '' ? word('fresh') : draft.name);
  const designs = codes.has(id === undefined ? 'report_add' : 'report_edit');
  const fields = useReportable(draft.resource);
  const save = useSaving(record, id, ({ id: saved }) => {
    // The tab of the new one is done: the report has one of its own.
    if (id === undefined) closeTabAndGo(`${report.path}/${String(saved)}`);
  });
  const leaf = useCallback<LeafWords>(
    (_, [part = ''], value) =>
      leafWords(word, (name) => (fields[name] === undefined ? name : label(fields[name].label)), part, value),
    [fields, label, word],
  );
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
        action={
          <Button size="small" onClick={() => void record.reload()}>
            {text('error.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="list-page">
      <ReportHead id={id} record={record} name={draft.name} designs={designs} onSave={() => void save()} />
      <Faults of={Object.values(record.faults)} />
      <StaleDialog of={report} record={record} onSave={save} leaf={leaf} />
      <div className={`report-page ${designs ? '' : 'is-reader'}`}>
        {designs && (
          <Design
            draft={draft}
            onChange={record.set}
            fields={fields}
            choices={allDeclarations()
              .filter((each) => each.path !== undefined && codes.has(permissionOf(each, 'view')))
              .map((each) => ({ value: each.name, label: label(each.label) }))}
            mayShare={codes.has('report_share')}
          />
        )}
        <Result id={id} draft={draft} designs={designs} />
      </div>
    </div>
  );
}

interface HeadProps {
  readonly id: string | undefined;
  readonly record: RecordEditor;
  readonly name: string;
  readonly designs: boolean;
  readonly onSave: () => void;
}
function ReportHead({ id, record, name, designs, onSave }: HeadProps) {
  const word = useWords(reportsTexts);
  const text = useText();
  const notify = useNotify();
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1}>
        {name === '' ? word('fresh') : name}
      </h1>
      <div className="list-tools">
        <DraftChip record={record} />
        {id !== undefined && (
          <Button
            icon={<DownloadOutlined />}
            onClick={() => void requestFile(calls.exportReport, { id }).catch(notify.error)}
          >
            {word('export')}
          </Button>
        )}
        {designs && (
          <SaveButton icon={<SaveOutlined />} word={text('save')} isSaving={record.saving} onClick={onSave} />
        )}
      </div>
    </header>
  );
}

function Faults({ of }: { readonly of: readonly string[] }) {
  const text = useText();
  if (of.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="form-alert"
      title={text('form.errors', { count: of.length })}
      description={
        <ul className="sentences">
          {of.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      }
    />
  );
}

interface ResultProps {
  readonly id: string | undefined;
  readonly draft: Draft;
  readonly designs: boolean;
}
/** What the report answers: of a design as it is drawn up, for readers as it is saved. */
function Result({ id, draft, designs }: ResultProps) {
  const word = useWords(reportsTexts);
  const text = useText();
  const { resource, config } = draft;
  const isComplete = resource !== '' && (config.columns.length > 0 || isGrouped(config));
  const result = useQuery({
    queryKey: ['report', 'result', id, designs, resource, config],
    queryFn: () => (designs ? request(calls.previewReport, { resource, config }) : request(calls.runReport, { id })),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className="report-result" aria-live="polite">
      {!isComplete ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('first')} />
      ) : result.error !== null ? (
        <Alert
          type="error"
          showIcon
          title={result.error instanceof ApiError ? result.error.message : text('error.unknown')}
        />
      ) : result.data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <ReportAnswer
          result={result.data}
          config={config}
          path={allDeclarations().find(({ name }) => name === resource)?.path}
        />
      )}
    </section>
  );
}
