import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { importAnswer } from '../../parts/sheet-answer/import-result.ts';
import { shape, type Shape } from '../../kernel/core/shape.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { notPermitted, once, unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { exportCall, importCall, templateCall } from '../../parts/sheets/excel-calls.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { readOptions, type Option } from '../../kernel/server/options.ts';
import { idOf, saveRecord } from '../../kernel/server/save.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { requirePlatform } from '../admin/sign-in/client.server.ts';
import * as calls from './platform.calls.ts';
import { ANCESTORS, ancestry, levelOf, placeRefusals } from './region.rules.ts';
import { COUNTRY, region } from './region.resource.ts';

const FILLED = ['regionLevel', 'parentName', ...ANCESTORS.flatMap((each) => [`${each}Code`, `${each}Name`])];

export const regionBehaviour = behaviour(region, {
  async beforeSaveAll(context, savings) {
    requirePlatform(context);
    for (const { values } of savings) values.parentCode ||= Number(values.level) === 1 ? COUNTRY : null;
    const wanted = savings.map(({ values }) => String(values.parentCode ?? '')).filter((code) => code !== '');
    const known = await context.tx.rows<{ code: string; level: string }>(
      sql`select code, level from region where code = any(${wanted}) for share`,
    );
    // A sheet may bring a town and its villages together.
    const coming = savings.map(({ values }) => ({ code: String(values.code), level: String(values.level) }));
    for (const { code, level } of [...coming, ...known]) parents(context).set(code, { code, level: Number(level) });
  },
  beforeSave(context, saving) {
    const { values } = saving;
    saving.newId = String(values.code);
    const place = {
      code: String(values.code),
      parentCode: String(values.parentCode ?? ''),
      level: Number(values.level),
    };
    const refusals = placeRefusals(place, parents(context).get(place.parentCode));
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  fills: Object.fromEntries(FILLED.map((name) => [name, ['code', 'parentCode', 'level']])),
  async fillRows(context, rows) {
    const codes = new Set(rows.flatMap((row) => [...ancestry(row.code), String(row.parentCode)]));
    const names = new Map(
      (
        await context.tx.rows<{ code: string; name: string }>(
          sql`select code, name from region where code = any(${[...codes]})`,
        )
      ).map((row) => [row.code, row.name]),
    );
    for (const row of rows) {
      Object.assign(row, {
        regionLevel: Number(row.level),
        parentName: names.get(String(row.parentCode)) ?? '',
      });
      const above = ancestry(row.code);
      ANCESTORS.forEach((each, index) =>
        Object.assign(row, {
          [`${each}Code`]: above[index] ?? '',
          [`${each}Name`]: names.get(above[index] ?? '') ?? '',
        }),
      );
    }
  },
});
/** Regions that stand or come in this save, by their code. */
const parents = (context: Context): Map<string, { readonly code: string; readonly level: number }> =>
  once(context, 'regions of a save', () => new Map());

/** Regions are no secret of the company: outsiders fill in addresses, too. */
const FOR_ALL = { outsiders: true } as const;

/** The code a client names the region by; clients of this family say `code` here and `id` there. */
function codesOf(input: InputOf<typeof calls.regionDetail.input>): string[] {
  const given = String(input.code ?? input.id ?? input.ids ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  const wrong = given.find((code) => !/^\d{1,19}$/.test(code));
  if (wrong !== undefined) throw new Refused(refuse('param.invalid', { name: 'id', value: wrong }));
  return given.map((code) => (code === '0' ? COUNTRY : code));
}

/** Option nodes of one level; without a parent, the country. */
const regionTree = serve(
  calls.regionTree,
  async (context, input) => {
    const parentCode = input.parentCode ?? input.parentId ?? '';
    const isRoot = parentCode === '' || parentCode === '0';
    const rows = await context.tx.rows<{
      code: string;
      parentCode: string | null;
      name: string;
      hasChildren: boolean;
    }>(sql`
    select t.code, t.parent_code, t.name, exists (select 1 from region c where c.parent_code = t.code) as has_children
    from region t
    where ${isRoot ? sql`t.parent_code is null` : sql`t.parent_code = ${parentCode}`} order by t.sort, t.code`);
    return rows.map(({ code, name, hasChildren }) => ({
      id: code,
      parentId: isRoot ? '0' : parentCode,
      title: name,
      key: code,
      value: code,
      hasChildren,
    }));
  },
  FOR_ALL,
);

const regionDetail = serve(
  calls.regionDetail,
  async (context, input) => {
    const [code] = codesOf(input);
    if (code === undefined) throw new Refused(refuse('param.missing', { name: 'id' }));
    return recordById(context, region, code);
  },
  FOR_ALL,
);

/**
 * The code decides: a row that comes back under its own code is changed, any other is a new region, whatever row it was
 * filled in from.
 */
const submitRegion = serve(
  calls.submitRegion,
  async (context, given, { body: input }) => {
    const code = String(given.code ?? '').trim();
    const row = idOf(input) ?? '';
    const isNew = code === '' || (row === '0' ? COUNTRY : row) !== code;
    if (!context.allowed(isNew ? 'region_add' : 'region_edit')) throw notPermitted();
    const parentCode = String(given.parentCode ?? '').trim();
    const rows = await context.tx.rows<{ code: string; level: number }>(
      sql`select code, level::integer from region where code in (${code}, ${parentCode})`,
    );
    const known = new Map(rows.map((row) => [row.code, row.level]));
    const level = levelOf(input, isNew ? undefined : known.get(code), known.get(parentCode));
    const { id: _id, version, ...fields } = input;
    const sent = { ...fields, code, ...(level === undefined ? {} : { level }), ...(isNew ? {} : { id: row, version }) };
    return recordById(context, region, await saveRecord(region, context, sent));
  },
  FOR_ALL,
);

const removeRegions = serve(
  calls.removeRegions,
  async (context, input) => {
    requirePlatform(context);
    const codes = codesOf(input);
    if (codes.length === 0) throw new Refused(refuse('ids.missing'));
    const rows = await context.tx.rows<{ code: string; name: string }>(
      sql`select code, name from region where code = any(${codes}) for update`,
    );
    if (rows.length < new Set(codes).size) throw unknownRecord(region.label);
    const below = await context.tx.row(
      sql`select 1 as one from region where parent_code = any(${codes}) and not code = any(${codes})`,
    );
    if (below !== undefined) throw new Refused(refuse('tree.children'));
    await audit(
      context,
      rows.map(({ code, name }) => ({
        resource: 'region',
        recordId: code,
        action: 'remove',
        title: name,
        changes: { code: [code, null], name: [name, null] } as const,
      })),
    );
    await context.tx.run(sql`delete from region where code = any(${codes})`);
    return true;
  },
  FOR_ALL,
);

const selectRegion = serve(
  calls.selectRegion,
  async (context, { code }, { body }) =>
    ['keyword', 'ids'].some((name) => body[name] !== undefined)
      ? readOptions(region, context, body)
      : context.tx.rows<Option>(
          sql`select id, code, name, name as title, level, level::integer as region_level from region
            where parent_code = ${String(code ?? COUNTRY)} order by sort, code`,
        ),
  FOR_ALL,
);

/** Calls keyed by the code, and the sheets under the names other clients of this family use. */
export const regionCalls = (services: Services): readonly Call[] => {
  const named = (path: string, call: Call, answer: Shape): Call => ({
    ...call,
    answer,
    service: 'blade-system',
    path: `region/${path}`,
  });
  return [
    regionTree,
    regionDetail,
    removeRegions,
    submitRegion,
    selectRegion,
    named('export-region', exportCall(region), shape.file),
    named('export-template', templateCall(region), shape.file),
    named('import-region', importCall(region, services.fileFolder), importAnswer),
  ];
};
