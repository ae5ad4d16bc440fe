/**
 * What each party owes of a posted line (trade-rules 11, 13.1, 13.5; H7 of the model).
 *
 * A supplier is owed what was accepted at the agreed price; a site owes the same at the settlement price of the day, a
 * company that took goods of another at the management price. What goes back, is deducted or corrected is the opposite
 * at the same price. Of a site, stall, client or company an amount above zero is owed to us, of a supplier by us: of a
 * receipt, charge − purchase is the margin.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import type { EntryKind, PartyKind } from './settlement-entry.resource.ts';

/** The document an entry belongs to, and who may see it. */
interface EntryBill {
  /** Segment, as in the ledger. */
  readonly type: string;
  readonly id: Id;
  readonly code: string;
  readonly bizDate: string;
  readonly deptId: Id | null;
  readonly companyDeptId: Id | null;
}
/** A price as it was agreed or published: with tax, per unit. */
export interface EntryPrice {
  readonly price: Decimal;
  /** In points of a hundred. */
  readonly taxRate: Decimal;
}
/** A line as it was posted, in its own unit. */
interface PostedLine {
  readonly lineId: Id;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly qty: Decimal;
}
export interface Entry extends EntryPrice, Pick<PostedLine, 'lineId' | 'qty'> {
  /** Null of crates, which have a type instead. */
  readonly materialId: Id | null;
  readonly unitId: Id | null;
  readonly crateTypeId?: Id;
  readonly bill: EntryBill;
  readonly partyKind: PartyKind;
  readonly partyId: Id;
  readonly entryKind: EntryKind;
  /** Null where nothing moved. */
  readonly moveId: Id | null;
  /** With tax; always without tax + tax. */
  readonly amount: Decimal;
  readonly amountNoTax: Decimal;
  readonly taxAmount: Decimal;
}

const MONEY_PLACES = 2;

/** An amount, and so much of it as is tax. The tax is the rest, so that both make the amount to the cent. */
export function taxed(amount: Decimal, taxRate: Decimal): Pick<Entry, 'amount' | 'amountNoTax' | 'taxAmount'> {
  const withTax = Fraction.one.plus(Fraction.of(taxRate).dividedBy(Fraction.of(100)));
  const amountNoTax = Fraction.of(amount).dividedBy(withTax).rounded(MONEY_PLACES);
  return { amount, amountNoTax, taxAmount: amount.minus(amountNoTax) };
}

interface Owing extends PostedLine, EntryPrice {
  readonly partyKind: PartyKind;
  readonly partyId: Id;
  readonly entryKind: EntryKind;
  readonly moveId: Id | null;
}
const owed = (bill: EntryBill, owing: Owing, amount = owing.qty.times(owing.price).rounded(MONEY_PLACES)): Entry => {
  const { partyKind, partyId, entryKind, moveId, lineId, materialId, unitId, qty, price, taxRate } = owing;
  const who = { partyKind, partyId, entryKind, moveId };
  return { bill, ...who, lineId, materialId, unitId, qty, price, taxRate, ...taxed(amount, taxRate) };
};

/** A line of a delivery with the moves it made. */
interface ReceivedLine extends PostedLine {
  /** Null: no order says one. */
  readonly agreed: EntryPrice | null;
  readonly boughtMoveId: Id;
  /** What the site is charged, beside the move it takes. Null: nothing, or no price was published. */
  readonly charge: (EntryPrice & { readonly moveId: Id }) | null;
}
/** Of a delivery: what the supplier is owed, and what the site that took it owes. */
export const receiptEntries = (
  bill: EntryBill,
  supplierId: Id | null,
  siteId: Id | null,
  lines: readonly ReceivedLine[],
): Entry[] =>
  lines.flatMap(({ agreed, boughtMoveId, charge, ...line }) => [
    ...(supplierId === null || agreed === null
      ? []
      : [
          owed(bill, {
            ...line,
            ...agreed,
            partyKind: 'supplier',
            partyId: supplierId,
            entryKind: 'purchase',
            moveId: boughtMoveId,
          }),
        ]),
    ...(siteId === null || charge === null
      ? []
      : [owed(bill, { ...line, ...charge, partyKind: 'site', partyId: siteId, entryKind: 'charge' })]),
  ]);

/** A line that goes back to its supplier. */
interface ReturnedLine extends PostedLine {
  readonly credit: EntryPrice | null;
  readonly supplierId: Id | null;
  readonly moveId: Id;
  /** What a site was charged for the lot, in the unit it was charged in; null where none was. */
  readonly charged: (EntryPrice & { readonly siteId: Id; readonly unitId: Id; readonly qty: Decimal }) | null;
}
/** Of a return: the opposite of what was owed for these goods, at the same prices. */
export const returnEntries = (bill: EntryBill, lines: readonly ReturnedLine[]): Entry[] =>
  lines.flatMap(({ credit, supplierId, moveId, charged, ...line }) => [
    ...(supplierId === null || credit === null
      ? []
      : [
          owed(bill, {
            ...line,
            ...credit,
            qty: line.qty.negated(),
            partyKind: 'supplier',
            partyId: supplierId,
            entryKind: 'return',
            moveId,
          }),
        ]),
    ...(charged === null
      ? []
      : [
          owed(bill, {
            ...line,
            unitId: charged.unitId,
            qty: charged.qty.negated(),
            price: charged.price,
            taxRate: charged.taxRate,
            partyKind: 'site',
            partyId: charged.siteId,
            entryKind: 'return',
            moveId,
          }),
        ]),
  ]);

/** What a supplier bears of a difference: deducted at the agreed price. Nothing moved. */
export const differenceEntry = (bill: EntryBill, supplierId: Id, line: PostedLine, agreed: EntryPrice): Entry =>
  owed(bill, {
    ...line,
    ...agreed,
    qty: line.qty.negated(),
    partyKind: 'supplier',
    partyId: supplierId,
    entryKind: 'difference',
    moveId: null,
  });

/** Of goods that were lost between the site and a place of ours: what the site bears of them, or is owed back. */
export const siteDifferenceEntry = (
  bill: EntryBill,
  siteId: Id,
  line: PostedLine & EntryPrice & { readonly moveId: Id },
): Entry => owed(bill, { ...line, partyKind: 'site', partyId: siteId, entryKind: 'difference' });

/** Crates a partner lost, at the deposit of their type: a site owes it, a supplier is owed so much less. */
export function lostCratesEntry(
  bill: EntryBill,
  party: { readonly partyKind: 'site' | 'supplier'; readonly partyId: Id },
  lost: EntryPrice & { readonly movementId: Id; readonly crateTypeId: Id; readonly count: number },
): Entry {
  const { movementId, crateTypeId, count, price, taxRate } = lost;
  const qty = Decimal.of(String(party.partyKind === 'supplier' ? -count : count));
  const what = { lineId: movementId, materialId: null, unitId: null, crateTypeId, qty, price, taxRate };
  const amount = qty.times(price).rounded(MONEY_PLACES);
  return { bill, ...party, entryKind: 'crate', moveId: null, ...what, ...taxed(amount, taxRate) };
}

/** A posted line whose price was corrected; its amounts are those of the correction. */
interface CorrectedLine extends PostedLine {
  readonly diffPrice: Decimal;
  readonly taxRate: Decimal;
  readonly diffAmount: Decimal;
  readonly diffNoTax: Decimal;
}
/** Of a price agreed late: what the supplier is owed more, or less. */
export const correctionEntries = (bill: EntryBill, supplierId: Id, lines: readonly CorrectedLine[]): Entry[] =>
  lines.map(({ diffPrice, diffAmount, diffNoTax, ...line }) => ({
    ...line,
    bill,
    partyKind: 'supplier',
    partyId: supplierId,
    entryKind: 'correction',
    moveId: null,
    price: diffPrice,
    amount: diffAmount,
    amountNoTax: diffNoTax,
    taxAmount: diffAmount.minus(diffNoTax),
  }));

/** So much of a line, in base unit, at its price. */
interface Part {
  readonly line: Id;
  readonly baseQty: Decimal;
  /** Base units in the unit of the price. */
  readonly factor: Decimal;
  readonly price: Decimal;
}
/** What each part of lines comes to: the parts of a line together what the line comes to, to the cent. */
export function partAmounts(parts: readonly Part[]): Decimal[] {
  const before = new Map<Id, Decimal>();
  return parts.map(({ line, baseQty, factor, price }) => {
    const upTo = (qty: Decimal): Decimal =>
      Fraction.of(qty).times(Fraction.of(price)).dividedBy(Fraction.of(factor)).rounded(MONEY_PLACES);
    const taken = before.get(line) ?? Decimal.zero;
    const now = taken.plus(baseQty);
    before.set(line, now);
    return upTo(now).minus(upTo(taken));
  });
}

/** What a company took of another, with the two moves of its arrival. */
interface CrossedLine extends PostedLine, EntryPrice {
  readonly amount: Decimal;
  readonly leftMoveId: Id;
  readonly cameMoveId: Id;
}
/** Between companies: what one owes the other is owed. */
export const crossingEntries = (
  bill: EntryBill,
  senderId: Id,
  receiverId: Id,
  lines: readonly CrossedLine[],
): Entry[] =>
  lines.flatMap(({ leftMoveId, cameMoveId, amount, ...line }) => {
    const charge = { ...line, partyKind: 'company', entryKind: 'charge' } as const;
    return [
      owed(bill, { ...charge, partyId: receiverId, moveId: cameMoveId }, amount),
      owed(bill, { ...charge, qty: line.qty.negated(), partyId: senderId, moveId: leftMoveId }, amount.negated()),
    ];
  });

/** Between companies: the receiver bears goods that were lost on their way to him; they moved once, out of transit. */
export function borneEntries(
  bill: EntryBill,
  senderId: Id,
  receiverId: Id,
  { moveId, amount, ...line }: PostedLine & EntryPrice & { readonly amount: Decimal; readonly moveId: Id },
): Entry[] {
  const borne = { ...line, partyKind: 'company', entryKind: 'difference' } as const;
  return [
    owed(bill, { ...borne, partyId: receiverId, moveId }, amount),
    owed(bill, { ...borne, qty: line.qty.negated(), partyId: senderId, moveId: null }, amount.negated()),
  ];
}
