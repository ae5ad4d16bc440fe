/**
 * Documents in any state, for contracts over the table of actions: a copy of one the company has, or one put together
 * from its fields.
 */
import { randomInt } from 'node:crypto';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { snake } from '../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { TENANT, type Sample } from '../support/sample.ts';
import { samples } from './samples.ts';
import type { TheCompany } from './the-company.ts';

/** What declarations there are, and the rows they have. */
export interface Rows {
  readonly program: { readonly registry: Pick<TheCompany['program']['registry'], 'declarations' | 'find'> };
  readonly asOwner: TheCompany['asOwner'];
}
export interface MadeDocument {
  readonly id: string;
  readonly billCode: string;
}
/** Asked for everything an action may ask. */
export const EVERY_INPUT = {
  reason: '理由充分',
  deputyUserId: '1',
  changeReason: '理由充分',
  lateFee: '1',
  lateReason: '临时加餐',
  startDate: '2031-01-01',
  endDate: '2031-12-31',
};

type Cells = Record<string, unknown>;

/** Faces are documents of another: what holds of those holds of them. */
const sampleOf = ({ name, of }: Declaration): Sample | undefined => samples.get(of ?? name);

let made = randomInt(1, 1_000_000);
/** Of each company, for each kind of document one it made itself, if it made any: files that run here share this one. */
const modelsIn = new WeakMap<Rows, Map<string, string>>();

async function modelsOf(company: Rows): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const declaration of company.program.registry.declarations) {
    if (declaration.life === undefined || sampleOf(declaration)?.isSingular === true) continue;
    const [row] = await company.asOwner<{ id: string }>(
      `select id from ${tableOf(declaration)} where tenant_id = $1 order by id limit 1`,
      [TENANT],
    );
    if (row !== undefined) found.set(declaration.name, row.id);
  }
  return found;
}

/** Puts a document with one line of each kind into the database, in this state, past every check. */
export async function makeDocument(
  company: Rows,
  declaration: Declaration,
  state: string,
  more: Cells = {},
): Promise<MadeDocument> {
  made += 1;
  const billCode = `${declaration.life!.prefix}T${made}`;
  const table = tableOf(declaration);
  const models = modelsIn.get(company) ?? (await modelsOf(company));
  modelsIn.set(company, models);
  const model = models.get(declaration.name);
  const own = {
    ...(model === undefined ? {} : { ...(await distinct(company, table)), ...ownWords(declaration) }),
    bill_code: billCode,
    status: state,
    ...shareOf(declaration),
    version: 1,
    apply_user_id: null,
    approve_user_id: null,
    // One that names its own process is decided by that; here all go by their table.
    ...(declaration.fields['processDefinitionId'] === undefined ? {} : { process_definition_id: null }),
    ...sampleOf(declaration)?.columns,
    ...more,
  };
  const id = await insert(
    company,
    table,
    own,
    model === undefined ? await cellsOf(company, declaration.fields) : { table, id: model },
  );
  for (const [key, lines] of Object.entries(declaration.lines ?? {})) {
    const owner = ownerColumn(declaration);
    const lineTable = lineTableOf(declaration, key);
    const [line] =
      model === undefined
        ? []
        : await company.asOwner<{ id: string }>(
            `select id from ${lineTable} where tenant_id = $1 and ${owner} = $2 order by line_no limit 1`,
            [TENANT, model],
          );
    if (model !== undefined && line === undefined) continue;
    await insert(
      company,
      lineTable,
      { [owner]: id, line_no: 1 },
      line === undefined
        ? { ...(await cellsOf(company, lines.fields)), ...sampleOf(declaration)?.lineColumns?.[key] }
        : { table: lineTable, id: line.id },
    );
  }
  return { id, billCode };
}

/** Puts a row of what is no document into the database, from its fields; answers its id. */
export const makeRow = async (company: Rows, declaration: Declaration): Promise<string> =>
  insert(company, tableOf(declaration), ownWords(declaration), await cellsOf(company, declaration.fields));

/** What makes it one of a face. */
const shareOf = ({ where = {} }: Declaration): Cells =>
  Object.fromEntries(Object.entries(where).map(([name, value]) => [snake(name), value]));

/** A document of each face the company has none of yet, so that what is asked of all lists finds something there. */
export async function fillFaces(company: TheCompany): Promise<void> {
  for (const face of company.declarations.filter(({ of }) => of !== undefined))
    if ((await company.rowsOf(face)).length === 0) await makeDocument(company, face, face.life!.first);
}

/** Words no two documents of a kind share. */
const ownWords = ({ fields }: Declaration): Cells =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.rules.unique === true && name !== 'billCode' && !field.rules.computed
        ? [[snake(name), `T${(made += 1)}`]]
        : [],
    ),
  );

/** What a second document of the same source would repeat. */
async function distinct(company: Rows, table: string): Promise<Cells> {
  const columns = await company.asOwner<{ name: string }>(
    `
    select distinct a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = $1::regclass and i.indisunique and a.attname like '%id' and a.atttypid = 'text'::regtype
      and a.attname <> 'tenant_id'`,
    [table],
  );
  return Object.fromEntries(columns.map(({ name }) => [name, String((made += 1))]));
}

/** A row of these cells over a stored one, or over others. Ids stay text all the way: they do not fit a number. */
async function insert(
  company: Rows,
  table: string,
  own: Cells,
  base: Cells | { readonly table: string; readonly id: string },
): Promise<string> {
  const stored =
    'table' in base && 'id' in base
      ? await company.asOwner<{ row: string }>(
          `select to_jsonb(t)::text as row from ${String(base.table)} t where tenant_id = $1 and id = $2`,
          [TENANT, base.id],
        )
      : [{ row: JSON.stringify(base) }];
  const columns = await company.asOwner<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attname not in ('id', 'tenant_id')
    and ($2::jsonb || $3::jsonb) ? attname`,
    [table, stored[0]!.row, JSON.stringify(own)],
  );
  const names = columns.map((column) => column.name);
  const [row] = await company.asOwner<{ id: string }>(
    `insert into ${table} (tenant_id, ${names.join(', ')})
      select '${TENANT}', ${names.map((name) => `r.${name}`).join(', ')} from jsonb_populate_record(null::${table},
        $1::jsonb || $2::jsonb) r returning id`,
    [stored[0]!.row, JSON.stringify(own)],
  );
  return row!.id;
}

async function cellsOf(company: Rows, fields: Fields): Promise<Cells> {
  const cells: Cells = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.rules.computed) continue;
    const value = await valueOf(company, name, field);
    if (value !== null) cells[snake(name)] = value;
  }
  return cells;
}

async function valueOf(company: Rows, name: string, field: Field): Promise<unknown> {
  const { rules, kind } = field;
  if (kind === 'ref') {
    const target = company.program.registry.find(rules.target!);
    if (target.view || (rules.optional && target.life)) return null;
    const [row] = await company.asOwner<{ id: string }>(
      `select id from ${tableOf(target)} ${target.platform ? '' : `where tenant_id = '${TENANT}'`} order by id limit 1`,
    );
    if (row !== undefined) return row.id;
    if (rules.optional) return null;
    return target.life
      ? (await makeDocument(company, target, target.life.first)).id
      : insert(company, tableOf(target), {}, await cellsOf(company, target.fields));
  }
  // Figures and days a save would have filled in are there; anything else that may be missing is.
  if (
    rules.optional &&
    !(rules.readonly && (kind === 'quantity' || kind === 'factor')) &&
    kind !== 'day' &&
    !(kind === 'text' && name.endsWith('Id'))
  )
    return null;
  if (rules.default !== undefined) return rules.default;
  switch (kind) {
    case 'text':
    case 'longtext':
    case 'code':
    case 'secret':
      return String((made += 1)); // some of them hold ids
    case 'choice':
      return rules.choices![0]!.value;
    case 'dictionary':
      return '1';
    case 'day':
      return '2026-11-21';
    case 'moment':
      return '2026-11-21 08:00:00';
    case 'refs':
    case 'pictures':
    case 'attachments':
      return [];
    case 'json':
      return {};
    case 'parent':
      return '0';
    case 'flag':
      return 0;
    default:
      return 1;
  }
}

/** Everything of one document as it stands, header and lines; a save that changed nothing may still count a version. */
export async function storedText(company: Rows, declaration: Declaration, id: string): Promise<string> {
  const parts = [
    await company.asOwner(
      `select (to_jsonb(t) - array['version', 'update_time', 'update_user'])::text as row
        from ${tableOf(declaration)} t where tenant_id = $1 and id = $2`,
      [TENANT, id],
    ),
  ];
  for (const key of Object.keys(declaration.lines ?? {}))
    parts.push(
      await company.asOwner(
        `select to_jsonb(t)::text as row from ${lineTableOf(declaration, key)} t
          where tenant_id = $1 and ${ownerColumn(declaration)} = $2 order by id`,
        [TENANT, id],
      ),
    );
  return JSON.stringify(parts);
}
