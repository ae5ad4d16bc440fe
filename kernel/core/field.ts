import type { Label } from './label.ts';

/** Kinds of field, with a file per layer: `kernel/core/kinds.ts`, `kernel/server/schema.ts`, `kernel/web/kinds`. */
export type Kind =
  | 'text'
  | 'longtext'
  | 'richtext'
  | 'code'
  | 'secret'
  | 'integer'
  | 'quantity'
  | 'price'
  | 'money'
  | 'percent'
  | 'factor'
  | 'flag'
  | 'day'
  | 'moment'
  | 'choice'
  | 'dictionary'
  | 'ref'
  | 'refs'
  | 'parent'
  | 'pictures'
  | 'attachments'
  | 'json';

export interface Choice {
  readonly value: string;
  readonly label: Label;
  /** What the colour means: done, look, stop, waiting, system, plain. The word always stands with the colour. */
  readonly tone?: Tone;
}
export type Tone = 'next' | 'done' | 'look' | 'stop' | 'waiting' | 'system' | 'plain';

/** What a field may say of itself. Plain data: whatever cannot be printed does not belong here. */
export interface Rules {
  /** May be empty. Default: required. */
  readonly optional?: boolean;
  /** Longest text, largest number, or most entries. */
  readonly max?: number;
  readonly min?: number;
  /** The value must be greater than zero. */
  readonly positive?: boolean;
  /** Decimal places a person may type. */
  readonly places?: number;
  /** Unique within the tenant; a list of field names makes it unique together with them. */
  readonly unique?: boolean | readonly string[];
  /** Cannot change after the record was created. */
  readonly fixed?: boolean;
  /** A sentence of the program, stored by `inBoth`: each reader gets the one in their language. */
  readonly worded?: true;
  /** Some values are stored sealed; lists compare what they show. */
  readonly sealable?: true;
  /** Set by the server, never read from a body. */
  readonly readonly?: boolean;
  /** Not a column: computed by the server's query for this resource. */
  readonly computed?: boolean;
  readonly default?: unknown;
  /** Resource a reference points to. */
  readonly target?: string;
  /** Of a list: what it names may be removed, and its id stays. Otherwise a list holds what it names. */
  readonly weak?: true;
  /** Also what is frozen may be chosen: nothing new begins with it, what is there already is dealt with. */
  readonly mayBeFrozen?: boolean;
  /** Filters of the target's `select`: pickers offer these records only. What was chosen before stays. */
  readonly offer?: Readonly<Record<string, string>>;
  readonly choices?: readonly Choice[];
  /** Code of the business dictionary the value is a key of. */
  readonly dictionary?: string;
  /** Several keys of the dictionary, parted by commas. */
  readonly several?: boolean;
  /** Its keys are small numbers and travel as such; stored and compared as text, `""` where unset. */
  readonly numeric?: boolean;
  /** Field of the same record that holds the unit of this quantity. */
  readonly unit?: string;
  /** In a line: what the record chosen beside it holds under this name, instead of its own. */
  readonly takes?: string;
  /** Of a day: lists show it with its year, even this one. */
  readonly withYear?: true;
  /** A column of the list. */
  readonly list?: boolean;
  /** A search field of the list. */
  readonly search?: boolean;
  /** Totalled at the foot of line grids. */
  readonly total?: boolean;
  /** Shown only to holders of this button code; absent from list, detail, totals, sort, filter and export otherwise. */
  readonly right?: string;
  /** Group of the form the field stands in. */
  readonly section?: Label;
  /** Stands in forms only while another field has one of these values, and otherwise takes its default. */
  readonly onlyWith?: readonly [field: string, ...values: string[]];
  /** What a new form begins with, the day it is; a call has to name one. */
  readonly begins?: 'today';
  /** Marked as required of whoever sees it, though a record may do without. */
  readonly needed?: true;
  /** What is said when it is missing, where the words are given; otherwise “please enter” and its name. */
  readonly missing?: Label;
  /** One sentence of help, in the form and in the Excel template. */
  readonly hint?: Label;
}

/** A field is plain data plus one phantom type; no builder chains, no classes. */
export interface Field<Value = unknown, Optional extends boolean = boolean> {
  readonly kind: Kind;
  readonly label: Label;
  readonly rules: Rules;
  readonly optional: Optional;
  readonly valueType?: Value; // phantom, never set
}
export type Fields = Readonly<Record<string, Field>>;

type OptionalOf<R> = R extends { optional: true } ? true : false;
/** Marks, for types alone, a field that takes its default where nothing was sent. */
interface Defaulted {
  readonly hasDefault?: true;
}
/** Marks, for types alone, a field beside which an answer has a name: of the record it refers to, or of the choice. */
export interface Refers {
  readonly refers?: true;
}
interface Chooses {
  readonly chooses?: true;
}
type Made<V, R> = Field<V, OptionalOf<R>> & (R extends { readonly default: unknown } ? Defaulted : unknown);

const make =
  <V>(kind: Kind) =>
  <const R extends Rules = Rules>(zh: string, en: string, rules?: R): Made<V, R> => ({
    kind,
    label: { zh, en },
    rules: rules ?? {},
    optional: (rules?.optional ?? false) as OptionalOf<R>,
  });

/** Decimal text, for example "12.5"; arithmetic goes through `Decimal`. */
export type DecimalText = string;
/** A record's id: text, because it does not fit a JavaScript number. */
export type Id = string;

export const text = make<string>('text');
export const longtext = make<string>('longtext');
/** Formatted text: HTML of few tags, cleaned by the server before it is stored. */
export const richtext = make<string>('richtext');
export const code = make<string>('code');
/** Stored encrypted, answered as `******`. */
export const secret = make<string>('secret');
export const integer = make<number>('integer');
/** 6 places; name the field of its unit in `unit`. */
export const quantity = make<DecimalText>('quantity');
/** Price of one unit, 6 places kept. */
export const price = make<DecimalText>('price');
/** Amount, 2 places. */
export const money = make<DecimalText>('money');
/** Percent points: 9 means 9 %. */
export const percent = make<DecimalText>('percent');
/** Conversion factor or ratio, 12 places. */
export const factor = make<DecimalText>('factor');
/** 0 or 1, a number on the wire. */
export const flag = make<0 | 1>('flag');
/** A flag as it is stored and sent: 1 where it is so, 0 where it is not. */
export const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0);
/** yyyy-MM-dd in the tenant's time zone. */
export const day = make<string>('day');
/** yyyy-MM-dd HH:mm:ss in the tenant's time zone. */
export const moment = make<string>('moment');
export const pictures = make<readonly string[]>('pictures');
export const attachments = make<readonly string[]>('attachments');
export const json = make<unknown>('json');

/** One of a fixed set the program reads. `[value, 中文, English, tone?]` each. */
export const choice = <
  const C extends readonly (readonly [string, string, string, Tone?])[],
  const R extends Rules = Rules,
>(
  zh: string,
  en: string,
  choices: C,
  rules?: R,
): Made<C[number][0], R> & Chooses => ({
  kind: 'choice',
  label: { zh, en },
  rules: {
    ...rules,
    choices: choices.map(([value, chinese, english, tone]) => ({
      value,
      label: { zh: chinese, en: english },
      ...(tone ? { tone } : {}),
    })),
  },
  optional: (rules?.optional ?? false) as OptionalOf<R>,
});

/** Key of a business dictionary, which people extend. */
export const dictionary = <const R extends Rules = Rules>(
  zh: string,
  en: string,
  dictionaryCode: string,
  rules?: R,
): Made<string, R> => ({
  ...make<string>('dictionary')(zh, en, rules),
  rules: { ...rules, dictionary: dictionaryCode },
});

/** One record of another resource. `target` is its name, so that no module imports one below it; a test checks it. */
export const ref = <const R extends Rules = Rules>(
  zh: string,
  en: string,
  target: string,
  rules?: R,
): Made<Id, R> & Refers => ({
  ...make<Id>('ref')(zh, en, rules),
  rules: { ...rules, target },
});
/** Several records of another resource, in order. */
export const refs = <const R extends Rules = Rules>(
  zh: string,
  en: string,
  target: string,
  rules?: R,
): Made<readonly Id[], R> => ({
  ...make<readonly Id[]>('refs')(zh, en, rules),
  rules: { ...rules, target },
});
/** The record above in the same tree; "0" at the root. */
export const parent = <const R extends Rules = Rules>(zh: string, en: string, rules?: R): Made<Id, R> =>
  make<Id>('parent')(zh, en, { default: '0', ...rules } as unknown as R);

export type ValueOf<F> = F extends Field<infer V, infer O> ? (O extends true ? V | null : V) : never;
export type Values<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };
/** What an answer adds to the fields: `xName` of `xId`, `xCode` where records have a code, `xName` of a choice. */
export type NamesOf<F extends Fields> = {
  readonly [
    K in keyof F & string as 'refers' extends keyof F[K]
      ? K extends `${infer B}Id`
        ? `${B}Name`
        : never
      : 'chooses' extends keyof F[K]
        ? `${K}Name`
        : never
  ]: string;
} & {
  readonly [
    K in keyof F & string as 'refers' extends keyof F[K] ? (K extends `${infer B}Id` ? `${B}Code` : never) : never
  ]?: string;
};
