import { kinds } from '../core/kinds.ts';
import { isForeign, permissionOf, type Action, type Declaration, type Verb, titleField } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import { label } from '../core/label.ts';
import { refuse, Refused } from '../core/refusal.ts';
import { readDraft } from '../core/validate.ts';
import { audit } from './audit.ts';
import { SESSION } from '../core/contract.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from './context.ts';
import { ident, join, sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from './filters.ts';
import { visibleChanges, withoutHidden } from './hidden-fields.ts';
import { ports } from './port.ts';
import { linkedDocuments } from './links.ts';
import { isChosen, readOptions } from './options.ts';
import { countStates } from './count-records.ts';
import { readPage, readRecord, sourceOf } from './record-query.ts';
import type { Registry } from './registry.ts';
import { rowKeys } from './row-keys.ts';
import { timelineOf, readIds, runAction } from './run-action.ts';
import { idOf, lockRows, saveAll, saveRecord } from './save.ts';
import { isSealedText } from '../../parts/secrets/secrets.ts';
import { tableOf } from './schema.ts';
import { stillListed, stillReferenced } from './still-referenced.ts';
import { lazyTree, moveInOrder, wholeTree } from './tree-calls.ts';

/** A verb that a part answers for every declaration that has it. */
interface PartVerb {
  readonly verb: Verb;
  callOf(declaration: Declaration): Call;
}
export const partVerbs = ports<PartVerb>('verbs of parts');

/** Every ordinary call of a declaration: its verbs and the actions of its life. One handler, several addresses. */
export function declaredCalls(registry: Registry, declaration: Declaration): Call[] {
  const calls = [
    ...declaration.calls.flatMap((verb) => verbCall(registry, declaration, verb)),
    ...Object.entries(declaration.life?.actions ?? {})
      .filter(([, action]) => action.page !== true)
      .flatMap(([name, action]) => actionCalls(declaration, name, action)),
    ...((declaration.life ?? declaration.tabs) ? [statusCounts(declaration)] : []),
    ...(declaration.view ? [] : [history(declaration)]),
  ];
  if (!declaration.calls.includes('select') && !declaration.view && isChosen(registry, declaration))
    calls.push(...[verbCall(registry, declaration, 'select')].flat());
  const own =
    declaration.fields['tenantId'] === undefined ? calls : calls.map((each): Call => ({ ...each, namesTenant: true }));
  return own.flatMap((each) => [
    { ...each, service: declaration.service, path: below(declaration.segment, each.path) },
    ...(declaration.alias ?? []).map(([service, segment]) => ({ ...each, service, path: below(segment, each.path) })),
  ]);
}

/** A few records stand directly below their service. */
const below = (segment: string, path: string): string => (segment === '' ? path : `${segment}/${path}`);

function verbCall(registry: Registry, declaration: Declaration, verb: Verb): Call | Call[] {
  const { zh, en } = declaration.label;
  const may = (button: string): string => permissionOf(declaration, button);
  const get = (summary: { zh: string; en: string }, permission: string | string[], handle: Call['handle']): Call => ({
    method: 'GET',
    service: '',
    path: verb,
    permission,
    summary,
    handle,
  });
  const choice = (summary: { zh: string; en: string }, handle: Call['handle']): Call => ({
    ...get(summary, SESSION, handle),
    chooses: declaration.name,
  });
  const post = (summary: { zh: string; en: string }, permission: string | string[], handle: Call['handle']): Call => ({
    method: 'POST',
    service: '',
    path: verb,
    permission,
    summary,
    handle,
  });
  switch (verb) {
    case 'list':
    case 'page':
      return get(label(`${zh}分页`, `Page of ${en}`), may('view'), (context, input) =>
        readPage(declaration, context, input, [], rowKeys(declaration, context, input)),
      );
    case 'donePage':
      return get(label(`${zh}已办分页`, `Page of decided ${en}`), may('view'), (context, input) =>
        readPage(
          declaration,
          context,
          input,
          [sql`t.status = any(${declaration.life!.done as string[]})`],
          rowKeys(declaration, context, input),
        ),
      );
    case 'detail':
      return get(label(`${zh}详情`, `One ${en}`), [may('view'), may('edit')], (context, input) =>
        detail(declaration, context, input),
      );
    case 'select':
      return {
        ...choice(label(`选择${zh}`, `Choose ${en}`), (context, input) => readOptions(declaration, context, input)),
        outsiders: true,
      };
    case 'submit':
    case 'saveOrUpdate':
    case 'save':
    case 'update':
      return saveCall(registry, declaration, verb);
    case 'remove':
      return post(label(`删除${zh}`, `Remove ${en}`), may('delete'), (context, input) =>
        remove(declaration, context, readIds(input)),
      );
    case 'freeze':
    case 'thaw':
      return post(
        verb === 'freeze' ? label(`冻结${zh}`, `Freeze ${en}`) : label(`解冻${zh}`, `Unfreeze ${en}`),
        may(verb),
        (context, input) => freeze(declaration, context, readIds(input), verb === 'freeze'),
      );
    case 'lazy-tree':
      return choice(label(`${zh}树（逐级）`, `${en} tree, level by level`), (context, input) =>
        lazyTree(declaration, context, String(input['parentId'] ?? '0')),
      );
    case 'tree':
      return choice(label(`${zh}树`, `${en} tree`), (context) => wholeTree(declaration, context));
    case 'setSeq':
      return post(label(`调整${zh}顺序`, `Move ${en}`), may('edit'), (context, input) =>
        moveInOrder(declaration, context, input),
      );
    default:
      return partVerbs
        .of({ registry })
        .filter((each) => each.verb === verb)
        .map((each) => each.callOf(declaration));
  }
}

function saveCall(registry: Registry, declaration: Declaration, verb: Verb): Call {
  const { zh, en } = declaration.label;
  const may = (button: string): string => permissionOf(declaration, button);
  const bodyOf = (context: Context, input: Input): Input => {
    const { id: _given, ...rest } = input;
    // Whoever asks to make something new makes something new.
    const body = verb === 'save' ? rest : input;
    requireButton(context, may(idOf(body) === null ? 'add' : 'edit'));
    if (verb === 'update' && idOf(body) === null) throw new Refused(refuse('param.missing', { name: 'id' }));
    return body;
  };
  return {
    method: 'POST',
    service: '',
    path: verb,
    permission: [may('add'), may('edit')],
    summary: label(`保存${zh}`, `Save ${en}`),
    async prepare(context, input) {
      const { prepare } = registry.behaviour(declaration) ?? {};
      if (prepare === undefined) return undefined;
      const body = bodyOf(context, input);
      const { refusals } =
        idOf(body) === null
          ? readDraft(declaration, await withoutHidden(declaration, context, body), true)
          : { refusals: [] };
      if (refusals.length > 0) throw new Refused(...refusals);
      return prepare(context, body);
    },
    async handle(context, input) {
      const several = await registry.behaviour(declaration)?.several?.(context, input);
      if (several !== undefined) {
        for (const button of new Set(several.map((body) => (idOf(body) === null ? 'add' : 'edit'))))
          requireButton(context, may(button));
        await saveAll(declaration, context, several);
        return true;
      }
      const id = await saveRecord(
        declaration,
        context,
        await withoutHidden(declaration, context, bodyOf(context, input)),
      );
      // A client that only looks at `success` reads on; ours goes to the record.
      return readSaved(declaration, context, id);
    },
  };
}

function requireButton(context: Context, permission: string): void {
  if (!context.allowed(permission)) throw notPermitted();
}

async function readSaved(declaration: Declaration, context: Context, id: string): Promise<unknown> {
  const record = (await readRecord({ ...declaration, scope: null }, context, { id })) ?? { id };
  return { ...record, ...(await context.registry.behaviour(declaration)?.saved?.(context, id)) };
}

async function detail(declaration: Declaration, context: Context, input: Input): Promise<unknown> {
  const id = String(input['id'] ?? '');
  const billCode =
    declaration.fields['billCode'] === undefined ? '' : String(input['billCode'] ?? input['orderNo'] ?? '');
  if (id === '' && billCode === '') throw new Refused(refuse('param.missing', { name: 'id' }));
  if (id !== '' && !/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'id', value: id }));
  const record = await readRecord(declaration, context, id === '' ? { billCode } : { id });
  if (record === undefined) throw unknownRecord(declaration.label);
  const more = await context.registry.behaviour(declaration)?.detail?.(context, record);
  if (declaration.life) {
    Object.assign(record, await timelineOf(context, declaration, record));
    record['links'] = await linkedDocuments(context, declaration, String(record['id']));
  }
  return { ...record, ...more };
}

async function remove(declaration: Declaration, context: Context, ids: readonly string[]): Promise<boolean> {
  const rows = await lockRows(declaration, context, ids);
  if (rows.length < ids.length) throw unknownRecord(declaration.label);
  const { life } = declaration;
  const notRemovable = life ? rows.filter((row) => !life.removable.includes(String(row['status']))) : [];
  if (notRemovable.length > 0)
    throw new Refused(
      ...notRemovable.map((row) =>
        refuse('document.not-removable', {
          billCode: row['billCode'],
          state: life!.states[String(row['status'])]!.label,
        }),
      ),
    );
  const { foreign } = declaration;
  if (foreign !== undefined && rows.some((row) => isForeign(declaration, row)))
    throw new Refused(
      refuse(declaration.calls.includes('freeze') ? 'record.foreign-freeze' : 'record.foreign', {
        system: foreign.system,
        record: declaration.label,
      }),
    );
  await context.registry.behaviour(declaration)?.beforeRemove?.(context, rows);
  if (Object.values(declaration.fields).some(({ kind }) => kinds[kind].refers === 'above')) {
    const below = await context.tx.row(
      sql`select 1 as one from ${ident(tableOf(declaration))} where parent_id = any(${ids as string[]}::bigint[])
        and not id = any(${ids as string[]}::bigint[])`,
    );
    if (below !== undefined) throw new Refused(refuse('tree.children'));
  }
  await audit(
    context,
    rows.map((row) => ({
      resource: recordsOf(declaration),
      recordId: String(row['id']),
      action: 'remove',
      title: String(row[titleField(declaration)] ?? ''),
      changes: Object.fromEntries(
        Object.keys(declaration.fields)
          .filter(
            (name) =>
              row[name] !== null &&
              row[name] !== undefined &&
              !kinds[declaration.fields[name]!.kind].sealed &&
              !isSealedText(row[name]),
          )
          .map((name) => [name, [row[name], null] as const]),
      ),
    })),
  );
  await context.tx.run(sql`savepoint removing`);
  try {
    await context.tx.run(sql`delete from ${ident(tableOf(declaration))} where id = any(${ids as string[]}::bigint[])`);
  } catch (error) {
    await context.tx.run(sql`rollback to savepoint removing`);
    const refusal = await stillReferenced(declaration, context, rows, error);
    throw refusal === null ? error : new Refused(refusal);
  }
  const listed = await stillListed(declaration, context, rows);
  if (listed !== null) throw new Refused(listed);
  return true;
}

async function freeze(
  declaration: Declaration,
  context: Context,
  ids: readonly string[],
  frozen: boolean,
): Promise<boolean> {
  const rows = await lockRows(declaration, context, ids);
  if (rows.length < ids.length) throw unknownRecord(declaration.label);
  const value = frozen ? 1 : 0;
  const changing = rows
    .filter((row) => row['frozen'] !== value)
    .map((row) => ({ id: String(row['id']), title: String(row[titleField(declaration)] ?? '') }));
  if (changing.length === 0) return true;
  await context.tx.run(sql`
    update ${ident(tableOf(declaration))} set frozen = ${value}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    where id = any(${changing.map((row) => row.id)}::bigint[])`);
  await audit(
    context,
    changing.map(({ id, title }) => ({
      resource: recordsOf(declaration),
      recordId: id,
      action: frozen ? 'freeze' : 'thaw',
      title,
      changes: { frozen: [1 - value, value] as const },
    })),
  );
  await context.registry.behaviour(declaration)?.afterFreeze?.(
    context,
    changing.map((row) => row.id),
    frozen,
  );
  return true;
}

const actionCalls = (declaration: Declaration, name: string, action: Action): Call[] =>
  [name, ...(action.alias ?? [])].map((path) => ({
    method: 'POST',
    service: '',
    path,
    permission: permissionOf(declaration, action.button),
    summary: label(`${declaration.label.zh}：${action.label.zh}`, `${declaration.label.en}: ${action.label.en}`),
    ...(action.ask ? { input: action.ask } : {}),
    handle: async (context, input) => {
      await runAction(declaration, name, context, input);
      return true;
    },
  }));

const statusCounts = (declaration: Declaration): Call => ({
  method: 'GET',
  service: '',
  path: 'statusCounts',
  permission: permissionOf(declaration, 'view'),
  summary: label(`${declaration.label.zh}各状态数量`, `${declaration.label.en} by state`),
  handle: (context, input) => countStates(declaration, context, input),
});

/** Who changed what in one record, newest first, as far as the caller sees the record and its fields. */
const history = (declaration: Declaration): Call => ({
  method: 'GET',
  service: '',
  path: 'history',
  permission: permissionOf(declaration, 'view'),
  summary: label(`${declaration.label.zh}变更历史`, `${declaration.label.en} history`),
  handle: async (context, input) => {
    const [id] = readIds(input, 'id');
    if (!(await isVisible(declaration, context, id!))) throw unknownRecord(declaration.label);
    const rows = await context.tx.rows<{ changes: Record<string, unknown> }>(sql`
      select a.id, a.action, a.changes, a.time, coalesce(u.real_name, '') as user_name from audit_log a
      left join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
      where a.resource = ${recordsOf(declaration)} and a.record_id = ${id!}::bigint order by a.id desc limit 200`);
    return rows.map((row) => ({ ...row, changes: visibleChanges(declaration, context, row.changes) }));
  },
});

async function isVisible(declaration: Declaration, context: Context, id: string): Promise<boolean> {
  const terms = [sql`t.id = ${id}::bigint`, ...scopeCondition(declaration, context)];
  return (
    (await context.tx.row(
      sql`select 1 as one from ${sourceOf(declaration, context, {})} t where ${join(terms, ' and ')}`,
    )) !== undefined
  );
}
