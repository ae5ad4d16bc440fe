import { Decimal } from '../../../kernel/core/decimal.ts';

/**
 * The condition language of routes: `fact op value`, joined by `and`. Nothing else: no functions, no brackets, no
 * script.
 * `amount >= 50000 and applicantRole = chef`
 */
export const OPERATORS = ['=', '!=', '>=', '<=', '>', '<'] as const;
export type Operator = (typeof OPERATORS)[number];
export interface Test {
  readonly fact: string;
  readonly op: Operator;
  readonly value: string;
}
export type Condition = readonly Test[];

/** What is known of a document: decimals as text, several values as a list, null where nothing is known. */
export type Facts = Readonly<Record<string, string | readonly string[] | null>>;
export type FactNature = 'number' | 'word';

type ConditionProblem = 'empty' | 'shape' | 'fact' | 'order' | 'number';
type Parsed = { readonly condition: Condition } | { readonly problem: ConditionProblem; readonly part: string };

const CONDITION_LENGTH_MAX = 500;
const TERM =
  /^([A-Za-z][A-Za-z0-9]{0,39})\s*(!=|>=|<=|=|>|<)\s*(?:'([^']{0,100})'|"([^"]{0,100})"|([^\s'"<>=!]{1,100}))$/u;

/** Reads a condition. With `facts`, a fact nobody declares is refused, and so is an order of words. */
export function parseCondition(text: string, facts?: Readonly<Record<string, FactNature>>): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty', part: '' };
  if (trimmed.length > CONDITION_LENGTH_MAX) return { problem: 'shape', part: `${trimmed.slice(0, 40)}…` };
  const condition: Test[] = [];
  for (const part of terms(trimmed)) {
    const match = TERM.exec(part);
    if (match === null) return { problem: 'shape', part };
    const [, fact = '', op = '=', single, double, bare] = match;
    const value = single ?? double ?? bare ?? '';
    const isOrder = op !== '=' && op !== '!=';
    if (facts !== undefined) {
      const nature = Object.hasOwn(facts, fact) ? facts[fact] : undefined;
      if (nature === undefined) return { problem: 'fact', part: fact };
      if (isOrder && nature !== 'number') return { problem: 'order', part };
      if (nature === 'number' && !Decimal.isText(value)) return { problem: 'number', part };
    }
    if (isOrder && !Decimal.isText(value)) return { problem: 'number', part };
    condition.push({ fact, op: op as Operator, value });
  }
  return { condition };
}

/** Splits at `and` outside quotes. */
function terms(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (/\s/.test(sign) && /^and\s/i.test(text.slice(at + 1, at + 5))) {
      found.push(text.slice(from, at).trim());
      from = at + 4;
      at += 3;
    }
  }
  found.push(text.slice(from).trim());
  return found;
}

/** Written so that reading it again gives the same. */
export const printCondition = (condition: Condition): string =>
  condition
    .map(
      ({ fact, op, value }) =>
        `${fact} ${op} ${/^[^\s'"<>=!]+$/u.test(value) ? value : value.includes("'") ? `"${value}"` : `'${value}'`}`,
    )
    .join(' and ');

/** What is not known is neither equal to nor beyond anything. */
export const holds = (condition: Condition, facts: Facts): boolean => condition.every((test) => holdsOne(test, facts));

function holdsOne({ fact, op, value }: Test, facts: Facts): boolean {
  const known = Object.hasOwn(facts, fact) ? facts[fact]! : null;
  const values = known === null || known === '' ? [] : typeof known === 'string' ? [known] : known;
  if (op === '=') return values.some((each) => isSame(each, value));
  if (op === '!=') return !values.some((each) => isSame(each, value));
  return values.some((each) => Decimal.isText(each) && isOrdered(Decimal.of(each).compare(Decimal.of(value)), op));
}

const isSame = (one: string, other: string): boolean =>
  one === other || (Decimal.isText(one) && Decimal.isText(other) && Decimal.of(one).equals(Decimal.of(other)));
const isOrdered = (sign: -1 | 0 | 1, op: Operator): boolean =>
  op === '>' ? sign > 0 : op === '<' ? sign < 0 : op === '>=' ? sign >= 0 : sign <= 0;
