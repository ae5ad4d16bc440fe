/**
 * The outbox against a slow model: answers that are lost, pages that are closed while something is on its way, two tabs
 * that take turns, a server that refuses. What a person entered is taken over once, or stands in the list.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answered,
  GROUP_MAX,
  billOf,
  discarded,
  entered,
  type Entry,
  nextGroup,
  type Outbox,
  pauseAfter,
  refusedIn,
  sending,
  sentAgain,
  settled,
  waitingIn,
} from './outbox.rules.ts';

const entry = (key: string, target = key, more: Partial<Entry> = {}, check = '1'): Entry => ({
  key,
  bill: { call: '/store/saveDetail', head: { checkId: check }, to: `/store/${check}`, title: `PD${check}` },
  target,
  body: { id: target, countQty: key },
  title: target,
  figure: key,
  madeTime: '2026-11-18T09:00:00.000Z',
  isSent: false,
  ...more,
});
const keys = (outbox: Outbox): string[] => outbox.map(({ key }) => key);

describe('one after the other', () => {
  test('a corrected entry stands for the one that was never sent, with what was seen at first', () => {
    const first = entry('a', 'rice', { body: { countQty: '5', seenQty: '' } });
    const second = entry('b', 'rice', { body: { countQty: '6', seenQty: '5' } });
    const outbox = entered([first, entry('c', 'tofu')], second);
    expect(keys(outbox)).toEqual(['c', 'b']);
    expect(outbox[1]!.body).toEqual({ countQty: '6', seenQty: '' });
  });

  test('one that may have arrived is not replaced: the correction goes after it, in a request of its own', () => {
    const outbox = entered([entry('a', 'rice', { isSent: true })], entry('b', 'rice'));
    expect(keys(outbox)).toEqual(['a', 'b']);
    expect(keys(nextGroup(outbox))).toEqual(['a']);
  });

  test('entered again, what was refused is put right', () => {
    const refused = entry('a', 'rice', { refusal: 'no' });
    expect(keys(entered([refused], entry('b', 'rice')))).toEqual(['b']);
    expect(settled([refused, entry('c', 'tofu', { refusal: 'no' })], billOf(refused), new Set(['rice']))).toHaveLength(
      1,
    );
  });

  test('a request holds entries of one bill, in their order, and at most so many', () => {
    const outbox = [entry('a'), entry('b', 'b', {}, '2'), entry('c'), entry('d', 'd', { refusal: 'no' })];
    expect(keys(nextGroup(outbox))).toEqual(['a', 'c']);
    const many = Array.from({ length: GROUP_MAX + 1 }, (_, at) => entry(`m${at}`));
    expect(nextGroup(many)).toHaveLength(GROUP_MAX);
    expect(nextGroup([])).toEqual([]);
    const whole = entry('w', 'w', { isWhole: true });
    expect(keys(nextGroup([entry('a'), whole, entry('b')]))).toEqual(['a']);
    expect(keys(nextGroup([whole, entry('b')]))).toEqual(['w']);
  });

  test('of a refused request the refused entries wait for a person, the others are sent again', () => {
    const outbox = [entry('a'), entry('b')];
    const after = answered(outbox, outbox, { taken: false, refusals: new Map([['a', 'counted meanwhile']]) });
    expect(refusedIn(after)).toEqual([entry('a', 'a', { refusal: 'counted meanwhile' })]);
    expect(keys(waitingIn(after))).toEqual(['b']);
    expect(keys(waitingIn(sentAgain(after, billOf(entry('a')))))).toEqual(['a', 'b']);
    expect(keys(discarded(after, 'a'))).toEqual(['b']);
  });

  test('what was refused gives way to a later entry of the same target', () => {
    const outbox = [entry('a', 'rice', { isSent: true }), entry('b', 'rice')];
    const after = answered(outbox, nextGroup(outbox), { taken: false, refusals: new Map([['a', 'no']]) });
    expect(keys(after)).toEqual(['b']);
  });

  test('without an answer it is tried again ever more seldom, and once a minute at last', () => {
    expect([1, 2, 3, 6, 20].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });
});

/** What may happen, in any order. */
type Step =
  | { readonly is: 'enter'; readonly check: number; readonly target: number; readonly bad: boolean }
  | { readonly is: 'send'; readonly tab: number }
  | { readonly is: 'arrive' | 'answer' | 'lose'; readonly tab: number }
  | { readonly is: 'again'; readonly check: number }
  | { readonly is: 'rights' };
const tab = fc.nat(1);
const place = { check: fc.nat(1), target: fc.nat(2) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('enter'), ...place, bad: fc.boolean() }) as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('send'), tab }) as fc.Arbitrary<Step> },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constantFrom('arrive', 'arrive', 'answer', 'lose'), tab }) as fc.Arbitrary<Step>,
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('again'), check: place.check }) as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('rights') }) as fc.Arbitrary<Step> },
);

/** The slow model: a server that knows every key it took over, and how often. */
class Server {
  readonly taken = new Map<string, number>();
  private readonly keysKnown = new Set<string>();
  /** While it is false everything is refused unread. */
  mayEnter = true;
  /** All or nothing, and nothing of what it knows. */
  take(group: Outbox, bad: ReadonlySet<string>): ReadonlyMap<string, string> {
    if (!this.mayEnter) return new Map(group.map(({ key }) => [key, 'not permitted'] as const));
    const fresh = group.filter(({ key }) => !this.keysKnown.has(key));
    const refusals = new Map(fresh.filter(({ key }) => bad.has(key)).map(({ key }) => [key, 'no'] as const));
    if (refusals.size > 0) return refusals;
    for (const { key } of fresh) {
      this.keysKnown.add(key);
      this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    }
    return refusals;
  }
}

test('whatever is lost and repeated, each entry is taken over once, stands in the list, or gave way to a later one', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server();
      /** What the device keeps: both tabs read it. */
      let kept: Outbox = [];
      const all: Entry[] = [];
      const bad = new Set<string>();
      /** What each tab has on its way; the lock lets one of them send. */
      const inFlight = new Map<number, { readonly group: Outbox; refusals?: ReadonlyMap<string, string> }>();
      const arrive = (at: number): void => {
        const sent = inFlight.get(at);
        if (sent !== undefined) sent.refusals = server.take(sent.group, bad);
      };
      const answer = (at: number): void => {
        const sent = inFlight.get(at);
        if (sent?.refusals === undefined) return;
        const { group, refusals } = sent;
        kept = answered(kept, group, refusals.size === 0 ? { taken: true } : { taken: false, refusals });
        inFlight.delete(at);
      };
      const send = (at: number): void => {
        const group = nextGroup(kept);
        if (inFlight.size > 0 || group.length === 0) return;
        kept = sending(kept, group);
        inFlight.set(at, { group });
      };
      for (const each of steps) {
        if (each.is === 'enter') {
          const made = entry(`k${all.length}`, String(each.target), {}, String(each.check));
          if (each.bad) bad.add(made.key);
          all.push(made);
          kept = entered(kept, made);
        } else if (each.is === 'send') send(each.tab);
        else if (each.is === 'arrive') arrive(each.tab);
        else if (each.is === 'answer') answer(each.tab);
        // The page is closed or the line is cut: whether it arrived, nobody on the device knows.
        else if (each.is === 'lose') inFlight.delete(each.tab);
        else if (each.is === 'rights') server.mayEnter = !server.mayEnter;
        else kept = sentAgain(kept, billOf(entry('', '', {}, String(each.check))));
      }
      for (const at of inFlight.keys()) {
        arrive(at);
        answer(at);
      }
      // With the right again, whoever was refused sends once more.
      server.mayEnter = true;
      for (const check of ['0', '1']) kept = sentAgain(kept, billOf(entry('', '', {}, check)));
      for (let rounds = 0; waitingIn(kept).length > 0; rounds += 1) {
        expect(rounds, 'the outbox empties').toBeLessThan(200);
        send(0);
        arrive(0);
        answer(0);
      }
      expect([...server.taken.values()].every((times) => times === 1)).toBe(true);
      for (const [at, made] of all.entries()) {
        const later = all.slice(at + 1).some((each) => each.target === made.target && billOf(each) === billOf(made));
        const stands = kept.filter(({ key }) => key === made.key).length;
        expect(stands).toBeLessThanOrEqual(1);
        if (!later) expect([server.taken.has(made.key), stands === 1]).toEqual([!bad.has(made.key), bad.has(made.key)]);
        else if (stands === 1) expect(bad.has(made.key)).toBe(true);
      }
      // Of one target the server knows the entries in the order they were made.
      const order = [...server.taken.keys()].map((key) => all.findIndex((each) => each.key === key));
      for (const target of Map.groupBy(order, (at) => `${billOf(all[at]!)}${all[at]!.target}`).values())
        expect(target).toEqual(target.toSorted((one, other) => one - other));
    }),
    { numRuns: 2_000 },
  );
});
