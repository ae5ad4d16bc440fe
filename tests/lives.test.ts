/**
 * The lives of all documents as they are declared: nothing gets stuck. What an action finds in its way is for the tests
 * of each area.
 */
import { describe, expect, test } from 'vitest';
import type { Declaration, Life } from '../kernel/core/declaration.ts';
import { dueTabs } from '../kernel/core/life.ts';
import { label } from '../kernel/core/label.ts';
import { modules } from '../modules/modules.ts';

const documents = modules
  .flatMap((module) => module.declarations as readonly Declaration[])
  .filter(({ life, of }) => life !== undefined && of === undefined);

/**
 * Whether a document can leave a state: by an action to another one, by an action whose goal its effect names, or by
 * being edited.
 */
const leads = (life: Life, state: string): boolean =>
  life.editable.includes(state) ||
  Object.values(life.actions).some((action) => action.from.includes(state) && action.to !== state);

/**
 * Ends that are not shown as ended: a rejected price stays a warning, an approved run stays in force, a list on documents
 * follows what becomes of these, and what is on its way follows its site.
 */
const FURTHER_ENDS: Readonly<Record<string, readonly string[]>> = {
  priceWarning: ['refused'],
  priceRun: ['approved'],
  distributionBill: ['documented'],
  factoryOrder: ['shipped'],
};

describe.each(documents.map((declaration) => [declaration.name, declaration.life!] as const))('%s', (name, life) => {
  test('every state that is no end has an action that leads out of it', () => {
    const isEnd = (state: string): boolean =>
      ['done', 'plain'].includes(life.states[state]!.tone) || FURTHER_ENDS[name]?.includes(state) === true;
    expect(Object.keys(life.states).filter((state) => !isEnd(state) && !leads(life, state))).toEqual([]);
  });
  test('every action is from states that there are, to a state that there is', () => {
    const named = Object.values(life.actions).flatMap((action) => [
      ...action.from,
      ...(action.to === undefined ? [] : [action.to]),
    ]);
    expect(named.filter((state) => life.states[state] === undefined)).toEqual([]);
  });
});

test('what is due has three tabs: all that is open, what is due on the day it is, and what is overdue; the first due first', () => {
  expect(
    dueTabs('needTime', label('未收完', 'Open'), { status: 'sent' }).map(({ key, where, sort }) => [key, where, sort]),
  ).toEqual([
    ['open', { status: 'sent' }, 'needTime'],
    ['today', { status: 'sent', needTime_dateequal: 'today' }, 'needTime'],
    ['overdue', { status: 'sent', needTime_datelt: 'today' }, 'needTime'],
  ]);
});

test('every list opens at a tab or a state that it has', () => {
  const lost = modules
    .flatMap((module) => module.declarations as readonly Declaration[])
    .filter(({ opensAt, life, tabs }) => {
      const keys = (life?.tabs ?? tabs ?? Object.keys(life?.states ?? {})).map((tab) =>
        typeof tab === 'string' ? tab : tab.key,
      );
      return opensAt !== undefined && !keys.includes(opensAt);
    });
  expect(lost.map(({ name }) => name)).toEqual([]);
});
