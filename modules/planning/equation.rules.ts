/**
 * One line of a plan as one equation (trade-rules 4.4; look.md, "Figures that explain themselves"):
 * 250 gross + 40 safety − (120 on hand + 60 due − 15 reserved) = 125 → 5 packs of 25
 *
 * Each term carries its figure and where it can be looked up; the sentence is the one of the netting rules.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import { label, type Label } from '../../kernel/core/label.ts';
import { equationSentence } from './netting/netting.rules.ts';

/** The figures of a line, in base unit. */
export interface EquationFigures {
  readonly grossQty: DecimalText;
  readonly safetyQty: DecimalText;
  readonly onHandQty: DecimalText;
  readonly onOrderQty: DecimalText;
  readonly reservedQty: DecimalText;
  readonly otherQty: DecimalText;
  readonly expireQty: DecimalText;
  readonly netQty: DecimalText;
  readonly packs: readonly {
    readonly unitId: string;
    readonly unitName: string;
    readonly count: DecimalText;
    readonly factor: DecimalText;
  }[];
  readonly baseUnitName: string;
  /** As it will be ordered. */
  readonly planQty: DecimalText;
  readonly unitName: string;
  readonly proposedQty: DecimalText;
  readonly adjustReason: string;
}
/** Where the terms can be looked up: paths of the browser. */
interface EquationLinks {
  readonly gross?: string;
  readonly stock?: string;
  readonly reserved?: string;
  readonly due: readonly BillTerm[];
  /** The plans that make up `otherQty`. */
  readonly others: readonly BillTerm[];
}
interface BillTerm {
  readonly billCode: string;
  readonly date: string;
  readonly qty: DecimalText;
  readonly link?: string;
}
interface EquationTerm {
  readonly sign?: '+' | '−';
  readonly label: Label;
  readonly qty: DecimalText;
  readonly unit: string;
  readonly link?: string;
}
interface LineEquation {
  readonly terms: readonly EquationTerm[];
  /** Below zero there is more than is needed, and nothing is ordered. */
  readonly balance: DecimalText;
  readonly unit: string;
  /** The whole equation in one sentence. */
  readonly text: Label;
  /** Why not more, why not less. */
  readonly notes: readonly Label[];
}

/** The equation of a line, its sentence, and why it is not more and not less. */
export function lineEquation(line: EquationFigures, links: EquationLinks): LineEquation {
  const figure = (text: DecimalText): Decimal => Decimal.of(text);
  const [gross, safety, onHand, due, reserved, others, expired] = [
    line.grossQty,
    line.safetyQty,
    line.onHandQty,
    line.onOrderQty,
    line.reservedQty,
    line.otherQty,
    line.expireQty,
  ].map(figure) as [Decimal, Decimal, Decimal, Decimal, Decimal, Decimal, Decimal];
  const balance = gross.plus(safety).minus(onHand.plus(due).minus(reserved).minus(others).minus(expired));
  const packs = line.packs.map((pack) => ({
    unitId: pack.unitId,
    count: figure(pack.count),
    factor: figure(pack.factor),
  }));
  const term = (sign: EquationTerm['sign'], words: Label, qty: DecimalText, link?: string): EquationTerm => ({
    ...(sign === undefined ? {} : { sign }),
    label: words,
    qty,
    unit: line.baseUnitName,
    ...(link === undefined ? {} : { link }),
  });
  const bills = links.due.map((bill) =>
    term(
      '−',
      label(`在订 ${bill.billCode}（${bill.date}）`, `due ${bill.billCode} (${bill.date})`),
      bill.qty,
      bill.link,
    ),
  );
  const plans = links.others.map((plan) =>
    term(
      '+',
      label(`其他计划 ${plan.billCode}（${plan.date}）`, `plan ${plan.billCode} (${plan.date})`),
      plan.qty,
      plan.link,
    ),
  );
  return {
    terms: [
      term(undefined, label('毛需求', 'gross'), line.grossQty, links.gross),
      ...(safety.isZero() ? [] : [term('+', label('安全库存', 'safety'), line.safetyQty, links.stock)]),
      term('−', label('现存', 'on hand'), line.onHandQty, links.stock),
      ...(bills.length > 0 ? bills : due.isZero() ? [] : [term('−', label('在订', 'due'), line.onOrderQty)]),
      ...(reserved.isZero() ? [] : [term('+', label('占用', 'reserved'), line.reservedQty, links.reserved)]),
      ...plans,
      ...(expired.isZero() ? [] : [term('+', label('过期', 'expiring'), line.expireQty, links.stock)]),
    ],
    balance: balance.toString(),
    unit: line.baseUnitName,
    text: equationSentence({
      gross,
      safety,
      onHand,
      due,
      reserved,
      others,
      expired,
      balance,
      net: figure(line.netQty),
      packs,
    }),
    notes: notesOf(line, balance),
  };
}

function notesOf(line: EquationFigures, balance: Decimal): Label[] {
  const { baseUnitName: unit } = line;
  const packed = Decimal.sum(line.packs.map((pack) => Decimal.of(pack.count).times(Decimal.of(pack.factor))));
  const over = packed.minus(Decimal.of(line.netQty));
  const notes: Label[] = [];
  if (!balance.isPositive())
    notes.push(
      label(
        `库存和在订已够，多出 ${balance.abs()} ${unit}`,
        `Stock and orders cover it, with ${balance.abs()} ${unit} to spare`,
      ),
    );
  for (const pack of line.packs)
    notes.push(
      label(
        `${pack.count} ${pack.unitName}，每${pack.unitName} ${pack.factor} ${unit}`,
        `${pack.count} ${pack.unitName} of ${pack.factor} ${unit} each`,
      ),
    );
  if (over.isPositive())
    notes.push(
      label(
        `不能更少：按包装多出 ${over} ${unit}，留给之后的日期`,
        `Not less: packs leave ${over} ${unit} over, which serves later dates`,
      ),
    );
  if (!Decimal.of(line.planQty).equals(Decimal.of(line.proposedQty))) {
    const proposed = `${line.proposedQty} ${line.unitName}`;
    const planned = `${line.planQty} ${line.unitName}`;
    notes.push(
      label(
        `建议 ${proposed}，改为 ${planned}：${line.adjustReason}`,
        `Proposed ${proposed}, changed to ${planned}: ${line.adjustReason}`,
      ),
    );
  }
  return notes;
}
