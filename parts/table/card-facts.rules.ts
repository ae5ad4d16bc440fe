const [WORDS, FIGURES] = [2, 2];

/** A name, and what it is made of: a code before it, names beside each other. */
const partsOf = (name: string): readonly string[] => [
  name,
  name.slice(name.indexOf(' ') + 1),
  ...name.split(' · '),
  ...name.split(/ · | /),
];

/**
 * What a card shows of a row: two facts in words, at most one a state, and two in figures, a third in words where there
 * are none; without what is empty and what its name says already.
 */
export function cardFacts<C extends { readonly figure: boolean; readonly isState?: boolean }>(
  columns: readonly C[],
  textOf: (column: C) => string,
  name: string,
): readonly C[] {
  const onCard = ['', ...partsOf(name)];
  const filled = columns.filter((column) => !onCard.includes(textOf(column)));
  const figures = filled.filter(({ figure }) => figure).slice(0, FIGURES);
  const state = filled.find(({ isState }) => isState === true);
  const words = filled
    .filter((column) => !column.figure && (column.isState !== true || column === state))
    .slice(0, WORDS + (figures.length === 0 ? 1 : 0));
  return [...words, ...figures];
}
