/** What statements read, as the database itself tells it: each with the rows it took from each table. */
import type pg from 'pg';

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Step[];
}
export interface Reading {
  readonly statement: string;
  /** Rows looked at, by table, those thrown away included. */
  readonly tables: Readonly<Record<string, number>>;
  readonly rows: number;
  /** Rows read in vain: thrown away by a condition, or put in order and not among those wanted. */
  readonly inVain: number;
}

/** From now on every new connection to the database explains what it runs, to its client or into the log. */
export const explainAll = (client: pg.Client, database: string, to: 'notice' | 'log'): Promise<unknown> =>
  client.query(
    Object.entries({
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_level': to,
    })
      .map(([name, value]) => `alter database "${database}" set ${name} = '${value}'`)
      .join(';'),
  );
/** New connections explain nothing any more. */
export const explainNothing = (client: pg.Client, database: string): Promise<unknown> =>
  client.query(`alter database "${database}" reset session_preload_libraries`);

const OPENING = /duration: [\d.]+ ms {2}plan:\n/;
/** What a message of the database says a statement read; nothing where it says something else. */
export function readingOf(message: string): Reading | undefined {
  const [, plan] = message.split(OPENING);
  if (plan === undefined) return undefined;
  const { 'Query Text': statement, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: Step };
  const tables: Record<string, number> = {};
  count(Plan, tables);
  return {
    statement: statement.replaceAll(/\s+/g, ' ').trim(),
    tables,
    rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
    inVain: Math.round(readInVain(Plan)),
  };
}

/** All that a stretch of the database's log says: its lines follow their first with a tab before them. */
export const readingsOf = (log: string): Reading[] =>
  log
    .split(/^(?!\t)/m)
    .map((entry) => readingOf(entry.replaceAll(/^\t/gm, '')))
    .filter((reading) => reading !== undefined);

function count(step: Step, tables: Record<string, number>): void {
  const table = step['Relation Name'];
  if (table !== undefined && step['Node Type'].endsWith('Scan')) {
    const looked =
      (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
    tables[table] = (tables[table] ?? 0) + Math.round(looked * (step['Actual Loops'] ?? 1));
  }
  for (const each of step.Plans ?? []) count(each, tables);
}

function readInVain(step: Step): number {
  const below = step.Plans ?? [];
  const thrown = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  const sorted = step['Node Type'].endsWith('Sort') ? rowsOf(below[0]) - rowsOf(step) : 0;
  return thrown * (step['Actual Loops'] ?? 1) + sorted + below.reduce((sum, each) => sum + readInVain(each), 0);
}
const rowsOf = (step: Step | undefined): number => (step?.['Actual Rows'] ?? 0) * (step?.['Actual Loops'] ?? 1);
