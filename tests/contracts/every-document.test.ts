/**
 * What every document keeps on its way: the table of actions, both ways of approval, who may decide, and what is
 * written down.
 */
import { recordsOf } from '../../kernel/core/faces.ts';
import { lineSheetOf } from '../../parts/sheets/line-sheet.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionOf, type Action, type Declaration, type Life } from '../../kernel/core/declaration.ts';
import { decidedStage, stagesOf } from '../../kernel/core/life.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { snake } from '../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { isEditable, offeredActions } from '../../kernel/web/document/actions.ts';
import { chainXml } from '../../modules/workflow/engine/chain.rules.ts';
import { billTypeOf, kindOfBill } from '../../modules/workflow/engine/flow-kinds.ts';
import { isWhole } from '../support/area.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { rounds } from '../support/long-form.ts';
import type { Answer } from '../support/program.ts';
import { EVERY_INPUT, makeDocument, storedText } from './made-documents.ts';
import { samples } from './samples.ts';
import { addressOf, openCompany, saveVerb, serves, TENANT, type TheCompany } from './the-company.ts';

let company: TheCompany;
let documents: (Declaration & { readonly life: Life })[];
/** Two people who may do everything. */
let one: { readonly id: string; readonly token: string };
let other: { readonly id: string; readonly token: string };
beforeAll(async () => {
  company = await openCompany();
  documents = company.declarations.filter(
    (declaration): declaration is Declaration & { life: Life } => declaration.life !== undefined,
  );
  const boss = await company.person('admin');
  const second = await company.person('tenant-admin');
  one = { id: boss.userId, token: company.signIn(boss) };
  other = { id: second.userId, token: company.signIn({ ...boss, userId: second.userId, account: second.account }) };
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const act = (
  declaration: Declaration,
  name: string,
  id: string,
  token = one.token,
  input: Record<string, unknown> = EVERY_INPUT,
): Promise<Answer> => company.post(declaration, name, { ids: id, ...input }, token);
const reasonOf = (answer: Answer): string => (answer.body.data as { reason?: string } | undefined)?.reason ?? '';
const actionsOf = (declaration: Declaration & { readonly life: Life }): [string, Action][] =>
  Object.entries(declaration.life.actions);
const plainActions = (declaration: Declaration & { readonly life: Life }): [string, Action][] =>
  actionsOf(declaration).filter(([, action]) => !action.page);
const stateOf = async (declaration: Declaration, id: string): Promise<string> =>
  (
    await company.asOwner<{ status: string }>(
      `select status from ${tableOf(declaration)} where tenant_id = $1 and id = $2`,
      [TENANT, id],
    )
  )[0]!.status;

test('RULE-014: every state has its word, in lists and as a filter; the number of documents in each is told', async () => {
  expect(
    await company.offenders(documents, async (declaration) => {
      const found: string[] = [];
      const states = Object.entries(declaration.life.states);
      for (const [state, { label }] of states) {
        if (!/\p{Script=Han}/u.test(label.zh) || label.en === '') found.push(`${state} has no word`);
        const { id } = await makeDocument(company, declaration, state);
        const { body } = await company.get(declaration, serves(declaration, 'page') ? 'page' : 'list', {
          status: state,
          size: 200,
        });
        const rows = (body.data as { records: { id: string; status: string; statusName: string }[] }).records;
        if (
          !rows.some((row) => row.id === id) ||
          rows.some((row) => row.status !== state || row.statusName !== label.zh)
        )
          found.push(`the filter ${state} shows ${rows.length} rows`);
      }
      const { body } = await company.get(declaration, 'statusCounts');
      const counts = body.data as Record<string, number>;
      for (const [state] of states) if (!(counts[state]! >= 1)) found.push(`counts ${counts[state]} ${state}`);
      return found;
    }),
  ).toEqual([]);
});

test('every tab holds what it counts; those of a day hold what is due on the day of the company or before it, the first due first', async () => {
  const today = momentIn('Asia/Shanghai', new Date()).slice(0, 10);
  const compared: Readonly<Record<string, (day: string) => boolean>> = {
    today: (day) => day === today,
    overdue: (day) => day < today,
  };
  expect(
    await company.offenders(documents, async (declaration) => {
      const counts = (await company.get(declaration, 'statusCounts')).body.data as Record<string, number>;
      const tabs = (declaration.life.tabs ?? []).flatMap((tab) => (typeof tab === 'string' ? [] : [tab]));
      const found: string[] = [];
      for (const { key, sort } of tabs) {
        const { body } = await company.get(declaration, 'page', { status: key, size: 200 });
        const { records, total } = body.data as { records: Record<string, string>[]; total: number };
        if (total !== counts[key]) found.push(`${key} counts ${counts[key]} and holds ${total}`);
        if (sort === undefined) continue;
        const days = records.map((row) => (row[sort] ?? '').slice(0, 10)).filter(Boolean);
        if (days.join() !== days.toSorted().join()) found.push(`${key} is not in the order of ${sort}`);
        const wrong = days.filter((day) => compared[key]?.(day) === false);
        if (wrong.length > 0 && sort !== 'startDate') found.push(`${key} holds ${wrong.join()} on ${today}`);
      }
      return found;
    }),
  ).toEqual([]);
});

test('promise 37: every action is possible from the states of its table alone; elsewhere it is refused by number and state, and nothing moves', async () => {
  expect(
    await company.offenders(documents, async (declaration) => {
      const found: string[] = [];
      for (const [name, action] of actionsOf(declaration)) {
        for (const [state, { label }] of Object.entries(declaration.life.states)) {
          const document = await makeDocument(company, declaration, state);
          const before = await storedText(company, declaration, document.id);
          const answer = await act(
            declaration,
            name,
            document.id,
            one.token,
            action.page ? { id: document.id, outcome: 'loss', details: [], ...EVERY_INPUT } : EVERY_INPUT,
          );
          const now = await stateOf(declaration, document.id);
          if (answer.status >= 500) found.push(`${name} from ${state} breaks: ${answer.body.msg ?? ''}`);
          else if (!action.from.includes(state)) {
            if (answer.status === 200) found.push(`${name} from ${state} is done`);
            // An action with a body of its own may miss something in it first.
            else if (
              action.page
                ? !answer.body.msg
                : !answer.body.msg?.includes(document.billCode) ||
                  !answer.body.msg.includes(label.zh.replace(/^[已待]/, ''))
            )
              found.push(`${name} from ${state} is refused without number or state: ${answer.body.msg ?? ''}`);
            if ((await storedText(company, declaration, document.id)) !== before)
              found.push(`${name} from ${state} changes it all the same`);
          } else if (reasonOf(answer) === 'document.state')
            found.push(`${name} from ${state} is refused though the table allows it: ${answer.body.msg ?? ''}`);
          else if (
            answer.status === 200 &&
            !action.page &&
            action.to !== undefined &&
            now === state &&
            action.to !== state
          )
            found.push(`${name} from ${state} answers well and does not move`);
          else if (answer.status !== 200 && now !== state)
            found.push(`${name} from ${state} is refused and moves to ${now}`);
        }
      }
      return found;
    }),
  ).toEqual([]);
}, 180_000);

test('whatever is declared to have lines does not leave the states it is edited in without them: it is refused by number, lines and what to do, and nothing moves', async () => {
  const needing = documents.filter((declaration) =>
    Object.values(declaration.lines ?? {}).some(({ min = 0 }) => min > 0),
  );
  if (isWhole) expect(needing.map(({ name }) => name)).toContain('purchaseOrder');
  expect(
    await company.offenders(needing, async (declaration) => {
      const { editable } = declaration.life;
      const leaving = plainActions(declaration).flatMap(([name, { from, to, danger }]) =>
        to === undefined || danger || editable.includes(to)
          ? []
          : from.filter((state) => editable.includes(state)).map((state) => [name, state] as const),
      );
      const found = leaving.length === 0 ? ['no act of it leaves the states it is edited in'] : [];
      for (const [name, state] of leaving) {
        for (const [key, { min = 0, label }] of Object.entries(declaration.lines ?? {})) {
          if (min === 0) continue;
          const { id, billCode } = await makeDocument(company, declaration, state);
          await company.asOwner(
            `delete from ${lineTableOf(declaration, key)} where tenant_id = $1 and ${ownerColumn(declaration)} = $2`,
            [TENANT, id],
          );
          const { body } = await act(declaration, name, id);
          if (
            body.code !== 400 ||
            body.msg !== `${declaration.label.zh} ${billCode} 至少需要 ${min} 行${label.zh}，请先添加` ||
            (await stateOf(declaration, id)) !== state
          )
            found.push(`${name} from ${state} without ${key}: ${body.msg}`);
        }
      }
      return found;
    }),
  ).toEqual([]);
});

test('promise 37: an act or a change that a screen withholds while a field says otherwise is refused by its call as well, in every state', async () => {
  const conditional = documents.filter(
    (declaration) =>
      declaration.life.editableWhen !== undefined ||
      actionsOf(declaration).some(([, action]) => action.when !== undefined),
  );
  if (isWhole)
    expect(conditional.map((declaration) => declaration.name)).toEqual([
      'menuTemplate',
      'priceScheme',
      'otherInStore',
      'otherOutStore',
      'requirementPlan',
      'purchaseRequest',
      'purchaseOrder',
      'invReturn',
      'factorySuppressOrder',
    ]);
  expect(
    await company.offenders(conditional, async (declaration) => {
      const found: string[] = [];
      const { life } = declaration;
      for (const state of Object.keys(life.states)) {
        const fields = [
          ...new Set(
            [life.editableWhen, ...actionsOf(declaration).map(([, action]) => action.when)].flatMap((when) =>
              when === undefined ? [] : [when[0]],
            ),
          ),
        ];
        // Choices have values of their own; everything else that decides is a flag.
        const [choices] = fields.flatMap((name) =>
          declaration.fields[name]!.rules.choices === undefined
            ? []
            : [declaration.fields[name]!.rules.choices.map(({ value }) => value)],
        );
        for (const flag of choices ?? ['0', '1']) {
          const { id, billCode } = await makeDocument(
            company,
            declaration,
            state,
            Object.fromEntries(fields.map((name) => [snake(name), flag])),
          );
          const row = (await company.get(declaration, 'detail', { id })).body.data as Record<string, unknown>;
          const before = await storedText(company, declaration, id);
          const where = `${state} with ${fields.join(', ')} = ${flag}`;
          for (const [name, action] of actionsOf(declaration)) {
            if (action.when === undefined || String(row[action.when[0]]) === String(action.when[1])) continue;
            const { status, body } = await act(declaration, name, id, one.token, { id, ...EVERY_INPUT });
            if (status !== 400 || !body.msg) found.push(`${name} in ${where} → ${status} ${body.msg ?? ''}`);
          }
          if (!isEditable(declaration, row)) {
            const { status, body } = await company.post(declaration, 'submit', { ...row, remark: 'past the actions' });
            if (status !== 400 || !body.msg?.includes(billCode))
              found.push(`submit in ${where} → ${status} ${body.msg ?? ''}`);
          }
          if ((await storedText(company, declaration, id)) !== before) found.push(`changes in ${where}`);
        }
      }
      return found;
    }),
  ).toEqual([]);
}, 60_000);

test('a confirmed plan offers to take the confirmation back, never to change it; past its draft state nothing of the kind is offered', () => {
  const plan = company.program.registry.find('requirementPlan');
  const codes = new Set(Object.values(plan.life!.actions).map((action) => permissionOf(plan, action.button)));
  const offered = (status: string, confirmFlag: number): string[] =>
    [
      ...offeredActions(plan, { status, confirmFlag }, codes, '', { acts: plan.life!.actions })
        .filter((offer) => offer.why === undefined)
        .map((offer) => offer.name),
      ...(isEditable(plan, { status, confirmFlag }) ? ['edit'] : []),
    ].sort();
  expect([offered('draft', 0), offered('draft', 1)]).toEqual([
    ['confirmPlan', 'copyAndSaveInvRequirePlan', 'edit', 'generatePlan', 'toApply'],
    ['cancelConfirm', 'copyAndSaveInvRequirePlan', 'toApply'],
  ]);
  expect(
    ['pending', 'approved', 'done', 'void']
      .flatMap((state) => [0, 1].flatMap((flag) => offered(state, flag)))
      .filter((name) => ['edit', 'generatePlan', 'confirmPlan', 'cancelConfirm', 'toApply'].includes(name)),
  ).toEqual([]);
});

test('RULE-194: sent, approved or sent back with a reason; without one it stays, and every other name of an action does the same', async () => {
  const both: string[] = [];
  expect(
    await company.offenders(
      documents.filter((declaration) => declaration.life.actions['toApply'] && declaration.life.actions['refuse']),
      async (declaration) => {
        const found: string[] = [];
        const document = await makeDocument(company, declaration, 'draft');
        const applied = await act(declaration, 'toApply', document.id, one.token, {});
        if (applied.status !== 200) return reasonOf(applied) === 'document.state' ? ['cannot be sent'] : [];
        const bare = await act(declaration, 'refuse', document.id, other.token, {});
        if (bare.status !== 400 || (await stateOf(declaration, document.id)) !== 'pending')
          found.push(`without a reason: ${bare.status}`);
        const names = ['refuse', ...(declaration.life.actions['refuse']!.alias ?? [])];
        for (const name of names) {
          const refused = await act(declaration, name, document.id, other.token);
          if (refused.status !== 200 || (await stateOf(declaration, document.id)) !== 'rejected')
            found.push(`${name}: ${refused.status} ${refused.body.msg ?? ''}`);
          await act(declaration, 'toApply', document.id, one.token, {});
        }
        for (const name of ['doApply', ...(declaration.life.actions['doApply']!.alias ?? [])]) {
          const next = await makeDocument(company, declaration, 'pending', { apply_user_id: one.id });
          const approved = await act(declaration, name, next.id, other.token, {});
          if (approved.status !== 200) continue;
          both.push(declaration.name);
          if (['draft', 'pending', 'rejected'].includes(await stateOf(declaration, next.id)))
            found.push(`${name} leaves it ${await stateOf(declaration, next.id)}`);
        }
        return found;
      },
    ),
  ).toEqual([]);
  // Some cannot be approved as they stand here (nothing to do in them); that any could not would be a fault.
  if (isWhole) expect(both.length).toBeGreaterThan(0);
});

describe('every document others decide on', () => {
  const decided = (): (Declaration & { readonly life: Life })[] =>
    documents.filter((declaration) => stagesOf(declaration.life).length > 0);
  const flow = async <T>(path: string, input: Record<string, unknown>): Promise<T> => {
    const { status, body } = await company.call(one.token, 'POST', `/api/blade-flow/${path}`, input);
    if (status !== 200) throw new Error(`${path}: ${status} ${body.msg ?? ''}`);
    return body.data as T;
  };

  test('says so: no other has an act that its applicant may not do, or one called approval', () => {
    const silent = documents.filter((declaration) => stagesOf(declaration.life).length === 0);
    expect(
      silent
        .filter((declaration) =>
          actionsOf(declaration).some(([name, action]) => action.notByApplicant || /apply|approv/i.test(name)),
        )
        .map((declaration) => declaration.name),
    ).toEqual([]);
    for (const { life } of decided())
      for (const stage of stagesOf(life))
        for (const name of Object.values(stage)) expect(Object.keys(life.actions)).toContain(name);
  });

  /** A copy of a document the company has is not always one it could send. */
  const complete = async ({ name }: Declaration, id: string): Promise<void> => {
    for (const statement of samples.get(name)?.complete ?? []) await company.asOwner(statement, [id]);
  };

  test('can be bound to a deployed process, which asks two people after one another and lets the last of them move it', async () => {
    const second = (await company.person('tenant-admin')).account;
    const moved: string[] = [];
    expect(
      await company.offenders(decided(), async (declaration) => {
        const found: string[] = [];
        const stage = decidedStage(declaration.life)!;
        const actions = declaration.life.actions;
        const billType = billTypeOf(declaration.segment);
        const kind = kindOfBill(billType);
        if (kind === undefined) return ['has no kind of process in the dictionary'];
        const key = `contract-${billType}`;
        const steps = [
          { id: 'a', name: '一审', settings: { candidates: [{ kind: 'user' as const, ref: second }] }, when: '' },
          { id: 'b', name: '二审', settings: { candidates: [{ kind: 'user' as const, ref: second }] }, when: '' },
        ];
        const model = await flow<{ id: string }>('model/submit', {
          modelKey: key,
          name: key,
          category: kind.category,
          xml: chainXml({ key, name: key, steps }),
        });
        await flow('model/deploy', { modelId: model.id, category: kind.category, tenantIds: TENANT });
        const binding = await flow<{ id: string }>('binding/submit', { billType, processKey: key });
        const taskOf = async (id: string): Promise<{ taskId: string; taskName: string } | undefined> => {
          const { body } = await company.call(other.token, 'GET', '/api/blade-flow/work/todo-list', {
            businessResource: declaration.name,
            size: 200,
          });
          return (
            body.data as {
              records: { businessId: string; processInstanceId: string; taskId: string; taskName: string }[];
            }
          ).records.find((row) => row.businessId === id && row.processInstanceId !== '');
        };
        const decide = async (taskId: string, more: Record<string, unknown>): Promise<Answer> =>
          company.call(other.token, 'POST', '/api/blade-flow/work/complete-task', { taskId, ...more });
        try {
          const document = await makeDocument(company, declaration, actions[stage.send]!.from[0]!, {
            create_user: one.id,
          });
          await complete(declaration, document.id);
          const sent = await act(declaration, stage.send, document.id, one.token, {});
          if (sent.status !== 200) return [`cannot be sent: ${sent.body.msg ?? ''}`];
          const pending = actions[stage.send]!.to!;
          const first = await taskOf(document.id);
          if (first?.taskName !== '一审') return ['is sent and nobody is asked'];
          // Whatever leads elsewhere from here waits for the process.
          const led = [undefined, actions[stage.approve]!.to, actions[stage.reject]!.to, declaration.life!.first];
          for (const [name] of Object.entries(actions).filter(
            ([, { from, to }]) => from.includes(pending) && !led.includes(to),
          )) {
            const around = await act(declaration, name, document.id);
            if (reasonOf(around) !== 'flow.running' || (await stateOf(declaration, document.id)) !== pending)
              found.push(`${name} goes around its process: ${around.status} ${around.body.msg ?? ''}`);
          }
          const agreed = await decide(first.taskId, { flag: 'ok' });
          if (agreed.status !== 200 || (await stateOf(declaration, document.id)) !== pending)
            found.push(
              `after the first of two: ${agreed.status} ${agreed.body.msg ?? ''}, ${await stateOf(declaration, document.id)}`,
            );
          const last = await taskOf(document.id);
          if (last?.taskName !== '二审') return [...found, 'the second is not asked'];
          const refused = await decide(last.taskId, { comment: EVERY_INPUT.reason });
          if (refused.status !== 200 || (await stateOf(declaration, document.id)) !== actions[stage.reject]!.to)
            found.push(
              `rejected in the to-do list: ${refused.status} ${refused.body.msg ?? ''}, ${await stateOf(declaration, document.id)}`,
            );
          if ((await taskOf(document.id)) !== undefined) found.push('is still asked for after it was rejected');
          // Another one, decided by its own page.
          const next = await makeDocument(company, declaration, actions[stage.send]!.from[0]!, { create_user: one.id });
          await complete(declaration, next.id);
          const again = await act(declaration, stage.send, next.id, one.token, {});
          if (again.status !== 200) return [...found, `a second cannot be sent: ${again.body.msg ?? ''}`];
          const page = (): Promise<Answer> => act(declaration, stage.approve, next.id, other.token, { id: next.id });
          const half = await page();
          if (half.status !== 200 || (await taskOf(next.id))?.taskName !== '二审')
            found.push(
              `approved on its own page, it does not come to the second: ${half.status} ${half.body.msg ?? ''}`,
            );
          const whole = await page();
          if (whole.status === 200) moved.push(declaration.name);
          if (whole.status === 200 && (await stateOf(declaration, next.id)) === pending)
            found.push('everybody agreed and it stays where it was');
        } finally {
          await flow('binding/freeze', { ids: binding.id });
        }
        return found;
      }),
    ).toEqual([]);
    // Some cannot be approved as they stand here (nothing to do in them).
    if (isWhole) expect(moved).toEqual(expect.arrayContaining(['leave', 'stockCheck', 'purchaseOrder']));
  }, 60_000);
});

test('promise 22: of twenty who press at once one does it, and nineteen are told what it is now', async () => {
  const proven = new Set<string>();
  expect(
    await company.offenders(documents, async (declaration) => {
      const found: string[] = [];
      for (const [name, action] of plainActions(declaration).filter(
        ([, each]) => each.to !== undefined && !each.from.includes(each.to),
      )) {
        const document = await makeDocument(company, declaration, action.from[0]!, { apply_user_id: other.id });
        const answers = await Promise.all(Array.from({ length: 20 }, () => act(declaration, name, document.id)));
        const done = answers.filter((answer) => answer.status === 200).length;
        const staleCount = answers.filter((answer) => reasonOf(answer) === 'document.state').length;
        const odd = answers.filter((answer) => answer.status >= 500);
        if (odd.length > 0) found.push(`${name}: ${odd.length} break: ${odd[0]!.body.msg ?? ''}`);
        if (done > 1) found.push(`${name} is done ${done} times`);
        if (done === 1 && staleCount !== 19)
          found.push(
            `${name}: only ${staleCount} are told: ${JSON.stringify([...new Set(answers.map((answer) => answer.body.msg))])}`,
          );
        if (done === 1) {
          proven.add(declaration.name);
          const [logged] = await company.asOwner<{ n: number }>(
            'select count(*)::integer as n from document_log where resource = $1 and record_id = $2 and action = $3',
            [recordsOf(declaration), document.id, name],
          );
          if (logged!.n !== 1) found.push(`${name} stands ${logged!.n} times in the timeline`);
        }
      }
      return found;
    }),
  ).toEqual([]);
  if (isWhole) expect(proven.size).toBeGreaterThanOrEqual(Math.min(4, documents.length));
}, 60_000);

describe('promise 38: what is under approval, approved or done', () => {
  const closed = (declaration: Declaration & { readonly life: Life }): string[] =>
    Object.keys(declaration.life.states).filter((state) => !declaration.life.editable.includes(state));

  test('is neither saved over nor removed', async () => {
    expect(
      await company.offenders(documents, async (declaration) => {
        const found: string[] = [];
        for (const state of closed(declaration)) {
          const { id, billCode } = await makeDocument(company, declaration, state);
          const before = await storedText(company, declaration, id);
          const record = (await company.get(declaration, 'detail', { id })).body.data as Record<string, unknown>;
          const lines = Object.fromEntries(Object.keys(declaration.lines ?? {}).map((key) => [key, []]));
          for (const verb of ['submit', 'save', 'update', 'saveOrUpdate'] as const) {
            if (!serves(declaration, verb)) continue;
            if (verb === 'save') continue; // makes a new one
            for (const body of [record, { ...record, ...lines, remark: 'past the actions' }, { id, ...lines }]) {
              const { status, body: answered } = await company.post(declaration, verb, body);
              if (status !== 400 || !answered.msg?.includes(billCode))
                found.push(`${verb} in ${state} → ${status} ${answered.msg ?? ''}`);
            }
          }
          if (serves(declaration, 'remove') && !declaration.life.removable.includes(state)) {
            const { status, body } = await company.post(declaration, 'remove', { ids: id });
            if (status !== 400 || !body.msg?.includes(billCode))
              found.push(`remove in ${state} → ${status} ${body.msg ?? ''}`);
          }
          if ((await storedText(company, declaration, id)) !== before) found.push(`changes in ${state}`);
        }
        return found;
      }),
    ).toEqual([]);
  }, 60_000);

  test('is not written over by a sheet either, though the sheet was taken while it was open', async () => {
    const paths = new Set(
      company.program.calls.filter((call) => call.upload).map((call) => `/api/${call.service}/${call.path}`),
    );
    const withSheets = documents.filter((declaration) => paths.has(addressOf(declaration, 'importExcelTemplate')));
    if (isWhole)
      expect(withSheets.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['purchaseOrder', 'requirementPlan', 'stockCheck']),
      );
    // A sheet of lines makes documents; one of headers would make them without lines.
    expect(
      withSheets
        .filter(
          (declaration) =>
            serves(declaration, 'importExcelTemplate') &&
            lineSheetOf(company.program.registry, declaration) === undefined,
        )
        .map(({ name }) => name),
    ).toEqual([]);
    expect(
      await company.offenders(withSheets, async (declaration) => {
        const found: string[] = [];
        const table = tableOf(declaration);
        for (const state of closed(declaration)) {
          const { id, billCode } = await makeDocument(company, declaration, declaration.life.editable[0]!);
          const { status: downloaded, bytes } = await company.download(
            `${addressOf(declaration, serves(declaration, 'exportExcel') ? 'exportExcel' : 'downloadExcelTemplate')}?id=${id}&billCode=${billCode}`,
            company.admin,
          );
          if (downloaded !== 200) found.push(`gives no sheet: ${downloaded}`);
          await company.asOwner(
            `update ${table} set status = $3, remark = 'as it was decided on' where tenant_id = $1 and id = $2`,
            [TENANT, id, state],
          );
          const before = await storedText(company, declaration, id);
          const { status, body } = await company.upload(
            `${addressOf(declaration, 'importExcelTemplate')}?id=${id}`,
            company.admin,
            bytes,
            { onlyGood: '1' },
          );
          const { failed = 0 } = (body.data ?? {}) as { failed?: number };
          if (status !== 400 && failed === 0) found.push(`a sheet in ${state} → ${status} ${body.msg ?? ''}`);
          if ((await storedText(company, declaration, id)) !== before) found.push(`a sheet changes it in ${state}`);
        }
        return [...new Set(found)];
      }),
    ).toEqual([]);
  }, 60_000);

  test('is reached by no other call of its own either: what lines there are stay as they are', async () => {
    expect(
      await company.offenders(documents, async (declaration) => {
        const found: string[] = [];
        const actions = new Set(actionsOf(declaration).flatMap(([name, action]) => [name, ...(action.alias ?? [])]));
        const writers = company.program.calls
          .filter(
            (call) =>
              call.method === 'POST' &&
              !call.reads &&
              !call.upload &&
              call.service === declaration.service &&
              call.path.startsWith(`${declaration.segment}/`),
          )
          .map((call) => call.path.slice(declaration.segment.length + 1))
          .filter(
            (path) =>
              !actions.has(path) &&
              /submit|save|update|edit|remove|delete|add|copy|replace|change|set|details?$/i.test(path),
          );
        for (const state of closed(declaration).filter((each) => ['pending', 'approved', 'done'].includes(each))) {
          const { id, billCode } = await makeDocument(company, declaration, state);
          const before = await storedText(company, declaration, id);
          const record = (await company.get(declaration, 'detail', { id })).body.data as Record<string, unknown>;
          const key = Object.keys(declaration.lines ?? {})[0];
          const line = key === undefined ? undefined : (record[key] as Record<string, unknown>[] | undefined)?.[0];
          for (const path of writers) {
            for (const body of [
              { id, billId: id, billCode, ...(line ? { details: [{ ...line, qty: '77', dishNum: '77' }] } : {}) },
              {
                ...line,
                id: line?.['id'] ?? id,
                ids: line?.['id'] ?? id,
                lineId: line?.['id'],
                detailId: line?.['id'],
                billId: id,
                qty: '77',
                planQty: '77',
                dishNum: '77',
              },
              { ids: id },
            ]) {
              const { status, body: answered } = await company.post(declaration, path, body);
              if (status >= 500) found.push(`${path} in ${state} breaks: ${answered.msg ?? ''}`);
              if ((await storedText(company, declaration, id)) !== before) {
                found.push(`${path} in ${state} changes it (${status}) with ${JSON.stringify(body).slice(0, 120)}`);
                return found;
              }
            }
          }
        }
        return found;
      }),
    ).toEqual([]);
  }, 60_000);
});

describe('promise 37: whoever sent a document', () => {
  const WALKS = rounds(12, 200);
  const STEPS = 8;

  test(
    'does not decide on it; random walks of two people never leave the table, and each step is written down (39)',
    async () => {
      let seed = 42;
      const chance = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
      let moved = 0;
      expect(
        await company.offenders(documents, async (declaration) => {
          const found: string[] = [];
          const actions = plainActions(declaration);
          if (actions.length === 0) return found;
          for (let walk = 0; walk < WALKS; walk += 1) {
            const { id, billCode } = await makeDocument(company, declaration, declaration.life.first);
            let state = declaration.life.first;
            let applicant = '';
            for (let step = 0; step < STEPS; step += 1) {
              // Mostly what the state offers, so that the walk gets somewhere.
              const offered = actions.filter(([, action]) => action.from.includes(state));
              const [name, action] =
                chance(4) > 0 && offered.length > 0
                  ? offered[chance(offered.length)]!
                  : actions[chance(actions.length)]!;
              const who = chance(2) === 0 ? one : other;
              const answer = await act(declaration, name, id, who.token);
              const now = await stateOf(declaration, id);
              const refusalCode = reasonOf(answer);
              const where = `walk ${walk}, ${name} in ${state}`;
              if (answer.status >= 500) found.push(`${where} breaks: ${answer.body.msg ?? ''}`);
              else if (!action.from.includes(state)) {
                if (refusalCode !== 'document.state' || now !== state)
                  found.push(`${where}: ${answer.status} ${refusalCode}, now ${now}`);
              } else if (action.notByApplicant && applicant === who.id) {
                if (refusalCode !== 'document.own' || !answer.body.msg?.includes(billCode) || now !== state)
                  found.push(`${where} by its applicant: ${answer.status} ${refusalCode}, now ${now}`);
              } else if (answer.status === 200) {
                moved += 1;
                if (name === 'toApply') applicant = who.id;
                const [entry] = await company.asOwner<{
                  action: string;
                  from: string;
                  to: string | null;
                  user: string;
                }>(
                  'select action, from_state as from, to_state as to, user_id::text as user from document_log where resource = $1 and record_id = $2 order by id desc limit 1',
                  [recordsOf(declaration), id],
                );
                const [audited] = await company.asOwner<{ action: string; user: string; changes: unknown }>(
                  'select action, user_id::text as user, changes from audit_log where resource = $1 and record_id = $2 order by id desc limit 1',
                  [recordsOf(declaration), id],
                );
                if (entry === undefined || entry.user !== who.id) found.push(`${where} is not in the timeline`);
                if (audited === undefined || audited.user !== who.id) found.push(`${where} is not in the audit`);
                if (action.to !== undefined && now !== action.to && entry?.to !== now)
                  found.push(`${where} leads to ${now}, the timeline says ${entry?.to ?? 'nothing'}`);
              } else if (now !== state) found.push(`${where} is refused and moves to ${now}`);
              state = now;
            }
          }
          return [...new Set(found)].slice(0, 12);
        }),
      ).toEqual([]);
      if (isWhole) expect(moved).toBeGreaterThan(4 * WALKS);
    },
    rounds(150_000, 900_000),
  );

  test('decides on it where the parameter says so', async () => {
    await company.asOwner(
      `update param set param_value = '0' where tenant_id = $1 and param_key = 'approval.separation'`,
      [TENANT],
    );
    try {
      expect(
        await company.offenders(documents, async (declaration) => {
          const found: string[] = [];
          for (const [name, action] of plainActions(declaration).filter(([, each]) => each.notByApplicant)) {
            const { id } = await makeDocument(company, declaration, action.from[0]!, { apply_user_id: one.id });
            const answer = await act(declaration, name, id);
            if (reasonOf(answer) === 'document.own') found.push(`${name} is refused: ${answer.body.msg ?? ''}`);
          }
          return found;
        }),
      ).toEqual([]);
    } finally {
      await company.asOwner(
        `update param set param_value = '1' where tenant_id = $1 and param_key = 'approval.separation'`,
        [TENANT],
      );
    }
  });
});

test('promise 39: what cannot be written down does not happen', async () => {
  await company.asOwner('revoke insert on audit_log from larder_app');
  try {
    expect(
      await company.offenders(
        company.declarations.filter((declaration) => !declaration.view && !declaration.platform),
        async (declaration) => {
          const found: string[] = [];
          const table = tableOf(declaration);
          const states: (string | null)[] = declaration.life ? Object.keys(declaration.life.states) : [null];
          for (const state of states) {
            const id =
              declaration.life && state !== null
                ? (await makeDocument(company, declaration, state, { apply_user_id: other.id })).id
                : (
                    await company.asOwner<{ id: string }>(
                      `select id from ${table} where tenant_id = $1 order by id desc limit 1`,
                      [TENANT],
                    )
                  )[0]?.id;
            if (id === undefined) continue;
            const before = await storedText(company, declaration, id);
            const unmoved = async (what: string, answer: Answer): Promise<void> => {
              if (answer.status === 200 && (await storedText(company, declaration, id)) !== before)
                found.push(`${what} happens unrecorded`);
              if (answer.status > 500) found.push(`${what} → ${answer.status}`);
              if ((await storedText(company, declaration, id)) !== before)
                found.push(`${what} leaves something behind`);
            };
            for (const verb of ['freeze', 'thaw', 'remove'] as const)
              if (serves(declaration, verb)) await unmoved(verb, await company.post(declaration, verb, { ids: id }));
            const name = Object.entries(declaration.fields).find(
              ([, field]) =>
                field.kind === 'text' && !field.rules.readonly && !field.rules.unique && !field.rules.fixed,
            )?.[0];
            const save = saveVerb(declaration);
            if (save !== undefined && name !== undefined && serves(declaration, 'detail')) {
              const record = (await company.get(declaration, 'detail', { id })).body.data as Record<string, unknown>;
              await unmoved(save, await company.post(declaration, save, { ...record, [name]: '无人知晓的改动' }));
            }
            if (declaration.life && state !== null)
              for (const [action] of plainActions(declaration as Declaration & { life: Life }))
                await unmoved(action, await act(declaration, action, id));
          }
          return [...new Set(found)];
        },
      ),
    ).toEqual([]);
  } finally {
    await company.asOwner('grant insert on audit_log to larder_app');
  }
}, 120_000);
