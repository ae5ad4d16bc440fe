/** What differs between two files of answers, a line or a few for each request. */
import type { Json } from './normal.ts';
import type { Answers } from './take.ts';

/** Places printed of one answer. */
const PLACES = 4;
const SHOWN = 80;

/** Nothing where each request of either was answered alike by both. */
export function differences(before: Answers, after: Answers): string[] {
  const all = [...new Set([...Object.keys(before.requests), ...Object.keys(after.requests)])].toSorted();
  return all.flatMap((request) => {
    const [was, is] = [before.requests[request], after.requests[request]];
    if (was === is) return [];
    if (was === undefined || is === undefined) return [`${request}\n  only ${was === undefined ? 'after' : 'before'}`];
    const [wasHead, isHead] = [was, is].map((each) => each.slice(0, each.lastIndexOf(' ')));
    const places = wasHead === isHead ? [] : [`${wasHead} → ${isHead}`];
    places.push(...inBodies(bodyOf(before, was), bodyOf(after, is)));
    const more = places.length > PLACES ? [`… ${places.length - PLACES} more`] : [];
    return [[request, ...places.slice(0, PLACES), ...more].join('\n  ')];
  });
}

const bodyOf = (answers: Answers, request: string): string =>
  answers.bodies[request.slice(request.lastIndexOf(' ') + 1)]!;

function inBodies(was: string, is: string): string[] {
  if (was === is) return [];
  if (was.startsWith('{') && is.startsWith('{')) return inValues('', JSON.parse(was) as Json, JSON.parse(is) as Json);
  const [a, b] = [was, is].map((text) => text.split(/\n|(?<=>)(?=<)/)) as [string[], string[]];
  const at = a.findIndex((line, index) => line !== b[index]);
  return [`line ${at + 1}: ${short(a[at])} → ${short(b[at])}`];
}

function inValues(where: string, was: Json | undefined, is: Json | undefined): string[] {
  if (isObject(was) && isObject(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names.flatMap((name) => inValues(`${where}.${name}`, was[name], is[name]));
  }
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [`${where.slice(1)}: ${short(was)} → ${short(is)}`];
}

/** An array is one by its places. */
const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  value !== null && typeof value === 'object';

const short = (value: Json | undefined): string => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN);
