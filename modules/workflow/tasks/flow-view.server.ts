/**
 * What a process looks like from outside: its history, its picture, what changed since it was sent before, the way it
 * would go.
 */
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { ident, join, raw, sql, type Sql } from '../../../parts/postgres/database.ts';
import { recordsShown } from '../../../parts/storage/file-readers.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { actingOf, readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { approveButton } from '../engine/approvals.server.ts';
import type { Picture } from '../engine/bpmn-names.ts';
import { findCandidates, namesOf } from '../engine/candidates.server.ts';
import { definitions, documentOfBill } from '../engine/definitions.server.ts';
import { actsFor } from '../engine/deputies.server.ts';
import { drawSvg } from '../engine/diagram.rules.ts';
import { withNodeNames } from '../engine/end-names.rules.ts';
import { historyOf } from './flow-history.server.ts';
import * as calls from './flow-view.calls.ts';
import { changedSince } from './sent-changes.server.ts';
import { instanceStates } from './flow-instance.resource.ts';
import { reach, type Graph, type Token } from '../engine/graph.rules.ts';
import { separated } from '../engine/nodes.server.ts';
import { SINGLE_STEP } from './work-lists.server.ts';
import { bindingsOf, processesFor } from '../engine/start-process.server.ts';
import { start, advance } from '../engine/token.rules.ts';

type OfDocument = InputOf<typeof calls.routePreview.input>;

interface Instance {
  readonly id: string;
  readonly processDefinitionId: string;
  readonly name: string;
  readonly version: number;
  readonly businessResource: string;
  readonly businessId: string;
  readonly businessCode: string;
  readonly state: string;
  readonly round: number;
  readonly startUser: string;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly deleteReason: string | null;
  readonly tokens: readonly Token[];
  readonly trail: readonly string[];
  readonly graph: Graph;
  readonly picture: Picture;
}
const columns = sql`i.id, i.process_definition_id, i.process_definition_name as name,
  i.process_definition_version as version, i.business_resource, i.business_id, i.business_code, i.state, i.round,
  i.start_user, i.start_time, i.end_time, i.delete_reason, i.tokens, i.trail, d.graph, d.picture`;

/** The id that must be sent under this name. */
const knownId = <K extends string>(input: Readonly<Record<K, string | null>>, name: K): string =>
  readIds({ [name]: input[name] }, name)[0]!;

async function instanceById(context: Context, id: string): Promise<Instance> {
  const found = await context.tx.row<Instance>(
    sql`select ${columns} from flow_instance i join ${definitions} d on d.id = i.process_definition_id
      where i.id = ${id}::bigint`,
  );
  if (found === undefined) throw unknownRecord(label('流程', 'Process'));
  if (!(await mayRead(context, found))) throw notPermitted();
  return found;
}

/** Looks after processes. */
const FOLLOWS = 'flow_follow_view';

/** Whoever takes or took part, looks after processes, or may see the document. */
async function mayRead(context: Context, instance: Instance): Promise<boolean> {
  if (context.allowed(FOLLOWS) || instance.startUser === context.user.userId) return true;
  const found = await context.tx.row(
    sql`select 1 as one from flow_instance i where i.id = ${instance.id}::bigint and (${takesPart(context)})`,
  );
  return (
    found !== undefined || seesDocument(context, context.registry.find(instance.businessResource), instance.businessId)
  );
}

/** The caller decides or decided on a task of the process `i`, or was told of it. */
const takesPart = (context: Context): Sql => sql`
  exists (select 1 from flow_task t where t.process_instance_id = i.id and (t.assignee = any(${actsFor(context)})
    or exists (select 1 from flow_task_candidate c where c.task_id = t.id and c.user_id = any(${actsFor(context)}))))
  or exists (select 1 from flow_history h where h.process_instance_id = i.id
    and (h.other_user_id = ${context.user.userId}::bigint or h.assignee = ${context.user.userId}::bigint))`;

/** Documents of processes the caller began, decides on or looks after: they read them wherever they lie. */
export const documentsOfTasks = recordsShown.by((context, { name, life }) =>
  life === undefined
    ? undefined
    : sql`exists (select 1 from flow_instance i where i.business_resource = ${name} and i.business_id = t.id and (
        ${
          context.allowed(FOLLOWS)
            ? raw('true')
            : sql`i.start_user = ${context.user.userId}::bigint
          or ${takesPart(context)}`
        }))`,
);

async function seesDocument(context: Context, declaration: Declaration, id: string): Promise<boolean> {
  if (!context.allowed(permissionOf(declaration, 'view')) && !context.allowed(permissionOf(declaration, 'edit')))
    return false;
  return (
    (await context.tx.row(
      sql`select 1 as one from ${ident(tableOf(declaration))} t
        where ${join([sql`t.id = ${id}::bigint`, ...scopeCondition(declaration, context)], ' and ')}`,
    )) !== undefined
  );
}

/** Everything the page of a task or a document shows of its process. */
async function viewOf(context: Context, instance: Instance): Promise<TypeOf<typeof calls.processView.answer>> {
  const declaration = context.registry.find(instance.businessResource);
  const { graph } = instance;
  const mine = await context.tx.rows<{
    taskId: string;
    nodeId: string;
    taskName: string;
    state: string;
    added: 0 | 1;
  }>(sql`
    select t.id::text as task_id, t.node_id, t.task_name, t.state, t.added from flow_task t
    join flow_instance i on i.id = t.process_instance_id
    where t.process_instance_id = ${instance.id}::bigint and i.state = 'running' and (t.state = 'claimed'
      and t.assignee = any(${actsFor(context)}) or t.state = 'open' and exists (select 1 from flow_task_candidate c
        where c.task_id = t.id and c.user_id = any(${actsFor(context)})))`);
  const settings = mine[0] === undefined ? undefined : graph.nodes[mine[0].nodeId]!.task;
  return {
    processInstanceId: instance.id,
    processDefinitionId: instance.processDefinitionId,
    processDefinitionName: instance.name,
    processDefinitionVersion: instance.version,
    businessId: instance.businessId,
    billCode: instance.businessCode,
    businessResource: instance.businessResource,
    businessName: declaration.label[context.language],
    path: seesPath(context, declaration),
    state: instance.state,
    stateName: instanceStates.find(([state]) => state === instance.state)?.[context.language === 'zh' ? 1 : 2] ?? '',
    round: instance.round,
    startUser: instance.startUser,
    startUserName: (await namesOf(context, [instance.startUser])).get(instance.startUser) ?? '',
    startTime: instance.startTime,
    endTime: instance.endTime ?? '',
    deleteReason: instance.deleteReason ?? '',
    history: await historyOf(context, instance.id),
    changed: await changedSince(context, instance),
    diagram: {
      nodes: nodesOf(withNodeNames(graph, context.language)),
      ...instance.picture,
      done: instance.trail,
      current: currentNodes(instance),
    },
    task:
      mine[0] === undefined
        ? null
        : {
            ...mine[0],
            commentRequired: settings?.commentRequired ?? false,
            canTransfer: settings?.canTransfer ?? false,
            canAddSign: settings?.canAddSign ?? false,
            returnTo: (settings?.returnTo ?? [])
              .filter((id) => graph.nodes[id] !== undefined && reach(graph, id, mine[0]!.nodeId))
              .map((id) => ({ nodeId: id, name: graph.nodes[id]!.name || id })),
          },
  };
}
const seesPath = (context: Context, declaration: Declaration): string =>
  context.allowed(permissionOf(declaration, 'view')) ? (declaration.path ?? '') : '';

/** Every process a document went through, the latest first; for its own page. */
async function ofDocument(context: Context, input: OfDocument): Promise<TypeOf<typeof calls.documentProcesses.answer>> {
  const declaration = documentOf(context, input);
  const id = knownId(input, 'businessId');
  const rows = await context.tx.rows<Instance>(sql`
    select ${columns} from flow_instance i join ${definitions} d on d.id = i.process_definition_id
    where i.business_resource = ${declaration.name} and i.business_id = ${id}::bigint order by i.round desc limit 20`);
  if (rows.length === 0) return [];
  if (!(await mayRead(context, rows[0]!))) throw notPermitted();
  return Promise.all(rows.map((row, at) => (at === 0 ? viewOf(context, row) : shortView(context, row))));
}
const shortView = async (context: Context, instance: Instance) => ({
  processInstanceId: instance.id,
  processDefinitionName: instance.name,
  round: instance.round,
  state: instance.state,
  stateName: instanceStates.find(([state]) => state === instance.state)?.[context.language === 'zh' ? 1 : 2] ?? '',
  startTime: instance.startTime,
  endTime: instance.endTime ?? '',
  history: await historyOf(context, instance.id),
});

function documentOf(context: Context, { billType: given }: OfDocument): Declaration {
  const billType = given ?? '';
  const declaration = documentOfBill(context.registry, billType);
  if (declaration === undefined)
    throw new Refused(refuse('param.invalid', { name: 'billType', value: billType }, { field: 'billType' }));
  return declaration;
}

const singleStep = (declaration: Declaration): Label => {
  const approve = declaration.life!.actions[decidedStage(declaration.life)!.approve]!;
  return approve.page ? approve.label : SINGLE_STEP;
};

/**
 * The way a document would go if everybody agreed: each step with its people, those who are away, and the hours it
 * may take.
 */
async function previewRoute(context: Context, input: OfDocument): Promise<TypeOf<typeof calls.routePreview.answer>> {
  const declaration = documentOf(context, input);
  const id = knownId(input, 'businessId');
  if (!(await seesDocument(context, declaration, id))) throw unknownRecord(declaration.label);
  const row = (await context.tx.row<Record<string, unknown>>(
    sql`select * from ${ident(tableOf(declaration))} where id = ${id}::bigint`,
  ))!;
  const document = actingOf(row);
  const [starting] = await processesFor(context, declaration, [document], await bindingsOf(context, declaration));
  const button = approveButton(declaration);
  const steps: {
    readonly nodeId: string;
    readonly name: string;
    readonly mode: 'any' | 'all' | 'ratio';
    readonly dueHours: number | null;
    readonly candidates: Parameters<typeof findCandidates>[1][number]['candidates'];
  }[] = [];
  if (starting === undefined)
    steps.push({
      nodeId: 'single',
      name: singleStep(declaration)[context.language],
      mode: 'any',
      dueHours: null,
      candidates: [{ kind: 'button' }],
    });
  else {
    const { graph, facts } = starting.process;
    let step = start(graph, facts);
    let tokens = step.tokens;
    // Everybody agrees once at each step: a loop is walked no further than to where it began.
    const seen = new Set<string>();
    for (
      let open = tokens.find((token) => token.via === undefined);
      open !== undefined && !seen.has(open.node);
      open = tokens.find((token) => token.via === undefined)
    ) {
      seen.add(open.node);
      const node = graph.nodes[open.node]!;
      steps.push({
        nodeId: open.node,
        name: node.name || open.node,
        mode: node.task!.mode,
        dueHours: node.task!.dueHours ?? null,
        candidates: node.task!.candidates,
      });
      step = advance(graph, tokens, open.node, facts);
      tokens = step.tokens;
    }
  }
  const found = await findCandidates(
    context,
    steps.map(({ candidates }) => ({
      candidates,
      applicant: context.user.userId,
      dept: starting?.process.startDept ?? null,
      facts: starting?.process.facts ?? {},
      button,
    })),
    await separated(context),
  );
  const ids = [...new Set(found.flat().map((person) => person.userId))];
  const names = await namesOf(context, ids);
  const away = new Map(
    (
      await context.tx.rows<{ userId: string; agent: string; endTime: string }>(sql`
    select g.user_id, u.real_name as agent, g.end_time from flow_delegation g
    join app_user u on u.tenant_id = g.tenant_id and u.id = g.agent_user_id
    where g.user_id = any(${ids}::bigint[]) and g.start_time <= ${context.now}::timestamptz
      and g.end_time > ${context.now}::timestamptz and (coalesce(g.bill_types, '') = ''
        or ${input.billType} = any(string_to_array(replace(g.bill_types, ' ', ''), ',')))`)
    ).map((one) => [one.userId, one]),
  );
  return {
    processDefinitionName: starting?.definition.name ?? '',
    bound: starting !== undefined,
    steps: steps.map(({ candidates: _candidates, ...step }, at) => ({
      ...step,
      people: found[at]!.map(({ userId }) => ({
        userId,
        name: names.get(userId) ?? '',
        awayUntil: away.get(userId)?.endTime ?? '',
        agentName: away.get(userId)?.agent ?? '',
      })),
    })),
  };
}

const svg = (fileName: string, text: string): Download => ({
  fileName: `${fileName}.svg`,
  contentType: 'image/svg+xml; charset=utf-8',
  body: Buffer.from(text, 'utf8'),
  shown: true,
});

const processOf = (context: Context, input: { readonly processInstanceId: string | null }): Promise<Instance> =>
  instanceById(context, knownId(input, 'processInstanceId'));

/** A deployed version by its id. */
async function definitionOf(
  context: Context,
  input: { readonly processDefinitionId: string | null },
): Promise<{ readonly key: string; readonly graph: Graph; readonly picture: Picture }> {
  const found = await context.tx.row<{ key: string; graph: Graph; picture: Picture }>(
    sql`select key, graph, picture from ${definitions} d where d.id = ${knownId(input, 'processDefinitionId')}::bigint`,
  );
  if (found === undefined) throw unknownRecord(label('流程', 'Process'));
  return found;
}

export const flowViewCalls: readonly Call[] = [
  serve(calls.processHistory, async (context, input) => historyOf(context, (await processOf(context, input)).id)),
  serve(calls.processView, async (context, input) => viewOf(context, await processOf(context, input))),
  serve(calls.processDocument, async (context, input) => {
    const instance = await processOf(context, input);
    const declaration = context.registry.find(instance.businessResource);
    return recordById(context, { ...declaration, scope: null }, instance.businessId);
  }),
  serve(calls.documentProcesses, ofDocument),
  serve(calls.routePreview, previewRoute),
  serve(calls.definitionDiagram, async (context, input) => {
    const { graph, picture } = await definitionOf(context, input);
    return { nodes: nodesOf(withNodeNames(graph, context.language)), ...picture, done: [], current: [] };
  }),
  serve(
    calls.definitionPicture,
    async (context, input) => {
      const { key, graph, picture } = await definitionOf(context, input);
      return svg(key, drawSvg(withNodeNames(graph, context.language), picture, { done: [], current: [] }));
    },
    { reads: true },
  ),
  serve(
    calls.processPicture,
    async (context, input) => {
      const instance = await processOf(context, input);
      const passed = { done: instance.trail, current: currentNodes(instance) };
      return svg(
        instance.businessCode,
        drawSvg(withNodeNames(instance.graph, context.language), instance.picture, passed),
      );
    },
    { reads: true },
  ),
];

const nodesOf = (graph: Graph): TypeOf<typeof calls.diagram>['nodes'] =>
  Object.fromEntries(Object.entries(graph.nodes).map(([id, { kind, name }]) => [id, { kind, name }]));
/** Steps that wait for a decision. */
const currentNodes = ({ tokens }: Instance): string[] =>
  tokens.filter((token) => token.via === undefined).map((token) => token.node);
