/**
 * Units and conversion (trade-rules 1.1–1.5, domain 3).
 *
 * Each material is kept in one base unit. Another unit is worth what the narrowest scope says that defines it on the
 * day: contract, then supplier, then the material's own row. Units of mass, of volume and of number are tied to each
 * other by universal constants, so a row for one of them defines all. Packs, and mass against volume, always need a
 * row made for the material. No path is refused, two paths that disagree are refused, and a factor is never assumed.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { covers, type Period } from '../figures/calendar-day.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import '../master-data.refusals.ts';

export type Dimension = 'mass' | 'volume' | 'number' | 'pack';
/** Narrowest first. */
export type ConversionScope = 'contract' | 'supplier' | 'material' | 'general';

export interface Unit {
  readonly id: string;
  /** As people write it: 千克, kg, 箱. */
  readonly name: string;
  readonly dimension: Dimension;
  /** The unit its dimension is reckoned in: kilogram, litre, piece. */
  readonly isBase?: boolean;
}

/** `fromQty` fromUnit = `toQty` toUnit, both above zero. A supplier's pack of factor 12 is 1 pack = 12 base unit. */
export interface UnitConversion extends Period {
  readonly scope: ConversionScope;
  readonly fromQty: Decimal;
  readonly fromUnitId: string;
  readonly toQty: Decimal;
  readonly toUnitId: string;
  readonly frozen: boolean;
  /** Of scopes supplier and contract. */
  readonly supplierId?: string;
  /** Of scope contract. */
  readonly agreementNo?: string;
}

/** Whose units are asked for, and when. */
export interface UnitContext {
  readonly material: { readonly id: string; readonly name: string; readonly baseUnitId: string };
  readonly units: readonly Unit[];
  /** General rows and all rows of this material; which of them hold is decided here. */
  readonly conversions: readonly UnitConversion[];
  readonly date: string;
  readonly supplierId?: string;
  readonly agreementNo?: string;
}

interface UnitStep {
  readonly fromUnitId: string;
  readonly toUnitId: string;
  readonly scope: ConversionScope;
  /** 1 fromUnit in toUnit. */
  readonly ratio: Fraction;
}

export interface UnitPath {
  readonly ok: true;
  readonly unitId: string;
  readonly baseUnitId: string;
  /** The narrowest scope the path rests on; `base` when the unit is the base unit. */
  readonly scope: ConversionScope | 'base';
  readonly steps: readonly UnitStep[];
  /** Base units in one unit, exact. */
  readonly ratio: Fraction;
  /** The same to 12 places, as it is copied into a line. */
  readonly factor: Decimal;
  /** 1 箱 = 12 袋 = 30 kg；1 kg = 0.033333 箱 */
  readonly sentence: Label;
}
export interface UnitRefused {
  readonly ok: false;
  readonly refusals: readonly Refusal[];
}

const SCOPES: readonly ConversionScope[] = ['contract', 'supplier', 'material', 'general'];
/** Two paths may differ by this share, no more: rows are typed with at most 6 places. */
const AGREEMENT = Fraction.ratio(1n, 1_000_000_000n);
const QTY_PLACES = 6;
const FACTOR_PLACES = 12;

/**
 * How one unit of a material becomes its base unit on a day. Refuses `unit-path-missing`, `unit-paths-differ`,
 * `unit-constant` or `unit-loop`. Source: master-data.md ItemUnitConversion.
 */
export function unitPath(context: UnitContext, unitId: string): UnitPath | UnitRefused {
  const ladder = ladderOf(context);
  const wrongConstant = ladder.rows.flatMap((row) => constantRefusal(ladder, row)).at(0);
  if (wrongConstant !== undefined) return { ok: false, refusals: [wrongConstant] };

  const ends: Route[] = [];
  const open: Route[] = [{ unitId, steps: [], rows: [] }];
  // Ends by itself: no row is walked twice on one route.
  for (let route = open.pop(); route !== undefined; route = open.pop()) {
    const family = familyOf(ladder, route.unitId);
    const disagreement = family.disagreement;
    if (disagreement !== undefined) return { ok: false, refusals: [differ(ladder, ...disagreement)] };

    const home = family.reached.get(context.material.baseUnitId);
    if (home !== undefined) {
      ends.push({ ...route, steps: [...route.steps, ...home] });
      continue;
    }
    for (const next of definitions(ladder, family, route)) {
      const again = familyOf(ladder, next.unitId).members.find((member) =>
        unitsOf(next.steps).slice(0, -1).includes(member),
      );
      if (again !== undefined) return { ok: false, refusals: [loop(ladder, next, again)] };
      open.push(next);
    }
  }

  const [best, ...others] = ends.sort(byShortestThenName);
  if (best === undefined) return { ok: false, refusals: [missing(ladder, unitId)] };
  const other = others.find((route) => !agree(ratioOf(route.steps), ratioOf(best.steps)));
  if (other !== undefined) return { ok: false, refusals: [differ(ladder, best.steps, other.steps)] };
  return pathOf(ladder, unitId, best.steps);
}

/** A quantity in the path's unit as base quantity, from the pairs, rounded once to 6 places (trade-rules 1.2). */
export const toBase = (path: UnitPath, qty: Decimal): Decimal => Fraction.of(qty).times(path.ratio).rounded(QTY_PLACES);

/** A base quantity in the path's unit, rounded once to 6 places. */
export const fromBase = (path: UnitPath, baseQty: Decimal): Decimal =>
  Fraction.of(baseQty).dividedBy(path.ratio).rounded(QTY_PLACES);

/** A price per unit as price per base unit, rounded once to 6 places (trade-rules 1.5). */
export const toBasePrice = (path: UnitPath, price: Decimal): Decimal =>
  Fraction.of(price).dividedBy(path.ratio).rounded(QTY_PLACES);

/**
 * What is wrong with a material's conversions as a whole, all at once: asked before a row is saved, frozen or thawed.
 */
export function conversionRefusals(context: UnitContext): readonly Refusal[] {
  const defined = new Set(ladderOf(context).rows.map((row) => row.fromUnitId));
  const refusals = [...defined].flatMap((unitId) => {
    const path = unitPath(context, unitId);
    return path.ok ? [] : path.refusals;
  });
  return [...new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal])).values()];
}

/** A way from the asked unit as far as it has come. */
interface Route {
  readonly unitId: string;
  readonly steps: readonly UnitStep[];
  readonly rows: readonly UnitConversion[];
}
/** The rows that hold in the context, narrowest scope first. */
interface Ladder {
  readonly context: UnitContext;
  readonly units: ReadonlyMap<string, Unit>;
  readonly constants: readonly UnitConversion[];
  readonly rows: readonly UnitConversion[];
}
/** A unit and all that universal constants tie to it. */
interface Family {
  readonly members: readonly string[];
  /** Member → the steps to it. */
  readonly reached: ReadonlyMap<string, readonly UnitStep[]>;
  /** Two ways between the same members that differ. */
  readonly disagreement?: readonly [readonly UnitStep[], readonly UnitStep[]];
}

function ladderOf(context: UnitContext): Ladder {
  const units = new Map(context.units.map((unit) => [unit.id, unit]));
  const dimension = (unitId: string) => units.get(unitId)?.dimension;
  const holds = (row: UnitConversion): boolean =>
    !row.frozen &&
    covers(row, context.date) &&
    (row.scope === 'general' || row.scope === 'material' || row.supplierId === context.supplierId) &&
    (row.scope !== 'contract' || row.agreementNo === context.agreementNo);
  const held = context.conversions.filter(holds);
  return {
    context,
    units,
    constants: held.filter(
      (row) =>
        row.scope === 'general' &&
        dimension(row.fromUnitId) === dimension(row.toUnitId) &&
        dimension(row.fromUnitId) !== 'pack',
    ),
    rows: held
      .filter((row) => row.scope !== 'general')
      .sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope)),
  };
}

function familyOf({ constants }: Ladder, unitId: string): Family {
  const reached = new Map<string, readonly UnitStep[]>([[unitId, []]]);
  for (const [member, steps] of reached) {
    for (const row of constants.filter((constant) => constant.fromUnitId === member || constant.toUnitId === member)) {
      const step = row.fromUnitId === member ? forwards(row) : backwards(row);
      const known = reached.get(step.toUnitId);
      if (known === undefined) reached.set(step.toUnitId, [...steps, step]);
      else if (!agree(ratioOf(known), ratioOf([...steps, step])))
        return { members: [...reached.keys()], reached, disagreement: [known, [...steps, step]] };
    }
  }
  return { members: [...reached.keys()], reached };
}

/** The routes on from a family: the rows of the narrowest scope that define one of its units. */
function definitions(ladder: Ladder, family: Family, route: Route): readonly Route[] {
  const { units, context } = ladder;
  const within = (unitId: string) => family.members.includes(unitId);
  const base = familyOf(ladder, context.material.baseUnitId);
  const continuous = (unitId: string) =>
    units.get(unitId)?.dimension === 'mass' || units.get(unitId)?.dimension === 'volume';
  // A row typed from the base unit is turned round, and a density holds both ways.
  const turns = (row: UnitConversion) =>
    base.members.includes(row.fromUnitId) || (continuous(row.fromUnitId) && continuous(row.toUnitId));

  const routes = ladder.rows
    .filter((row) => !route.rows.includes(row) && within(row.fromUnitId) !== within(row.toUnitId))
    .flatMap((row) =>
      within(row.fromUnitId) ? [{ row, step: forwards(row) }] : turns(row) ? [{ row, step: backwards(row) }] : [],
    );
  return routes
    .filter((route) => route.row.scope === routes[0]?.row.scope)
    .map(({ row, step }) => ({
      unitId: step.toUnitId,
      steps: [...route.steps, ...(family.reached.get(step.fromUnitId) ?? []), step],
      rows: [...route.rows, row],
    }));
}

const forwards = (row: UnitConversion): UnitStep => ({
  fromUnitId: row.fromUnitId,
  toUnitId: row.toUnitId,
  scope: row.scope,
  ratio: Fraction.of(row.toQty).dividedBy(Fraction.of(row.fromQty)),
});
const backwards = (row: UnitConversion): UnitStep => ({
  fromUnitId: row.toUnitId,
  toUnitId: row.fromUnitId,
  scope: row.scope,
  ratio: Fraction.of(row.fromQty).dividedBy(Fraction.of(row.toQty)),
});
const ratioOf = (steps: readonly UnitStep[]): Fraction =>
  steps.reduce((ratio, step) => ratio.times(step.ratio), Fraction.one);

function agree(first: Fraction, second: Fraction): boolean {
  const difference = first.compare(second) > 0 ? first.minus(second) : second.minus(first);
  return difference.compare(first.times(AGREEMENT)) <= 0;
}
const unitsOf = (steps: readonly UnitStep[]): readonly string[] => [
  ...steps.slice(0, 1).map((step) => step.fromUnitId),
  ...steps.map((step) => step.toUnitId),
];
const byShortestThenName = (a: Route, b: Route): number =>
  a.steps.length - b.steps.length || (unitsOf(a.steps).join() < unitsOf(b.steps).join() ? -1 : 1);

function pathOf(ladder: Ladder, unitId: string, steps: readonly UnitStep[]): UnitPath {
  const { baseUnitId } = ladder.context.material;
  const ratio = ratioOf(steps);
  const there = [
    '1 ' + nameOf(ladder, unitId),
    ...steps.map((step, index) => `${shown(ratioOf(steps.slice(0, index + 1)))} ${nameOf(ladder, step.toUnitId)}`),
  ].join(' = ');
  const back =
    steps.length === 0
      ? []
      : [`1 ${nameOf(ladder, baseUnitId)} = ${shown(Fraction.one.dividedBy(ratio))} ${nameOf(ladder, unitId)}`];
  return {
    ok: true,
    unitId,
    baseUnitId,
    scope: SCOPES.find((scope) => steps.some((step) => step.scope === scope)) ?? 'base',
    steps,
    ratio,
    factor: ratio.rounded(FACTOR_PLACES),
    sentence: { zh: [there, ...back].join('；'), en: [there, ...back].join('; ') },
  };
}

/** Six places tell a person enough, unless nothing would be left of a very small figure. */
function shown(ratio: Fraction): string {
  const figure = ratio.rounded(QTY_PLACES);
  return (figure.isZero() ? ratio.rounded(FACTOR_PLACES) : figure).toString();
}
const nameOf = ({ units }: Ladder, unitId: string): string => units.get(unitId)?.name ?? unitId;
const chain = (ladder: Ladder, unitIds: readonly string[]): string =>
  unitIds.map((unitId) => nameOf(ladder, unitId)).join('→');
const figured = (ladder: Ladder, steps: readonly UnitStep[]): string =>
  `${chain(ladder, unitsOf(steps))} = ${ratioOf(steps).rounded(FACTOR_PLACES)}`;
const materialOf = ({ context }: Ladder) => ({ materialId: context.material.id, material: context.material.name });

const missing = (ladder: Ladder, unitId: string): Refusal =>
  refuse('master-data.unit-path-missing', {
    ...materialOf(ladder),
    fromUnitId: unitId,
    from: nameOf(ladder, unitId),
    toUnitId: ladder.context.material.baseUnitId,
    to: nameOf(ladder, ladder.context.material.baseUnitId),
  });
const differ = (ladder: Ladder, first: readonly UnitStep[], second: readonly UnitStep[]): Refusal =>
  refuse('master-data.unit-paths-differ', {
    ...materialOf(ladder),
    first: figured(ladder, first),
    second: figured(ladder, second),
  });
const loop = (ladder: Ladder, { unitId, steps }: Route, again: string): Refusal =>
  refuse('master-data.unit-loop', {
    ...materialOf(ladder),
    path: chain(ladder, [...unitsOf(steps), ...(again === unitId ? [] : [again])]),
  });

function constantRefusal(ladder: Ladder, row: UnitConversion): readonly Refusal[] {
  const constant = familyOf(ladder, row.fromUnitId).reached.get(row.toUnitId);
  if (constant === undefined || agree(ratioOf(constant), forwards(row).ratio)) return [];
  return [
    refuse('master-data.unit-constant', {
      ...materialOf(ladder),
      first: figured(ladder, [forwards(row)]),
      second: figured(ladder, constant),
    }),
  ];
}
