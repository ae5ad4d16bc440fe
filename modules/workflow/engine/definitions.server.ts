import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { auditing } from '../../../kernel/server/audit.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { readBpmn } from './bpmn.rules.ts';
import type { Picture } from './bpmn-names.ts';
import { layOut } from './chain.rules.ts';
import { factNatures } from './facts.rules.ts';
import { billTypeOf, kindOf } from './flow-kinds.ts';
import { compile, type Graph, type Problem } from './graph.rules.ts';

export const PLATFORM = '000000';

/**
 * Deployed versions a tenant may run: its own, and those the platform deployed for it. Of one key its own goes first.
 */
export const definitions: Sql = sql`(
  select tenant_id, id, key, name, category, version, xml, graph, picture, suspension_state, source_model_id,
    deployment_time, removed_time, 2 as mode from flow_deployment
  union all
  select current_setting('app.tenant', true), id, key, name, category, version, xml, graph, picture, suspension_state,
    source_model_id, deployment_time, removed_time, 1 from flow_common
  where for_tenants = '{}' or current_setting('app.tenant', true) = any(for_tenants)
    or current_setting('app.tenant', true) = ${PLATFORM})`;

/** What of a deployed version a process runs by. */
export interface Definition {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly version: number;
  readonly graph: Graph;
  readonly suspensionState: number;
}
const definitionColumns = sql`d.id, d.key, d.name, d.category, d.version, d.graph, d.suspension_state`;

/** The version that starts now, of each of these keys. */
export async function latestOf(context: Context, keys: readonly string[]): Promise<ReadonlyMap<string, Definition>> {
  const rows = await context.tx.rows<Definition>(sql`
    select distinct on (d.key) ${definitionColumns} from ${definitions} d
    where d.key = any(${[...new Set(keys)]}) and d.removed_time is null order by d.key, d.mode desc, d.version desc`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Deployed versions by their id, removed ones as well. */
export async function definitionsById(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Definition>> {
  const rows = await context.tx.rows<Definition>(
    sql`select ${definitionColumns} from ${definitions} d where d.id = any(${[...new Set(ids)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The document of a kind of process, as far as the program has it. */
export function documentOf(registry: Registry, category: string): Declaration | undefined {
  const kind = kindOf(category);
  return kind === undefined ? undefined : documentOfBill(registry, kind.billType);
}
/** The document others decide on that goes by this type. */
export const documentOfBill = (registry: Registry, billType: string): Declaration | undefined =>
  registry.declarations.find((declaration) => isApproved(declaration) && billTypeOf(declaration.segment) === billType);
/** Do others decide on it? */
export const isApproved = (declaration: Declaration): boolean => decidedStage(declaration.life) !== undefined;

interface Made {
  readonly key: string;
  readonly name: string;
  readonly graph: Graph;
  readonly picture: Picture;
}

/** What a model comes to; everything that is wrong with it is refused at once. */
export function make(registry: Registry, xml: string, category: string): Made {
  const problems = (found: readonly Problem[]): Refused =>
    new Refused(...found.map(({ code, detail }): Refusal => refuse(code, detail)));
  if (kindOf(category) === undefined)
    throw new Refused(refuse('flow.category', { name: category }, { field: 'category' }));
  const read = readBpmn(xml);
  if ('problems' in read) throw problems(read.problems);
  const declaration = documentOf(registry, category);
  const compiled = compile(read.drawing, declaration === undefined ? undefined : factNatures(declaration));
  if ('problems' in compiled) throw problems(compiled.problems);
  const { graph } = compiled;
  return { key: graph.key, name: graph.name || graph.key, graph, picture: layOut(graph, read.picture) };
}

interface Deployment extends Made {
  readonly xml: string;
  readonly category: string;
  readonly modelId: string | null;
}

/**
 * The next version of a process. `forTenants`: null for this tenant alone; a list for those, empty for everybody, which
 * only the
 * platform may. Processes that run keep theirs.
 */
export async function deploy(
  context: Context,
  made: Deployment,
  forTenants: readonly string[] | null,
): Promise<{ readonly id: string; readonly version: number }> {
  // Two who deploy the same key at the same moment do it one after the other.
  await context.tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`flow:${forTenants === null ? context.tenant : ''}:${made.key}`}, 0))`,
  );
  const cells = sql`${made.key}, ${made.name}, ${made.category}, ${made.xml}, ${JSON.stringify(made.graph)}::jsonb,
    ${JSON.stringify(made.picture)}::jsonb, ${made.modelId}::bigint, ${context.now}::timestamptz`;
  const row = await context.tx.row<{ id: string; version: number }>(
    forTenants === null
      ? sql`
    insert into flow_deployment (key, name, category, xml, graph, picture, source_model_id, deployment_time,
      deployed_by, version)
    select ${cells}, ${context.user.userId}::bigint, coalesce(max(version), 0) + 1 from flow_deployment
    where key = ${made.key} returning id, version`
      : sql`
    insert into flow_common (key, name, category, xml, graph, picture, source_model_id, deployment_time, for_tenants,
      version)
    select ${cells}, ${forTenants as string[]}::text[], coalesce(max(version), 0) + 1 from flow_common
    where key = ${made.key} returning id, version`,
  );
  await context.tx.run(
    auditing(context, [
      {
        resource: 'flowDefinition',
        recordId: row!.id,
        action: 'deploy',
        title: `${made.name} v${row!.version}`,
        changes: { key: [null, made.key], version: [null, row!.version], tenants: [null, forTenants] },
      },
    ]),
  );
  return row!;
}
