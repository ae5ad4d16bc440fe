import type { Choice } from '../../kernel/core/field.ts';

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Other ways people write yes and no. */
const SPOKEN: Readonly<Record<string, string>> = {
  y: '1',
  yes: '1',
  true: '1',
  '√': '1',
  '✓': '1',
  对: '1',
  n: '0',
  no: '0',
  false: '0',
  '×': '0',
  x: '0',
};

/** The choices a text may mean, best first: the word itself, then its beginning, then its middle. */
export function choicesFor(text: string, choices: readonly Choice[]): readonly Choice[] {
  const wanted = folded(text);
  if (wanted === '') return choices;
  const rank = (choice: Choice): number => {
    const names = [choice.value, choice.label.zh, choice.label.en].map(folded);
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.choice);
}

/** Exactly one choice, or none: for pasted text, where nobody looks at a list. */
export function exactChoice(text: string, choices: readonly Choice[], isFlag: boolean): Choice | undefined {
  const wanted = folded(text);
  const spoken = isFlag ? SPOKEN[wanted] : undefined;
  return choices.find(
    (choice) =>
      choice.value === spoken ||
      [choice.value, choice.label.zh, choice.label.en].some((name) => folded(name) === wanted),
  );
}
