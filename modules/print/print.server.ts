/** Prints: records drawn by a template or by the built-in layout, within the caller's rights. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import type { Language } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { drawn, inBothLanguages, type Occasion, type Sheet } from './content.rules.ts';
import { builtInLayout, type Layout, readLayout } from './layout.rules.ts';
import { columnsOn, isPaper, type Paper, type PrintLanguage } from './papers.rules.ts';
import { pdfOf } from './pdf.server.ts';
import { printLog } from './print-log.resource.ts';
import * as calls from './print.calls.ts';
import { dictionariesFor, newestOf, printableOf, readPrinted } from './read-records.server.ts';
import { settled } from './settle.rules.ts';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly printed: string;
  readonly paper: Paper;
  readonly language: PrintLanguage;
  readonly isDefault: 0 | 1;
  readonly content: Layout | null;
}
/** How records are printed. */
interface Chosen {
  readonly template: Template | undefined;
  readonly paper: Paper;
  readonly language: PrintLanguage;
}
interface Asked {
  readonly printed: string;
  readonly ids: unknown;
  readonly templateId: string | null;
  readonly paper: Paper | null;
  readonly language: PrintLanguage | null;
}
/** In place of a template: the built-in layout. */
const BUILT_IN = '0';
/** Of whoever names no paper. */
const FIRST_PAPER: Paper = 'a4';

/** The templates there are for these records, the default ones first. */
const templatesOf = ({ tx }: Context, of: Declaration): Promise<Template[]> =>
  tx.rows<Template>(sql`
    select id, name, printed, paper, language, is_default, content from print_template
    where printed = ${of.name} and frozen = 0 order by is_default desc, update_time desc, id`);

/** The template that was asked for, else the default one of the paper, else the built-in layout. */
async function choose(
  context: Context,
  of: Declaration,
  asked: Asked,
  templates: readonly Template[],
): Promise<Chosen> {
  const { templateId } = asked;
  const template =
    templateId === BUILT_IN
      ? undefined
      : templateId === null || templateId === ''
        ? templates.find((each) => each.isDefault === 1 && each.paper === (asked.paper ?? FIRST_PAPER))
        : (templates.find(({ id }) => id === templateId) ?? (await refuseTemplate(context, of, templateId)));
  return {
    template,
    paper: asked.paper ?? template?.paper ?? FIRST_PAPER,
    language: asked.language ?? template?.language ?? context.language,
  };
}

/** Why a template does not print these records: it prints others, or it is gone. */
async function refuseTemplate(context: Context, of: Declaration, id: string): Promise<never> {
  const other = /^\d{1,19}$/.test(id)
    ? await context.tx.row<{ name: string; printed: string }>(
        sql`select name, printed from print_template where id = ${id}::bigint and frozen = 0`,
      )
    : undefined;
  if (other === undefined) throw new Refused(refuse('print.template-gone', {}, { field: 'templateId' }));
  const its = context.registry.declarations.find(({ name }) => name === other.printed);
  throw new Refused(
    refuse(
      'print.template-other',
      { template: other.name, for: its?.label ?? other.printed, name: of.label },
      { field: 'templateId' },
    ),
  );
}

/** Records to print, as they were asked for. */
function readAsked(asked: Asked): readonly string[] {
  const ids = readIds({ ids: asked.ids });
  if (ids.length > calls.PRINTED_MAX)
    throw new Refused(refuse('print.many', { max: calls.PRINTED_MAX, count: ids.length }, { field: 'ids' }));
  return ids;
}

/** Draws these records; in both languages each is read and drawn twice and laid together. */
async function draw(
  context: Context,
  of: Declaration,
  ids: readonly string[],
  layout: Layout,
  { paper, language }: Pick<Chosen, 'paper' | 'language'>,
): Promise<readonly Sheet[]> {
  const seen = ({ rules }: Field): boolean => rules.right === undefined || context.allowed(rules.right);
  const occasion = await occasionOf(context);
  const [first, second]: readonly Language[] = language === 'both' ? ['zh', 'en'] : [language];
  const rows = await readPrinted(context, of, ids, first!);
  const layouts = rows.map((row) => settled(layout, of, row, seen, columnsOn(paper, language)));
  const drawAll = async (each: typeof rows, to: Language): Promise<readonly Sheet[]> => {
    const reading = { language: to, dictionaries: await dictionariesFor(context, of, to) };
    return each.map((row, at) => drawn(layouts[at]!, paper, { ...reading, of, row, seen, occasion }));
  };
  const sheets = await drawAll(rows, first!);
  if (second === undefined) return sheets;
  const others = await drawAll(await readPrinted(context, of, ids, second), second);
  return sheets.map((sheet, at) => inBothLanguages(sheet, others[at]!));
}

async function occasionOf({ tx, tenant, user, now }: Context): Promise<Occasion> {
  const company = await tx.row<{ name: string }>(
    sql`select tenant_name as name from tenant where tenant_id = ${tenant}`,
  );
  return { company: company?.name ?? '', userName: user.realName, at: now.slice(0, 16) };
}

const layoutOf = (of: Declaration, { template, paper }: Chosen): Layout =>
  template?.content ?? builtInLayout(of, paper);

/** How often these records were printed, and who printed one of them last. */
async function printedBefore({ tx }: Context, of: Declaration, ids: readonly string[]) {
  const row = await tx.row<{ times: number; time: string | null; userName: string }>(sql`
    select count(*)::integer as times, max(l.print_time) as time,
      coalesce((array_agg(u.real_name order by l.print_time desc, l.id desc))[1], '') as user_name
    from print_log l left join app_user u on u.tenant_id = l.tenant_id and u.id = l.print_user_id
    where l.printed = ${of.name} and l.record_id = any(${ids as string[]})`);
  return { times: row?.times ?? 0, time: row?.time ?? '', userName: row?.userName ?? '' };
}

/** Keeps what is printed, a row for each record; answers their ids in the order of the sheets. */
async function keep(
  context: Context,
  of: Declaration,
  sheets: readonly Sheet[],
  { template, paper, language, output, copies }: Chosen & { readonly output: string; readonly copies: number },
): Promise<readonly string[]> {
  const { userId, deptId } = context.user;
  const rows = sheets.map((sheet) => ({
    title: sheet.title,
    search_text: searchText([sheet.title]),
    sheet,
  }));
  const prints = await context.tx.rows<{ id: string; recordId: string }>(sql`
    insert into print_log (title, printed, record_id, print_time, print_user_id, output, paper, language, template_name,
      copies, content, search_text, create_user, create_dept, update_user)
    select title, ${of.name}, sheet->>'id', ${context.now}::timestamptz, ${userId}::bigint, ${output}, ${paper},
      ${language}, ${template?.name ?? null}, ${copies}, sheet, search_text, ${userId}::bigint,
      nullif(${deptId}, '')::bigint, ${userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as kept(title text, search_text text, sheet jsonb)
    returning id, record_id`);
  const byRecord = new Map(prints.map(({ id, recordId }) => [recordId, id]));
  return sheets.map(({ id }) => byRecord.get(id)!);
}

async function draftOf(context: Context, asked: Asked) {
  const of = printableOf(context, asked.printed);
  const ids = readAsked(asked);
  const templates = await templatesOf(context, of);
  const chosen = await choose(context, of, asked, templates);
  const sheets = await draw(context, of, ids, layoutOf(of, chosen), chosen);
  return { of, ids, templates, chosen, sheets };
}

/** A print as it is read again: whether it is the reader's own, and whether its list shows it to him. */
interface PrintRow {
  readonly id: string;
  readonly paper: string;
  readonly content: Sheet;
  readonly own: boolean;
  readonly seen: boolean;
}

export const printCalls: readonly Call[] = [
  serve(
    calls.printPreview,
    async (context, asked) => {
      const { of, ids, templates, chosen, sheets } = await draftOf(context, asked);
      return {
        templates: templates.map(({ id, name, paper, language, isDefault }) => ({
          id,
          name,
          paper,
          language,
          isDefault,
        })),
        templateId: chosen.template?.id ?? BUILT_IN,
        paper: chosen.paper,
        language: chosen.language,
        sheets,
        before: await printedBefore(context, of, ids),
      };
    },
    { reads: true, outsiders: true },
  ),
  serve(
    calls.printRecords,
    async (context, { copies, output, ...asked }) => {
      const { of, chosen, sheets } = await draftOf(context, asked);
      return { logIds: await keep(context, of, sheets, { ...chosen, copies, output }), paper: chosen.paper, sheets };
    },
    { outsiders: true },
  ),
  serve(
    calls.printedPdf,
    async (context, { logIds }) => {
      const ids = readIds({ logIds }, 'logIds');
      const prints = await context.tx.rows<PrintRow>(sql`
        select t.id, t.paper, t.content, t.print_user_id = ${context.user.userId}::bigint as own,
          ${join([sql`true`, ...scopeCondition(printLog, context)], ' and ')} as seen
        from print_log t where t.id = any(${ids}::bigint[])`);
      const byId = new Map(prints.map((each) => [each.id, each]));
      const others = prints.filter(({ own }) => !own);
      if (others.length > 0 && !context.allowed('printlog_content')) throw notPermitted();
      if (ids.some((id) => !byId.has(id)) || others.some(({ seen }) => !seen)) throw unknownRecord(printLog.label);
      const sheets = ids.map((id) => byId.get(id)!);
      const { tenant, user } = context;
      const paper = isPaper(sheets[0]!.paper) ? sheets[0]!.paper : FIRST_PAPER;
      return {
        fileName: `${sheets[0]!.content.title}.pdf`,
        contentType: 'application/pdf',
        body: () =>
          pdfOf(
            sheets.map(({ content }) => content),
            paper,
            { tenant, person: user.userId },
          ),
      };
    },
    { reads: true, outsiders: true },
  ),
  serve(
    calls.tryTemplate,
    async (context, { printed, content, paper, language, id }) => {
      const of = printableOf(context, printed);
      const { layout, refusals } = readLayout(content, of);
      if (refusals.length > 0) throw new Refused(...refusals);
      const chosen = id === null || id === '' ? await newestOf(context, of) : readIds({ id }, 'id')[0];
      if (chosen === undefined) return { sheets: [], id: '' };
      return { sheets: await draw(context, of, [chosen], layout, { paper, language }), id: chosen };
    },
    { reads: true },
  ),
];
