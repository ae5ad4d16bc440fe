/** The label of a lot (joints H10, H13): a code of `L` and the lot's id, read back wherever something is scanned. */

const LABEL = /^L(\d{5,19})$/i;

/** What the code on a lot's label says. */
export const labelCode = (batchId: string): string => `L${batchId}`;

/** Id of the lot whose label was scanned; null where it is no label of ours. */
export function lotOfLabel(scanned: string): string | null {
  const id = LABEL.exec(scanned.trim())?.[1] ?? '';
  return id === '' || BigInt(id) > LAST_ID ? null : id;
}
/** The database holds no greater id. */
const LAST_ID = 2n ** 63n - 1n;
