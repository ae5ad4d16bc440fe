/** Names of the format, and what is kept of a drawing. */
export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
export const BPMN_DI = 'http://www.omg.org/spec/BPMN/20100524/DI';
export const DC = 'http://www.omg.org/spec/DD/20100524/DC';
export const DI = 'http://www.omg.org/spec/DD/20100524/DI';
/** Of our own: `larder:settings` on a user task. */
export const LARDER = 'https://larder.dev/schema/flow';

/** Where things were drawn: boxes by node, points by route. */
export interface Picture {
  readonly boxes: Readonly<Record<string, Box>>;
  readonly lines: Readonly<Record<string, readonly Point[]>>;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
