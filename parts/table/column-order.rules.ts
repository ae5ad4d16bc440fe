/** The names with one of them moved to the place of another, as it is dragged there. */
export function movedTo(names: readonly string[], moved: string, to: string): readonly string[] {
  const [from, place] = [names.indexOf(moved), names.indexOf(to)];
  if (from === -1 || place === -1 || from === place) return names;
  const order = names.filter((name) => name !== moved);
  order.splice(place, 0, moved);
  return order;
}
