/** Models: drawn or written as a chain, kept as the same XML, checked whenever they are saved. */
import { createHash } from 'node:crypto';
import type { InputOf } from '../../../kernel/core/contract.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { chainOf, chainXml, type Chain } from '../engine/chain.rules.ts';
import { deploy, documentOf, make, PLATFORM } from '../engine/definitions.server.ts';
import { conditionInWords, factLabel, factNatures, fieldOfFact } from '../engine/facts.rules.ts';
import * as calls from './flow-model.calls.ts';
import { flowModel } from './flow-model.resource.ts';
import type { Graph } from '../engine/graph.rules.ts';

export const flowModelBehaviour = behaviour(flowModel, {
  beforeSave(_context, saving) {
    const { xml } = saving.body;
    if (typeof xml === 'string') saving.values.checksum = createHash('sha256').update(xml).digest('hex');
  },
  /** The drawing, and the chain it is if it is no more than one. */
  async detail(context, row) {
    const stored = await context.tx.row<{ xml: string; graph: Graph | null }>(
      sql`select xml, graph from flow_model where id = ${row.id}::bigint`,
    );
    return { xml: stored?.xml ?? '', chain: stored?.graph ? chainOf(stored.graph) : null };
  },
  fills: { created: ['createTime'], lastUpdated: ['updateTime'] },
  async fillRows(_context, rows) {
    for (const row of rows) Object.assign(row, { created: row.createTime, lastUpdated: row.updateTime });
  },
});

type Drawing = InputOf<typeof calls.checkModel.input>;

/** The XML a body brings: drawn, or written from the chain it holds. */
function xmlOf({ registry, language }: Context, { chain, xml, modelKey, name, category }: Drawing): string {
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
    const of = documentOf(registry, category ?? '');
    return chainXml({ key: modelKey ?? '', name: name ?? '', steps }, (when) => conditionInWords(when, of, language));
  }
  return typeof xml === 'string' ? xml : '';
}

const saveModel = serve(calls.saveModel, async (context, input, { body }) => {
  const isNew = input.id === null;
  if (!context.allowed(isNew ? 'flow_model_create' : 'flow_model_update')) throw notPermitted();
  const xml = xmlOf(context, input);
  const { modelKey, name } = body;
  const made = make(context.registry, xml, input.category ?? '');
  const id = await saveRecord(flowModel, context, {
    ...body,
    xml,
    ...(isNew ? { modelKey: modelKey ?? made.key } : {}),
    name: name ?? made.name,
  });
  // The drawing stands beside the row: who draws over another's has a version of it as well.
  const row = await context.tx.row<{ modelKey: string; version: number }>(sql`
    update flow_model set version = version + (${!isNew}::boolean
      and xml is distinct from ${xml})::integer, xml = ${xml}, graph = ${JSON.stringify(made.graph)}::jsonb
        where id = ${id}::bigint returning model_key, version`);
  if (row!.modelKey !== made.key)
    throw new Refused(refuse('flow.model-key', { key: row!.modelKey, inFile: made.key }, { field: 'modelKey' }));
  return { id, version: row!.version };
});

/**
 * For whom a deployment is: a list of tenants, everybody, or this one alone. Others than oneself are for the platform
 * to say.
 */
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

const deployModel = serve(calls.deployModel, async (context, input) => {
  const [id] = readIds({ modelId: input.modelId }, 'modelId');
  const model = await context.tx.row<{ modelKey: string; name: string; xml: string; category: string }>(
    sql`select model_key, name, xml, category from flow_model where id = ${id!}::bigint for update`,
  );
  if (model === undefined) throw unknownRecord(flowModel.label);
  const category = input.category ?? model.category;
  const made = make(context.registry, model.xml, category);
  const { version } = await deploy(
    context,
    { ...made, name: model.name, xml: model.xml, category, modelId: id! },
    tenantsOf(context, input.tenantIds),
  );
  await context.tx.run(
    sql`update flow_model set deployed_version = ${version}, update_time = now() where id = ${id!}::bigint`,
  );
  return true;
});

const checkModel = serve(
  calls.checkModel,
  async (context, input) => {
    try {
      make(context.registry, xmlOf(context, input), input.category ?? '');
      return { pass: true, problems: [] };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return {
        pass: false,
        problems: error.refusals.map((refusal) => ({
          code: refusal.code,
          line: typeof refusal.detail['line'] === 'number' ? refusal.detail['line'] : null,
          msg: sentenceOf(refusal, context.language),
        })),
      };
    }
  },
  { reads: true },
);

const modelFacts = serve(
  calls.modelFacts,
  async ({ registry, language }, { category }) => {
    const declaration = documentOf(registry, category ?? '');
    if (declaration === undefined) return [];
    return Object.entries(factNatures(declaration)).map(([fact, nature]) => {
      const field = declaration.fields[fieldOfFact(declaration, fact)];
      return {
        fact,
        nature,
        name: factLabel(declaration, fact)[language],
        target: field?.rules.target ?? '',
        choices: (field?.rules.choices ?? []).map(({ value, label: word }) => ({ value, label: word[language] })),
      };
    });
  },
  { chooses: flowModel.name },
);

export const flowModelCalls: readonly Call[] = [saveModel, deployModel, checkModel, modelFacts];
