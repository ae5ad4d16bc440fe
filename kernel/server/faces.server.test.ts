import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, repair, tool, type Workshop } from '../../tests/support/workshop.ts';
import { resource, type Declaration } from '../core/declaration.ts';
import { choice } from '../core/field.ts';
import { label } from '../core/label.ts';
import type { Call, SignedIn } from './context.ts';
import type { Fault } from '../../parts/http/fault.ts';
import { sql } from '../../parts/postgres/database.ts';
import { declaredCalls } from './declared-calls.ts';
import { link, linkedDocuments } from './links.ts';
import { buildRegistry } from './registry.ts';

let shop: Workshop;
let calls: ReadonlyMap<string, Call>;
let theirs: Declaration;
beforeAll(async () => {
  shop = await openWorkshop();
  theirs = shop.registry.find('customerrepair');
  calls = new Map(
    [repair as Declaration, theirs].flatMap((of) =>
      declaredCalls(shop.registry, of).map((call): [string, Call] => [call.path, call]),
    ),
  );
});
afterAll(() => shop.close());

type Row = Record<string, unknown> & { readonly id: string };
const may = (...permissions: string[]): Partial<SignedIn> => ({ permissions: new Set(permissions) });
const ask = <T = Row>(
  path: string,
  input: Record<string, unknown>,
  who: Partial<SignedIn> = may('repair_add', 'repair_edit', 'customerrepair_add', 'customerrepair_edit'),
): Promise<T> => shop.as(who, (context) => calls.get(path)!.handle(context, input, null) as Promise<T>);
const idsOf = async (path: string): Promise<string[]> =>
  (await ask<{ records: Row[] }>(path, { size: 200 })).records.map(({ id }) => id);
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: Fault) => error.status,
  );

test('a face has the calls it names, under its own address and with its own permission codes', () => {
  const own = [...calls.values()].filter(({ path }) => path.startsWith('customerrepair/'));
  expect(
    Object.fromEntries(own.map(({ path, permission }) => [path.slice('customerrepair/'.length), permission])),
  ).toEqual({
    list: 'customerrepair_view',
    page: 'customerrepair_view',
    select: '*session',
    detail: ['customerrepair_view', 'customerrepair_edit'],
    submit: ['customerrepair_add', 'customerrepair_edit'],
    remove: 'customerrepair_delete',
    exportExcel: 'customerrepair_export',
    toApply: 'customerrepair_to_apply',
    statusCounts: 'customerrepair_view',
    history: 'customerrepair_view',
  });
  expect(calls.has('repair/doApply')).toBe(true);
});

test('what is made through a face gets its values and its own numbers, whatever the body says', async () => {
  const ours = await ask('repair/submit', { note: '锯', owner: 'customer' });
  const made = await ask('customerrepair/submit', { note: '锤', owner: 'workshop' });
  expect([ours['owner'], made['owner']]).toEqual(['workshop', 'customer']);
  expect([ours['billCode'], made['billCode']]).toEqual(['WX202611210001', 'KH202611210001']);
});

test('a record of one face is found through no other: not listed, not counted, 404 for every call on it', async () => {
  const ours = await ask('repair/submit', { note: '刨' });
  const made = await ask('customerrepair/submit', { note: '钳' });
  for (const [path, mine, foreign] of [
    ['repair', ours, made],
    ['customerrepair', made, ours],
  ] as const) {
    const listed = await idsOf(`${path}/page`);
    expect([listed.includes(mine.id), listed.includes(foreign.id)]).toEqual([true, false]);
    const counts = await ask<Record<string, number>>(`${path}/statusCounts`, {});
    expect(counts['draft']).toBe(listed.length);
    for (const [call, input] of [
      ['detail', { id: foreign.id }],
      ['detail', { billCode: foreign['billCode'] }],
      ['history', { id: foreign.id }],
      ['submit', { id: foreign.id, note: '改' }],
      ['toApply', { ids: foreign.id }],
      ['remove', { ids: foreign.id }],
    ] as const)
      expect([path, call, await statusOf(ask(`${path}/${call}`, input))]).toEqual([path, call, 404]);
    expect(await statusOf(ask(`${path}/detail`, { id: mine.id }))).toBe(200);
  }
});

test('what a right of the document hides, the same right of the face hides', async () => {
  const { id } = await ask(
    'customerrepair/submit',
    { fee: '12.00' },
    may('customerrepair_add', 'customerrepair_view_fee'),
  );
  const seenWith = async (right: string): Promise<unknown> =>
    (await ask('customerrepair/detail', { id }, may('customerrepair_view', right)))['fee'];
  expect([await seenWith('customerrepair_view_fee'), await seenWith('repair_view_fee')]).toEqual(['12.00', undefined]);
});

test('its timeline and its chain are those of the document, and the chain names the face', async () => {
  const { id } = await ask('customerrepair/submit', { note: '斧' });
  await ask('customerrepair/toApply', { ids: id });
  const standing = await ask<{ status: string; timeline: { action: string }[] }>('customerrepair/detail', { id });
  expect([standing.status, standing.timeline.map(({ action }) => action)]).toEqual(['pending', ['toApply']]);
  const logged = await shop.as({}, (context) =>
    context.tx.rows(sql`select distinct resource from audit_log where record_id = ${id}::bigint`),
  );
  expect(logged).toEqual([{ resource: 'repair' }]);
  const ours = await ask('repair/submit', { note: '锉' });
  const chain = await shop.as({}, async (context) => {
    await link(context, [
      {
        kind: 'follow',
        fromType: 'repair',
        fromBillId: ours.id,
        fromLineId: ours.id,
        toType: 'repair',
        toBillId: id,
        toLineId: id,
        fromQty: '1',
        toQty: '1',
      },
    ]);
    return [await linkedDocuments(context, repair, ours.id), await linkedDocuments(context, theirs, id)];
  });
  expect(chain.map((each) => each.map(({ direction, resource: name }) => [direction, name]))).toEqual([
    [['down', 'customerrepair']],
    [['up', 'repair']],
  ]);
});

test('a share by a field that a person may write stops the program', () => {
  const kind = choice('种类', 'Kind', [['hand', '手动', 'Hand']], { default: 'hand' });
  const declare =
    (field: typeof kind, value: string): (() => unknown) =>
    () =>
      buildRegistry(
        [
          {
            name: 'workshop',
            label: label('工坊', 'Workshop'),
            declarations: [
              resource('thing', {
                label: tool.label,
                service: 'workshop',
                segment: 'thing',
                where: { kind: value },
                fields: { kind: field },
              }),
            ] as readonly Declaration[],
            menu: [],
          },
        ],
        [],
      );
  expect(declare(kind, 'hand')).toThrow('is no read-only field that can be');
  const readonly = { ...kind, rules: { ...kind.rules, readonly: true } } as typeof kind;
  expect(declare(readonly, 'foot')).toThrow('is no read-only field that can be');
  expect(declare(readonly, 'hand')).not.toThrow();
});
