/**
 * What new lines of a bill take of meals. The meals' documents are locked first: a second bill that wants the same ones
 * waits, and is then refused with the number of the first.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Saving, savingLines } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { AskedBuying } from '../../planning/reckoning/asked-goods.server.ts';
import { askedMeals, claimSourceOf, lineSourceOf, type NetNeed } from './asked-meals.server.ts';
import { proposalFor, type Proposal } from './asked-lines.rules.ts';
import { holdersOf } from './claim-holders.server.ts';
import type { distribution } from './distribution.document.ts';

type Bill = Saving<typeof distribution>;
type Line = NonNullable<ReturnType<typeof savingLines<typeof distribution, 'details'>>>[number];

/** A new line's part of what meals need. */
export interface Taken {
  readonly needs: readonly NetNeed[];
  readonly buying: AskedBuying;
  readonly proposal: Proposal;
  /** What the line says of it. */
  readonly values: {
    readonly sourceType: 'sales-plan' | 'special-meal';
    readonly sourceId: Id;
    readonly sourceLineIds: readonly Id[];
    readonly sourceCode: string;
    readonly mealDate: string;
    readonly mealType: string;
    readonly needDate: string;
    readonly needQty: string;
    readonly netQty: string;
    readonly originMaterialId: Id | null;
  };
}

/** A line that was added for a meal. */
interface Wanted {
  readonly index: number;
  readonly values: Line['values'];
  readonly sourceType: 'sales-plan' | 'special-meal';
  readonly sourceId: Id;
  /** Empty: all of that meal. */
  readonly lineIds: ReadonlySet<Id>;
}

/** By the place of the line on the bill; lines that stood and those by hand take nothing new. */
export async function takenNeeds(
  context: Context,
  { id, values: bill }: Bill,
  lines: readonly Line[],
  stored: ReadonlyMap<Id, unknown>,
): Promise<ReadonlyMap<number, Taken>> {
  const wanted = lines.flatMap((line, index): Wanted[] => {
    const { sourceType, sourceId, sourceLineIds } = line.values;
    return (line.id !== null && stored.has(line.id)) || sourceType === 'manual' || !sourceId
      ? []
      : [{ index, values: line.values, sourceType, sourceId, lineIds: new Set(listOf(sourceLineIds ?? [])) }];
  });
  if (wanted.length === 0) return new Map();
  const idsOf = (type: Wanted['sourceType']): Id[] => [
    ...new Set(wanted.flatMap(({ sourceType, sourceId }) => (sourceType === type ? [sourceId] : []))),
  ];
  const asked = await askedMeals(
    context,
    { ...bill, billId: id, netFlag: bill.netFlag === 1 },
    { salesPlanIds: idsOf('sales-plan'), specialMealIds: idsOf('special-meal') },
    'claim',
  );
  const codes = await sourceCodes(context, wanted);
  const found = wanted.map((want) => ({ want, needs: asked.needs.filter((need) => isFor(need, want)) }));
  const missing = await missingRefusals(context, id, found, codes);
  if (missing.length > 0) throw new Refused(...missing);
  const twice = await twiceRefusals(context, id, found, codes);
  if (twice.length > 0) throw new Refused(...twice);
  return new Map(
    found.map(({ want, needs }) => [want.index, takenOf(needs, asked.buyingOf(needs[0]!), codes.get(keyOf(want))!)]),
  );
}

const isFor = ({ meal, materialId, needDate }: NetNeed, { values, sourceType, sourceId, lineIds }: Wanted): boolean =>
  lineSourceOf(meal.sourceType) === sourceType &&
  meal.sourceId === sourceId &&
  materialId === values.materialId &&
  needDate === values.needDate &&
  (!values.mealDate || meal.mealDate === values.mealDate) &&
  (!values.mealType || meal.mealType === values.mealType) &&
  (lineIds.size === 0 || lineIds.has(meal.sourceLineId));

function takenOf(needs: readonly NetNeed[], buying: AskedBuying, sourceCode: string): Taken {
  const { meal, needDate, pegs } = needs[0]!;
  const net = Decimal.sum(needs.map((need) => need.net));
  return {
    needs,
    buying,
    proposal: proposalFor(net, buying.packs, buying.line.baseUnitId),
    values: {
      sourceType: lineSourceOf(meal.sourceType),
      sourceId: meal.sourceId,
      sourceLineIds: [...new Set(needs.map((need) => need.meal.sourceLineId))],
      sourceCode,
      mealDate: meal.mealDate,
      mealType: meal.mealType,
      needDate,
      needQty: Decimal.sum(needs.map((need) => need.qty)).toString(),
      netQty: net.toString(),
      originMaterialId: pegs[0]!.route.originMaterialId,
    },
  };
}

const keyOf = ({ sourceType, sourceId }: Pick<Wanted, 'sourceType' | 'sourceId'>): string =>
  `${sourceType} ${sourceId}`;

/** Numbers of the documents lines are for. */
async function sourceCodes(context: Context, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
  const ids = wanted.map(({ sourceId }) => sourceId).filter((id) => /^\d{1,19}$/.test(id));
  const rows = await context.tx.rows<{ type: Wanted['sourceType']; id: Id; billCode: string }>(sql`
    select 'sales-plan' as type, id, bill_code from sales_plan where id = any(${ids}::bigint[])
    union all select 'special-meal', id, bill_code from special_meal where id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ type, id, billCode }) => [keyOf({ sourceType: type, sourceId: id }), billCode]));
}

interface Found {
  readonly want: Wanted;
  readonly needs: readonly NetNeed[];
}
/** Meals that somebody else holds, by his number; others that are gone, changed, or not for this place. */
async function missingRefusals(
  context: Context,
  billId: Id | null,
  found: readonly Found[],
  codes: ReadonlyMap<string, string>,
): Promise<Refusal[]> {
  const short = found.filter(
    ({ want, needs }) =>
      needs.length === 0 || [...want.lineIds].some((id) => needs.every(({ meal }) => meal.sourceLineId !== id)),
  );
  if (short.length === 0) return [];
  const holders = await holdersOf(
    context,
    billId,
    short.map(({ want }) => ({ sourceType: claimSourceOf(want.sourceType), sourceId: want.sourceId })),
  );
  const claimed = new Map<string, Refusal>();
  const gone: Refusal[] = [];
  for (const { want, needs } of short) {
    const there = new Set(needs.map(({ meal }) => meal.sourceLineId));
    const holder = holders.find(
      (each) =>
        each.sourceId === want.sourceId &&
        (want.lineIds.size === 0 || (want.lineIds.has(each.sourceLineId) && !there.has(each.sourceLineId))),
    );
    const code = codes.get(keyOf(want)) ?? want.sourceId;
    if (holder === undefined)
      gone.push(refuse('distribution.asked-gone', { line: want.index + 1 }, { line: want.index + 1 }));
    else
      claimed.set(
        `${code} ${holder.billCode}`,
        refuse('distribution.asked-claimed', { code, billCode: holder.billCode }),
      );
  }
  return [...claimed.values(), ...gone];
}

/** What a line of a meal needs of a material is asked for once on a bill. */
async function twiceRefusals(
  context: Context,
  billId: Id | null,
  found: readonly Found[],
  codes: ReadonlyMap<string, string>,
): Promise<Refusal[]> {
  const pegged = new Set(
    (billId === null
      ? []
      : await context.tx.rows<{ key: string }>(sql`
          select distinct source_line_id || ' ' || material_id || ' ' || need_date as key
          from distribution_pegging where distribution_id = ${billId}::bigint`)
    ).map(({ key }) => key),
  );
  const refused: Found['want'][] = [];
  for (const { want, needs } of found) {
    const keys = needs.map(({ meal, materialId, needDate }) => `${meal.sourceLineId} ${materialId} ${needDate}`);
    if (keys.some((key) => pegged.has(key))) refused.push(want);
    for (const key of keys) pegged.add(key);
  }
  if (refused.length === 0) return [];
  const names = await context.tx.rows<{ id: Id; name: string }>(sql`
    select m.id, m.called as name from material m
    where id = any(${refused.map(({ values }) => values.materialId)}::bigint[])`);
  return refused.map((want) =>
    refuse(
      'distribution.asked-twice',
      {
        line: want.index + 1,
        code: codes.get(keyOf(want)),
        material: names.find(({ id }) => id === want.values.materialId)?.name ?? '',
      },
      { line: want.index + 1 },
    ),
  );
}
