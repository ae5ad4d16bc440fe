/** Deployed versions: listed, put to rest, uploaded, taken out of use. */
import fs from 'node:fs/promises';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { auditing } from '../../../kernel/server/audit.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { XML_MAX } from '../engine/bpmn.rules.ts';
import { definitions, deploy, make, PLATFORM } from '../engine/definitions.server.ts';
import * as calls from './flow-definition.calls.ts';
import { flowDefinition } from './flow-definition.resource.ts';
import { kindOf } from '../engine/flow-kinds.ts';
import { tenantsOf } from './flow-model.server.ts';

export const flowDefinitionBehaviour = behaviour(flowDefinition, {
  source: () =>
    sql`select d.tenant_id, d.id, d.key, d.name, d.category, d.version, d.mode::text as mode,
      d.suspension_state::text as suspension_state, d.deployment_time, d.id::text as deployment_id
      from ${definitions} d where d.removed_time is null`,
  fills: { categoryName: ['category'], tenantId: ['mode'], suspensionState: ['suspensionState'] },
  async fillRows(context, rows) {
    for (const row of rows)
      Object.assign(row, {
        categoryName: kindOf(row.category)?.label[context.language] ?? '',
        tenantId: row.mode === '1' ? '' : context.tenant,
        suspensionState: Number(row.suspensionState),
      });
  },
});

interface Version {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly mode: number;
  readonly suspensionState: number;
}

/**
 * Versions the caller may change: those of their tenant, and everybody's where they are the platform. Refuses others.
 */
async function changeable(context: Context, ids: readonly string[]): Promise<Version[]> {
  const rows = await context.tx.rows<Version>(
    sql`select id, name, version, mode, suspension_state from ${definitions} d
      where id = any(${ids as string[]}::bigint[]) and removed_time is null`,
  );
  if (rows.length < ids.length) throw unknownRecord(flowDefinition.label);
  const common = rows.filter((row) => row.mode === 1);
  if (common.length > 0 && context.tenant !== PLATFORM)
    throw new Refused(...common.map(({ name }) => refuse('flow.common', { name })));
  return rows;
}

const tables = [
  ['flow_deployment', 2],
  ['flow_common', 1],
] as const;

const changeState = serve(calls.changeState, async (context, { processId, state }) => {
  const ids = readIds({ processId }, 'processId');
  if (state !== 'active' && state !== 'suspend')
    throw new Refused(refuse('param.invalid', { name: 'state', value: state ?? '' }, { field: 'state' }));
  const wanted = state === 'active' ? 1 : 2;
  const rows = (await changeable(context, ids)).filter((row) => row.suspensionState !== wanted);
  for (const [table, mode] of tables) {
    const mine = rows.filter((row) => row.mode === mode).map((row) => row.id);
    if (mine.length === 0) continue;
    await context.tx.run(
      table === 'flow_common'
        ? sql`update flow_common set suspension_state = ${wanted} where id = any(${mine}::bigint[])`
        : sql`update flow_deployment set suspension_state = ${wanted} where id = any(${mine}::bigint[])`,
    );
  }
  await record(context, rows, state, (row) => ({ suspensionState: [row.suspensionState, wanted] }));
  return true;
});

async function record(
  context: Context,
  rows: readonly Version[],
  action: string,
  changes: (row: Version) => Record<string, [unknown, unknown]>,
): Promise<void> {
  if (rows.length > 0)
    await context.tx.run(
      auditing(
        context,
        rows.map((row) => ({
          resource: flowDefinition.name,
          recordId: row.id,
          action,
          title: `${row.name} v${row.version}`,
          changes: changes(row),
        })),
      ),
    );
}

/** Out of use: no process starts on it any more. What ran on it keeps its picture. */
const removeDeployments = serve(calls.removeDeployments, async (context, { deploymentIds, deploymentId }) => {
  const ids = readIds({ deploymentIds: deploymentIds ?? deploymentId }, 'deploymentIds');
  const rows = await changeable(context, ids);
  const running = await context.tx.rows<{ name: string; count: number }>(sql`
    select process_definition_name as name, count(*)::integer as count from flow_instance
    where process_definition_id = any(${ids}::bigint[]) and state = 'running' group by 1`);
  if (running.length > 0) throw new Refused(...running.map((row) => refuse('flow.still-running', { ...row })));
  for (const [table, mode] of tables) {
    const mine = rows.filter((row) => row.mode === mode).map((row) => row.id);
    if (mine.length === 0) continue;
    await context.tx.run(
      table === 'flow_common'
        ? sql`update flow_common set removed_time = now() where id = any(${mine}::bigint[])`
        : sql`update flow_deployment set removed_time = now() where id = any(${mine}::bigint[])`,
    );
  }
  await record(context, rows, 'remove', () => ({}));
  return true;
});

const FILES_MAX = 20;
/** The same as deploying models, from files: all or none. */
const deployFiles = serve(
  calls.deployFiles,
  async (context, input, { files }) => {
    if (files.length === 0) throw new Refused(refuse('file.missing'));
    const category = input.category ?? '';
    const tenants = tenantsOf(context, input.tenantIds);
    const problems = [];
    for (const file of files) {
      // The name decides nothing and is never a path; it is what the person knows the file by.
      const name = file.name.replace(/^.*[\\/]/, '').slice(0, 80);
      if (file.size > 4 * XML_MAX) {
        problems.push(refuse('flow.file', { name, sentence: say('flow.xml-too-large', { max: XML_MAX / 1024 }) }));
        continue;
      }
      const xml = (await fs.readFile(file.path, 'utf8')).replace(/^\uFEFF/, '');
      try {
        await deploy(context, { ...make(context.registry, xml, category), xml, category, modelId: null }, tenants);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        problems.push(
          ...error.refusals.map((refusal) =>
            refuse('flow.file', { name, sentence: { zh: sentenceOf(refusal, 'zh'), en: sentenceOf(refusal, 'en') } }),
          ),
        );
      }
    }
    if (problems.length > 0) throw new Refused(...problems);
    return true;
  },
  { uploads: FILES_MAX },
);
const say = (code: string, detail: Record<string, unknown>) => ({
  zh: sentenceOf(refuse(code, detail), 'zh'),
  en: sentenceOf(refuse(code, detail), 'en'),
});

export const flowDefinitionCalls: readonly Call[] = [changeState, removeDeployments, deployFiles];
