/** Models: drawn or written as a chain, kept as the same XML, checked whenever they are saved. */
import { createHash } from 'node:crypto';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { chainOf, chainXml, type Chain } from '../engine/chain.rules.ts';
import { deploy, documentOf, make, PLATFORM } from '../engine/definitions.server.ts';
import { factNatures, fieldOfFact } from '../engine/facts.rules.ts';
import { flowModel } from './flow-model.resource.ts';
import type { Graph } from '../engine/graph.rules.ts';

export const flowModelBehaviour = behaviour(flowModel, {
  beforeSave(_context, saving) {
    if (typeof saving.body['xml'] === 'string')
      saving.values.checksum = createHash('sha256').update(saving.body['xml']).digest('hex');
  },
  /** The drawing, and the chain it is if it is no more than one. */
  async detail(context, row) {
    const stored = await context.tx.row<{ xml: string; graph: Graph | null }>(
      sql`select xml, graph from flow_model where id = ${String(row.id)}::bigint`,
    );
    return { xml: stored?.xml ?? '', chain: stored?.graph ? chainOf(stored.graph) : null };
  },
  async fillRows(_context, rows) {
    for (const row of rows) Object.assign(row, { created: row['createTime'], lastUpdated: row['updateTime'] });
  },
});

/** The XML a body brings: drawn, or written from the chain it holds. */
function xmlOf(input: Input): string {
  const chain = input['chain'];
  if (typeof chain === 'object' && chain !== null) {
    const { steps } = chain as Partial<Chain>;
    if (
      !Array.isArray(steps) ||
      steps.length > 30 ||
      steps.some(
        (step) =>
          typeof step?.id !== 'string' ||
          typeof step.name !== 'string' ||
          typeof step.when !== 'string' ||
          typeof step.settings !== 'object',
      )
    )
      throw new Refused(refuse('flow.chain'));
    return chainXml({ key: String(input['modelKey'] ?? ''), name: String(input['name'] ?? ''), steps });
  }
  return typeof input['xml'] === 'string' ? input['xml'] : '';
}

async function submit(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const isNew = !input['id'];
  if (!context.allowed(isNew ? 'flow_model_create' : 'flow_model_update')) throw notPermitted();
  const xml = xmlOf(input);
  const made = make(registry, xml, String(input['category'] ?? ''));
  const given = isNew ? (input['modelKey'] ?? made.key) : undefined;
  const id = await saveRecord(registry, flowModel, context, {
    ...input,
    xml,
    ...(given === undefined ? {} : { modelKey: given }),
    name: input['name'] ?? made.name,
  });
  // The drawing stands beside the row: who draws over another's has a version of it as well.
  const row = await context.tx.row<{ modelKey: string; version: number }>(sql`
    update flow_model set version = version + (${!isNew}::boolean and xml is distinct from ${xml})::integer, xml = ${xml}, graph = ${JSON.stringify(made.graph)}::jsonb where id = ${id}::bigint returning model_key, version`);
  if (row!.modelKey !== made.key)
    throw new Refused(refuse('flow.model-key', { key: row!.modelKey, inFile: made.key }, { field: 'modelKey' }));
  return { id, version: row!.version };
}

/** For whom a deployment is: a list of tenants, everybody, or this one alone. Others than oneself are for the platform to say. */
export function tenantsOf(context: Context, given: unknown): readonly string[] | null {
  const named = String(given ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (named.some((each) => !/^[A-Za-z0-9]{1,12}$/.test(each)))
    throw new Refused(refuse('param.invalid', { name: 'tenantIds', value: String(given) }));
  if (context.tenant !== PLATFORM) {
    if (named.some((each) => each !== context.tenant)) throw new Refused(refuse('flow.other-tenants'));
    return null;
  }
  return named.length === 1 && named[0] === PLATFORM ? null : named;
}

async function deployModel(registry: Registry, context: Context, input: Input): Promise<boolean> {
  const [id] = readIds(input, 'modelId');
  const model = await context.tx.row<{ modelKey: string; name: string; xml: string; category: string }>(
    sql`select model_key, name, xml, category from flow_model where id = ${id!}::bigint for update`,
  );
  if (model === undefined) throw unknownRecord(flowModel.label);
  const category = String(input['category'] || model.category);
  const made = make(registry, model.xml, category);
  const { version } = await deploy(
    context,
    { ...made, name: model.name, xml: model.xml, category, modelId: id! },
    tenantsOf(context, input['tenantIds']),
  );
  await context.tx.run(
    sql`update flow_model set deployed_version = ${version}, update_time = now() where id = ${id!}::bigint`,
  );
  return true;
}

/** Everything that is wrong with a drawing, for the designer: nothing is saved. */
function check(registry: Registry, context: Context, input: Input): unknown {
  try {
    make(registry, xmlOf(input), String(input['category'] ?? ''));
    return { pass: true, problems: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return {
      pass: false,
      problems: error.refusals.map((refusal) => ({
        code: refusal.code,
        line: refusal.detail['line'] ?? null,
        msg: sentenceOf(refusal, context.language),
      })),
    };
  }
}

/** What conditions of a kind of process may ask, with the words of the document. */
function facts(registry: Registry, context: Context, input: Input): unknown {
  const declaration = documentOf(registry, String(input['category'] ?? ''));
  if (declaration === undefined) return [];
  const words: Readonly<Record<string, { zh: string; en: string }>> = {
    deptId: label('申请部门', 'Department'),
    companyDeptId: label('公司', 'Company'),
    bladeProjectDeptId: label('项目部', 'Site'),
    applicantRole: label('申请人角色', "Applicant's role"),
    lineCount: label('明细行数', 'Lines'),
  };
  return Object.entries(factNatures(declaration)).map(([fact, nature]) => {
    const field = declaration.fields[fieldOfFact(declaration, fact)];
    return {
      fact,
      nature,
      name: (words[fact] ?? field?.label)?.[context.language] ?? fact,
      target: field?.rules.target ?? '',
      choices: (field?.rules.choices ?? []).map(({ value, label: word }) => ({ value, label: word[context.language] })),
    };
  });
}

export const flowModelCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'blade-flow',
    path: 'model/submit',
    permission: ['flow_model_create', 'flow_model_update'],
    summary: label('保存流程模型', 'Save a process model'),
    handle: (context, input) => submit(registry(), context, input),
  },
  {
    method: 'POST',
    service: 'blade-flow',
    path: 'model/deploy',
    permission: 'flow_model_deploy',
    summary: label('部署流程模型', 'Deploy a process model'),
    handle: (context, input) => deployModel(registry(), context, input),
  },
  {
    method: 'POST',
    service: 'blade-flow',
    path: 'model/check',
    permission: ['flow_model_create', 'flow_model_update', 'flow_model_view'],
    reads: true,
    summary: label('校验流程图', 'Check a drawing'),
    handle: async (context, input) => check(registry(), context, input),
  },
  {
    method: 'GET',
    service: 'blade-flow',
    path: 'model/facts',
    permission: SESSION,
    chooses: flowModel.name,
    summary: label('条件可用的单据内容', 'What conditions may ask'),
    handle: async (context, input) => facts(registry(), context, input),
  },
];
