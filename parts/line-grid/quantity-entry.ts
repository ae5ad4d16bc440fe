import { Decimal } from '../../kernel/core/decimal.ts';

/**
 * Reads what people type into quantity cells: `3箱`, `1.5t`, `12*2.5`, `1,200`, `（3+2)箱`, `3箱5kg`,
 * in full-width or ordinary characters. Exact: no binary float ever touches the figure.
 */

/** A unit a quantity may be typed in. `factor`: how many base units one of it is. */
export interface EntryUnit {
  readonly name: string;
  readonly factor: string;
  readonly aliases?: readonly string[];
}

type QuantityEntry =
  | {
      readonly ok: true;
      readonly value: Decimal;
      /** A division took place: the figure may need rounding. */ readonly divided: boolean;
      /** More than one plain number was typed. */ readonly computed: boolean;
    }
  | {
      readonly ok: false;
      readonly why:
        | 'quantity.unreadable'
        | 'quantity.unit'
        | 'quantity.no-units'
        | 'quantity.mixed'
        | 'quantity.zero-divisor';
      readonly details: Readonly<Record<string, string>>;
    };

/** A figure on the way; `measured` says that a unit was named, so that 3箱 is not multiplied by 2箱. */
interface Term {
  readonly value: Decimal;
  readonly measured: boolean;
}
type Token = { readonly sort: 'number' | 'word' | 'sign'; readonly text: string };

type Fault = Extract<QuantityEntry, { readonly ok: false }>['why'];
class Unreadable extends Error {
  readonly why: Fault;
  readonly details: Readonly<Record<string, string>>;
  constructor(why: Fault, details: Readonly<Record<string, string>> = {}) {
    super(why);
    this.why = why;
    this.details = details;
  }
}

/** Longer texts are pasted prose, not quantities. */
const LONGEST = 120;

/** Reads a typed quantity: a figure, a sum of figures, each with one of the units. */
export function readQuantity(text: string, units: readonly EntryUnit[] = []): QuantityEntry {
  try {
    const tokens = tokensOf(plain(text));
    if (tokens.length === 0 || text.length > LONGEST) throw new Unreadable('quantity.unreadable');
    const reader = new Reader(tokens, unitTable(units), units);
    const sum = reader.sum(0);
    reader.end();
    // A division seldom ends; no kind of figure keeps more places than this.
    const value = reader.divided ? sum.value.rounded(12) : sum.value;
    if (!Decimal.isText(value.toString())) throw new Unreadable('quantity.unreadable');
    return { ok: true, value, divided: reader.divided, computed: tokens.length > 1 };
  } catch (problem) {
    if (problem instanceof Unreadable) return { ok: false, why: problem.why, details: problem.details };
    throw problem;
  }
}

/**
 * Full-width digits, brackets and commas become ordinary; the trade's signs become operators; a leading `=` is a habit
 * from spreadsheets.
 */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[×xX✕](?=\s*[\d(.])/g, '*')
    .replace(/÷/g, '/')
    .replace(/[−–—]/g, '-')
    .replace(/^\s*=/, '');

const TOKEN =
  /\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d*)?(?![\d,])|\d+(?:\.\d*)?(?![\d,])|\.\d+)|([+\-*/()])|([^\s\d+\-*/().,]+))/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new Unreadable('quantity.unreadable', { at: text.slice(from).trim().slice(0, 12) });
    const [, number, sign, word] = found;
    if (number !== undefined) tokens.push({ sort: 'number', text: number.replaceAll(',', '') });
    else if (sign !== undefined) tokens.push({ sort: 'sign', text: sign });
    else if (word !== undefined) tokens.push({ sort: 'word', text: word });
  }
  return tokens;
}

function unitTable(units: readonly EntryUnit[]): ReadonlyMap<string, Decimal> {
  const table = new Map<string, Decimal>();
  for (const unit of units)
    for (const name of [unit.name, ...(unit.aliases ?? [])])
      table.set(name.normalize('NFKC').toLowerCase(), Decimal.of(unit.factor));
  return table;
}

/** Brackets deeper than this are a stuck key. */
const DEEPEST = 20;

class Reader {
  divided = false;
  readonly tokens: readonly Token[];
  readonly table: ReadonlyMap<string, Decimal>;
  readonly units: readonly EntryUnit[];
  #at = 0;
  constructor(tokens: readonly Token[], table: ReadonlyMap<string, Decimal>, units: readonly EntryUnit[]) {
    this.tokens = tokens;
    this.table = table;
    this.units = units;
  }

  sum(depth: number): Term {
    let left = this.#product(depth);
    for (;;) {
      // `3箱5kg`: said the way people count, two measured figures side by side are added.
      const together = left.measured && this.#peek()?.sort === 'number';
      const sign = together ? '+' : this.#take('+', '-');
      if (!sign) return left;
      const right = together ? this.#factor(depth) : this.#product(depth);
      if (left.measured !== right.measured) throw new Unreadable('quantity.mixed');
      left = {
        value: sign === '+' ? left.value.plus(right.value) : left.value.minus(right.value),
        measured: left.measured,
      };
    }
  }

  end(): void {
    const left = this.#peek();
    if (left) throw new Unreadable('quantity.unreadable', { at: left.text });
  }

  #product(depth: number): Term {
    let left = this.#factor(depth);
    for (;;) {
      const sign = this.#take('*', '/');
      if (!sign) return left;
      const right = this.#factor(depth);
      if (right.measured && (left.measured || sign === '/')) throw new Unreadable('quantity.mixed');
      if (sign === '*') {
        left = { value: left.value.times(right.value), measured: left.measured || right.measured };
        continue;
      }
      if (right.value.isZero()) throw new Unreadable('quantity.zero-divisor');
      this.divided = true;
      left = { value: left.value.dividedBy(right.value), measured: left.measured };
    }
  }

  #factor(depth: number): Term {
    if (depth > DEEPEST) throw new Unreadable('quantity.unreadable');
    const sign = this.#take('+', '-');
    if (sign) {
      const inner = this.#factor(depth + 1);
      return sign === '-' ? { value: inner.value.negated(), measured: inner.measured } : inner;
    }
    let term: Term;
    if (this.#take('(')) {
      term = this.sum(depth + 1);
      if (!this.#take(')')) throw new Unreadable('quantity.unreadable', { at: '(' });
    } else {
      const token = this.#peek();
      if (token?.sort !== 'number') throw new Unreadable('quantity.unreadable', token ? { at: token.text } : {});
      const text = token.text.replace(/^\./, '0.').replace(/\.$/, '');
      if (!Decimal.isText(text)) throw new Unreadable('quantity.unreadable', { at: token.text });
      this.#at += 1;
      term = { value: Decimal.of(text), measured: false };
    }
    return this.#withUnit(term);
  }

  #withUnit(term: Term): Term {
    const token = this.#peek();
    if (token?.sort !== 'word') return term;
    const factor = this.table.get(token.text.toLowerCase());
    if (!factor && this.units.length === 0) throw new Unreadable('quantity.no-units', { unit: token.text });
    if (!factor)
      throw new Unreadable('quantity.unit', {
        unit: token.text,
        known: this.units.map((unit) => unit.name).join('、'),
      });
    if (term.measured) throw new Unreadable('quantity.mixed');
    this.#at += 1;
    return { value: term.value.times(factor), measured: true };
  }

  #peek(): Token | undefined {
    return this.tokens[this.#at];
  }
  #take(...signs: readonly string[]): string | undefined {
    const token = this.#peek();
    if (token?.sort !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }
}
