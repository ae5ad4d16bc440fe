/**
 * One more record of a declaration through its own call: the last that is there sent again as a new one, or one put
 * together from its fields, with what two may not share made new, and what its sample says.
 */
import { randomInt } from 'node:crypto';
import { kinds } from '../../kernel/core/kinds.ts';
import { type Declaration, titleField } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import type { Maker, SampleRow, Values } from '../support/sample.ts';
import { makeDocument, makeRow } from './made-documents.ts';
import { samples } from './samples.ts';
import { saveVerb, serves, type TheCompany } from './the-company.ts';

let made = randomInt(1, 100_000);
const madeOf = new Map<string, number>();

/** The body alone. */
export async function another(company: TheCompany, of: Declaration): Promise<Values> {
  const maker = makerOf(company, of);
  const derived = await derivedValues(company, of, maker.number);
  return { ...derived, ...(await samples.get(of.name)?.values?.(maker, derived)) };
}

/** The id of one made so. */
export async function anotherRecord(company: TheCompany, of: Declaration, more: Values = {}): Promise<string> {
  const { status, body } = await company.post(of, serves(of, 'submit') ? 'submit' : (saveVerb(of) ?? 'submit'), {
    ...(await another(company, of)),
    ...more,
  });
  if (status !== 200)
    throw new Error(`${of.name}: none can be made, ${body.msg ?? status}; give it a sample (CONTRIBUTING.md, Samples)`);
  return (body.data as SampleRow).id;
}

/**
 * Makes the first row of a declaration the company has none of: through its own call where people enter it, else as its
 * sample says, else from its fields. A view whose sample says nothing is refused.
 */
export async function firstRow(company: TheCompany, of: Declaration): Promise<void> {
  const row = samples.get(of.name)?.row;
  if (row !== undefined) await row(makerOf(company, of));
  else if (saveVerb(of) !== undefined) await anotherRecord(company, of);
  else if (of.life !== undefined) await makeDocument(company, of, of.life.first);
  else if (of.view !== true) await makeRow(company, of);
  else
    throw new Error(
      `${of.name}: the company has no row of this view; give it a sample with \`row\` (CONTRIBUTING.md, Samples)`,
    );
}

/** Whether a person or a sample makes rows of it; else it is what the program itself writes down. */
export const isMade = (of: Declaration): boolean =>
  saveVerb(of) !== undefined || samples.get(of.name)?.row !== undefined;

/** What is made for a sample is made in this company. */
function makerOf(company: TheCompany, { name }: Declaration): Maker {
  const find = (of: { readonly name: string }): Declaration => company.program.registry.find(of.name);
  const before = madeOf.get(name) ?? 0;
  madeOf.set(name, before + 1);
  return {
    number: (made += 1),
    before,
    today: momentIn('Asia/Shanghai', new Date()).slice(0, 10),
    rows: (of) => company.rowsOf(find(of)),
    detail: async (of, id) => (await company.get(find(of), 'detail', { id })).body.data as SampleRow,
    another: (of, values) => anotherRecord(company, find(of), values),
    document: async (of, state) => (await makeDocument(company, find(of), state)).id,
    userId: async (account) => (await company.person(account)).userId,
    sql: (statement, values = []) => company.asOwner(statement, [...values]),
    async post(address, input) {
      const { status, body } = await company.call(company.admin, 'POST', `/api/${address}`, input);
      if (status !== 200) throw new Error(`${address}: ${body.msg ?? status}`);
      return body.data as Values;
    },
  };
}

async function derivedValues(company: TheCompany, of: Declaration, number: number): Promise<Values> {
  const [row] = (await company.rowsOf(of)).slice(-1);
  const record =
    row === undefined || !serves(of, 'detail')
      ? row
      : ((await company.get(of, 'detail', { id: row.id })).body.data as SampleRow);
  const body: Values = {};
  for (const [name, field] of Object.entries(of.fields)) {
    if (!isWritable(field)) continue;
    const value = mustBeNew(of, name, field)
      ? `T${number}`
      : record === undefined
        ? await firstValue(company, field, number)
        : record[name];
    if (value !== undefined && value !== null && value !== '') body[name] = field.kind === 'secret' ? 'secret1' : value;
  }
  for (const key of Object.keys(of.lines ?? {}))
    body[key] = ((record?.[key] ?? []) as SampleRow[]).map(({ id: _id, ...line }) => line);
  return body;
}

/** Texts that are unique, alone or with others, and the one a record is called by. */
function mustBeNew(of: Declaration, name: string, field: Field): boolean {
  if (kinds[field.kind].text === undefined) return false;
  if (field.rules.unique !== undefined && field.rules.unique !== false) return true;
  return name === titleField(of) || (of.unique ?? []).some((group) => group.includes(name));
}

/** A value of a required field, by its kind; of an optional one nothing. */
async function firstValue(company: TheCompany, field: Field, number: number): Promise<unknown> {
  const { kind, rules } = field;
  if (rules.default !== undefined) return rules.default;
  if (field.optional) return undefined;
  switch (kind) {
    case 'text':
    case 'code':
      return `T${number}`;
    case 'longtext':
    case 'richtext':
      return `${field.label.zh} ${number}`;
    case 'secret':
      return 'secret1';
    case 'choice':
      return rules.choices![0]!.value;
    case 'dictionary':
      return firstEntry(company, rules.dictionary!);
    case 'day':
      return '2031-01-01';
    case 'moment':
      return '2031-01-01 08:00:00';
    case 'ref': {
      const target = company.program.registry.find(rules.target!);
      const row = (await company.rowsOf(target)).find((each) => each['frozen'] !== 1);
      return row?.id ?? anotherRecord(company, target);
    }
    case 'parent':
      return '0';
    case 'flag':
      return 0;
    case 'integer':
    case 'quantity':
    case 'price':
    case 'money':
    case 'percent':
    case 'factor':
      return String(rules.min ?? 1);
    // What fits anywhere is nothing: the refusal names the field, and a sample says what stands in it.
    default:
      return undefined;
  }
}

async function firstEntry(company: TheCompany, code: string): Promise<string> {
  const { body } = await company.call(company.admin, 'GET', '/api/blade-system/dict-biz/dictionary', { code });
  const [entry] = (body.data ?? []) as { dictKey: string }[];
  if (entry === undefined) throw new Error(`The dictionary ${code} has no entry`);
  return String(entry.dictKey);
}
