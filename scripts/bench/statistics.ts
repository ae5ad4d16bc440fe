/**
 * Statistics of the stores over a month of a million moves, the newest and one with later moves behind it, by type and
 * by material; beside the sums by place, material and reason of the month, and what lay there before it, in plain SQL.
 */
import { atMost, holds, known, median, timesBare, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { makeBalances, makeOlderPast } from './stock.ts';

const ROUNDS = 5;
const MOST = 1.5;
/** All moves of the balances, and as many days of the past before them. */
const NEWEST = { startDate: '2026-01-01', endDate: '2026-02-10' };
const EARLIER = { startDate: '2025-11-24', endDate: '2025-12-30' };

interface Answer {
  readonly records: readonly Readonly<Record<string, string>>[];
  readonly totals: Readonly<Record<string, string>>;
}

/** The page finance opens at the end of a month. */
export async function benchStatistics(fixtures: Fixtures): Promise<Figure[]> {
  const materials = fixtures.quick ? 20 : 690;
  const [{ there }] = (await fixtures.sql(
    `select exists (select 1 from stock_move where bill_type = 'stockbench') as there`,
  )) as unknown as [{ there: boolean }];
  if (!there) {
    await makeBalances(fixtures, materials);
    await makeOlderPast(fixtures, materials, fixtures.quick ? 40 : 148);
  }
  return [
    ...(await measure(fixtures, 'the newest month', NEWEST)),
    ...(await measure(fixtures, 'an earlier month', EARLIER)),
  ];
}

async function measure(
  fixtures: Fixtures,
  what: string,
  month: Readonly<{ startDate: string; endDate: string }>,
): Promise<Figure[]> {
  const [from, to] = [`timestamptz '${month.startDate}'`, `date '${month.endDate}' + 1`];
  const [{ moves }] = (await fixtures.sql(
    `select count(*)::integer as moves from stock_move where business_time >= ${from} and business_time < ${to}`,
  )) as unknown as [{ moves: number }];
  let answer: Answer | undefined;
  const asked = (groupBy: string) => async (): Promise<void> => {
    const got = fine(await fixtures.get('store-management/statistics/page', { ...month, groupBy, size: '200' }))
      .data as Answer;
    if (groupBy === 'type') answer = got;
  };
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    bare: () =>
      fixtures.sql(`
        select material_type_id, reason, sum(qty), sum(amount), max(held) from (
          select location_id, material_id, reason, sum(qty) as qty, sum(amount) as amount from stock_move
          where business_time >= ${from} and business_time < ${to} group by 1, 2, 3) v
        join material m on m.id = v.material_id
        join (select location_id, material_id, (select c.held_amount from stock_move b
          join stock_move_cost c on c.tenant_id = b.tenant_id and c.move_id = b.id
          where b.tenant_id = s.tenant_id and b.location_id = s.location_id and b.material_id = s.material_id
            and b.business_time < ${to} order by b.business_time desc, b.seq desc limit 1) as held from stock s) s
          using (location_id, material_id)
        group by 1, 2`),
    type: asked('type'),
    material: asked('material'),
    supplier: asked('supplier'),
    day: asked('day'),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const begun = performance.now();
      await work();
      if (round > 0) (times[name] ??= []).push((performance.now() - begun) / 1000);
    }
  const took = (name: string): number => median(times[name]!);
  const { totals } = answer!;
  const adds =
    Math.round(100 * (Number(totals['openAmount']) + Number(totals['inAmount']) - Number(totals['outAmount']))) ===
    Math.round(100 * Number(totals['closeAmount']));
  const of = `statistics of ${what}`;
  return [
    timesBare(`${of}, by type`, took('type'), took('bare'), 's', MOST, {
      note: `${moves.toLocaleString('en')} moves; SQL: sums by place, material and reason, and what lay there`,
    }),
    atMost(`${of}, by type: in all`, took('type'), 's', 1),
    timesBare(`${of}, by material`, took('material'), took('bare'), 's', MOST),
    known(`${of}, by day`, took('day'), 's'),
    known(`${of}, by supplier`, took('supplier'), 's'),
    holds(`${of}: opening + in − out = closing`, adds && answer!.records.length > 0, `${answer!.records.length} types`),
  ];
}
