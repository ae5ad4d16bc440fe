/**
 * What is still to be ordered (trade-rules 4.4–4.6; purchasing.md 3, RequirementNetting).
 *
 * Per warehouse and material, from one need date to the next: what lies there and is not reserved, what is due by then,
 * less what expires before it can be used and what other approved plans take, covers the need. Lots that die first are
 * used for what is due first, promise or need: what is promised for a later day leaves them to die. Safety stock is a
 * floor that is filled once, not per line. What is ordered comes in packs; their surplus serves the later dates. Lines
 * entered by hand are ordered and used as entered: they stand on both sides of the walk and are never netted away. All
 * quantities in base unit.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import { lotsInTime, sumOf, type DatedQty, type Lots, type PromisedQty } from './lots-in-time.rules.ts';
import { between, leftForLater, servedNeeds, type OtherNeed } from './other-plans.rules.ts';
import { packPlan, type PackCount, type PackOption } from './pack.rules.ts';

/** The facts of one warehouse and material. Held lots are not among them; needs and receipts may come in any order. */
export interface NettingFacts {
  /** Usable lots; the last day each is good, null for ever. */
  readonly onHand: Lots;
  readonly promised: readonly PromisedQty[];
  /** Of other approved plans, as far as nothing was picked for it. */
  readonly others: readonly OtherNeed[];
  readonly receipts: readonly DatedQty[];
  readonly needs: readonly DatedQty[];
  readonly manual: readonly DatedQty[];
  readonly safety: Decimal;
  readonly packs: readonly PackOption[];
  /** Packs of a day where who serves it depends on the day or on how much is needed; instead of `packs`. */
  readonly packsOn?: (date: string, net: Decimal) => readonly PackOption[];
  /** Where a person planned something else than was proposed: date → quantity. */
  readonly decided?: ReadonlyMap<string, Decimal>;
}

export interface NettingRow {
  readonly date: string;
  readonly opening: Decimal;
  readonly receipt: Decimal;
  readonly expire: Decimal;
  /** Taken by other plans since the date before. */
  readonly others: Decimal;
  /** Left for what other plans take before the next date. */
  readonly later: Decimal;
  /** What makes up both. */
  readonly otherNeeds: readonly OtherNeed[];
  readonly gross: Decimal;
  readonly manual: Decimal;
  readonly safety: Decimal;
  readonly net: Decimal;
  /** What packs and minimum order make of the net need; equal to it where the material has no unit to order in. */
  readonly proposed: Decimal;
  readonly packs: readonly PackCount[];
  /** Proposed, or decided by a person; manual lines come on top. */
  readonly plan: Decimal;
  readonly surplus: Decimal;
  /** opening + receipt − expire − others + plan − gross: the opening of the next date. */
  readonly closing: Decimal;
  readonly equation: NettingEquation;
}

/**
 * gross + safety − (onHand + due − reserved − others − expired) = balance → packs; a balance below zero orders nothing.
 */
interface NettingEquation {
  readonly gross: Decimal;
  readonly safety: Decimal;
  /** On the first date what lies there, later what is left of everything before. */
  readonly onHand: Decimal;
  readonly due: Decimal;
  readonly reserved: Decimal;
  /** What other plans take by then, and what has to be left for them. */
  readonly others: Decimal;
  readonly expired: Decimal;
  readonly balance: Decimal;
  readonly net: Decimal;
  readonly packs: readonly { readonly unitId: string; readonly count: Decimal; readonly factor: Decimal }[];
}

/** The walk, one row per date that has a need or a manual line, ascending. */
export function netRequirement(facts: NettingFacts): readonly NettingRow[] {
  const dates = [...new Set([...facts.needs, ...facts.manual].map(({ date }) => date))].sort();
  const onHand = Decimal.sum(facts.onHand.map((lot) => lot.qty));
  const reserved = sumOf(facts.promised);
  const others = servedNeeds(facts.others, facts);
  const lots = lotsInTime(facts.onHand, [...facts.promised, ...others]);
  let opening = onHand.minus(reserved);

  return dates.map((date, index) => {
    const before = dates[index - 1];
    const receipt = sumOf(between(facts.receipts, before ?? '', date));
    const gross = sumOf(facts.needs.filter((need) => need.date === date));
    const manual = sumOf(facts.manual.filter((line) => line.date === date));
    const expire = lots.diedBefore(date);
    const taken = between(others, before ?? '', date);
    const left = leftForLater(others, facts.receipts, date, dates[index + 1]);

    const available = opening.plus(receipt).minus(expire).minus(sumOf(taken));
    const balance = gross.plus(facts.safety).minus(available.minus(sumOf(left)));
    const net = Decimal.max(Decimal.zero, balance);
    const packs = facts.packsOn?.(date, net) ?? facts.packs;
    const order = packPlan(net, packs) ?? { packs: [], qty: net };
    const plan = facts.decided?.get(date) ?? order.qty;
    const closing = available.plus(plan).minus(gross);

    const first = before === undefined;
    const row: NettingRow = {
      date,
      opening,
      receipt,
      expire,
      others: sumOf(taken),
      later: sumOf(left),
      otherNeeds: [...taken, ...left],
      gross,
      manual,
      safety: facts.safety,
      net,
      proposed: order.qty,
      packs: order.packs,
      plan,
      surplus: Decimal.max(Decimal.zero, plan.minus(net)),
      closing,
      equation: {
        gross,
        safety: facts.safety,
        onHand: first ? onHand : opening,
        due: receipt,
        reserved: first ? reserved : Decimal.zero,
        others: sumOf([...taken, ...left]),
        expired: expire,
        balance,
        net,
        packs: order.packs.map((pack) => ({
          ...pack,
          factor: packs.find((option) => option.unitId === pack.unitId)!.factor,
        })),
      },
    };
    lots.use({ date, qty: gross });
    opening = closing;
    return row;
  });
}

/** 250 gross + 40 safety − (120 on hand + 60 due − 15 reserved) = 125 → 5 packs of 25 */
export function equationSentence({
  gross,
  safety,
  onHand,
  due,
  reserved,
  others,
  expired,
  balance,
  net,
  packs,
}: NettingEquation): Label {
  const side = (words: {
    gross: string;
    safety: string;
    onHand: string;
    due: string;
    reserved: string;
    others: string;
    expired: string;
  }) => {
    const less = [
      [reserved, words.reserved],
      [others, words.others],
      [expired, words.expired],
    ] as const;
    const available = [
      `${onHand} ${words.onHand}`,
      `+ ${due} ${words.due}`,
      ...less.flatMap(([qty, word]) => (qty.isZero() ? [] : [`− ${qty} ${word}`])),
    ].join(' ');
    return `${gross} ${words.gross} + ${safety} ${words.safety} − (${available}) = ${balance}`;
  };
  const order = (word: (count: Decimal, factor: Decimal) => string) =>
    net.isZero()
      ? ' → 0'
      : packs.length === 0
        ? ''
        : ` → ${packs.map(({ count, factor }) => word(count, factor)).join(' + ')}`;
  const zh = side({
    gross: '毛需求',
    safety: '安全库存',
    onHand: '现存',
    due: '在订',
    reserved: '占用',
    others: '其他计划',
    expired: '过期',
  });
  const en = side({
    gross: 'gross',
    safety: 'safety',
    onHand: 'on hand',
    due: 'due',
    reserved: 'reserved',
    others: 'other plans',
    expired: 'expiring',
  });
  return {
    zh: zh + order((count, factor) => `${count} 件×${factor}`),
    en: en + order((count, factor) => `${count} ${count.equals(Decimal.one) ? 'pack' : 'packs'} of ${factor}`),
  };
}
