/** What tests say of yields beside what is in use, and what people decide: a proposal changes nothing by itself. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { material } from '../materials/material.resource.ts';
import * as calls from './yield.calls.ts';
import { ALL_YEAR, estimateOf, isProposed, SEASONS, type Estimate, type PastDecision } from './yield.rules.ts';
import { summedTests, type SummedTests } from './yield-sums.server.ts';
import '../master-data.refusals.ts';

const text = (figure: number): DecimalText => figure.toFixed(2);
const shown = ({ count, learned, low, high }: Estimate) => ({
  count,
  learned: text(learned),
  low: low === null ? null : text(low),
  high: high === null ? null : text(high),
});

export const yieldBoard = serve(calls.yieldBoard, async (context, { materialId }) => {
  if (materialId && !/^\d{1,19}$/.test(materialId))
    throw new Refused(refuse('param.invalid', { name: 'materialId', value: materialId }, { field: 'materialId' }));
  return boardOf(context, await summedTests(context, materialId ? [materialId] : undefined));
});

async function boardOf(context: Context, tests: readonly SummedTests[]): Promise<calls.YieldRow[]> {
  const ids = [...new Set(tests.map(({ materialId }) => materialId))];
  const [goods, decided, suppliers] = await Promise.all([
    context.tx.rows<{ id: Id; name: string; standard: DecimalText }>(
      sql`select m.id, m.called as name, m.std_yield as standard from material m
        where m.id = any(${ids}::bigint[]) order by m.code`,
    ),
    decisionsOf(context, ids),
    context.tx.rows<{ id: Id; name: string }>(
      sql`select s.id, s.name from supplier s
        where s.id = any(${[...new Set(tests.flatMap(({ supplierId }) => supplierId || []))]}::bigint[])`,
    ),
  ]);
  const names = new Map(suppliers.map(({ id, name }) => [id, name]));
  const byMaterial = Map.groupBy(tests, ({ materialId }) => materialId);
  const rows = goods.map(({ id, name, standard }): calls.YieldRow => {
    const own = byMaterial.get(id)!.flatMap((sums) => {
      const estimate = estimateOf(sums, Number(standard));
      return estimate === null ? [] : [{ ...sums, estimate }];
    });
    return {
      materialId: id,
      materialName: name,
      standard: text(Number(standard)),
      seasons: [ALL_YEAR, ...SEASONS].flatMap((season) => {
        const found = own.find((each) => each.supplierId === '' && each.season === season);
        if (found === undefined) return [];
        const decision = decided.get(`${id} ${season}`);
        const used = Number(
          decision?.inUse ?? (season === ALL_YEAR ? undefined : decided.get(`${id} ${ALL_YEAR}`)?.inUse) ?? standard,
        );
        return [
          {
            season,
            ...shown(found.estimate),
            used: text(used),
            isAccepted: decision?.inUse !== undefined,
            isProposed: isProposed(found.estimate, used, decision?.last),
          },
        ];
      }),
      suppliers: own
        .filter(({ supplierId }) => supplierId !== '')
        .map(({ supplierId, season, estimate }) => ({
          supplierId,
          supplierName: names.get(supplierId) ?? '',
          season,
          ...shown(estimate),
        })),
    };
  });
  const proposes = ({ seasons }: calls.YieldRow): number => Number(!seasons.some((each) => each.isProposed));
  return rows.toSorted((a, b) => proposes(a) - proposes(b));
}

interface Decided {
  /** The yield in use; undefined where none is. */
  readonly inUse: DecimalText | undefined;
  /** The last word on a proposal. */
  readonly last: PastDecision | undefined;
}
async function decisionsOf(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<string, Decided>> {
  const rows = await context.tx.rows<{
    materialId: Id;
    season: string;
    decision: 'accepted' | 'declined' | 'withdrawn';
    learnedYield: DecimalText;
    testCount: number;
  }>(sql`
    select w.material_id, w.season, w.decision, w.learned_yield, w.test_count from yield_decision w
    where w.material_id = any(${ids as Id[]}::bigint[]) order by w.decide_time desc, w.id desc`);
  return new Map(
    [...Map.groupBy(rows, ({ materialId, season }) => `${materialId} ${season}`)].map(([key, own]) => {
      const standing = own.find(({ decision }) => decision !== 'declined');
      const [last] = own;
      return [
        key,
        {
          inUse: standing?.decision === 'accepted' ? standing.learnedYield : undefined,
          last: { isAccepted: last!.decision !== 'declined', count: last!.testCount },
        },
      ];
    }),
  );
}

type Season = calls.YieldRow['seasons'][number];
interface Asked {
  readonly materialId: string;
  readonly season: string | null;
}
/** The material held, with what its tests say now: two people decide one after the other. */
async function heldSeason(context: Context, asked: Asked): Promise<Season> {
  const season = asked.season || ALL_YEAR;
  if (!/^\d{1,19}$/.test(asked.materialId)) throw unknownRecord(material.label);
  const held = await context.tx.row<{ id: Id }>(
    sql`select id from material where id = ${asked.materialId}::bigint for no key update`,
  );
  if (held === undefined) throw unknownRecord(material.label);
  const [row] = await boardOf(context, await summedTests(context, [asked.materialId]));
  const found = row?.seasons.find((each) => each.season === season);
  if (found === undefined) throw new Refused(refuse('master-data.yield-untested', {}, { field: 'season' }));
  return found;
}

type Decision = 'accepted' | 'declined' | 'withdrawn';
async function decide(context: Context, materialId: Id, of: Season, decision: Decision, reason: string): Promise<true> {
  const me = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into yield_decision (material_id, season, decision, used_yield, learned_yield, low_yield, high_yield,
      test_count, decide_user_id, decide_time, reason, create_user, create_dept, update_user)
    values (${materialId}::bigint, ${of.season}, ${decision}, ${of.used}::numeric, ${of.learned}::numeric,
      ${of.low}::numeric, ${of.high}::numeric, ${of.count}, ${me}, ${context.now}::timestamptz, ${reason || null},
      ${me}, ${context.user.deptId || null}::bigint, ${me})`);
  return true;
}

function requireProposed({ isProposed: is, learned, low, high, used }: Season): void {
  if (!is)
    throw new Refused(refuse('master-data.yield-unproposed', { used, learned, low: low ?? '–', high: high ?? '–' }));
}

export const adoptYield = serve(calls.adoptYield, async (context, input) => {
  const found = await heldSeason(context, input);
  requireProposed(found);
  if (input.learnedYield !== null && Number(input.learnedYield) !== Number(found.learned))
    throw new Refused(refuse('master-data.yield-meanwhile', { seen: input.learnedYield, learned: found.learned }));
  return decide(context, input.materialId, found, 'accepted', '');
});

export const declineYield = serve(calls.declineYield, async (context, input) => {
  const found = await heldSeason(context, input);
  requireProposed(found);
  return decide(context, input.materialId, found, 'declined', input.reason);
});

export const withdrawYield = serve(calls.withdrawYield, async (context, input) => {
  const found = await heldSeason(context, input);
  if (!found.isAccepted) throw new Refused(refuse('master-data.yield-not-accepted', {}));
  return decide(context, input.materialId, found, 'withdrawn', input.reason);
});
