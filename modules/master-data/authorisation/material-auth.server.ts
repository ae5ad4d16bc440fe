/** Authorised ranges as lists of materials obey them, and the calls of their rows. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Language } from '../../../kernel/core/label.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { setStatus } from './material-auth-range.calls.ts';
import { materialAuthRange } from './material-auth-range.resource.ts';
import {
  decide,
  decidedBy,
  distinct,
  isInSeason,
  PURPOSES,
  type AuthRange,
  type Decision,
  type Purpose,
} from './material-auth.rules.ts';
import { requirePeriod } from '../materials/validity.server.ts';

export const FOR = {
  plan: 'forPlan',
  buy: 'forBuy',
  issue: 'forIssue',
  cook: 'forCook',
  sale: 'forSale',
} as const satisfies Record<Purpose, keyof typeof materialAuthRange.fields>;

export const materialAuthRangeBehaviour = behaviour(materialAuthRange, {
  beforeSave(context, saving) {
    requirePeriod(context, saving);
    const { values } = saving;
    if ((values.monthFrom === null) !== (values.monthTo === null))
      throw new Refused(
        refuse('master-data.auth-months', {}, { field: values.monthFrom === null ? 'monthFrom' : 'monthTo' }),
      );
    if (
      (['materialId', 'materialTypeId', 'dishId'] as const).filter((name) => (values[name] ?? null) !== null).length !==
      1
    )
      throw new Refused(refuse('master-data.auth-target', {}, { field: 'materialId' }));
    if (PURPOSES.every((purpose) => values[FOR[purpose]] !== 1))
      throw new Refused(refuse('master-data.auth-purpose', {}, { field: 'forPlan' }));
  },
  computed: { inherited: () => sql`case when t.material_id is null then 1 else 0 end` },
  filters: {
    /** Its own rows and, marked, those of its type and of what stands above that. */
    materialId: (value) => {
      if (!/^\d{1,19}$/.test(value))
        throw new Refused(refuse('param.invalid', { name: 'materialId', value }, { field: 'materialId' }));
      return sql`(t.material_id = ${value}::bigint or t.material_type_id in (
        with recursive line as (select y.id, y.parent_id from material_type y
        join material m on m.material_type_id = y.id where m.id = ${value}::bigint
          union select y.id, y.parent_id from material_type y join line l on y.id = l.parent_id) select id from line))`;
    },
  },
});

export const setRangeStatus = serve(setStatus, async (context, input, { body }) => {
  const status = input.status ?? '';
  if (status !== '0' && status !== '1')
    throw new Refused(refuse('param.invalid', { name: 'status', value: status }, { field: 'status' }));
  const verb = `${materialAuthRange.segment}/${status === '1' ? 'thaw' : 'freeze'}`;
  await declaredCalls(context.registry, materialAuthRange)
    .find((call) => call.path === verb)!
    .handle(context, body, null);
  return true;
});

interface Authorised {
  /** Over the row `t` of materials: usable at one of the places for one of the purposes. */
  readonly condition: Sql;
  /** Why a material may not be used; empty where it may. */
  reason(material: {
    readonly id: Id;
    readonly name: string;
    readonly materialTypeId: Id;
    readonly authMode: string | null;
  }): string;
}

/** May use at a place, or, without one, anywhere in the person's departments; for a purpose or for any. */
export async function authorised(
  context: Context,
  question: { readonly deptId?: Id; readonly date: string; readonly purpose?: Purpose },
): Promise<Authorised> {
  const [ranges, openByDefault] = [
    await rangesOn(context, question.date),
    (await readParameter(context, 'material.authMode')) !== 'closed',
  ];
  const purposes = question.purpose === undefined ? PURPOSES : [question.purpose];
  const isExtended =
    (await context.tx.row(sql`select 1 as one from material_project_dept where active = 1 limit 1`)) !== undefined;
  const typeLines = ranges.length === 0 ? new Map<Id, Id[]>() : await linesUpwards(context, 'material_type');
  const deptLines = ranges.length === 0 && !isExtended ? [[]] : await deptLinesOf(context, question.deptId);
  // What SAP extends to a place, or to one above it, is allowed there.
  const places = isExtended ? [...new Set(deptLines.flat())] : [];
  const extended =
    places.length === 0
      ? sql`false`
      : sql`exists (select 1 from material_project_dept x
        where x.material_id = t.id and x.active = 1 and x.dept_id = any(${places}::bigint[]))`;
  const here = new Set(
    places.length === 0
      ? []
      : (
          await context.tx.rows<{ id: Id }>(
            sql`select distinct material_id as id from material_project_dept
              where active = 1 and dept_id = any(${places}::bigint[])`,
          )
        ).map((row) => row.id),
  );
  const decisions = distinct(
    deptLines.flatMap((line) => purposes.map((purpose) => decide(ranges, line, typeLines, purpose))),
  );
  const open = sql`coalesce(t.auth_mode, ${openByDefault ? 'open' : 'closed'}) = 'open'`;
  return {
    condition:
      decisions.length === 0
        ? sql`(${open} or ${extended})`
        : sql`(${join(
            decisions.map((decision) => conditionOf(decision, open, extended)),
            ' or ',
          )})`,
    reason({ id, name, materialTypeId, authMode }) {
      const rows = decisions.map((decision) => decidedBy(decision, { id, materialTypeId }));
      if (rows.some((row) => row?.allow ?? (authMode || (openByDefault ? 'open' : 'closed')) === 'open')) return '';
      if (here.has(id) && (rows.length === 0 || rows.some((row) => row === undefined || row.materialId === null)))
        return '';
      return REASONS[rows.some((row) => row !== undefined) ? 'denied' : 'closed'][context.language](name);
    },
  };
}
const REASONS: Readonly<Record<'denied' | 'closed', Readonly<Record<Language, (name: string) => string>>>> = {
  denied: { zh: (name) => `物料「${name}」在此被授权范围禁止`, en: (name) => `An authorisation denies ${name} here` },
  closed: {
    zh: (name) => `物料「${name}」按授权使用，此处没有授权`,
    en: (name) => `${name} is for those allowed only, and nothing allows it here`,
  },
};

function conditionOf({ materials, types }: Decision, open: Sql, extended: Sql): Sql {
  const ids = (rows: ReadonlyMap<Id, AuthRange>, allow: boolean): Id[] =>
    [...rows].filter(([, row]) => row.allow === allow).map(([id]) => id);
  return sql`(t.id = any(${ids(materials, true)}::bigint[]) or (t.id <> all(${ids(materials, false)}::bigint[])
    and (${extended} or t.material_type_id = any(${ids(types, true)}::bigint[])
      or (t.material_type_id <> all(${ids(types, false)}::bigint[]) and ${open}))))`;
}

async function rangesOn(context: Context, date: string): Promise<AuthRange[]> {
  return (await rangesBetween(context, date, date)).filter((range) => isInSeason(range, date));
}
/** A row with the days it holds. */
export interface DatedRange extends AuthRange {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly monthFrom: number | null;
  readonly monthTo: number | null;
  /** The law or clause it follows; null where nobody said. */
  readonly basis: string | null;
}
/** Rows on dishes as well name the dish. */
export interface DishRange extends DatedRange {
  readonly dishId: Id | null;
}
/** Rows on materials and types in force on some day between the two. */
export const rangesBetween = async (context: Context, from: string, to: string): Promise<DatedRange[]> =>
  readRanges(context, from, to, sql`t.dish_id is null`);
/** Rows on these dishes in force on some day between the two. */
export const dishRanges = (context: Context, dishIds: readonly Id[], from: string, to: string): Promise<DishRange[]> =>
  readRanges(context, from, to, sql`t.dish_id = any(${[...new Set(dishIds)]}::bigint[])`);

async function readRanges(context: Context, from: string, to: string, of: Sql): Promise<DishRange[]> {
  const rows = await context.tx.rows<
    Record<(typeof FOR)[Purpose], number> & {
      id: Id;
      materialId: Id | null;
      materialTypeId: Id | null;
      deptId: Id;
      includeChildren: number;
      access: string;
      dishId: Id | null;
      startDate: string;
      endDate: string | null;
      monthFrom: number | null;
      monthTo: number | null;
      basis: string | null;
      projectDeptTypeId: Id | null;
    }
  >(sql`
    select id, material_id, material_type_id, dish_id, dept_id, include_children, access, for_plan, for_buy, for_issue,
      for_cook, for_sale, start_date, end_date, month_from, month_to, basis, project_dept_type_id
    from material_auth_range t where frozen = 0 and start_date <= ${to}::date
      and coalesce(end_date, 'infinity'::date) >= ${from}::date and ${of}`);
  const sites = await sitesOfTypes(
    context,
    rows.flatMap((row) => row.projectDeptTypeId ?? []),
  );
  return rows.map(({ includeChildren, access, projectDeptTypeId, ...row }) => ({
    ...row,
    ...(projectDeptTypeId === null ? {} : { siteIds: sites.get(projectDeptTypeId) ?? new Set<Id>() }),
    includeChildren: includeChildren === 1,
    allow: access === 'allow',
    purposes: PURPOSES.filter((purpose) => row[FOR[purpose]] === 1),
  }));
}

/** The departments of the sites of each type. */
async function sitesOfTypes(context: Context, typeIds: readonly Id[]): Promise<ReadonlyMap<Id, ReadonlySet<Id>>> {
  if (typeIds.length === 0) return new Map();
  const rows = await context.tx.rows<{ typeId: Id; deptIds: Id[] }>(sql`
    select project_dept_type_id as type_id, array_agg(blade_project_dept_id::text) as dept_ids from project_dept_system
    where project_dept_type_id = any(${[...new Set(typeIds)]}::bigint[]) group by project_dept_type_id`);
  return new Map(rows.map((row) => [row.typeId, new Set(row.deptIds)]));
}

/** Each row of a tree with what stands above it, nearest first. */
export async function linesUpwards(context: Context, table: 'material_type' | 'dept'): Promise<Map<Id, Id[]>> {
  const rows = await context.tx.rows<{ id: Id; parentId: Id }>(
    table === 'dept' ? sql`select id, parent_id from dept` : sql`select id, parent_id from material_type`,
  );
  const above = new Map(rows.map((row) => [row.id, row.parentId]));
  return new Map(
    rows.map(({ id }) => {
      const line = [id];
      for (
        let next = above.get(id);
        next !== undefined && above.has(next) && !line.includes(next);
        next = above.get(next)
      )
        line.push(next);
      return [id, line];
    }),
  );
}

const PLACES: readonly string[] = [DEPT.company, DEPT.project, DEPT.restaurant, DEPT.stall, DEPT.factory];
async function deptLinesOf(context: Context, deptId: Id | undefined): Promise<readonly (readonly Id[])[]> {
  const all = await linesUpwards(context, 'dept');
  if (deptId !== undefined) return [all.get(deptId) ?? []];
  const { scope } = context.user;
  if (!scope.all) return scope.depts.flatMap((id) => (all.has(id) ? [all.get(id)!] : []));
  const places = await context.tx.rows<{ id: Id }>(sql`select id from dept where dept_category = any(${[...PLACES]})`);
  return places.map(({ id }) => all.get(id)!);
}
