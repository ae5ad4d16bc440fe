/** What a shortage split goes by: the lines that wait, what is there for them, and what each of them gets. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { inBoth, label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { lotsOfStores } from '../sorting/sorting-lots.server.ts';
import { reasonOf } from './share-reason.rules.ts';
import type { splitRules } from './shortage-split.document.ts';
import { splitSupply, type ClaimShare, type SplitRule } from './shortage-split.rules.ts';

type AnyRule = (typeof splitRules)[number][0];
/** What is to be shared. */
export interface Asked {
  readonly factoryWarehouseId: Id | null;
  readonly outWarehouseId: Id | null;
  readonly deliveryDate: string;
  readonly waveNo: string | null;
  readonly materialId: Id;
  readonly supplyQty: DecimalText | null;
  readonly rule: AnyRule | null;
  readonly step: DecimalText | null;
  /** By hand: what each line is to get. */
  readonly byHand?: ReadonlyMap<Id, Decimal>;
}
interface WaitingLine {
  readonly logId: Id;
  readonly orderNo: string;
  readonly orderDetailId: Id;
  readonly outOrgId: Id;
  readonly siteDeptId: Id;
  readonly site: string;
  readonly siteCode: string;
  readonly priorityClass: string;
  readonly priorityZh: string;
  readonly priorityEn: string;
  readonly priorityRank: number;
  readonly stopSeq: number | null;
  readonly unitId: Id;
  readonly unitZh: string;
  readonly unitEn: string;
  readonly isMass: boolean;
  readonly factor: DecimalText;
  readonly orderQty: DecimalText;
  readonly material: string;
}
interface Share extends ClaimShare {
  readonly of: WaitingLine;
  readonly text: string;
}
export interface WorkedOut {
  readonly rule: AnyRule;
  readonly step: Decimal;
  readonly unitId: Id;
  readonly unit: Label;
  readonly supply: Decimal;
  readonly there: Decimal;
  readonly demand: Decimal;
  readonly outOrgId: Id;
  readonly shares: readonly Share[];
}

/** Lines that wait to be sorted, by stop and site. */
const waitingLines = (context: Context, asked: Asked): Promise<WaitingLine[]> =>
  context.tx.rows<WaitingLine>(sql`
    select t.id as log_id, t.order_no, t.order_detail_id, t.out_org_id, t.site_dept_id, d.dept_name as site,
      d.code as site_code,
      coalesce(t.priority_class, 'normal') as priority_class, coalesce(e.dict_value, t.priority_class, '') as priority_zh,
      coalesce(e.dict_value_en, e.dict_value, t.priority_class, '') as priority_en,
      coalesce(e.sort, 1000) as priority_rank, t.stop_seq, t.unit_id, u.name as unit_zh,
      coalesce(u.symbol, u.name) as unit_en, u.dimension = 'mass' as is_mass, t.factor, t.order_qty,
      m.called as material
    from distribution_statement_log t join dept d on d.id = t.site_dept_id join material m on m.id = t.material_id
    join material_unit u on u.id = t.unit_id
    left join dict_biz k on k.code = 'deliveryPriority' and k.parent_id = 0
    left join dict_biz e on e.parent_id = k.id and e.dict_key = coalesce(t.priority_class, 'normal')
    where t.state in ('waiting', 'undone') and t.shipped_flag = 0 and t.material_id = ${asked.materialId}::bigint
      and t.delivery_date = ${asked.deliveryDate}::date
      and t.factory_warehouse_id is not distinct from ${asked.factoryWarehouseId}::bigint
      and t.out_warehouse_id is not distinct from ${asked.outWarehouseId}::bigint
      and (${asked.waveNo}::text is null or t.wave_no = ${asked.waveNo})
    order by t.stop_seq nulls last, d.code, t.id`);

/** What is there in the store for these lines, in base unit: usable lots, less what is sorted of them already. */
async function thereIs(context: Context, { factoryWarehouseId, outWarehouseId, deliveryDate, materialId }: Asked) {
  const locationId = (factoryWarehouseId ?? outWarehouseId)!;
  const lots = await lotsOfStores(context, [{ locationId, materialId }], { proposed: false });
  return Decimal.sum(
    lots
      .filter(({ lotState, expiryDate }) => lotState === 'free' && (expiryDate === null || expiryDate >= deliveryDate))
      .map(({ left }) => Decimal.max(Decimal.zero, left)),
  );
}

/** Where the goods are shared, as a person calls it. */
async function storeName(context: Context, { factoryWarehouseId, outWarehouseId }: Asked): Promise<string> {
  const row = await context.tx.row<{ name: string }>(
    sql`select l.called as name from stock_location l where l.id = ${factoryWarehouseId ?? outWarehouseId}::bigint`,
  );
  return row?.name ?? '';
}

/** Works a split out. Refuses where there is nothing to share, or lines are in different units. */
export async function workOut(context: Context, asked: Asked): Promise<WorkedOut> {
  if ((asked.factoryWarehouseId === null) === (asked.outWarehouseId === null))
    throw new Refused(refuse('split.store', {}, { field: 'factoryWarehouseId' }));
  const lines = await waitingLines(context, asked);
  const [first] = lines;
  if (first === undefined) {
    const [store, material] = await Promise.all([
      storeName(context, asked),
      context.tx.row<{ name: string }>(
        sql`select m.called as name from material m where m.id = ${asked.materialId}::bigint`,
      ),
    ]);
    throw new Refused(
      refuse(
        'split.nothing',
        { store, date: asked.deliveryDate, material: material?.name ?? '' },
        { field: 'materialId' },
      ),
    );
  }
  const units = [...new Set(lines.map(({ unitZh }) => unitZh))];
  if (units.length > 1)
    throw new Refused(
      refuse('split.several-units', { material: first.material, units: units.join('、') }, { field: 'materialId' }),
    );
  const inBase = await thereIs(context, asked);
  const there = inBase.dividedBy(Decimal.of(first.factor)).roundedDown(6);
  const supply = asked.supplyQty === null ? there : Decimal.of(asked.supplyQty);
  const rule = asked.rule ?? (await ruleOf(context));
  const step = Decimal.of(asked.step ?? (first.isMass ? '0.01' : '1'));
  const unit = label(first.unitZh, first.unitEn);
  const shares =
    rule === 'manual'
      ? byHand(lines, supply, asked.byHand).map((share, index): Share => {
          const of = lines[index]!;
          return { ...share, of, text: textOf(share, of, { rule, step, unit, lines }) };
        })
      : byRule(lines, supply, { rule, step, unit, lines });
  return {
    rule,
    step,
    unitId: first.unitId,
    unit,
    supply,
    there,
    demand: Decimal.sum(lines.map(({ orderQty }) => Decimal.of(orderQty))),
    outOrgId: first.outOrgId,
    shares,
  };
}

interface Beside {
  readonly rule: AnyRule;
  readonly step: Decimal;
  readonly unit: Label;
  readonly lines: readonly WaitingLine[];
}
function textOf(share: ClaimShare, of: WaitingLine, { rule, step, unit, lines }: Beside): string {
  const among = rule === 'priority' ? lines.filter(({ priorityRank }) => priorityRank === of.priorityRank) : lines;
  const sites = new Set(among.map(({ siteDeptId }) => siteDeptId)).size;
  return inBoth(reasonOf(share, { rule, step, unit, priority: label(of.priorityZh, of.priorityEn), sites }), TEXT_MAX);
}
const TEXT_MAX = 290;

async function ruleOf(context: Context): Promise<SplitRule> {
  const text = (await readParameter(context, 'distribution.split.rule')).trim();
  return text === 'proportional' || text === 'equal' ? text : 'priority';
}

const LAST = Number.MAX_SAFE_INTEGER;
/** An order line is one claim, whatever lots it is sorted from; what it gets is taken from its lots in their order. */
function byRule(
  lines: readonly WaitingLine[],
  supply: Decimal,
  beside: Omit<Beside, 'rule'> & { readonly rule: SplitRule },
): readonly Share[] {
  const claims = [...Map.groupBy(lines, ({ orderDetailId }) => orderDetailId)];
  const { shares } = splitSupply(
    supply,
    claims.map(([id, [first, ...more]]) => ({
      id,
      siteCode: first!.siteCode,
      stopSeq: first!.stopSeq ?? LAST,
      priorityRank: first!.priorityRank,
      demand: Decimal.sum([first!, ...more].map(({ orderQty }) => Decimal.of(orderQty))),
    })),
    beside.step,
    beside.rule,
  );
  return claims.flatMap(([, own], index) => {
    const whole = shares[index]!;
    const text = textOf(whole, own[0]!, beside);
    let [given, exact] = [whole.allocated, whole.exactShare];
    return own.map((of): Share => {
      const demand = Decimal.of(of.orderQty);
      const [allocated, exactShare] = [Decimal.min(demand, given), Decimal.min(demand, exact)];
      given = given.minus(allocated);
      exact = exact.minus(exactShare);
      return { ...whole, id: of.logId, demand, allocated, exactShare, short: demand.minus(allocated), of, text };
    });
  });
}

/** Shares entered by hand; refuses what is above demand, and a sum that is not what there is to share. */
function byHand(lines: readonly WaitingLine[], supply: Decimal, given: Asked['byHand']): readonly ClaimShare[] {
  const demand = Decimal.sum(lines.map(({ orderQty }) => Decimal.of(orderQty)));
  const shares = lines.map(({ logId, orderQty }): ClaimShare => {
    const [wanted, allocated] = [Decimal.of(orderQty), given?.get(logId) ?? Decimal.zero];
    const short = wanted.minus(allocated);
    return {
      id: logId,
      demand: wanted,
      exactShare: allocated,
      allocated,
      short,
      reason: short.isZero() ? 'whole' : 'part',
      there: supply,
      requested: demand,
    };
  });
  const refusals = shares.flatMap(({ demand: wanted, allocated, short }, index) =>
    short.isNegative()
      ? [refuse('split.above', { site: lines[index]!.site, demand: wanted, share: allocated }, { line: index + 1 })]
      : [],
  );
  const sum = Decimal.sum(shares.map(({ allocated }) => allocated));
  const expected = Decimal.min(supply, demand);
  if (refusals.length === 0 && !sum.equals(expected)) refusals.push(refuse('split.sum', { sum, expected }));
  if (refusals.length > 0) throw new Refused(...refusals);
  return shares;
}
