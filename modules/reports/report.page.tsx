import { DeleteOutlined, DownloadOutlined, PlusOutlined, SaveOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Input, Select, Skeleton, Table } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { refs, type Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { download, get, intent, post } from '../../kernel/web/api.ts';
import { allDeclarations } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../kernel/web/errors.ts';
import { useLabel, useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { isSeen } from '../../kernel/web/list/columns.tsx';
import { renewLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useTitle } from '../../kernel/web/shell/tab-pages.tsx';
import { useTell } from '../../kernel/web/tell.tsx';
import { useWords } from '../../kernel/web/words.ts';
import { report } from './report.resource.ts';
import { type Config, canSum, EMPTY, FUNCTIONS, isGrouped, isReportable, OPERATORS, SPANS } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';
import './reports.css';

const of = report as unknown as Declaration;
const roles = refs('共享角色', 'Roles', 'role');
interface Result {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly figure: boolean }[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly total: number;
  readonly more: boolean;
}
type Stored = Readonly<Record<string, unknown>> & { readonly id: string };
interface Draft {
  readonly name: string;
  readonly resource: string;
  readonly config: Config;
  readonly shareScope: string;
  readonly row: Readonly<Record<string, unknown>>;
}
const FRESH: Draft = { name: '', resource: '', config: EMPTY, shareScope: 'private', row: {} };
const PAGE = 50;

/** A report: whoever made it designs it beside its answer, everybody else reads. */
export default function ReportPage() {
  const { id = 'new' } = useParams();
  const stored = useQuery({ queryKey: ['report', id], queryFn: ({ signal }) => get<Stored>('/blade-report/report/rest/detail', { id }, signal), enabled: id !== 'new' });
  const text = useText();
  if (id !== 'new' && stored.error !== null) return <Alert type="error" showIcon title={stored.error instanceof ApiError ? stored.error.message : text('error.unknown')} action={<Button size="small" onClick={() => void stored.refetch()}>{text('error.retry')}</Button>} />;
  if (id !== 'new' && stored.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const row = stored.data;
  const draft: Draft = row === undefined ? FRESH : { name: String(row['name']), resource: String(row['resource']), config: { ...EMPTY, ...(row['config'] as Partial<Config>) }, shareScope: String(row['shareScope']), row };
  return <Report key={`${id}${String(row?.['version'] ?? '')}`} id={id} given={draft} />;
}

function Report({ id, given }: { readonly id: string; readonly given: Draft }) {
  const word = useWords(reportsTexts);
  const text = useText();
  const label = useLabel();
  const tell = useTell();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const [draft, setDraft] = useState(given);
  const [busy, setBusy] = useState(false);
  const [once] = useState(intent);
  useTitle(draft.name === '' ? word('fresh') : draft.name);
  const designs = codes.has(id === 'new' ? 'report_add' : 'report_edit');
  const { config } = draft;
  const target = allDeclarations().find((each) => each.name === draft.resource);
  const fields = useMemo((): Fields => Object.fromEntries(Object.entries(target?.fields ?? {}).filter(([name, field]) => isReportable(target!.fields, name) && isSeen(field, codes))), [target, codes]);
  const asked = config.columns.length > 0 || isGrouped(config);
  const result = useQuery({
    queryKey: ['report', 'result', id, designs, draft.resource, config],
    queryFn: () => (designs ? post<Result>('/blade-report/report/rest/preview', { json: { resource: draft.resource, config } }) : post<Result>('/blade-report/report/rest/run', { query: { id } })),
    enabled: draft.resource !== '' && asked, placeholderData: keepPreviousData, retry: false,
  });
  const set = (patch: Partial<Config>): void => setDraft((now) => ({ ...now, config: { ...now.config, ...patch } }));
  const save = async (): Promise<void> => {
    setBusy(true);
    const json = { ...(id === 'new' ? {} : { id, version: given.row['version'] }), name: draft.name, resource: draft.resource, config, shareScope: draft.shareScope, shareIds: draft.row['shareIds'] ?? '' };
    try {
      const saved = await post<Stored>('/blade-report/report/rest/submit', { json, key: once.keyFor(json) });
      tell.done(word('saved', { name: draft.name }));
      await renewLists(of);
      if (id === 'new') void navigate(`/report/reportlist/${saved.id}`, { replace: true });
    } catch (error) {
      tell.trouble(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="list-page">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>{draft.name === '' ? word('fresh') : draft.name}</h1>
        <div className="list-tools">
          {id !== 'new' && <Button icon={<DownloadOutlined />} onClick={() => void download('/blade-report/report/rest/export', { id }).catch(tell.trouble)}>{word('export')}</Button>}
          {designs && <Button type="primary" icon={<SaveOutlined />} loading={busy} onClick={() => void save()}>{text('save')}</Button>}
        </div>
      </header>
      <div className={`report-page ${designs ? '' : 'is-reader'}`}>
        {designs && <Design draft={draft} setDraft={setDraft} set={set} fields={fields} choices={allDeclarations().filter((each) => each.path !== undefined && codes.has(permissionOf(each, 'view'))).map((each) => ({ value: each.name, label: label(each.label) }))} mayShare={codes.has('report_share')} />}
        <section className="report-result" aria-live="polite">
          {draft.resource === '' || !asked ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('first')} />
            : result.error !== null ? <Alert type="error" showIcon title={result.error instanceof ApiError ? result.error.message : text('error.unknown')} />
            : result.data === undefined ? <Skeleton active paragraph={{ rows: 6 }} /> : <Answer result={result.data} />}
        </section>
      </div>
    </div>
  );
}

function Answer({ result }: { readonly result: Result }) {
  const word = useWords(reportsTexts);
  const rows = result.rows.map((row, at) => ({ ...row, key: String(at) }));
  return (
    <>
      <Table<Readonly<Record<string, string>>>
        size="small" className="list-table" dataSource={rows} scroll={{ x: 'max-content' }} pagination={rows.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false} locale={{ emptyText: word('nothing') }}
        columns={result.columns.map((each) => ({ title: each.label, dataIndex: each.key, ...(each.figure ? { align: 'right' as const, className: 'figures' } : {}) }))}
      />
      <p className="report-foot">{word('rows', { count: result.total })}{result.more && ` · ${word('more', { count: result.rows.length })}`}</p>
    </>
  );
}

interface DesignProps {
  readonly draft: Draft;
  readonly setDraft: (change: (now: Draft) => Draft) => void;
  readonly set: (patch: Partial<Config>) => void;
  readonly fields: Fields;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly mayShare: boolean;
}

function Design({ draft, setDraft, set, fields, choices, mayShare }: DesignProps) {
  const word = useWords(reportsTexts);
  const label = useLabel();
  const { config } = draft;
  const all = Object.entries(fields).map(([value, field]) => ({ value, label: label(field.label) }));
  const figures = all.filter(({ value }) => canSum(fields, value));
  const changed = <T,>(list: readonly T[], at: number, value: T | undefined): readonly T[] => (value === undefined ? list.filter((_, index) => index !== at) : list.map((each, index) => (index === at ? value : each)));
  const part = (name: string, rows: readonly ReactNode[], onAdd: () => void): ReactNode => (
    <div className="report-part" role="group" aria-label={name}>
      <span>{name}</span>
      {rows.length > 0 && <ul className="report-rows">{rows.map((row, at) => <li key={at}>{row}</li>)}</ul>}
      <Button size="small" icon={<PlusOutlined />} disabled={all.length === 0} onClick={onAdd}>{word('add')}</Button>
    </div>
  );
  const gone = (run: () => void): ReactNode => <Button type="text" icon={<DeleteOutlined />} aria-label={word('remove')} onClick={run} />;
  const spans = (field: string): boolean => fields[field] !== undefined && ['day', 'moment'].includes(kinds[fields[field].kind].nature);
  const sortable = isGrouped(config) ? [...config.groupBy.map(({ field }) => ({ value: field, label: fields[field] === undefined ? field : label(fields[field].label) })), ...config.measures.map(({ field, fn }, at) => ({ value: `#${at}`, label: fn === 'count' ? word('count') : `${fields[field] === undefined ? field : label(fields[field].label)} · ${word(fn)}` }))] : config.columns.map((value) => ({ value, label: fields[value] === undefined ? value : label(fields[value].label) }));
  const Roles = faceOf(roles).Input;
  return (
    <section className="report-design" aria-label={word('design')}>
      <label htmlFor="report-name"><span>{word('name')}</span><Input id="report-name" maxLength={100} value={draft.name} onChange={(event) => setDraft((now) => ({ ...now, name: event.target.value }))} /></label>
      <label htmlFor="report-resource"><span>{word('resource')}</span><Select id="report-resource" showSearch={{ optionFilterProp: 'label' }} placeholder={word('choose')} {...(draft.resource === '' ? {} : { value: draft.resource })} options={[...choices]} onChange={(resource: string) => setDraft((now) => ({ ...now, resource, config: EMPTY }))} /></label>
      {!isGrouped(config) && <label htmlFor="report-columns"><span>{word('columns')}</span><Select id="report-columns" mode="multiple" showSearch={{ optionFilterProp: 'label' }} value={[...config.columns]} options={all} onChange={(columns: string[]) => set({ columns })} /></label>}
      {part(word('groups'), config.groupBy.map((group, at) => (
        <>
          <div className="report-three">
            <Select aria-label={word('groups')} showSearch={{ optionFilterProp: 'label' }} value={group.field} options={all} onChange={(field: string) => set({ groupBy: changed(config.groupBy, at, { field }) })} />
            {spans(group.field) && <Select aria-label={word('groups')} value={group.span ?? ''} options={[{ value: '', label: word('whole') }, ...SPANS.map((each) => ({ value: each, label: word(each) }))]} onChange={(span) => set({ groupBy: changed(config.groupBy, at, span === '' ? { field: group.field } : { field: group.field, span: span as (typeof SPANS)[number] }) })} />}
          </div>
          {gone(() => set({ groupBy: changed(config.groupBy, at, undefined) }))}
        </>
      )), () => set({ groupBy: [...config.groupBy, { field: all[0]!.value }] }))}
      {part(word('measures'), config.measures.map((measure, at) => (
        <>
          <div className="report-three">
            <Select aria-label={word('measures')} value={measure.fn} options={FUNCTIONS.filter((fn) => fn === 'count' || figures.length > 0).map((fn) => ({ value: fn, label: word(fn) }))} onChange={(fn) => set({ measures: changed(config.measures, at, fn === 'count' ? { field: '', fn } : { field: figures.some(({ value }) => value === measure.field) ? measure.field : figures[0]!.value, fn }) })} />
            {measure.fn !== 'count' && <Select aria-label={word('measures')} showSearch={{ optionFilterProp: 'label' }} value={measure.field} options={figures} onChange={(field: string) => set({ measures: changed(config.measures, at, { ...measure, field }) })} />}
          </div>
          {gone(() => set({ measures: changed(config.measures, at, undefined) }))}
        </>
      )), () => set({ measures: [...config.measures, { field: '', fn: 'count' }] }))}
      {part(word('filters'), config.filters.map((filter, at) => (
        <>
          <div className="report-three">
            <Select aria-label={word('filters')} showSearch={{ optionFilterProp: 'label' }} value={filter.field} options={all} onChange={(field: string) => set({ filters: changed(config.filters, at, { ...filter, field }) })} />
            <Select aria-label={word('filters')} value={filter.op} options={OPERATORS.map((each) => ({ value: each, label: word(each) }))} onChange={(op) => set({ filters: changed(config.filters, at, { ...filter, op }) })} />
            {filter.op !== 'null' && filter.op !== 'notnull' && <FilterValue fields={fields} filter={filter} onChange={(value) => set({ filters: changed(config.filters, at, { ...filter, value }) })} />}
          </div>
          {gone(() => set({ filters: changed(config.filters, at, undefined) }))}
        </>
      )), () => set({ filters: [...config.filters, { field: all[0]!.value, op: 'equal', value: '' }] }))}
      <label htmlFor="report-sort"><span>{word('sort')}</span><Select id="report-sort" value={config.sort} options={[{ value: '', label: word('none') }, ...sortable.flatMap((each) => [{ value: each.value, label: `${each.label} ${word('ascending')}` }, { value: `-${each.value}`, label: `${each.label} ${word('descending')}` }])]} onChange={(sort: string) => set({ sort })} /></label>
      {mayShare && <label htmlFor="report-share"><span>{word('share')}</span><Select id="report-share" value={draft.shareScope} options={report.fields.shareScope.rules.choices!.map((each) => ({ value: each.value, label: label(each.label) }))} onChange={(shareScope: string) => setDraft((now) => ({ ...now, shareScope }))} /></label>}
      {mayShare && draft.shareScope === 'role' && <label htmlFor="report-roles"><span>{word('roles')}</span><Roles id="report-roles" name="shareIds" field={roles} value={draft.row['shareIds']} row={draft.row} onChange={(value, beside) => setDraft((now) => ({ ...now, row: { ...now.row, ...beside, shareIds: value } }))} /></label>}
    </section>
  );
}

/** The value to compare with, asked as its field is everywhere else. */
function FilterValue({ fields, filter, onChange }: { readonly fields: Fields; readonly filter: Config['filters'][number]; readonly onChange: (value: string) => void }) {
  const word = useWords(reportsTexts);
  const field = fields[filter.field];
  const [beside, setBeside] = useState<Readonly<Record<string, unknown>>>({});
  const nature = field === undefined ? 'text' : kinds[field.kind].nature;
  if (field === undefined || filter.op === 'like' || filter.op === 'in' || nature === 'text' && field.kind !== 'choice' && field.kind !== 'dictionary') return <Input aria-label={word('value')} value={filter.value} onChange={(event) => onChange(event.target.value)} />;
  const Face = faceOf(field).Input;
  return <Face id={`filter-${filter.field}`} name={filter.field} field={field} value={filter.value} row={{ ...beside, [filter.field]: filter.value }} onChange={(value, more) => { setBeside((now) => ({ ...now, ...more })); onChange(String(value ?? '')); }} />;
}
