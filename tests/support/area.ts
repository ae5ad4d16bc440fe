/** The share of a run: `npm test -- --area stock` asks the contracts of that area's declarations and calls alone. */

/** What is no area of the business, but may be chosen: what stands around the pages, and what pages are made of. */
export const FRAME = 'frame';

const chosen = process.env['TEST_AREAS']?.split(',');

/** Whether every area is asked: what holds of all together, such as how many there are, holds only then. */
export const isWhole = chosen === undefined;

/** Whether this run asks what belongs to an area. */
export const isChosen = (area: string): boolean => chosen === undefined || chosen.includes(area);

/** The areas a journey goes through, from its line `// Areas: stock, counting`. */
export const areasOfJourney = (text: string): string[] => /^\/\/ Areas: (.+)$/m.exec(text)?.[1]?.split(', ') ?? [];
