/**
 * Documents obey authorised ranges: whoever plans, buys, issues, cooks or sells a material where it is not meant for
 * him is refused, line by line.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting, Behaviour, Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { column, ident, sql, type Sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn } from '../../../kernel/server/schema.ts';
import { covers } from '../figures/calendar-day.rules.ts';
import { decide, isInSeason, usable, type Decision, type Purpose } from './material-auth.rules.ts';
import { FOR, linesUpwards, rangesBetween, type DatedRange } from './material-auth.server.ts';

/** A material somebody wants to use: where, on which day, and in which line. */
export interface Use {
  readonly line: number;
  readonly field: string;
  readonly materialId: Id;
  readonly deptId: Id;
  readonly date: string;
  /** The dish it goes into, where the line names that. */
  readonly dish?: string;
}

const WORDS: Readonly<Record<Purpose, Label>> = {
  plan: label('计划', 'planned'),
  buy: label('采购', 'bought'),
  issue: label('领用', 'issued'),
  cook: label('配方', 'cooked'),
  sale: label('销售', 'sold'),
};

/**
 * Refusals of those that may not be used, in the order given. One cheap statement where nothing speaks against any of
 * them; a fixed number otherwise.
 */
export async function refusedUses(context: Context, purpose: Purpose, uses: readonly Use[]): Promise<Refusal[]> {
  if (uses.length === 0) return [];
  const days = uses.map((use) => use.date).toSorted();
  const [from, to] = [days[0]!, days.at(-1)!];
  const doubtful = new Map(
    (
      await context.tx.rows<Doubtful>(sql`
    select m.id, m.name, m.material_type_id, ${MODE} = 'open' as open from material m
    where m.id = any(${[...new Set(uses.map((use) => use.materialId))]}::bigint[]) and (${MODE} = 'closed'
      or exists (select 1 from (${denials(purpose, from, to)}) r where r.material_id = m.id or r.material_id is null))`)
    ).map((row) => [row.id, row]),
  );
  return doubtful.size === 0
    ? []
    : refusalsOf(
        context,
        purpose,
        uses.filter((use) => doubtful.has(use.materialId)),
        doubtful,
        await rangesBetween(context, from, to),
      );
}
interface Doubtful {
  readonly id: Id;
  readonly name: string;
  readonly materialTypeId: Id;
  readonly open: boolean;
}
/** How materials count that do not say it themselves, where nothing is said of them. */
const COMMON_MODE = sql`coalesce((select nullif(p.param_value, '') from param p
  where p.param_key = 'material.authMode'), 'open')`;
/** How the material `m` counts where nothing is said. */
const MODE = sql`coalesce(nullif(m.auth_mode, ''), ${COMMON_MODE})`;
const denials = (purpose: Purpose, from: string, to: string): Sql => sql`
  select d.material_id from material_auth_range d
  where d.dish_id is null and d.access = 'deny' and d.frozen = 0 and d.${column(FOR[purpose])} = 1 and d.start_date <= ${to}::date
    and coalesce(d.end_date, 'infinity'::date) >= ${from}::date`;

/**
 * Whether anything at all might speak against a use in these days; those that have to look up materials first ask this
 * before.
 */
export async function isAnythingRestricted(
  context: Context,
  purpose: Purpose,
  from: string,
  to: string,
): Promise<boolean> {
  return (
    (await context.tx.row(
      sql`select 1 as one where exists (${denials(purpose, from, to)}) or ${COMMON_MODE} = 'closed' or exists (select 1
        from material m where m.auth_mode = 'closed')`,
    )) !== undefined
  );
}

async function refusalsOf(
  context: Context,
  purpose: Purpose,
  uses: readonly Use[],
  materials: ReadonlyMap<Id, Doubtful>,
  ranges: readonly DatedRange[],
): Promise<Refusal[]> {
  const [typeLines, deptLines] = [await linesUpwards(context, 'material_type'), await linesUpwards(context, 'dept')];
  const extended = new Set(
    (
      await context.tx.rows<{ key: string }>(sql`
    select distinct x.material_id || ' ' || x.dept_id as key from material_project_dept x
    where x.active = 1 and x.material_id = any(${[...materials.keys()]}::bigint[])`)
    ).map((row) => row.key),
  );
  const decisions = new Map<string, Decision>();
  const denied = uses.flatMap((use) => {
    const material = materials.get(use.materialId)!;
    const deptLine = deptLines.get(use.deptId) ?? [use.deptId];
    const key = `${use.deptId} ${use.date}`;
    const decision =
      decisions.get(key) ??
      decide(
        ranges.filter((range) => covers(range, use.date) && isInSeason(range, use.date)),
        deptLine,
        typeLines,
        purpose,
      );
    decisions.set(key, decision);
    const verdict = usable(decision, {
      ...material,
      extended: deptLine.some((deptId) => extended.has(`${material.id} ${deptId}`)),
    });
    return verdict.usable ? [] : [{ use, material, by: verdict.by as DatedRange | null }];
  });
  if (denied.length === 0) return [];
  const names = await namesOf(
    context,
    denied.flatMap(({ use, by }) => [use.deptId, ...(by === null ? [] : [by.deptId])]),
    denied.flatMap(({ by }) => by?.materialTypeId ?? []),
  );
  return denied.map(({ use, material, by }) => {
    const what =
      use.dish === undefined
        ? label(`物料「${material.name}」`, material.name)
        : label(`菜品「${use.dish}」所用物料「${material.name}」`, `${material.name}, which goes into ${use.dish},`);
    const detail = {
      line: use.line,
      what,
      materialId: material.id,
      material: material.name,
      dept: names.depts.get(use.deptId) ?? use.deptId,
      purpose: WORDS[purpose],
      date: use.date,
    };
    const at = { line: use.line, field: use.field };
    if (by === null) return refuse('master-data.auth-none', detail, at);
    const target = by.materialId === null ? (names.types.get(by.materialTypeId!) ?? '') : material.name;
    return refuse(
      'master-data.auth-denied',
      {
        ...detail,
        rangeId: by.id,
        target,
        place: names.depts.get(by.deptId) ?? by.deptId,
        startDate: by.startDate,
        because: becauseOf(by.basis),
      },
      at,
    );
  });
}

/** The law or clause a rule follows, as it ends a sentence; nothing where nobody said. */
export const becauseOf = (basis: string | null): Label =>
  basis === null ? label('', '') : label(`（依据：${basis}）`, ` (${basis})`);

async function namesOf(
  context: Context,
  deptIds: readonly Id[],
  typeIds: readonly Id[],
): Promise<{ readonly depts: ReadonlyMap<Id, string>; readonly types: ReadonlyMap<Id, string> }> {
  const rows = await context.tx.rows<{ kind: string; id: Id; name: string }>(sql`
    select 'dept' as kind, d.id, d.dept_name as name from dept d where d.id = any(${[...new Set(deptIds)]}::bigint[])
    union all select 'type', y.id, y.name from material_type y where y.id = any(${[...new Set(typeIds)]}::bigint[])`);
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row.name]));
  return { depts: of('dept'), types: of('type') };
}

type Values = Readonly<Record<string, unknown>>;
/** A line of any document that takes materials. */
type MaterialLine = Values & { readonly materialId?: unknown };
/** How a document takes materials. */
interface Takes {
  /** Key of its lines with a `materialId`. */
  readonly lines: string;
  readonly purpose: Purpose;
  /** The department that uses the line, and the day; null where the line uses nothing anywhere yet. */
  readonly place: (head: Values, line: Values) => unknown;
  readonly date: (head: Values, line: Values) => unknown;
}

/**
 * The behaviour of a document that obeys: lines with materials it did not have are looked at when it is saved, all
 * lines when it is sent. What was sent before stays.
 */
export function requireAuthorisedUse(behaviour: Behaviour, takes: Takes): Behaviour {
  const { declaration } = behaviour;
  const table = ident(lineTableOf(declaration, takes.lines));
  const owner = ident(ownerColumn(declaration));
  const useOf = (head: Values, line: MaterialLine, number: number): Use[] => {
    const deptId = takes.place(head, line);
    const date = takes.date(head, line);
    return line.materialId && deptId && date
      ? [
          {
            line: number,
            field: 'materialId',
            materialId: String(line.materialId),
            deptId: String(deptId),
            date: String(date).slice(0, 10),
          },
        ]
      : [];
  };
  const refusedOnSave = async (context: Context, saving: Saving): Promise<void> => {
    const lines = saving.lines[takes.lines];
    if (lines === undefined) return;
    const found = await refusedUses(
      context,
      takes.purpose,
      lines.flatMap((line, index) => useOf(saving.values, line.values, index + 1)),
    );
    if (found.length === 0) return;
    const stored = new Set(
      saving.id === null
        ? []
        : (
            await context.tx.rows<{ materialId: Id | null }>(
              sql`select distinct l.material_id from ${table} l where l.${owner} = ${saving.id}::bigint`,
            )
          ).map((row) => row.materialId),
    );
    const fresh = found.filter((refusal) => !stored.has(String(refusal.detail['materialId'])));
    if (fresh.length > 0) throw new Refused(...fresh);
  };
  const refusedOnSend = async (context: Context, documents: readonly Acting[]): Promise<Refusal[]> => {
    const lines = await context.tx.rows<MaterialLine & { owner: Id; lineNo: number }>(
      sql`select l.*, l.${owner} as owner from ${table} l
        where l.${owner} = any(${documents.map((document) => document.id)}::bigint[]) order by l.${owner}, l.line_no`,
    );
    const heads = new Map(documents.map((document) => [document.id, document.row]));
    return refusedUses(
      context,
      takes.purpose,
      lines.flatMap((line) => useOf(heads.get(line.owner)!, line, line.lineNo)),
    );
  };
  const sends =
    declaration.life?.actions['toApply'] === undefined
      ? {}
      : {
          async toApply(context: Context, documents: readonly Acting[], input: Values) {
            const found = await behaviour.actions?.['toApply']?.(context, documents, input);
            return [...(found ?? []), ...(await refusedOnSend(context, documents))];
          },
        };
  return {
    ...behaviour,
    async beforeSave(context, saving) {
      await behaviour.beforeSave?.(context, saving);
      await refusedOnSave(context, saving);
    },
    ...(declaration.life === undefined ? {} : { actions: { ...behaviour.actions, ...sends } }),
  };
}
