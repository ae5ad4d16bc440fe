/** Market prices find the names they stand under; names without a material wait for somebody to say what they are. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { learnAliases } from '../../master-data/materials/material-alias.server.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { marketPrice, marketProduct, marketSource } from './market.resource.ts';

/** What people mean by the units markets quote in, in kilogram. */
const QUOTED_IN: ReadonlyMap<string, string> = new Map(
  Object.entries({ 斤: '0.5', 公斤: '1', 千克: '1', kg: '1', KG: '1' }),
);

interface Named {
  readonly id: Id;
  readonly marketSourceId: Id;
  readonly productName: string;
  readonly originSpec: string | null;
  readonly unitText: string;
  readonly factor: DecimalText | null;
}
const nameOf = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    ['marketSourceId', 'productName', 'originSpec', 'unitText'].map((field) => String(values[field] ?? '')),
  );
const perBase = (price: string, factor: string | null): string | null =>
  factor === null ? null : Fraction.of(price).dividedBy(Fraction.of(factor)).rounded(6).toString();

export const marketSourceBehaviour: Behaviour = behaviour(marketSource, {});

export const marketProductBehaviour: Behaviour = behaviour(marketProduct, {
  filters: {
    mapped: (value) =>
      value === '1'
        ? sql`(coalesce(cardinality(t.material_ids), 0) > 0 and t.factor is not null)`
        : sql`(coalesce(cardinality(t.material_ids), 0) = 0 or t.factor is null)`,
  },
  /** What was quoted under the name is worth what the name says now. */
  async afterSaveAll(context, saved) {
    // Said to be one material, a market's name is a name of it.
    await learnAliases(
      context,
      saved.flatMap(({ values }) => {
        const materialIds = Array.isArray(values.materialIds) ? values.materialIds.map(String) : [];
        return materialIds.length === 1
          ? [{ name: String(values.productName), materialId: materialIds[0]!, supplierId: null }]
          : [];
      }),
    );
    await context.tx.run(sql`
      update market_price p set base_price = round(p.avg_price / n.factor, 6) from market_product n
      where n.id = p.market_product_id and n.id = any(${saved.map(({ id }) => id)}::bigint[])
        and p.base_price is distinct from round(p.avg_price / n.factor, 6)`);
  },
});

/** Quotes of markets: each under a name of its source, with its figures in order and its price per base unit. */
export const marketPriceBehaviour: Behaviour = behaviour(marketPrice, {
  /** Gives every quote its name; a new name is added to the list, where somebody matches it to materials. */
  async beforeSaveAll(context, savings) {
    const whole = savings.filter(
      ({ values }) => values.marketSourceId && values.productName && values.unitText && rises(values),
    );
    const sources = await context.tx.rows<{ id: Id }>(
      sql`select id from market_source where id =
          any(${whole.map(({ values }) => String(values.marketSourceId))}::bigint[])`,
    );
    const known = new Set(sources.map((row) => row.id));
    const standing = whole.filter(({ values }) => known.has(String(values.marketSourceId)));
    let names = await namesOf(context, standing);
    const unseen = [
      ...new Map(
        standing.filter(({ values }) => !names.has(nameOf(values))).map(({ values }) => [nameOf(values), values]),
      ).values(),
    ];
    if (unseen.length > 0) {
      await saveAll(
        marketProduct,
        context,
        unseen.map((values) => ({
          marketSourceId: values.marketSourceId,
          productName: values.productName,
          originSpec: values.originSpec,
          unitText: values.unitText,
          factor: QUOTED_IN.get(String(values.unitText)) ?? null,
        })),
      );
      names = await namesOf(context, standing);
    }
    for (const { values } of standing) {
      const name = names.get(nameOf(values));
      Object.assign(values, {
        marketProductId: name?.id ?? null,
        basePrice: values.avgPrice ? perBase(String(values.avgPrice), name?.factor ?? null) : null,
      });
    }
  },
  filters: {
    mapped: (value) =>
      sql`(exists (select 1 from market_product n
          where n.id = t.market_product_id and n.factor is not null
            and coalesce(cardinality(n.material_ids), 0) > 0)) = ${value === '1'}`,
  },
  beforeSave(_context, { values }) {
    if (!rises(values)) throw new Refused(refuse('prices.market-order', {}, { field: 'avgPrice' }));
  },
});

/** Lowest, average and highest, as far as they are given. */
function rises(values: Readonly<Record<string, unknown>>): boolean {
  const figures = ['lowPrice', 'avgPrice', 'highPrice'].flatMap((field) =>
    values[field] ? [Decimal.of(String(values[field]))] : [],
  );
  return figures.slice(1).every((figure, index) => !figures[index]!.isAbove(figure));
}

async function namesOf(context: Context, savings: readonly Saving<typeof marketPrice>[]): Promise<Map<string, Named>> {
  const rows = await context.tx.rows<Named>(sql`
    select id, market_source_id, product_name, origin_spec, unit_text, factor from market_product
    where market_source_id =
      any(${[...new Set(savings.map(({ values }) => values.marketSourceId))]}::bigint[])
      and product_name = any(${[...new Set(savings.map(({ values }) => values.productName))]}::text[])`);
  return new Map(rows.map((row) => [nameOf({ ...row }), row]));
}

/** A quote of one of our materials. */
export interface MarketQuote {
  readonly materialId: Id;
  readonly sourceId: Id;
  readonly sourceName: string;
  readonly productName: string;
  readonly date: string;
  /** Per base unit; where a source gives no lowest or highest, its average. */
  readonly low: DecimalText;
  readonly average: DecimalText;
  readonly high: DecimalText;
}
/** Quotes of these materials on these days, both included; one statement. */
export const marketQuotes = (
  context: Context,
  materialIds: readonly Id[],
  from: string,
  to: string,
): Promise<MarketQuote[]> =>
  context.tx.rows<MarketQuote>(sql`
  select m.id as material_id, p.market_source_id as source_id, s.name as source_name, p.product_name,
    p.price_date as date, round(coalesce(p.low_price, p.avg_price) / n.factor, 6) as low, round(p.avg_price / n.factor,
    6) as average, round(coalesce(p.high_price, p.avg_price) / n.factor, 6) as high
  from market_product n cross join unnest(n.material_ids) as m(id)
  join market_price p on p.market_product_id = n.id and p.price_date between ${from}::date and ${to}::date
    join market_source s on s.id = p.market_source_id and s.frozen = 0
  where n.frozen = 0 and n.factor is not null and n.material_ids && ${[...materialIds]}::bigint[]
    and m.id = any(${[...materialIds]}::bigint[]) order by p.price_date desc, p.id`);
