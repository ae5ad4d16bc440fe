/** A price formula as one sentence, stored or as it is typed (prices-suppliers.md, PriceFormula). Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { isPriceType, PRICE_TYPES } from '../price-book/price.resource.ts';
import { priceFormula } from './price-formula.resource.ts';

/** How a price follows from its reference, of a formula or one of its bands. */
interface FormulaStep {
  readonly method?: unknown;
  readonly rate?: unknown;
  readonly addAmount?: unknown;
}
export interface FormulaBand extends FormulaStep {
  readonly fromPrice?: unknown;
  readonly toPrice?: unknown;
}
/** A formula as a record or a form holds it; what cannot be read yet counts as not said. */
export interface FormulaValues extends FormulaStep {
  readonly priceType?: unknown;
  readonly reference?: unknown;
  readonly marketSourceName?: unknown;
  readonly period?: unknown;
  readonly periodDays?: unknown;
  readonly floorPrice?: unknown;
  readonly ceilingPrice?: unknown;
  readonly roundPlaces?: unknown;
}

const NOTHING = label('', '');
const figureOf = (value: unknown): Decimal | undefined => {
  const text = value === null || value === undefined ? '' : String(value).trim();
  return Decimal.isText(text) ? Decimal.of(text) : undefined;
};
/** Money has two places at least. */
const money = (figure: Decimal): string => (figure.places < 2 ? figure.toFixed(2) : figure.toString());
const choiceOf = (field: 'reference' | 'period', value: unknown): Label =>
  priceFormula.fields[field].rules.choices!.find((each) => each.value === value)?.label ?? NOTHING;
const inSentence = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** × 1.08, + 0.50; undefined while it is not said. */
function stepWords({ method, rate, addAmount }: FormulaStep): string | undefined {
  const [share, amount] = [figureOf(rate), figureOf(addAmount)];
  if (method === 'add') return amount && `${amount.isNegative() ? '−' : '+'} ${money(amount.abs())}`;
  if (share === undefined || (method !== 'markup' && method !== 'discount')) return undefined;
  const part = share.times(Decimal.of('0.01'));
  return `× ${(method === 'markup' ? Decimal.one.plus(part) : Decimal.one.minus(part)).toString()}`;
}

/** Whether anything is said of how the price follows from its reference. */
export const saysPrice = (formula: FormulaValues, bands: readonly FormulaBand[]): boolean =>
  [formula, ...bands].some((each) => stepWords(each) !== undefined);

function bandWords(band: FormulaBand): Label | undefined {
  const [from, to, step] = [figureOf(band.fromPrice) ?? Decimal.zero, figureOf(band.toPrice), stepWords(band)];
  if (step === undefined) return undefined;
  if (to === undefined) return label(`${money(from)} 起 ${step}`, `from ${money(from)} ${step}`);
  return from.isZero()
    ? label(`低于 ${money(to)} 时 ${step}`, `below ${money(to)} ${step}`)
    : label(`${money(from)} 至 ${money(to)} ${step}`, `${money(from)} to ${money(to)} ${step}`);
}

/** Where and over which days the reference is taken, in brackets. */
function takenFrom({ reference, marketSourceName, period, periodDays }: FormulaValues): Label {
  if (!String(reference ?? '').startsWith('market')) return NOTHING;
  const days = String(periodDays ?? '');
  const over = period === 'latest' ? NOTHING : choiceOf('period', period);
  const words = (market: string, span: string, comma: string): string =>
    [market, span].filter((each) => each !== '').join(comma);
  const market = String(marketSourceName ?? '');
  const zh = words(market, over.zh.replace('N', days), '，');
  const en = words(market, period === 'avg-days' ? `mean of ${days} days` : inSentence(over.en), ', ');
  return label(zh === '' ? '' : `（${zh}）`, en === '' ? '' : ` (${en})`);
}

const decimals = (places: string): Label =>
  places === '0'
    ? label('，取整', ', to whole numbers')
    : label(`，保留 ${places} 位`, `, to ${places} ${places === '1' ? 'decimal' : 'decimals'}`);

/** “结算价 = 采购价 × 1.08，保留 2 位”: what is priced, what it goes by, what is done to that, and its limits. */
export function formulaSentence(formula: FormulaValues, bands: readonly FormulaBand[]): Label {
  const type = String(formula.priceType ?? '');
  const priced = isPriceType(type) ? PRICE_TYPES[type] : NOTHING;
  const [reference, taken] = [choiceOf('reference', formula.reference), takenFrom(formula)];
  const sentences = bands.flatMap((band) => bandWords(band) ?? []);
  const step = sentences.length > 0 ? undefined : stepWords(formula);
  const [floor, ceiling] = [figureOf(formula.floorPrice), figureOf(formula.ceilingPrice)];
  const places = decimals(String(formula.roundPlaces ?? '2'));
  const by = step === undefined ? '' : ` ${step}`;
  const zh = [
    `${priced.zh} = ${reference.zh}${taken.zh}${by}`,
    sentences.length === 0 ? '' : `（${sentences.map((each) => each.zh).join('；')}）`,
    floor === undefined ? '' : `，不低于 ${money(floor)}`,
    ceiling === undefined ? '' : `，不高于 ${money(ceiling)}`,
    places.zh,
  ];
  const en = [
    `${priced.en} = ${inSentence(reference.en)}${taken.en}${by}`,
    sentences.length === 0 ? '' : ` (${sentences.map((each) => each.en).join('; ')})`,
    floor === undefined ? '' : `, at least ${money(floor)}`,
    ceiling === undefined ? '' : `, at most ${money(ceiling)}`,
    places.en,
  ];
  return label(zh.join(''), en.join(''));
}
