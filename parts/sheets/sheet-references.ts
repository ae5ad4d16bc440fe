import type { Id } from '../../kernel/core/field.ts';
import type { ImportTask } from './import-task.ts';

/** Which records the texts of a sheet name; each text is looked up once per target. */
export class SheetReferences {
  readonly #lookUp: ImportTask['resolveRef'];
  readonly #found = new Map<string, Map<string, readonly Id[]>>();
  readonly #texts = new Map<string, ReadonlyMap<Id, string>>();

  constructor(lookUp: ImportTask['resolveRef']) {
    this.#lookUp = lookUp;
  }

  /** Looks up the texts of a block that are new. */
  async resolve(references: readonly { readonly target: string; readonly texts: readonly string[] }[]): Promise<void> {
    const open = new Map<string, Set<string>>();
    for (const { target, texts } of references) {
      const known = this.#found.get(target) ?? new Map<string, readonly Id[]>();
      this.#found.set(target, known);
      const unknown = open.get(target) ?? new Set<string>();
      for (const text of texts) if (!known.has(text)) unknown.add(text);
      if (unknown.size > 0) open.set(target, unknown);
    }
    for (const [target, texts] of open) {
      const answer = await this.#lookUp(target, [...texts]);
      const known = this.#found.get(target)!;
      for (const text of texts) known.set(text, answer.get(text) ?? []);
    }
  }

  /** Records a text names, several where it is ambiguous. It must have been resolved. */
  idsOf(target: string, text: string): readonly Id[] {
    return this.#found.get(target)!.get(text)!;
  }

  /** What the sheet calls the records of a target. Called when every row was read. */
  textsOf(target: string): ReadonlyMap<Id, string> {
    let texts = this.#texts.get(target);
    if (texts === undefined) {
      const found = [...(this.#found.get(target) ?? [])];
      texts = new Map(found.flatMap(([text, ids]) => (ids.length === 1 ? [[ids[0]!, text] as const] : [])));
      this.#texts.set(target, texts);
    }
    return texts;
  }
}
