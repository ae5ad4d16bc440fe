/** Somebody who may do everything but see certain fields, in a company whose hidden fields hold words found nowhere else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { snake } from '../../kernel/server/database.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { addressOf, openCompany, ownSheet, saveVerb, serves, TENANT, type Row, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';

const MARK = '734561';
/** The same as a percentage. */
const SHARE = '73.4561';
let company: TheCompany;
let token: string;
const marked: string[] = [];
const isMarked = (text: string): boolean => text.includes(MARK) || text.includes(SHARE);
const guarded = (fields: Fields): [string, Field][] => Object.entries(fields).filter(([, { rules }]) => rules.right !== undefined);
const placesOf = (declaration: Declaration): [string, Fields][] => [[tableOf(declaration), declaration.fields], ...Object.entries(declaration.lines ?? {}).map(([key, { fields }]): [string, Fields] => [lineTableOf(declaration, key), fields])];
const withGuarded = (): Declaration[] => company.declarations.filter((declaration) => placesOf(declaration).some(([, fields]) => guarded(fields).length > 0));

beforeAll(async () => {
  company = await openCompany();
  const boss = await company.person('admin');
  const rights = new Set(company.declarations.flatMap((declaration) => placesOf(declaration).flatMap(([, fields]) => guarded(fields).map(([, { rules }]) => rules.right!))));
  token = company.signIn({ ...boss, permissions: new Set([...boss.permissions].filter((code) => !rights.has(code))) });
  await company.asOwner('set session_replication_role = replica');
  for (const declaration of withGuarded().filter(({ view }) => !view)) {
    for (const [table, fields] of placesOf(declaration)) {
      for (const [name, { kind, rules }] of guarded(fields)) {
        if (rules.computed || kind === 'ref') continue;
        const value = ['text', 'longtext', 'code'].includes(kind) ? MARK : kind === 'percent' ? SHARE : `${MARK}.25`;
        const done = await company.asOwner(`update ${table} set ${snake(name)} = $2 where tenant_id = $1 returning 1 as one`, [TENANT, value]).catch(() => []);
        if (done.length > 0) marked.push(`${declaration.name}.${table}.${name}`);
      }
    }
    // And what was written down when they were entered.
    const names = placesOf(declaration).flatMap(([, fields]) => guarded(fields).map(([name]) => name));
    await company.asOwner(`update audit_log set changes = changes || jsonb_build_object('${names[0]!}', jsonb_build_array(null, '${MARK}')) || jsonb_build_object('details.1', jsonb_build_array(null, jsonb_build_object('${names[0]!}', '${MARK}')), 'details.1.${names.at(-1)!}', jsonb_build_array('${MARK}', null)) where resource = $1`, [declaration.name]);
  }
  await company.asOwner('set session_replication_role = default');
}, DEMO_PATIENCE);
afterAll(() => company.close());

test('promise 49: a field hidden from a person is in no answer of any call that reads', async () => {
  expect(marked.length).toBeGreaterThan(30);
  const ids = new Map<string, string[]>();
  const idsOf = async (declaration: Declaration): Promise<string[]> => {
    const known = ids.get(declaration.name);
    if (known !== undefined) return known;
    const rows = declaration.view ? await company.rowsOf(declaration).catch(() => []) : await company.asOwner<Row>(`select id from ${tableOf(declaration)} ${declaration.platform ? '' : `where tenant_id = '${TENANT}'`} order by id limit 3`);
    ids.set(declaration.name, rows.slice(0, 3).map((row) => row.id));
    return ids.get(declaration.name)!;
  };
  const found: string[] = [];
  let asked = 0;
  for (const call of company.program.calls) {
    if ((call.method !== 'GET' && call.reads !== true) || call.upload) continue;
    const owner = company.declarations.filter(({ service, segment }) => service === call.service && (segment === '' || call.path.startsWith(`${segment}/`))).toSorted((a, b) => b.segment.length - a.segment.length)[0];
    const some = owner === undefined ? [] : await idsOf(owner);
    for (const input of [{ size: '200' }, ...some.map((id) => ({ id, ids: id, size: '50' }))]) {
      const url = `/api/${call.service}/${call.path}`;
      const { status, text } = await company.call(token, call.method === 'GET' || call.method === 'GET+POST' ? 'GET' : 'POST', url, input);
      asked += 1;
      if (!isMarked(text)) continue;
      found.push(`${url} ${JSON.stringify(input)} → ${status} …${text.slice(Math.max(0, text.search(/734561|73\.4561/) - 60)).slice(0, 80)}`);
      break;
    }
  }
  expect(asked).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
}, 300_000);

test('promise 49: nor in a sheet, nor in what a refusal shows of the record as it stands', async () => {
  expect(await company.offenders(withGuarded(), async (declaration) => {
    const found: string[] = [];
    if (serves(declaration, 'exportExcel')) {
      const { bytes } = await company.download(addressOf(declaration, 'exportExcel'), token);
      if (isMarked(JSON.stringify(ownSheet(bytes)))) found.push('its sheet shows what is hidden');
    }
    const save = saveVerb(declaration);
    if (save === undefined || declaration.view || !serves(declaration, 'detail')) return found;
    for (const { id } of await company.asOwner<Row>(`select id from ${tableOf(declaration)} where tenant_id = '${TENANT}' order by id limit 3`)) {
      const record = (await company.get(declaration, 'detail', { id }, token)).body.data as Record<string, unknown> | undefined;
      for (const more of [{ version: 99 }, { remark: 'x'.repeat(5_000) }]) {
        const { status, text } = await company.post(declaration, save, { ...record, ...more }, token);
        if (isMarked(text)) found.push(`a refusal of ${JSON.stringify(more).slice(0, 20)} (${status}) shows it`);
      }
    }
    return found;
  })).toEqual([]);
}, 120_000);
