import { fill, type Label, type Language } from './label.ts';

/**
 * The business says no. Not a fault: expected, tested, translated.
 * `code` is `module.fact`; the sentence is made at the edge from the module's catalogue.
 */
export interface Refusal {
  readonly code: string;
  /** Facts, not prose: which line, which material, how much is missing. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Which cell of the form it belongs to. */
  readonly field?: string;
  /** 1-based line of the document or row of the sheet. */
  readonly line?: number;
  /** What lets it pass all the same, sent with the same call: 1 under this name, or why in words. */
  readonly override?: Override;
}
export interface Override {
  readonly name: string;
  /** A reason is wanted, not just a yes. */
  readonly why?: boolean;
}

/** The screen where what is refused can be put right: its address and its label, with `{place}` for details. */
interface Remedy {
  readonly to: string;
  readonly label: Label;
}
/** `module.fact` → the sentence in both languages, with `{place}` for details. */
type RefusalCatalogue = Readonly<Record<string, Label & { readonly remedy?: Remedy }>>;

/** Thrown to end a transaction with one or more refusals; answered with 400 and every sentence. */
export class Refused extends Error {
  readonly refusals: readonly Refusal[];
  constructor(...refusals: readonly Refusal[]) {
    super(refusals.map((refusal) => `${refusal.code} ${JSON.stringify(refusal.detail)}`).join('; '));
    this.name = 'Refused';
    this.refusals = refusals;
  }
}

type RefusalPlace = Pick<Refusal, 'field' | 'line' | 'override'>;

/** A refusal by its code, with the facts of its sentence and the cell it belongs to. */
export function refuse(code: string, detail: Record<string, unknown> = {}, at: RefusalPlace = {}): Refusal {
  made.add(code);
  return { code, detail, ...at };
}

const made = new Set<string>();
/** Codes of all refusals this process has made or worded. Tests compare them with the catalogue. */
export const refusalsMade = (): ReadonlySet<string> => made;

const catalogue = new Map<string, RefusalCatalogue[string]>();

/** Adds a module's sentences; a code may be declared once in the program. */
export function declareRefusals(sentences: RefusalCatalogue): void {
  for (const [code, sentence] of Object.entries(sentences)) {
    const known = catalogue.get(code);
    if (known !== undefined && (known.zh !== sentence.zh || known.en !== sentence.en))
      throw new Error(`Refusal ${code} is declared twice`);
    catalogue.set(code, sentence);
  }
}

/** Every declared sentence by its code; complete once all modules are loaded. */
export const declaredRefusals = (): ReadonlyMap<string, Label> => catalogue;

/** The sentence a person reads. A detail that is itself a label is shown in the same language. */
export function sentenceOf(refusal: Refusal, language: Language): string {
  made.add(refusal.code);
  const template = catalogue.get(refusal.code);
  if (template === undefined) throw new Error(`Refusal ${refusal.code} has no sentence`);
  const shown = Object.fromEntries(
    Object.entries(refusal.detail).map(([name, value]) => [name, isLabel(value) ? value[language] : value]),
  );
  return fill(template[language], shown);
}

/** Where a person can put it right; undefined where the sentence alone says what to do. */
export function remedyOf(
  refusal: Refusal,
  language: Language,
): { readonly to: string; readonly label: string } | undefined {
  const remedy = catalogue.get(refusal.code)?.remedy;
  if (remedy === undefined) return undefined;
  const inAddress = Object.fromEntries(
    Object.entries(refusal.detail).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  );
  return { to: fill(remedy.to, inAddress), label: remedy.label[language] };
}

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;
