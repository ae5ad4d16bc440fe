/**
 * Some promises are kept over many rounds. The suite runs enough of them to notice a break; `PROMISES=full` runs as
 * many as the promise names (docs/promises.md says what was seen).
 */
export const rounds = (quick: number, full: number): number => (process.env['PROMISES'] === 'full' ? full : quick);
export const isFull = process.env['PROMISES'] === 'full';
