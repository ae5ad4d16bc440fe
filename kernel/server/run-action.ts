import type { Action, ActionOf, Declaration, Life, StateOf } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import type { Id } from '../core/field.ts';
import type { Label } from '../core/label.ts';
import { listOf } from '../core/kinds.ts';
import { refuse, Refused, type Refusal } from '../core/refusal.ts';
import { readFields, type RecordValues } from '../core/validate.ts';
import type { Approvals } from './approvals.ts';
import { auditing } from './audit.ts';
import type { Acting } from './behaviour.ts';
import { unknownRecord, type Context, type Input } from './context.ts';
import { ident, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { readParameter } from './parameters.ts';
import { lockRows } from './save.ts';
import { lineTableOf, ownerColumn, tableOf } from './schema.ts';

const IDS_MAX = 500;

/** Reads `ids` (or one `id`); an empty selection is refused, never taken for "all". */
export function readIds(input: Input, name = 'ids'): string[] {
  const given = input[name] ?? input['id'];
  const ids = given === undefined || given === null || given === '' ? [] : [...new Set(listOf(given))];
  // What a person ticked is missing in words of ticking; what a client left out is named.
  if (ids.length === 0)
    throw new Refused(/ids$/i.test(name) ? refuse('ids.missing') : refuse('param.missing', { name }));
  if (ids.length > IDS_MAX) throw new Refused(refuse('ids.too-many', { max: IDS_MAX }));
  for (const id of ids) if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name, value: id }));
  return ids;
}

/**
 * The one runner of every action: lock → state allows it → not by the applicant → enough lines → guards → approvals →
 * effect → compare-and-set of the state → timeline. All documents or none. Permission and scope are checked before.
 * Later callers are refused: they find the new state. `approvals`: who else decides; null where nobody does.
 */
export async function runAction(
  declaration: Declaration,
  name: string,
  context: Context,
  input: Input,
  approvals: Approvals | null = context.registry.approvals ?? null,
): Promise<void> {
  const action = declaration.life!.actions[name]!;
  const ids = readIds(input);
  const dialog = action.ask === undefined ? { values: {}, refusals: [] } : readFields(action.ask, input, true);
  if (dialog.refusals.length > 0) throw new Refused(...dialog.refusals);

  const gate = approvals?.appliesTo(declaration, name) ? approvals : null;
  const act = { declaration, action: name, input: { ...input, ...dialog.values } };
  const [documents, known] = await lockFor(context, declaration, name, ids, act.input, () =>
    gate?.preload(context, act, ids),
  );
  const accepted = gate === null || known.length === 0 ? documents : await gate.decide(context, act, documents, known);
  if (accepted.length > 0) {
    const failed = await context.registry.behaviour(declaration)?.actions?.[name]?.(context, accepted, act.input);
    if (failed && failed.length > 0) throw new Refused(...failed);
    await moveState(declaration, context, accepted, name, action, textOf(dialog.values['reason']));
  }
  if (gate !== null && known.length > 0) await gate.afterTransition(context, act, accepted, known);
}

/** Where an act leads, as its effect decides. */
interface Move<D extends Declaration = Declaration> {
  /** The state of the table where absent; null leaves the documents in theirs. */
  readonly to?: StateOf<D> | null;
  /** Kept in the timeline. */
  readonly reason?: string | null;
  /** Further assignments to the documents. */
  readonly also?: Sql;
}
/** Writes state, timeline and audit rows from within an effect; without a call the runner does it after the effect. */
export type MoveOn<D extends Declaration = Declaration> = (move?: Move<D>) => Promise<void>;

/**
 * Runs an action that has a call of its own, with an input no table could declare: locks, states and guards as of every
 * other, `effect`, then state, timeline and audit rows. Answers what the effect answers. Nobody else has a say in it.
 */
export async function actOnAll<D extends Declaration, T>(
  context: Context,
  declaration: D,
  name: ActionOf<D>,
  ids: readonly Id[],
  effect: (documents: readonly Acting<D>[], moveOn: MoveOn<D>) => Promise<T>,
): Promise<T> {
  const action = declaration.life!.actions[name]!;
  const [documents] = await lockFor(context, declaration, name, ids, {});
  let isMoved = action.unlogged === true;
  const moveOn: MoveOn<D> = async ({ to = action.to, reason = null, also } = {}) => {
    isMoved = true;
    await moveState(declaration, context, documents, name, to == null ? {} : { to }, reason, also);
  };
  const answer = await effect(documents as readonly Acting<D>[], moveOn);
  if (!isMoved) await moveOn();
  return answer;
}

/** `actOnAll` for one document. */
export const actOn = <D extends Declaration, T>(
  context: Context,
  declaration: D,
  name: ActionOf<D>,
  id: Id,
  effect: (document: Acting<D>, moveOn: MoveOn<D>) => Promise<T>,
): Promise<T> => actOnAll(context, declaration, name, [id], ([document], moveOn) => effect(document!, moveOn));

/** Locks documents for an action and refuses what stands against it; `alongside` is asked together with the lock. */
async function lockFor<T>(
  context: Context,
  declaration: Declaration,
  name: string,
  ids: readonly Id[],
  input: Input,
  alongside: () => Promise<readonly T[]> | undefined = () => undefined,
): Promise<[documents: readonly Acting[], known: readonly T[]]> {
  const action = declaration.life!.actions[name]!;
  const behaviour = context.registry.behaviour(declaration);
  const [, rows, known = []] = await Promise.all([
    behaviour?.lockFirst?.(context, ids),
    lockRows(declaration, context, ids),
    alongside(),
  ]);
  if (rows.length < ids.length) throw unknownRecord(declaration.label);
  const documents = rows.map(actingOf);
  const elsewhere = documents.filter(({ status }) => !action.from.includes(status));
  const own = elsewhere.length === 0 ? undefined : behaviour?.otherState?.[name]?.(context, elsewhere, input);
  const refusals = [
    ...((await own) ?? stateRefusals(declaration.life!, action, elsewhere)),
    ...(await ownRefusals(action, documents, context)),
  ];
  if (refusals.length === 0) refusals.push(...(await lineRefusals(declaration, action, documents, context)));
  if (refusals.length > 0) throw new Refused(...refusals);
  const barred = await behaviour?.guards?.[name]?.(context, documents, input);
  if (barred && barred.length > 0) throw new Refused(...barred);
  return [documents, known];
}

/** A locked row as an action sees it. */
export const actingOf = (row: RecordValues): Acting => ({
  id: String(row['id']),
  billCode: String(row['billCode']),
  status: String(row['status']),
  row,
});

const stateRefusals = (life: Life, action: Action, documents: readonly Acting[]): Refusal[] =>
  documents.map((document) =>
    refuse('document.state', {
      billCode: document.billCode,
      state: life.states[document.status]!.label,
      action: action.label,
    }),
  );

/** Refuses a document that stands in none of these states; `doing` is what a person would do, for the sentence. */
export function requireState(
  { life }: Declaration,
  { billCode, status }: Pick<Acting, 'billCode' | 'status'>,
  states: readonly string[],
  doing: Label,
): void {
  if (!states.includes(status))
    throw new Refused(refuse('document.state', { billCode, state: life!.states[status]!.label, action: doing }));
}

/** Separation of duties: who sent a document for approval does not decide on it. The parameter may turn it off. */
async function ownRefusals(action: Action, documents: readonly Acting[], context: Context): Promise<Refusal[]> {
  if (!action.notByApplicant) return [];
  const own = documents.filter((document) => document.row['applyUserId'] === context.user.userId);
  if (own.length === 0 || (await readParameter(context, 'approval.separation')) === '0') return [];
  return own.map((document) => refuse('document.own', { billCode: document.billCode, action: action.label }));
}

/** Who is done editing a document has entered the lines it cannot be without; what ends it needs none. */
async function lineRefusals(
  declaration: Declaration,
  action: Action,
  documents: readonly Acting[],
  context: Context,
): Promise<Refusal[]> {
  const { editable } = declaration.life!;
  const needed = Object.entries(declaration.lines ?? {}).filter(([, { min = 0 }]) => min > 0);
  const leaving = documents.filter(({ status }) => editable.includes(status));
  if (action.to === undefined || action.danger || editable.includes(action.to)) return [];
  if (needed.length === 0 || leaving.length === 0) return [];
  const ids = leaving.map(({ id }) => id);
  const owner = ident(ownerColumn(declaration));
  const few = needed.map(
    ([key, { min }], nr) => sql`
      select d.nr::integer - 1 as document, ${nr}::integer as lines
      from unnest(${ids}::bigint[]) with ordinality as d(id, nr)
      where (select count(*) from ${ident(lineTableOf(declaration, key))} l where l.${owner} = d.id) < ${min!}`,
  );
  const rows = await context.tx.rows<{ document: number; lines: number }>(join(few, ' union all '));
  return rows.map((row) => {
    const [key, { min, label }] = needed[row.lines]!;
    const { billCode } = leaving[row.document]!;
    return refuse('lines.too-few', { type: declaration.label, billCode, min, lines: label }, { field: key });
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Writes the new state where the old one still stands, timeline and audit, in one statement. `also`: assignments. */
export async function moveState(
  declaration: Declaration,
  context: Context,
  documents: readonly Acting[],
  name: string,
  action: Pick<Action, 'to'>,
  reason: string | null,
  also?: Sql,
): Promise<void> {
  if (documents.length === 0) return;
  const to = action.to;
  const logged = sql`logged as (
      insert into document_log (resource, record_id, action, from_state, to_state, comment, user_id)
      select ${recordsOf(declaration)}, d.id, ${name}, d.state, ${to ?? null}, ${reason}, ${context.user.userId}::bigint
      from unnest(${documents.map((document) => document.id)}::bigint[],
        ${documents.map((document) => document.status)}::text[]) with ordinality as d(id, state, nr) order by d.nr)`;
  const audited = auditing(
    context,
    documents.map((document) => ({
      resource: recordsOf(declaration),
      recordId: document.id,
      action: name,
      title: document.billCode,
      changes:
        to === undefined
          ? {}
          : { status: [document.status, to] as const, ...(reason === null ? {} : { reason: [null, reason] as const }) },
    })),
  );
  if (to === undefined) return void (await context.tx.run(sql`with ${logged} ${audited}`));
  const written = await context.tx.row<{ moved: number }>(sql`
    with moved as (${moving(declaration, context, documents, name, to, reason, also)} returning 1),
      ${logged}, audited as (${audited})
    select count(*)::integer as moved from moved`);
  if (written?.moved !== documents.length)
    throw new Error(`${declaration.name}.${name}: ${written?.moved} of ${documents.length} documents moved`);
}

function moving(
  declaration: Declaration,
  context: Context,
  documents: readonly Acting[],
  name: string,
  to: string,
  reason: string | null,
  also: Sql | undefined,
): Sql {
  const stamp = STAMPS[name];
  const who = sql`${context.user.userId}::bigint`;
  const stamped =
    stamp === 'apply'
      ? sql`, apply_user_id = ${who}, apply_time = now()`
      : stamp === 'approve'
        ? sql`, approve_user_id = ${who}, approve_time = now()`
        : sql``;
  const why = reason === null ? sql`` : sql`, reason = ${reason}`;
  return sql`update ${ident(tableOf(declaration))} set status = ${to}, version = version + 1,
      update_user = ${who}, update_time = now()${stamped}${why}${also === undefined ? sql`` : sql`, ${also}`}
    where id = any(${documents.map((document) => document.id)}::bigint[])
      and status = any(${[...new Set(documents.map((document) => document.status))]})`;
}
const STAMPS: Readonly<Record<string, 'apply' | 'approve'>> = { toApply: 'apply', doApply: 'approve' };

/** Who made a document, and what happened to it since, oldest first. */
export async function timelineOf(
  context: Context,
  declaration: Declaration,
  { id, createUser }: Readonly<Record<string, unknown>>,
): Promise<{ readonly createUserName: string; readonly timeline: Record<string, unknown>[] }> {
  const maker = await context.tx.row<{ realName: string }>(
    sql`select real_name from app_user where id = ${createUser === '' ? null : String(createUser)}::bigint`,
  );
  const timeline = await context.tx.rows<Record<string, unknown>>(sql`
    select l.id, l.action, l.from_state, l.to_state, coalesce(l.comment, '') as comment, l.time,
      coalesce(u.real_name, '') as user_name, coalesce(l.user_id::text, '') as user_id
    from document_log l left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.resource = ${recordsOf(declaration)} and l.record_id = ${String(id)}::bigint order by l.id`);
  return { createUserName: maker?.realName ?? '', timeline };
}
