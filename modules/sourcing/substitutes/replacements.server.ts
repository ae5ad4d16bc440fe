/**
 * What may stand in for the materials of many lines, with everything that is asked before one is chosen: a fixed number
 * of statements however many lines. The price difference is cost; whoever answers a person leaves it out without the
 * right to it.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { refusedUses } from '../../master-data/authorisation/authorised-use.server.ts';
import { linesUpwards } from '../../master-data/authorisation/material-auth.server.ts';
import type { AllergenState, PartFacts } from '../../master-data/dishes/dish-food.rules.ts';
import { readPartFacts, SHOWN_NUTRIENTS } from '../../master-data/dishes/dish-food.server.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { massPath } from '../../master-data/units/mass-path.rules.ts';
import { linePaths, unitLadders } from '../../master-data/units/material-units.server.ts';
import { isNearExpiry, isUsable } from '../../stock/on-hand/stock-views.server.ts';
import { stock } from '../../stock/on-hand/stock.resource.ts';
import { offersOnDays } from '../../suppliers/offers.server.ts';
import { exchangeRules } from './exchange-rules.server.ts';
import {
  rankSubstitutes,
  type MaterialFacts,
  type RankedSubstitute,
  type SubstituteRule,
} from './substitutes.rules.ts';

/** A line that asks what else could be taken. */
export interface ReplacementWish {
  readonly materialId: Id;
  /** The site, restaurant or stall it is for; absent: rules of all places, stock wherever the reader sees it. */
  readonly siteDeptId?: Id | null;
  readonly date: string;
  /** The one dish it is for: replacements of that dish count, too. Absent: for several, or for none. */
  readonly dishId?: Id | null;
  readonly unitId: Id;
  readonly qty: DecimalText;
}
/** One material that could be taken (purchasing.md 6, `getMaterialReplace`). */
export interface Replacement {
  readonly materialId: Id;
  readonly materialCode: string;
  readonly materialName: string;
  /** Base units of it per base unit of the line's material; null where it is missing. */
  readonly ratio: DecimalText | null;
  readonly kind: 'replace' | 'substitute';
  readonly priority: number;
  /** More than the line's material costs, per unit of the line; null where a price is missing. */
  readonly priceDiff: DecimalText | null;
  /** Base unit of it, at the warehouses of the site. */
  readonly availableQty: DecimalText;
  readonly expiringQty: DecimalText;
  readonly baseUnitName: string;
  readonly allergens: readonly {
    readonly allergen: string;
    readonly name: string;
    readonly state: AllergenState;
    readonly isNew: 0 | 1;
  }[];
  /** Of what stands for 100 g of the material, by nutrient. */
  readonly nutrientDelta: Readonly<Record<string, string | null>>;
  /** 0: never to be offered as safe. */
  readonly allowed: 0 | 1;
  /** It may not be taken for the allergens alone that it is known to bring: somebody who knows may still take it. */
  readonly isForAllergens: boolean;
  /** Why it may not be taken, or what speaks for it. */
  readonly reason: string;
}

/** What may stand in for each line, best first, in the order of the lines. Refuses units that lead to no base unit. */
export async function replacementsFor(
  context: Context,
  wishes: readonly ReplacementWish[],
): Promise<readonly (readonly Replacement[])[]> {
  if (wishes.length === 0) return [];
  const rules = await exchangeRules(context, wishes);
  if (rules.length === 0) return wishes.map(() => []);
  const facts = await readFacts(context, wishes, rules);
  const paths = await linePaths(context, wishes);
  return wishes.map((wish, index) => {
    if (!facts.materials.has(wish.materialId)) return [];
    const { ratio } = paths[index]!;
    const ranked = rankSubstitutes(
      {
        materialId: wish.materialId,
        date: wish.date,
        deptIds: facts.deptsOf(wish),
        dishId: wish.dishId ?? null,
        qty: Fraction.of(wish.qty).times(ratio).rounded(6),
      },
      rules,
      (materialId) => facts.of(materialId, wish),
      { allergens: facts.allergens, nutrients: SHOWN_NUTRIENTS },
    );
    return ranked.map((one) => shown(context, one, ratio, facts));
  });
}

const shown = (
  { language }: Pick<Context, 'language'>,
  one: RankedSubstitute,
  lineFactor: Fraction,
  { materials, allergens }: Pick<Facts, 'materials' | 'allergens'>,
): Replacement => {
  const material = materials.get(one.materialId)!;
  return {
    materialId: one.materialId,
    materialCode: material.code,
    materialName: material.name,
    ratio: one.ratio?.toString() ?? null,
    kind: one.kind,
    priority: one.priority,
    priceDiff: one.priceDiff === null ? null : Fraction.of(one.priceDiff).times(lineFactor).rounded(6).toString(),
    availableQty: one.available.toString(),
    expiringQty: one.expiring.toString(),
    baseUnitName: material.baseUnitName,
    allergens: one.allergens.map(({ allergen, state, isNew }) => ({
      allergen,
      name: allergens.get(allergen)?.[language] ?? allergen,
      state,
      isNew: isNew ? 1 : 0,
    })),
    nutrientDelta: one.nutrientDelta,
    allowed: one.refusals.length === 0 ? 1 : 0,
    isForAllergens:
      one.refusals.length > 0 && one.refusals.every(({ code }) => code === 'sourcing.substitute-allergen'),
    reason:
      one.refusals.length > 0
        ? one.refusals.map((refusal) => sentenceOf(refusal, language)).join('；')
        : inFavour(one, material.baseUnitName)[language],
  };
};

/** What speaks for one that may be taken; costs are left out, since not everybody sees them. */
function inFavour({ kind, priority, available, expiring }: RankedSubstitute, unit: string): Label {
  const why = [
    kind === 'replace' ? label('规定替换', 'set as replacement') : label(`优先级 ${priority}`, `priority ${priority}`),
    ...(expiring.isPositive()
      ? [label(`临期 ${expiring} ${unit} 可先用`, `${expiring} ${unit} near expiry to use up`)]
      : available.isPositive()
        ? [label(`库存 ${available} ${unit}`, `${available} ${unit} in stock`)]
        : [label('无库存', 'none in stock')]),
  ];
  return label(why.map(({ zh }) => zh).join('；'), why.map(({ en }) => en).join('; '));
}

interface Material {
  readonly id: Id;
  readonly code: string;
  readonly name: string;
  readonly frozen: 0 | 1;
  readonly baseUnitName: string;
}
interface Facts {
  readonly materials: ReadonlyMap<Id, Material>;
  readonly allergens: ReadonlyMap<string, Label>;
  deptsOf(wish: ReplacementWish): readonly Id[];
  of(materialId: Id, wish: ReplacementWish): MaterialFacts;
}
const NOTHING_SAID: PartFacts = { allergens: new Map(), nutrients: null };

/** All that is asked about the materials of the lines and those that could stand in. */
async function readFacts(
  context: Context,
  wishes: readonly ReplacementWish[],
  rules: readonly SubstituteRule[],
): Promise<Facts> {
  const ids = [...new Set(rules.flatMap((rule) => [rule.materialId, rule.otherMaterialId]))];
  const above = await linesUpwards(context, 'dept');
  const deptsOf = ({ siteDeptId }: ReplacementWish): readonly Id[] =>
    siteDeptId ? (above.get(siteDeptId) ?? [siteDeptId]) : [];
  const materials = new Map(
    (
      await context.tx.rows<Material>(sql`
        select m.id, m.code, m.called as name, m.frozen, u.called as base_unit_name
        from material m join material_unit u on u.id = m.base_unit_id where m.id = any(${ids}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  const food = await readPartFacts(context, ids);
  const allergens = await allergenNames(context);
  const grams = new Map(
    [...(await unitLadders(context, ids))].map(([id, ladder]) => {
      const perKilogram = massPath(ladder);
      return [id, perKilogram === undefined ? null : Fraction.of('1000').dividedBy(perKilogram)] as const;
    }),
  );
  const sites = await sitesOf(context, wishes);
  const stockOf = await stockAt(context, ids, wishes, sites);
  const priceOf = await pricesAt(context, ids, wishes, sites);
  const forbiddenAt = await forbidden(context, ids, wishes);
  return {
    materials,
    allergens,
    deptsOf,
    of(materialId, wish) {
      const { code, name, frozen } = materials.get(materialId)!;
      const there = stockOf(materialId, wish);
      return {
        ...(food.get(materialId) ?? NOTHING_SAID),
        code,
        name,
        frozen: frozen === 1,
        basePrice: priceOf(materialId, wish),
        available: Decimal.of(there?.available ?? '0'),
        expiring: Decimal.of(there?.expiring ?? '0'),
        grams: grams.get(materialId) ?? null,
        forbidden: forbiddenAt(materialId, wish),
      };
    },
  };
}

async function allergenNames(context: Context): Promise<ReadonlyMap<string, Label>> {
  const rows = await context.tx.rows<{ dictKey: string; zh: string; en: string | null }>(
    sql`select dict_key, dict_value as zh, dict_value_en as en from dict_biz
      where code = 'allergen' and parent_id <> 0 order by sort`,
  );
  return new Map(rows.map(({ dictKey, zh, en }) => [dictKey, label(zh, en ?? zh)]));
}

/** The project department above each place that is named. */
async function sitesOf(context: Context, wishes: readonly ReplacementWish[]): Promise<ReadonlyMap<Id, Id>> {
  const places = [...new Set(wishes.flatMap(({ siteDeptId }) => siteDeptId ?? []))];
  const rows = await context.tx.rows<{ id: Id; siteId: Id }>(sql`
    select id, coalesce(blade_project_dept_id, id) as site_id from dept where id = any(${places}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row.siteId]));
}

interface There {
  readonly available: DecimalText;
  readonly expiring: DecimalText;
}
/** Stock of the warehouses of each site, under '' wherever the reader sees it. */
async function stockAt(
  context: Context,
  materialIds: readonly Id[],
  wishes: readonly ReplacementWish[],
  sites: ReadonlyMap<Id, Id>,
): Promise<(materialId: Id, wish: ReplacementWish) => There | undefined> {
  const anywhere = wishes.some(({ siteDeptId }) => !siteDeptId);
  const here = sql`t.site_id = any(${[...new Set(sites.values())]}::bigint[])`;
  const rows = await context.tx.rows<There & { siteId: Id; isSeen: boolean; materialId: Id }>(sql`
    select t.site_id, t.material_id, ${join([sql`true`, ...scopeCondition(stock, context)], ' and ')} as is_seen,
      trim_scale(greatest(0, t.usable - t.reserved_qty)) as available,
      trim_scale(least(t.expiring, greatest(0, t.usable - t.reserved_qty))) as expiring
    from (
      select w.project_group_dept_id as site_id, s.location_id, s.location_id as warehouse_id, l.dept_id, s.material_id,
        s.create_user, s.reserved_qty, coalesce(lots.usable, 0) as usable, coalesce(lots.expiring, 0) as expiring
      from stock s join stock_location l on l.id = s.location_id and l.kind = 'warehouse'
      join warehouse w on w.id = s.location_id and w.frozen = 0
      join material m on m.id = s.material_id left join material_type mt on mt.id = m.material_type_id
      left join lateral (
        select sum(sb.qty) filter (where ${isUsable(context)}) as usable,
          sum(sb.qty) filter (where ${isUsable(context)} and ${isNearExpiry(context)}) as expiring
        from stock_batch sb join batch b on b.id = sb.batch_id
        where sb.location_id = s.location_id and sb.material_id = s.material_id and sb.qty > 0) lots on true
      where s.material_id = any(${materialIds as Id[]}::bigint[])) t
    where ${anywhere ? sql`true` : here}`);
  const sums = new Map<string, { available: Decimal; expiring: Decimal }>();
  const add = (key: string, row: There): void => {
    const sum = sums.get(key) ?? { available: Decimal.zero, expiring: Decimal.zero };
    sums.set(key, {
      available: sum.available.plus(Decimal.of(row.available)),
      expiring: sum.expiring.plus(Decimal.of(row.expiring)),
    });
  };
  for (const row of rows) {
    add(`${row.siteId} ${row.materialId}`, row);
    if (row.isSeen) add(` ${row.materialId}`, row);
  }
  return (materialId, { siteDeptId }) => {
    const sum = sums.get(`${siteDeptId ? (sites.get(siteDeptId) ?? siteDeptId) : ''} ${materialId}`);
    return sum && { available: sum.available.toString(), expiring: sum.expiring.toString() };
  };
}

/** The price of the best offer that serves the site on the day, per base unit. */
async function pricesAt(
  context: Context,
  materialIds: readonly Id[],
  wishes: readonly ReplacementWish[],
  sites: ReadonlyMap<Id, Id>,
): Promise<(materialId: Id, wish: ReplacementWish) => Decimal | null> {
  const days = [...new Set(wishes.map(({ date }) => date))];
  const siteIds = [...new Set(sites.values())];
  const anywhere = wishes.some(({ siteDeptId }) => !siteDeptId);
  const served = siteIds.length === 0 ? new Map() : await offersOnDays(context, materialIds, days, siteIds);
  const all = anywhere ? await offersOnDays(context, materialIds, days, []) : new Map();
  const priced = (offers: Awaited<ReturnType<typeof offersOnDays>>) =>
    new Map(
      [...offers].map(([day, of]) => [
        day,
        Map.groupBy(
          of.filter((offer) => offer.basePrice !== null),
          (offer) => offer.materialId,
        ),
      ]),
    );
  const [there, everywhere] = [priced(served), priced(all)];
  return (materialId, { siteDeptId, date }) => {
    const siteId = siteDeptId ? (sites.get(siteDeptId) ?? siteDeptId) : undefined;
    const offers = (siteId === undefined ? everywhere : there).get(date)?.get(materialId) ?? [];
    const best = offers.find((offer) => siteId === undefined || offer.projectDeptIds.includes(siteId));
    return best === undefined ? null : Decimal.of(best.basePrice!);
  };
}

/** Why a material may not be bought or cooked at the place on the day. */
async function forbidden(
  context: Context,
  materialIds: readonly Id[],
  wishes: readonly ReplacementWish[],
): Promise<(materialId: Id, wish: ReplacementWish) => readonly Refusal[]> {
  const places = new Map(
    wishes.flatMap(({ siteDeptId, date }) =>
      siteDeptId ? [[`${siteDeptId} ${date}`, { deptId: siteDeptId, date }]] : [],
    ),
  );
  const uses = [...places.values()].flatMap((place) =>
    materialIds.map((materialId) => ({ ...place, materialId, field: 'materialId' })),
  );
  const numbered = uses.map((use, index) => ({ ...use, line: index + 1 }));
  const found = new Map<string, Refusal[]>();
  for (const purpose of ['buy', 'cook'] as const)
    for (const refusal of await refusedUses(context, purpose, numbered)) {
      const { deptId, date, materialId } = uses[refusal.line! - 1]!;
      const key = `${deptId} ${date} ${materialId}`;
      const { material, dept, purpose: use, because = label('', '') } = refusal.detail;
      if (!found.has(key)) found.set(key, [refuse('sourcing.substitute-forbidden', { material, dept, use, because })]);
    }
  return (materialId, { siteDeptId, date }) => found.get(`${siteDeptId} ${date} ${materialId}`) ?? [];
}
