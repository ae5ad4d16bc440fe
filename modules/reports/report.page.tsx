import { DeleteOutlined, DownloadOutlined, PlusOutlined, SaveOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Select, Skeleton, Table } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { refs, type Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { DraftChip } from '../../kernel/web/form/draft-chip.tsx';
import { useSaving } from '../../kernel/web/form/record-form.tsx';
import { type LeafWords, StaleDialog } from '../../kernel/web/form/stale-dialog.tsx';
import { useRecord } from '../../kernel/web/form/use-record.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { isSeen } from '../../kernel/web/list/columns.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useTitle } from '../../kernel/web/navigation/own-tab.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { request, requestFile } from '../../kernel/web/request.ts';
import * as calls from './report.calls.ts';
import type { ReportResult } from './report.calls.ts';
import { report } from './report.resource.ts';
import { type Config, canSum, EMPTY, FUNCTIONS, isGrouped, isReportable, OPERATORS, SPANS } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';
import './reports.css';

const roles = refs('共享角色', 'Roles', 'role');
const FRESH: Values = { config: EMPTY };
const PAGE = 50;

/** A report: whoever made it designs it beside its answer, everybody else reads. */
export default function ReportPage() {
  const { id = 'new' } = useParams();
  return <Report key={id} id={id === 'new' ? undefined : id} />;
}

interface Draft {
  readonly name: string;
  readonly resource: string;
  readonly config: Config;
  readonly shareScope: string;
  readonly row: Values;
}
const draftOf = (row: Values): Draft => ({
  name: String(row['name'] ?? ''),
  resource: String(row['resource'] ?? ''),
  config: { ...EMPTY, ...(row['config'] as Partial<Config> | undefined) },
  shareScope: String(row['shareScope'] ?? 'private'),
  row,
});

function Report({ id }: { readonly id: string | undefined }) {
  const word = useWords(reportsTexts);
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const record = useRecord(report, id, FRESH);
  const draft = draftOf(record.values);
  useTitle(draft.name === '' ? word('fresh') : draft.name);
  const designs = codes.has(id === undefined ? 'report_add' : 'report_edit');
  const { config } = draft;
  const target = allDeclarations().find((each) => each.name === draft.resource);
  const fields = useMemo(
    (): Fields =>
      Object.fromEntries(
        Object.entries(target?.fields ?? {}).filter(
          ([name, field]) => isReportable(target!.fields, name) && isSeen(field, codes),
        ),
      ),
    [target, codes],
  );
  const asked = config.columns.length > 0 || isGrouped(config);
  const result = useQuery({
    queryKey: ['report', 'result', id, designs, draft.resource, config],
    queryFn: () =>
      designs ? request(calls.previewReport, { resource: draft.resource, config }) : request(calls.runReport, { id }),
    enabled: draft.resource !== '' && asked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const save = useSaving(record, id, (row) => {
    if (id === undefined) void navigate(`${report.path}/${String(row['id'])}`, { replace: true });
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
  const faults = Object.values(record.faults);
  return (
    <div className="list-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {draft.name === '' ? word('fresh') : draft.name}
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
            <Button type="primary" icon={<SaveOutlined />} loading={record.saving} onClick={() => void save()}>
              {text('save')}
            </Button>
          )}
        </div>
      </header>
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="form-alert"
          title={text('form.errors', { count: faults.length })}
          description={
            <ul className="said">
              {faults.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          }
        />
      )}
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
        <section className="report-result" aria-live="polite">
          {draft.resource === '' || !asked ? (
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
            <Answer result={result.data} />
          )}
        </section>
      </div>
    </div>
  );
}

function Answer({ result }: { readonly result: ReportResult }) {
  const word = useWords(reportsTexts);
  const rows = result.rows.map((row, at) => ({ ...row, key: String(at) }));
  return (
    <>
      <Table<Readonly<Record<string, string>>>
        size="small"
        className="list-table"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
        locale={{ emptyText: word('nothing') }}
        columns={result.columns.map((each) => ({
          title: each.label,
          dataIndex: each.key,
          ...(each.figure ? { align: 'right' as const, className: 'figures' } : {}),
        }))}
      />
      <p className="report-foot">
        {word('rows', { count: result.total })}
        {result.more && ` · ${word('more', { count: result.rows.length })}`}
      </p>
    </>
  );
}

interface DesignProps {
  readonly draft: Draft;
  readonly onChange: (name: string, value: unknown, beside?: Values) => void;
  readonly fields: Fields;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly mayShare: boolean;
}

function Design({ draft, onChange, fields, choices, mayShare }: DesignProps) {
  const word = useWords(reportsTexts);
  const label = useLabel();
  const { config } = draft;
  const set = (patch: Partial<Config>): void => onChange('config', { ...config, ...patch });
  const all = Object.entries(fields).map(([value, field]) => ({ value, label: label(field.label) }));
  const figures = all.filter(({ value }) => canSum(fields, value));
  const changed = <T,>(list: readonly T[], at: number, value: T | undefined): readonly T[] =>
    value === undefined
      ? list.filter((_, index) => index !== at)
      : list.map((each, index) => (index === at ? value : each));
  const part = (name: string, rows: readonly ReactNode[], onAdd: () => void): ReactNode => (
    <div className="report-part" role="group" aria-label={name}>
      <span>{name}</span>
      {rows.length > 0 && (
        <ul className="report-rows">
          {rows.map((row, at) => (
            <li key={at}>{row}</li>
          ))}
        </ul>
      )}
      <Button size="small" icon={<PlusOutlined />} disabled={all.length === 0} onClick={onAdd}>
        {word('add')}
      </Button>
    </div>
  );
  const gone = (run: () => void): ReactNode => (
    <Button type="text" icon={<DeleteOutlined />} aria-label={word('remove')} onClick={run} />
  );
  const spans = (field: string): boolean =>
    fields[field] !== undefined && ['day', 'moment'].includes(kinds[fields[field].kind].nature);
  const sortable = isGrouped(config)
    ? [
        ...config.groupBy.map(({ field }) => ({
          value: field,
          label: fields[field] === undefined ? field : label(fields[field].label),
        })),
        ...config.measures.map(({ field, fn }, at) => ({
          value: `#${at}`,
          label:
            fn === 'count'
              ? word('count')
              : `${fields[field] === undefined ? field : label(fields[field].label)} · ${word(fn)}`,
        })),
      ]
    : config.columns.map((value) => ({
        value,
        label: fields[value] === undefined ? value : label(fields[value].label),
      }));
  const Roles = faceOf(roles).Input;
  return (
    <section className="report-design" aria-label={word('design')}>
      <label htmlFor="report-name">
        <span>{word('name')}</span>
        <Input
          id="report-name"
          maxLength={100}
          value={draft.name}
          onChange={(event) => onChange('name', event.target.value)}
        />
      </label>
      <label htmlFor="report-resource">
        <span>{word('resource')}</span>
        <Select
          id="report-resource"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={word('choose')}
          {...(draft.resource === '' ? {} : { value: draft.resource })}
          options={[...choices]}
          onChange={(resource: string) => onChange('resource', resource, { config: EMPTY })}
        />
      </label>
      {!isGrouped(config) && (
        <label htmlFor="report-columns">
          <span>{word('columns')}</span>
          <Select
            id="report-columns"
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            value={[...config.columns]}
            options={all}
            onChange={(columns: string[]) => set({ columns })}
          />
        </label>
      )}
      {part(
        word('groups'),
        config.groupBy.map((group, at) => (
          <>
            <div className="report-three">
              <Select
                aria-label={word('groups')}
                showSearch={{ optionFilterProp: 'label' }}
                value={group.field}
                options={all}
                onChange={(field: string) => set({ groupBy: changed(config.groupBy, at, { field }) })}
              />
              {spans(group.field) && (
                <Select
                  aria-label={word('groups')}
                  value={group.span ?? ''}
                  options={[
                    { value: '', label: word('whole') },
                    ...SPANS.map((each) => ({ value: each, label: word(each) })),
                  ]}
                  onChange={(span) =>
                    set({
                      groupBy: changed(
                        config.groupBy,
                        at,
                        span === ''
                          ? { field: group.field }
                          : { field: group.field, span: span as (typeof SPANS)[number] },
                      ),
                    })
                  }
                />
              )}
            </div>
            {gone(() => set({ groupBy: changed(config.groupBy, at, undefined) }))}
          </>
        )),
        () => set({ groupBy: [...config.groupBy, { field: all[0]!.value }] }),
      )}
      {part(
        word('measures'),
        config.measures.map((measure, at) => (
          <>
            <div className="report-three">
              <Select
                aria-label={word('measures')}
                value={measure.fn}
                options={FUNCTIONS.filter((fn) => fn === 'count' || figures.length > 0).map((fn) => ({
                  value: fn,
                  label: word(fn),
                }))}
                onChange={(fn) =>
                  set({
                    measures: changed(
                      config.measures,
                      at,
                      fn === 'count'
                        ? { field: '', fn }
                        : {
                            field: figures.some(({ value }) => value === measure.field)
                              ? measure.field
                              : figures[0]!.value,
                            fn,
                          },
                    ),
                  })
                }
              />
              {measure.fn !== 'count' && (
                <Select
                  aria-label={word('measures')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={measure.field}
                  options={figures}
                  onChange={(field: string) => set({ measures: changed(config.measures, at, { ...measure, field }) })}
                />
              )}
            </div>
            {gone(() => set({ measures: changed(config.measures, at, undefined) }))}
          </>
        )),
        () => set({ measures: [...config.measures, { field: '', fn: 'count' }] }),
      )}
      {part(
        word('filters'),
        config.filters.map((filter, at) => (
          <>
            <div className="report-three">
              <Select
                aria-label={word('filters')}
                showSearch={{ optionFilterProp: 'label' }}
                value={filter.field}
                options={all}
                onChange={(field: string) => set({ filters: changed(config.filters, at, { ...filter, field }) })}
              />
              <Select
                aria-label={word('filters')}
                value={filter.op}
                options={OPERATORS.map((each) => ({ value: each, label: word(each) }))}
                onChange={(op) => set({ filters: changed(config.filters, at, { ...filter, op }) })}
              />
              {filter.op !== 'null' && filter.op !== 'notnull' && (
                <FilterValue
                  fields={fields}
                  filter={filter}
                  onChange={(value) => set({ filters: changed(config.filters, at, { ...filter, value }) })}
                />
              )}
            </div>
            {gone(() => set({ filters: changed(config.filters, at, undefined) }))}
          </>
        )),
        () => set({ filters: [...config.filters, { field: all[0]!.value, op: 'equal', value: '' }] }),
      )}
      <label htmlFor="report-sort">
        <span>{word('sort')}</span>
        <Select
          id="report-sort"
          value={config.sort}
          options={[
            { value: '', label: word('none') },
            ...sortable.flatMap((each) => [
              { value: each.value, label: `${each.label} ${word('ascending')}` },
              { value: `-${each.value}`, label: `${each.label} ${word('descending')}` },
            ]),
          ]}
          onChange={(sort: string) => set({ sort })}
        />
      </label>
      {mayShare && (
        <label htmlFor="report-share">
          <span>{word('share')}</span>
          <Select
            id="report-share"
            value={draft.shareScope}
            options={report.fields.shareScope.rules.choices!.map((each) => ({
              value: each.value,
              label: label(each.label),
            }))}
            onChange={(shareScope: string) => onChange('shareScope', shareScope)}
          />
        </label>
      )}
      {mayShare && draft.shareScope === 'role' && (
        <label htmlFor="report-roles">
          <span>{word('roles')}</span>
          <Roles
            id="report-roles"
            name="shareIds"
            field={roles}
            value={draft.row['shareIds']}
            row={draft.row}
            onChange={(value, beside) => onChange('shareIds', value, beside)}
          />
        </label>
      )}
    </section>
  );
}

/** A part of the design as its readers call it. */
function leafWords(
  word: (key: keyof typeof reportsTexts) => string,
  nameOf: (field: string) => string,
  part: string,
  value: unknown,
): { readonly name: string; readonly text: string } {
  const config: Config = { ...EMPTY, [part]: value ?? EMPTY[part as keyof Config] };
  const measure = ({ field, fn }: Config['measures'][number]): string =>
    fn === 'count' ? word('count') : `${nameOf(field)} · ${word(fn)}`;
  const sort = config.sort.replace(/^-/, '');
  const said: Readonly<Record<keyof Config, readonly [name: string, text: string]>> = {
    columns: [word('columns'), config.columns.map(nameOf).join('、')],
    groupBy: [
      word('groups'),
      config.groupBy
        .map(({ field, span }) => (span === undefined ? nameOf(field) : `${nameOf(field)} ${word(span)}`))
        .join('、'),
    ],
    measures: [word('measures'), config.measures.map(measure).join('、')],
    filters: [
      word('filters'),
      config.filters.map(({ field, op, value: wanted }) => `${nameOf(field)} ${word(op)} ${wanted}`.trim()).join('、'),
    ],
    sort: [
      word('sort'),
      sort === ''
        ? word('none')
        : `${sort.startsWith('#') ? `${word('measures')} ${Number(sort.slice(1)) + 1}` : nameOf(sort)} ${word(config.sort.startsWith('-') ? 'descending' : 'ascending')}`,
    ],
  };
  const [name, text] = said[part as keyof Config] ?? [part, String(value ?? '')];
  return { name, text };
}

/** The value to compare with, asked as its field is everywhere else. */
function FilterValue({
  fields,
  filter,
  onChange,
}: {
  readonly fields: Fields;
  readonly filter: Config['filters'][number];
  readonly onChange: (value: string) => void;
}) {
  const word = useWords(reportsTexts);
  const field = fields[filter.field];
  const [beside, setBeside] = useState<Readonly<Record<string, unknown>>>({});
  const nature = field === undefined ? 'text' : kinds[field.kind].nature;
  if (
    field === undefined ||
    filter.op === 'like' ||
    filter.op === 'in' ||
    (nature === 'text' && field.kind !== 'choice' && field.kind !== 'dictionary')
  )
    return <Input aria-label={word('value')} value={filter.value} onChange={(event) => onChange(event.target.value)} />;
  const Face = faceOf(field).Input;
  return (
    <Face
      id={`filter-${filter.field}`}
      name={filter.field}
      field={field}
      value={filter.value}
      row={{ ...beside, [filter.field]: filter.value }}
      onChange={(value, more) => {
        setBeside((now) => ({ ...now, ...more }));
        onChange(String(value ?? ''));
      }}
    />
  );
}
