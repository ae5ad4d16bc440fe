import { permissionOf, type Declaration, shownField } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, type RowOf } from '../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import type { Download } from '../../parts/http/downloads.ts';
import { column, empty, ident, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { conditions, scopeCondition, visibleFields } from '../../kernel/server/filters.ts';
import { shownName } from '../../kernel/server/list-order.ts';
import { sourceOf } from '../../kernel/server/record-query.ts';
import { isName } from '../../kernel/server/list-order.ts';
import { PINYIN } from '../../parts/postgres/pinyin.ts';
import type { Registry, Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import * as calls from './report.calls.ts';
import type { ReportResult } from './report.calls.ts';
import { report } from './report.resource.ts';
import { groupFilters, isGrouped, readConfig, type Config, type Fn, type Group } from './report.rules.ts';

const mayShare = (context: Context): boolean => context.allowed('report_share');
/** Own reports, those shared with everybody, and those shared with a role of the caller. */
const mine = (context: Context): Sql => sql`(
  t.owner_user_id = ${context.user.userId}::bigint or t.share_scope = 'tenant'
  or (t.share_scope = 'role' and t.share_ids && (select u.role_id from app_user u
    where u.id = ${context.user.userId}::bigint)))`;

/** Saved reports: seen by whom they are shared with, changed by whoever made them, of fields that person sees. */
export const reportBehaviour = (services: Services) =>
  behaviour(report, {
    source: (context) => sql`select t.* from report t where ${mine(context)}`,
    beforeSave(context, { before, values }) {
      if (before !== null) requireOwner(context, before);
      else values.ownerUserId = context.user.userId;
      const { refusals, config } = readConfig(
        values.config,
        fieldsOf(context, targetOf(services.registry(), context, String(values.resource))),
      );
      if (refusals.length > 0) throw new Refused(...refusals);
      values.config = config;
      if (
        values.shareScope !== 'private' &&
        (before === null || before.shareScope !== values.shareScope) &&
        !mayShare(context)
      )
        throw notPermitted();
      if (values.shareScope === 'role' && (!Array.isArray(values.shareIds) || values.shareIds.length === 0))
        throw new Refused(refuse('report.roles', {}, { field: 'shareIds' }));
    },
    async beforeRemove(context, rows) {
      for (const row of rows) requireOwner(context, row);
    },
  });

function requireOwner(context: Context, row: RowOf<typeof report>): void {
  if (row.ownerUserId !== context.user.userId && !context.user.scope.all)
    throw new Refused(refuse('report.not-yours', { name: row.name }));
}

/** The records asked about, as far as the caller may open their list. */
function targetOf(registry: Registry, context: Context, name: string): Declaration {
  const declaration = registry.declarations.find(
    (each) => each.name === name && (each.calls.includes('list') || each.calls.includes('page')),
  );
  if (declaration === undefined) throw new Refused(refuse('report.resource', { name }, { field: 'resource' }));
  if (!context.allowed(permissionOf(declaration, 'view')))
    throw new Refused(refuse('report.not-allowed', { name: declaration.label }, { field: 'resource' }));
  return declaration;
}

/** Fields of its own that the caller may see, and when it was made. */
const fieldsOf = (context: Context, of: Declaration): Fields => {
  const visible = visibleFields(of, context);
  return Object.fromEntries(
    Object.entries(visible).filter(
      ([name, field]) => of.fields[name] !== undefined || (name === 'createTime' && !of.view && field !== undefined),
    ),
  );
};

type Column = ReportResult['columns'][number];
const ROWS_MAX = 1_000;
const WORDS: Readonly<Record<Fn, Label>> = {
  count: label('条数', 'Count'),
  sum: label('合计', 'Sum'),
  avg: label('平均', 'Average'),
  min: label('最小', 'Minimum'),
  max: label('最大', 'Maximum'),
};
const SPAN_FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;
/** Kinds whose values add up whatever they are of: quantities have units of their own. */
const SUMMED = new Set(['money', 'integer']);
interface Total {
  readonly key: string;
  /** Its name among the columns of a row. */
  readonly alias: string;
  readonly text: Sql;
}
const totalOf = (key: string, text: Sql): Total => ({ key, alias: `sum${key.toUpperCase()}`, text });
const FIGURES = new Set(['integer', 'quantity', 'price', 'money', 'percent', 'factor']);

/** Runs a design within the caller's rights: fields he sees, rows he sees, nothing else. */
async function run(context: Context, of: Declaration, raw_: unknown, most: number): Promise<ReportResult> {
  const { registry } = context;
  const fields = fieldsOf(context, of);
  const { config, refusals } = readConfig(raw_, fields);
  if (refusals.length > 0) throw new Refused(...refusals);
  const filters = Object.fromEntries(
    config.filters.map(({ field, op, value }) => [`${field}_${op}`, op === 'null' || op === 'notnull' ? '1' : value]),
  );
  const terms = [...scopeCondition(of, context), ...conditions(of, context, filters)];
  const where = terms.length === 0 ? empty : sql`where ${join(terms, ' and ')}`;
  const source = sourceOf(of, context, {});
  const { selected, columns, grouped, totals } = selection(context, fields, config);
  const order = ordering(
    registry,
    of,
    config,
    columns.map(({ key }) => key),
  );
  const group = grouped.length === 0 ? empty : sql`group by ${join(grouped)}`;
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select ${join([...selected, ...totals.map(({ key, text }) => sql`${text}::text as ${ident(`sum_${key}`)}`)])},
      (count(*) over ())::integer as all_rows
    from ${source} t ${where} ${group} ${order} limit ${raw(String(most))}`);
  const total = Number(rows[0]?.['allRows'] ?? 0);
  const values = rows.map((row) => config.groupBy.map((_, at) => textOf(row[`c${at}`])));
  await nameRows(registry, context, fields, config, columns, rows);
  return {
    columns,
    total,
    more: total > rows.length,
    totals: Object.fromEntries(totals.map(({ key, alias }) => [key, shown(rows[0]?.[alias])])),
    groups: isGrouped(config)
      ? rows.map((row, at) =>
          groupFilters(
            config,
            values[at]!,
            config.groupBy.map((_, nth) => shown(row[`c${nth}`])),
          ),
        )
      : [],
    rows: rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, shown(row[key])]))),
  };
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const expressionOf = ({ field, span }: Group): Sql =>
  span === undefined ? sql`t.${column(field)}` : sql`to_char(t.${column(field)}, ${raw(`'${SPAN_FORMATS[span]}'`)})`;

function selection(
  context: Context,
  fields: Fields,
  config: Config,
): { selected: Sql[]; columns: Column[]; grouped: Sql[]; totals: readonly Total[] } {
  const name = (field: string): string => fields[field]!.label[context.language];
  // A year is no figure: nothing parts its thousands.
  const isFigure = (field: string): boolean =>
    FIGURES.has(fields[field]!.kind) && !((fields[field]!.rules.min ?? 0) >= 1000);
  const centsOf = (field: string): Column['cents'] => kinds[fields[field]!.kind].cents ?? '';
  if (!isGrouped(config)) {
    return {
      grouped: [],
      totals: config.columns.flatMap((field, at) =>
        SUMMED.has(fields[field]!.kind) ? [totalOf(`c${at}`, sql`sum(t.${column(field)}) over ()`)] : [],
      ),
      columns: config.columns.map((field, at) => ({
        key: `c${at}`,
        label: name(field),
        figure: isFigure(field),
        cents: centsOf(field),
      })),
      selected: config.columns.map((field, at) => sql`t.${column(field)} as ${ident(`c${at}`)}`),
    };
  }
  const groups = config.groupBy.map((each, at) => ({
    key: `c${at}`,
    label: name(each.field),
    figure: false,
    cents: '' as const,
    text: expressionOf(each),
  }));
  const measures = config.measures.map(({ field, fn }, at) => ({
    key: `c${groups.length + at}`,
    figure: true,
    cents: field === '' || fn === 'count' ? ('' as const) : centsOf(field),
    label: field === '' ? WORDS.count[context.language] : `${name(field)} · ${WORDS[fn][context.language]}`,
    text:
      fn === 'count'
        ? sql`count(${field === '' ? raw('*') : sql`t.${column(field)}`})`
        : fn === 'avg'
          ? sql`round(avg(t.${column(field)}), 6)`
          : sql`${raw(fn)}(t.${column(field)})`,
  }));
  return {
    totals: measures.flatMap(({ key, text }, at) => {
      const { field, fn } = config.measures[at]!;
      const adds = fn === 'count' || (fn === 'sum' && SUMMED.has(fields[field]!.kind));
      return adds ? [totalOf(key, sql`sum((${text})::numeric) over ()`)] : [];
    }),
    grouped: groups.map(({ text }) => text),
    columns: [...groups, ...measures].map(({ key, label: heading, figure, cents }) => ({
      key,
      label: heading,
      figure,
      cents,
    })),
    selected: [...groups, ...measures].map(({ key, text }) => sql`${text} as ${ident(key)}`),
  };
}

function ordering(registry: Registry, of: Declaration, config: Config, keys: readonly string[]): Sql {
  const fields = isGrouped(config) ? config.groupBy.map(({ field }) => field) : config.columns;
  const term = (at: number): Sql => {
    const name = fields[at] ?? '';
    const shown = shownName(registry, of, name);
    if (shown !== undefined) return sql`${shown.reckons} ${raw(shown.named ? PINYIN : '')}`;
    return isName(of, name) ? sql`t.${column(name)} ${raw(PINYIN)}` : ident(keys[at]!);
  };
  const wanted = config.sort.replace(/^-/, '');
  const direction = raw(config.sort.startsWith('-') ? 'desc nulls last' : 'asc nulls last');
  const at = wanted.startsWith('#')
    ? config.groupBy.length + Number(wanted.slice(1))
    : isGrouped(config)
      ? config.groupBy.findIndex(({ field }) => field === wanted)
      : config.columns.indexOf(wanted);
  const first = config.sort !== '' && at >= 0 && keys[at] !== undefined ? [sql`${term(at)} ${direction}`] : [];
  const rest = keys.slice(0, isGrouped(config) ? config.groupBy.length : 1).map((_, nth) => term(nth));
  const terms = [...first, ...rest];
  return terms.length === 0 ? empty : sql`order by ${join(terms)}`;
}

/** Ids become names, choices and dictionary keys their words: each with one query. */
async function nameRows(
  registry: Registry,
  context: Context,
  fields: Fields,
  config: Config,
  columns: readonly Column[],
  rows: Record<string, unknown>[],
): Promise<void> {
  const named = isGrouped(config) ? config.groupBy.map(({ field }) => field) : config.columns;
  for (const [at, name] of named.entries()) {
    const field = fields[name]!;
    const { key } = columns[at]!;
    const values = [
      ...new Set(
        rows
          .map((row) => row[key])
          .filter((value) => value !== null && value !== undefined)
          .map(String),
      ),
    ];
    const words = await wordsOf(registry, context, field, values);
    if (words !== null) for (const row of rows) row[key] = words.get(shown(row[key])) ?? row[key];
  }
}

async function wordsOf(
  registry: Registry,
  context: Context,
  field: Field,
  values: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (field.kind === 'choice')
    return new Map((field.rules.choices ?? []).map((each) => [each.value, each.label[context.language]]));
  if (field.kind === 'flag')
    return new Map([
      ['0', label('否', 'No')[context.language]],
      ['1', label('是', 'Yes')[context.language]],
    ]);
  if (field.kind === 'ref') {
    const target = registry.find(field.rules.target!);
    if (target.view) return null;
    const rows = await context.tx.rows<{ id: string; title: string }>(
      sql`select t.id, t.${column(shownField(target))}::text as title from ${ident(tableOf(target))} t
        where t.id = any(${values as string[]}::bigint[])`,
    );
    return new Map(rows.map((row) => [row.id, row.title]));
  }
  if (field.kind !== 'dictionary') return null;
  const code = field.rules.dictionary ?? '';
  const value = context.language === 'en' ? sql`coalesce(nullif(dict_value_en, ''), dict_value)` : sql`dict_value`;
  const rows = await context.tx.rows<{ key: string; value: string }>(
    sql`select dict_key as key, ${value} as value from dict where code = ${code} union all
      select dict_key, ${value} from dict_biz where code = ${code}`,
  );
  return new Map(rows.map((row) => [row.key, row.value]));
}

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly resource: string;
  readonly config: unknown;
}
async function saved(context: Context, input: Input): Promise<Saved> {
  const [id] = readIds(input, 'id');
  const row = await context.tx.row<Saved>(
    sql`select t.id, t.name, t.resource, t.config from report t where t.id = ${id!}::bigint and ${mine(context)}`,
  );
  if (row === undefined) throw unknownRecord(report.label);
  return row;
}

const SHEET_ROWS_MAX = 50_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const exported = serve(
  calls.exportReport,
  async (context, input): Promise<Download> => {
    const row = await saved(context, input);
    const result = await run(context, targetOf(context.registry, context, row.resource), row.config, SHEET_ROWS_MAX);
    const cells = result.rows.map((each) => result.columns.map(({ key }) => each[key] ?? ''));
    return {
      fileName: `${row.name}-${context.today}.xlsx`,
      contentType: XLSX,
      body: writeSheet(
        result.columns.map((each) => sheetColumn(each.label, { kind: each.figure ? 'quantity' : 'text' })),
        cells,
        { name: label('报表', 'Report')[context.language] },
      ),
    };
  },
  { reads: true },
);

const runSaved = serve(calls.runReport, async (context, input) => {
  const row = await saved(context, input);
  const result = await run(context, targetOf(context.registry, context, row.resource), row.config, ROWS_MAX);
  await context.tx.run(sql`update report set last_run_time = now() where id = ${row.id}::bigint`);
  return { name: row.name, ...result };
});

const preview = serve(
  calls.previewReport,
  (context, input) => run(context, targetOf(context.registry, context, input.resource ?? ''), input.config, ROWS_MAX),
  { reads: true },
);

export const reportCalls: readonly Call[] = [runSaved, preview, exported];
