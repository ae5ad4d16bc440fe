/** Work lists beside a slow model: however lines are changed, parted, moved, undone or voided, Σ lines = need. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../tests/support/long-form.ts';
import { thing } from '../../receiving/dock.testing.ts';
import { aDispatch, OK, site, supplier, type ListLine, type Lists } from './lists.testing.ts';

let room: Lists;
beforeAll(async () => {
  room = await aDispatch();
});
afterAll(() => room.running.close());

/** Millionths of a base unit: what the model reckons in. */
const millionths = (text: string): bigint => {
  const [whole, rest = ''] = text.split('.');
  return BigInt(`${whole}${rest.padEnd(6, '0').slice(0, 6)}`);
};
/** A line as the model holds it: what of the need it is, and where it stands. */
interface ModelLine {
  readonly need: bigint;
  readonly isUniform: boolean;
}
type Model = ReadonlyMap<string, ModelLine>;
/** A change, through which list it was made, and the model before it. */
interface Past {
  readonly id: string;
  readonly of: string;
  readonly model: Model;
}

const segmentOf = (isUniform: boolean): string => (isUniform ? 'distributionuniform' : 'distributionstraight');

/** Live lines of a request, by their id, as the database has them. */
const stored = async (requestId: string): Promise<Map<string, ListLine & { kind: string }>> =>
  new Map(
    (
      await room.running.asOwner<ListLine & { kind: string }>(
        `select d.id::text, b.kind, b.id::text as "billId", trim_scale(d.need_base_qty)::text as need,
          trim_scale(d.qty)::text as qty, d.material_id::text as "materialId", trim_scale(d.base_qty)::text as base,
          trim_scale(d.ratio)::text as ratio
        from distribution_bill b join distribution_bill_detail d on d.distribution_bill_id = b.id
        join purchase_request r on r.bill_code = d.source_code where r.id = $1 and b.status <> 'void' order by d.id`,
        [requestId],
      )
    ).map((line) => [line.id, line]),
  );

/** What the lists have of a request must be what the model says, to the last millionth, and nothing stands twice. */
async function agrees(requestId: string, model: Model, need: bigint): Promise<void> {
  const lines = await stored(requestId);
  expect([...lines].map(([id, line]) => [id, millionths(line['need']!), line.kind === 'uniform'])).toEqual(
    [...model]
      .toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
      .map(([id, line]) => [id, line.need, line.isUniform]),
  );
  const listed = [...model.values()].reduce((sum, line) => sum + line.need, 0n);
  const onRequest = await room.figure(
    `select coalesce(sum(open_qty), 0)::text as n from expected_receipt where bill_type = 'purchaseRequest' and bill_id = $1`,
    [requestId],
  );
  expect(listed + millionths(onRequest)).toBe(need);
  expect(await room.proof()).toBeNull();
}

const act = fc.record({
  kind: fc.constantFrom('supplier', 'material', 'back', 'split', 'source', 'undo', 'undo', 'void', 'generate'),
  pick: fc.nat(7),
  share: fc.integer({ min: 1, max: 99 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Does one thing; answers the model as it must be then. `past`: the models before each change that can be undone. */
async function run(requestId: string, model: Model, past: Past[], { kind, pick, share }: Act): Promise<Model> {
  const lines = await stored(requestId);
  const ids = [...model.keys()];
  const chosen = ids.length === 0 ? undefined : lines.get(ids[pick % ids.length]!);
  const read = async (): Promise<Model> =>
    new Map(
      [...(await stored(requestId))].map(([id, line]) => [
        id,
        { need: millionths(line['need']!), isUniform: line.kind === 'uniform' },
      ]),
    );
  if (kind === 'generate') {
    const answer = await room.refusal('distributionstraight/generateDistributionStraight', { ids: requestId });
    // What a void list gave back is listed anew; as long as nothing is open nothing is.
    const isOpen = (await stored(requestId)).size > model.size || answer === OK;
    if (!isOpen) return model;
    past.length = 0;
    return read();
  }
  if (chosen === undefined) return model;
  const of = segmentOf(chosen.kind === 'uniform');
  const kept = async (): Promise<number> =>
    past.push({
      model,
      of,
      id: await room.figure(`select id::text as id from distribution_change order by id desc limit 1`),
    });
  if (kind === 'undo') {
    const last = past.pop();
    if (last === undefined) return model;
    expect(await room.refusal(`${last.of}/undoBatch`, { id: last.id })).toBe(OK);
    return last.model;
  }
  if (kind === 'void') {
    expect(await room.refusal(`${of}/void`, { ids: chosen['billId'], reason: '重新分配' })).toBe(OK);
    past.length = 0;
    return new Map([...model].filter(([id]) => lines.get(id)!['billId'] !== chosen['billId']));
  }
  const input =
    kind === 'supplier'
      ? ['updateBatchSupplier', { supplierId: share % 2 === 0 ? supplier.near : supplier.far }]
      : kind === 'source'
        ? ['changeSource', { sourceKind: chosen.kind === 'uniform' ? 'direct' : 'factory' }]
        : ['updateBatchMaterial', { materialId: kind === 'material' ? thing.tofu : thing.rice, confirmAllergens: 1 }];
  if (kind === 'split') {
    const whole = millionths(chosen['qty']!);
    const first = (whole * BigInt(share)) / 100n;
    if (first === 0n || first === whole) return model;
    const decimal = (value: bigint): string => `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`;
    expect(
      await room.refusal(`${of}/splitDetail`, {
        id: chosen.id,
        parts: [{ qty: decimal(first) }, { qty: decimal(whole - first) }],
      }),
    ).toBe(OK);
    await kept();
    const next = await read();
    const parts = [...next].filter(([id]) => id === chosen.id || !model.has(id));
    expect(parts.map(([, line]) => line.need).reduce((a, b) => a + b)).toBe(model.get(chosen.id)!.need);
    return next;
  }
  const answer = await room.refusal(`${of}/${input[0] as string}`, { ids: [chosen.id], ...(input[1] as object) });
  if (answer !== OK) return model;
  await kept();
  return kind === 'source'
    ? new Map([...model].map(([id, line]) => [id, id === chosen.id ? { ...line, isUniform: !line.isUniform } : line]))
    : model;
}

test('B13: whatever is done with its lines, a need is listed and asked for exactly once', async () => {
  const quantity = fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => (thousandths / 1000).toFixed(3));
  await fc.assert(
    fc.asyncProperty(quantity, fc.array(act, { minLength: 4, maxLength: 14 }), async (qty, acts) => {
      const requestId = await room.requested([{ materialId: thing.rice, requestQty: qty }], site.first);
      let model: Model = new Map();
      const past: Past[] = [];
      for (const each of [{ kind: 'generate', pick: 0, share: 1 } as Act, ...acts]) {
        model = await run(requestId, model, past, each);
        await agrees(requestId, model, millionths(qty));
      }
    }),
    { numRuns: rounds(8, 300) },
  );
}, 180_000);
