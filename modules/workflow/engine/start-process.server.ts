/** A document is sent: the binding that fits starts its process, and whoever comes first is asked. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { chooseBinding, type Binding } from './binding.rules.ts';
import { definitionsById, latestOf, type Definition } from './definitions.server.ts';
import { factsOf, type SendingFacts } from './facts.rules.ts';
import { billTypeOf } from './flow-kinds.ts';
import { enterNodes, nameOf, passedThrough, type Entered } from './nodes.server.ts';
import { Changes, type Process } from './process-store.server.ts';
import { start } from './token.rules.ts';

export interface BoundProcess extends Binding {
  readonly processKey: string;
}

/** Bindings of a document type that hold today: none for most, which is all a document without a process ever asks. */
export const bindingsOf = (context: Context, declaration: Declaration): Promise<BoundProcess[]> =>
  context.tx.rows<BoundProcess>(sql`
    select id, process_key, company_dept_id, blade_project_dept_id, amount_from, amount_to, priority from flow_binding
    where bill_type = ${billTypeOf(declaration.segment)} and frozen = 0 and (start_date is null
      or start_date <= ${context.today}::date) and (end_date is null or end_date >= ${context.today}::date)`);

/** A document and the process it goes by. */
interface Starting {
  readonly document: Acting;
  readonly process: Process;
  readonly definition: Definition;
}

/** Which of the documents have a process, with the facts they are sent with. A document may name its process itself. */
export async function processesFor(
  context: Context,
  declaration: Declaration,
  documents: readonly Acting[],
  bindings: readonly BoundProcess[],
): Promise<Starting[]> {
  const sending = await sendingFactsOf(context, declaration, documents);
  const chosen = documents.map((document) => {
    const facts = factsOf(declaration, document.row, sending.get(document.id)!);
    const { processDefinitionId: named } = document.row;
    return {
      document,
      facts,
      named: typeof named === 'string' && /^\d{1,19}$/.test(named) ? named : null,
      key: chooseBinding(bindings, facts)?.processKey,
    };
  });
  const byId = await definitionsById(
    context,
    chosen.flatMap((each) => each.named ?? []),
  );
  const byKey = await latestOf(
    context,
    chosen.flatMap((each) => each.key ?? []),
  );
  return chosen.flatMap(({ document, facts, named, key }) => {
    const definition = named === null ? (key === undefined ? undefined : byKey.get(key)) : byId.get(named);
    if (definition === undefined) {
      if (named === null && key === undefined) return [];
      throw new Refused(refuse('flow.not-deployed', { billCode: document.billCode, name: key ?? named }));
    }
    if (definition.suspensionState === 2) throw new Refused(refuse('flow.suspended', { name: definition.name }));
    const process: Process = {
      id: '',
      definitionId: definition.id,
      name: definition.name,
      businessResource: declaration.name,
      billType: billTypeOf(declaration.segment),
      businessId: document.id,
      businessCode: document.billCode,
      facts,
      tokens: [],
      startUser: context.user.userId,
      startDept: sending.get(document.id)!.deptId,
      graph: definition.graph,
      suspended: false,
    };
    return [{ document, process, definition }];
  });
}

/** Starts them all: one statement a table. */
export async function startProcesses(
  context: Context,
  declaration: Declaration,
  starting: readonly Starting[],
  button: string,
): Promise<void> {
  if (starting.length === 0) return;
  const ids = await context.tx.rows<{ id: string }>(
    sql`select new_id() as id from generate_series(1, ${starting.length}::integer)`,
  );
  const changes = new Changes();
  const entered: Entered[] = [];
  const rows = starting.map(({ document, process: draft, definition }, at) => {
    const process: Process = { ...draft, id: ids[at]!.id };
    const step = start(process.graph, process.facts);
    entered.push(...step.entered.map((nodeId) => ({ process, nodeId, before: [] })));
    changes.history.push({
      processId: process.id,
      nodeId: 'start',
      nodeName: nameOf(process, process.graph.start),
      kind: 'start',
      assignee: context.user.userId,
    });
    passedThrough(changes, process, step.passed);
    const amount = process.facts['amount'];
    return {
      id: process.id,
      definition: definition.id,
      key: definition.key,
      name: definition.name,
      version: definition.version,
      category: definition.category,
      business: document.id,
      code: document.billCode,
      title: titleOf(declaration, document),
      amount: typeof amount === 'string' ? amount : null,
      facts: process.facts,
      tokens: step.tokens,
      trail: step.routes,
      dept: process.startDept,
    };
  });
  await context.tx.run(sql`
    with sent as (select s.*, ${snapshotOf(declaration)} as snapshot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s(id bigint, definition bigint, key text, name text, version integer, category text, business bigint,
        code text, title text, amount numeric, facts jsonb, tokens jsonb, trail text[], dept bigint)
        join ${ident(tableOf(declaration))} t on t.id = s.business)
    insert into flow_instance (id, process_definition_id, process_definition_key, process_definition_name,
      process_definition_version, category, business_resource, bill_type, business_id, business_code, title, amount,
      facts, snapshot, tokens, trail, round, start_user, start_dept, start_time)
    select s.id, s.definition, s.key, s.name, s.version, s.category, ${declaration.name},
      ${billTypeOf(declaration.segment)}, s.business, s.code, s.title, s.amount, s.facts, s.snapshot, s.tokens, s.trail,
      1 + (select count(*) from flow_instance i
      where i.business_resource = ${declaration.name} and i.business_id = s.business), ${context.user.userId}::bigint,
        s.dept, ${context.now}::timestamptz from sent s`);
  await enterNodes(context, changes, entered, () => button);
  await changes.write(context);
}

/** The document and its lines as they stand, in one value. */
function snapshotOf(declaration: Declaration): Sql {
  // Everything as text: figures and ids keep their digits on the way back.
  const asText = (row: Sql): Sql =>
    sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each_text(to_jsonb(${row})) e
      where e.key not in ('tenant_id', 'search_text') and e.value is not null)`;
  const lines = Object.keys(declaration.lines ?? {}).map(
    (key) =>
      sql`|| jsonb_build_object(${key}::text, coalesce((select jsonb_agg(${asText(sql`l`)} order by l.line_no)
        from ${ident(lineTableOf(declaration, key))} l where l.${ident(ownerColumn(declaration))} = t.id), '[]'))`,
  );
  return lines.reduce((all, each) => sql`${all} ${each}`, asText(sql`t`));
}

/**
 * What a list of tasks says of a document in a few words: its first fields that people look for, as far as everybody
 * sees them.
 */
function titleOf(declaration: Declaration, document: Acting): string {
  const named = Object.entries(declaration.fields).filter(
    ([name, field]) =>
      (field.kind === 'text' || field.kind === 'day') &&
      field.rules.list &&
      field.rules.right === undefined &&
      name !== 'billCode' &&
      document.row[name],
  );
  return named
    .map(([name]) => String(document.row[name]))
    .join(' ')
    .slice(0, 120);
}

/**
 * What is known of documents beside their own rows: the department they are sent from, and how many lines they have.
 */
async function sendingFactsOf(
  context: Context,
  declaration: Declaration,
  documents: readonly Acting[],
): Promise<ReadonlyMap<string, SendingFacts>> {
  const deptOf = ({ row: { createDept } }: Acting): string | null =>
    typeof createDept === 'string' ? createDept : context.user.deptId || null;
  const depts = new Map(
    (
      await context.tx.rows<{ id: string; companyDeptId: string | null; bladeProjectDeptId: string | null }>(sql`
    select id, company_dept_id, blade_project_dept_id from dept
    where id = any(${[...new Set(documents.flatMap((document) => deptOf(document) ?? []))]}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  const [key] = Object.keys(declaration.lines ?? {}).includes('details')
    ? ['details']
    : Object.keys(declaration.lines ?? {});
  const counts =
    key === undefined
      ? new Map<string, number>()
      : new Map(
          (
            await context.tx.rows<{ id: string; count: number }>(sql`
    select l.${ident(ownerColumn(declaration))} as id, count(*)::integer as count
    from ${ident(lineTableOf(declaration, key))} l
    where l.${ident(ownerColumn(declaration))} = any(${documents.map((document) => document.id)}::bigint[]) group by 1`)
          ).map((row) => [row.id, row.count]),
        );
  return new Map(
    documents.map((document) => {
      const deptId = deptOf(document);
      const dept = deptId === null ? undefined : depts.get(deptId);
      return [
        document.id,
        {
          deptId,
          companyDeptId: dept?.companyDeptId ?? null,
          bladeProjectDeptId: dept?.bladeProjectDeptId ?? null,
          applicantRole: context.user.roles,
          lineCount: key === undefined ? null : (counts.get(document.id) ?? 0),
        },
      ];
    }),
  );
}
