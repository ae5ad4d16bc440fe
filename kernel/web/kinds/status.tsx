import type { Tone } from '../../core/field.ts';

/** Status as dot and word: never colour alone. */
export function Status({ tone, word }: { readonly tone: Tone; readonly word: string }) {
  return (
    <span className={`status tone-${tone}`}>
      <i aria-hidden="true" />
      {word}
    </span>
  );
}
