/**
 * Where everything a plan needs comes from: of rules, suppliers and shares read once each line is answered without the
 * database. Runs in a thread too.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import type { Offer } from '../suppliers/offers.server.ts';
import type { OrderedShare } from './ordered-shares.port.server.ts';
import {
  chooseAmong,
  rulesInScope,
  shareBehind,
  type SourceKind,
  type SourceLevel,
  type SourceRule,
} from './source.rules.ts';
import { rankSuppliers, type RankedSupplier, type SupplierCandidate } from './supplier-choice.rules.ts';

/** Where goods are received. */
export interface SourcePlace {
  readonly warehouseId: Id | null;
  readonly companyDeptId: Id;
  readonly projectDeptId: Id;
  /** Stall, restaurant, project department: nearest first, as far as the place is one of them. */
  readonly deptIds: readonly Id[];
  readonly name: string;
}
export interface SourcedMaterial {
  readonly id: Id;
  readonly name: string;
  readonly materialTypeId: Id;
  readonly sourceKind: SourceKind;
}
/** Who serves a need, and why him. */
export interface ChosenSource {
  readonly sourceKind: SourceKind;
  readonly level: SourceLevel;
  /** Null where the material's own channel decided. */
  readonly rule: SourceRule | null;
  readonly reason: Label;
  readonly trail: readonly { readonly code: string; readonly verdict: Label }[];
  /** Direct and self purchase: the supplier's offer, if anybody offers. */
  readonly offer: Offer | null;
  readonly supplierReason: Label | null;
  /** Suppliers who could as well, best first. */
  readonly others: readonly RankedSupplier<OfferCandidate>[];
  /** The best price known for the place, per base unit: an estimate also where another channel serves. */
  readonly basePrice: Decimal | null;
}
type OfferCandidate = SupplierCandidate & { readonly offer: Offer };
export interface SourceBook {
  /** `qty` in base unit. */
  choose(place: SourcePlace, materialId: Id, date: string, qty: Decimal): ChosenSource;
}

/** A rule as it is stored. */
export interface StoredRule extends Omit<
  SourceRule,
  'barredBecause' | 'priority' | 'sharePercent' | 'minOrderQty' | 'weekdays'
> {
  /** Null for what holds everywhere. */
  readonly companyDeptId: Id | null;
  readonly priority: number;
  readonly sharePercent: DecimalText;
  readonly minOrderQty: DecimalText;
  readonly weekdays: string;
  readonly supplierId: Id | null;
  readonly supplierName: string | null;
  readonly supplierFrozen: 0 | 1 | null;
  readonly supplierPapersEnded: boolean | null;
}

/** What choosing a source is decided by, as it is read: plain, so that it can be handed to a thread. */
export interface SourceRows {
  readonly materials: readonly SourcedMaterial[];
  readonly rules: readonly StoredRule[];
  readonly offers: readonly Offer[];
  /** The types above each type, nearest first. */
  readonly types: readonly { readonly type: Id; readonly chain: readonly Id[] }[];
  /** What was ordered this month, in base unit. */
  readonly ordered: readonly OrderedShare[];
}
/** The same, to look things up in. */
interface SourceFacts {
  readonly materials: ReadonlyMap<Id, SourcedMaterial>;
  /** By company; under null those for all. */
  readonly rules: ReadonlyMap<Id | null, readonly StoredRule[]>;
  readonly offers: ReadonlyMap<Id, readonly Offer[]>;
  /** The types above each type, nearest first. */
  readonly types: ReadonlyMap<Id, readonly Id[]>;
  /** What was ordered this month, in base unit. */
  readonly orderedOf: (supplierId: Id | null, materialId: Id) => Decimal;
}

/** The source of each line, of what was read. */
export function sourceBookOf(rows: SourceRows): SourceBook {
  const facts = factsOf(rows);
  const situations = new Map<string, Situation>();
  return {
    choose(place, materialId, date, qty) {
      const key = `${place.warehouseId ?? ''} ${place.deptIds.join(' ')} ${materialId}`;
      let situation = situations.get(key);
      if (situation === undefined) situations.set(key, (situation = situationOf(facts, place, materialId)));
      return chooseSource(facts, situation, date, qty);
    },
  };
}

function factsOf({ materials, rules, offers, types, ordered }: SourceRows): SourceFacts {
  const orderedOf = new Map(ordered.map((row) => [`${row.supplierId} ${row.materialId}`, Decimal.of(row.baseQty)]));
  return {
    materials: new Map(materials.map((material) => [material.id, material])),
    rules: Map.groupBy(rules, (rule) => rule.companyDeptId),
    offers: Map.groupBy(offers, (offer) => offer.materialId),
    types: new Map(types.map((row) => [row.type, row.chain])),
    orderedOf: (supplierId, materialId) => orderedOf.get(`${supplierId ?? ''} ${materialId}`) ?? Decimal.zero,
  };
}

type Situation = ReturnType<typeof situationOf>;
/** What holds for a material at a place on any day. */
function situationOf(facts: SourceFacts, place: SourcePlace, materialId: Id) {
  const material = facts.materials.get(materialId)!;
  const serving = (facts.offers.get(materialId) ?? []).filter((offer) =>
    offer.projectDeptIds.includes(place.projectDeptId),
  );
  const direct = serving.filter((offer) => offer.directDeptIds.includes(place.projectDeptId));
  const need = {
    material: { id: materialId, name: material.name, typeIds: facts.types.get(material.materialTypeId) ?? [] },
    deptIds: place.deptIds,
    companyDeptId: place.companyDeptId,
    deptName: place.name,
    warehouseId: place.warehouseId,
    agreementNos: serving.flatMap((offer) => (offer.agreementNo === '' ? [] : [offer.agreementNo])),
    channel: material.sourceKind,
  };
  const scoped = rulesInScope(
    need,
    [...(facts.rules.get(place.companyDeptId) ?? []), ...(facts.rules.get(null) ?? [])].map((rule) =>
      asRule(rule, direct),
    ),
  );
  return {
    need,
    scoped,
    serving,
    ranked: ranking(facts, direct),
    basePrice: serving.find((offer) => offer.basePrice !== null)?.basePrice ?? null,
  };
}

const ranking = ({ orderedOf }: SourceFacts, offered: readonly Offer[]): readonly RankedSupplier<OfferCandidate>[] =>
  rankSuppliers(
    offered.map((offer): OfferCandidate => ({
      offer,
      supplierId: offer.supplierId,
      code: offer.supplierCode,
      agreementNo: offer.agreementNo === '' ? null : offer.agreementNo,
      sharePercent: offer.sharePercent === null ? null : Decimal.of(offer.sharePercent),
      orderedThisMonth: orderedOf(offer.supplierId, offer.materialId),
      basePrice: offer.basePrice === null ? null : Decimal.of(offer.basePrice),
      isDefault: offer.isDefault === 1,
      leadDays: offer.leadDays,
    })),
  );

/** Who serves so much on a day: the rule first, or the one whose turn it is by shares, then the best supplier. */
function chooseSource(facts: SourceFacts, situation: Situation, date: string, qty: Decimal): ChosenSource {
  const materialId = situation.need.material.id;
  const answer = chooseAmong({ ...situation.need, date, qty }, situation.scoped);
  if (!answer.ok) throw new Error(`No source for ${materialId} although its channel is known`);
  const rule =
    answer.shares.length > 1
      ? shareBehind(answer.shares, (one) => facts.orderedOf(one.sourceId, materialId))
      : answer.rule;
  const sourceKind = rule?.sourceKind ?? answer.sourceKind;
  const [best, ...others] = suppliersOf(facts, situation, sourceKind, rule?.sourceId ?? null);
  const { basePrice } = situation;
  return {
    sourceKind,
    level: answer.level,
    rule,
    reason:
      rule === null || rule === answer.rule
        ? answer.reason
        : label(
            `${answer.reason.zh}，按比例轮到【${rule.code}】`,
            `${answer.reason.en}; its share goes to rule ${rule.code}`,
          ),
    trail: answer.trail,
    offer: best?.candidate.offer ?? null,
    supplierReason: best?.reason ?? null,
    others,
    basePrice: best?.candidate.basePrice ?? (basePrice === null ? null : Decimal.of(basePrice)),
  };
}

/**
 * Suppliers of a channel, best first; only the one a rule names. Without its name nobody is chosen for self purchase.
 */
function suppliersOf(
  facts: SourceFacts,
  { ranked, serving }: Situation,
  sourceKind: SourceKind,
  supplierId: Id | null,
): readonly RankedSupplier<OfferCandidate>[] {
  if (sourceKind === 'direct')
    return supplierId === null ? ranked : ranked.filter(({ candidate }) => candidate.supplierId === supplierId);
  return sourceKind === 'self' && supplierId !== null
    ? ranking(
        facts,
        serving.filter((offer) => offer.supplierId === supplierId),
      )
    : [];
}

/** A stored rule, and why its supplier cannot be taken for what these offers are of. */
function asRule(
  {
    supplierId,
    supplierName,
    supplierFrozen,
    supplierPapersEnded,
    weekdays,
    sharePercent,
    minOrderQty,
    ...rule
  }: StoredRule,
  direct: readonly Offer[],
): SourceRule {
  const barredBecause =
    supplierId === null || rule.sourceKind !== 'direct'
      ? null
      : supplierFrozen === 1
        ? label(`供应商【${supplierName}】已冻结`, `${supplierName} is frozen`)
        : supplierPapersEnded === true
          ? label(`供应商【${supplierName}】证照已过期`, `papers of ${supplierName} have ended`)
          : direct.some((offer) => offer.supplierId === supplierId)
            ? null
            : label(
                `供应商【${supplierName}】不供应该物料，或不送到该项目部`,
                `${supplierName} does not supply it, or not to this site`,
              );
  return {
    ...rule,
    weekdays: weekdays === '' ? [] : weekdays.split(',').map(Number),
    sharePercent: Decimal.of(sharePercent),
    minOrderQty: Decimal.of(minOrderQty),
    barredBecause,
  };
}
