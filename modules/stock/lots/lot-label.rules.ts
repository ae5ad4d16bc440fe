/** The label of a lot (joints H10, H13): a code of `L` and the lot's id, read back wherever something is scanned. */

const LABEL = /^L(\d{5,19})$/i;

/** What the code on a lot's label says. */
export const labelCode = (batchId: string): string => `L${batchId}`;

/** Id of the lot whose label was scanned; null where it is no label of ours. */
export const lotOfLabel = (scanned: string): string | null => LABEL.exec(scanned.trim())?.[1] ?? null;
