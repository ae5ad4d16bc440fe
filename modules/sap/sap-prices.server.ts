/**
 * Prices of SAP: what suppliers ask, and what sites are charged. SAP's rows follow SAP's own periods; one entered
 * here is never touched.
 */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { text, type Fields, type Id } from '../../kernel/core/field.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { audit, differences } from '../../kernel/server/audit.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ident, sql, type Sql } from '../../parts/postgres/database.ts';
import { nextCodes } from '../../kernel/server/numbering.ts';
import { byHalves } from '../../parts/bulk-save/save-batch.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { insertRows, updateRows } from '../../kernel/server/write-rows.ts';
import { unitLadders } from '../master-data/units/material-units.server.ts';
import { priceFigures } from '../master-data/figures/price-figures.rules.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { settlementPrice } from '../prices/price-book/price.resource.ts';
import { isRepriced, watchStored } from '../prices/warnings/single-price-warnings.server.ts';
import { supplierMaterial } from '../suppliers/supplier-material.resource.ts';
import { watchStoredQuotes } from '../suppliers/supplier-material.server.ts';
import { deptsByPlant, unitsBySapCode } from './sap-keys.server.ts';
import { priceFacts, type PriceFacts } from './sap-facts.rules.ts';
import { hasValues } from './sap-masters.server.ts';
import { failed, type Outcome, type ImportPage } from './sap-sync.server.ts';

interface Kind {
  readonly declaration: Declaration;
  /** Whose price it is beside the material's: a supplier's, or of a place. */
  readonly of: 'supplierId' | 'deptId';
  /** Prices that are new, another than before or gone are looked at; nothing of SAP's is stopped by it. */
  readonly watch: (context: Context, ids: readonly string[]) => Promise<void>;
}
const PURCHASE: Kind = { declaration: supplierMaterial, of: 'supplierId', watch: watchStoredQuotes };
const SETTLEMENT: Kind = {
  declaration: settlementPrice,
  of: 'deptId',
  watch: (context, ids) => watchStored(context, settlementPrice, ids),
};

interface Goods {
  readonly id: string;
  readonly name: string;
  readonly sapCode: string;
  readonly taxRate: string | null;
}
interface Party {
  readonly id: string;
  readonly taxRate: string;
}
interface Facts {
  readonly goods: ReadonlyMap<string, Goods>;
  readonly units: ReadonlyMap<string, { readonly id: string }>;
  readonly suppliers: ReadonlyMap<string, Party>;
  readonly depts: ReadonlyMap<string, string>;
  readonly ladders: Awaited<ReturnType<typeof unitLadders>>;
}
/** A price as SAP has it: a supplier's, or of a place, whose fields differ. */
interface Values extends Readonly<Record<string, unknown>> {
  readonly sapKey: string;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly frozen?: 0 | 1;
}
interface Stored extends Values {
  readonly id: Id;
}
interface Change {
  readonly index: number;
  readonly before: Stored | undefined;
  readonly values: Values;
}

const takeIn =
  (kind: Kind): ImportPage =>
  async (context, source, rows) => {
    const facts = rows.map((row) => priceFacts(source, row));
    const known = await lookUp(context, kind, facts);
    const table = ident(tableOf(kind.declaration));
    const there = new Map(
      (
        await context.tx.rows<Stored>(
          sql`select * from ${table} where sap_key = any(${facts.map((fact) => fact.key)}) for update`,
        )
      ).map((row) => [row.sapKey, row]),
    );
    const changes: Change[] = [];
    const outcomes = facts.map((fact, index): Outcome => {
      const before = there.get(fact.key);
      if (fact.deleted) {
        if (before === undefined || before.frozen === 1 || (before.endDate !== null && before.endDate <= context.today))
          return 'unchanged';
        // What was in force ends today; what was still to come never will be.
        changes.push({
          index,
          before,
          values: {
            ...before,
            ...(before.startDate < context.today ? { endDate: context.today } : { frozen: 1 as const }),
          },
        });
        return 'updated';
      }
      const judged = worth(kind, fact, known);
      if ('failed' in judged) return judged;
      if (before !== undefined && hasValues(before, judged.values)) return 'unchanged';
      changes.push({ index, before, values: { ...before, ...judged.values } });
      return before === undefined ? 'created' : 'updated';
    });
    for (const { index, start } of await conflicting(context, kind, changes)) {
      const at = changes.findIndex((change) => change.index === index);
      if (at !== -1) changes.splice(at, 1);
      outcomes[index] = failed('startDate', facts[index]!.key, refuse('sap.price-overlap', { start }));
    }
    // Rows that end first, so that those that follow them have room.
    const written = await byHalves(context, changes, (some) => write(context, kind, some));
    const repriced: string[] = [];
    written.forEach((result, at) => {
      const { index, before, values } = changes[at]!;
      if (typeof result !== 'string') outcomes[index] = failed('startDate', facts[index]!.key, ...result.refusals);
      else if (values.frozen === 1 || isRepriced(before ?? null, values)) repriced.push(result);
    });
    await kind.watch(context, repriced);
    return outcomes;
  };

async function lookUp(context: Context, { of }: Kind, facts: readonly PriceFacts[]): Promise<Facts> {
  const goods = await context.tx.rows<Goods>(
    sql`select id, name, sap_code, tax_rate from material where sap_code = any(${facts.map((fact) => fact.material)})`,
  );
  const suppliers =
    of === 'supplierId'
      ? await context.tx.rows<Party & { sapSupplierCode: string }>(
          sql`select id, tax_rate, sap_supplier_code from supplier
            where sap_supplier_code = any(${facts.map((fact) => fact.supplier)})`,
        )
      : [];
  return {
    goods: new Map(goods.map((row) => [row.sapCode, row])),
    units: await unitsBySapCode(
      context,
      facts.map((fact) => fact.unit),
    ),
    suppliers: new Map(suppliers.map((row) => [row.sapSupplierCode, row])),
    depts: await deptsByPlant(
      context,
      facts.map((fact) => fact.plant).filter((plant) => plant !== ''),
    ),
    ladders: await unitLadders(
      context,
      goods.map((row) => row.id),
    ),
  };
}

/** What is to stand for a price of SAP, or why it cannot. */
function worth(
  { of }: Kind,
  fact: PriceFacts,
  { goods, units, suppliers, depts, ladders }: Facts,
): { readonly values: Values } | Exclude<Outcome, string> {
  const bad = (
    field: string,
    value: string,
    code: string,
    detail: Record<string, unknown> = {},
  ): Exclude<Outcome, string> => failed(field, value, refuse(code, detail)) as Exclude<Outcome, string>;
  if (fact.price === null || fact.from === null) return bad('price', fact.key, 'sap.price-invalid');
  const material = goods.get(fact.material);
  if (material === undefined)
    return bad('materialId', fact.material, 'sap.material-unknown', { material: fact.material });
  const unit = units.get(fact.unit);
  if (unit === undefined) return bad('unitId', fact.unit, 'sap.unit-unknown', { unit: fact.unit });
  const supplier = suppliers.get(fact.supplier);
  if (of === 'supplierId' && supplier === undefined)
    return bad('supplierId', fact.supplier, 'sap.supplier-unknown', { supplier: fact.supplier });
  const deptId = fact.plant === '' ? null : depts.get(fact.plant);
  if (deptId === undefined) return bad('deptId', fact.plant, 'sap.plant-unknown', { plant: fact.plant });
  const taxRate = fact.tax ?? supplier?.taxRate ?? material.taxRate;
  if (taxRate === null) return bad('taxRate', material.name, 'sap.tax-unknown', { material: material.name });
  const path = unitPath({ ...ladders.get(material.id)!, date: fact.from }, unit.id);
  if (!path.ok) return failed('unitId', fact.unit, ...path.refusals) as Exclude<Outcome, string>;
  const figures = priceFigures(
    { price: Decimal.of(fact.price), taxRate: Decimal.of(taxRate), factor: path.factor },
    path.ratio,
  );
  const shared = {
    materialId: material.id,
    unitId: unit.id,
    factor: path.factor.toString(),
    price: fact.price,
    basePrice: figures.basePrice.toString(),
    taxRate: Decimal.of(taxRate).toString(),
    startDate: fact.from,
    endDate: fact.to,
    source: 'sap',
    sapKey: fact.key,
  };
  return {
    values:
      of === 'supplierId'
        ? { ...shared, supplierId: supplier!.id }
        : {
            ...shared,
            deptId,
            priceNoTax: figures.priceNoTax.toString(),
            basePriceNoTax: figures.basePriceNoTax.toString(),
          },
  };
}

/** Prices that were entered here, for the same thing on the same days. */
async function conflicting(
  context: Context,
  { declaration, of }: Kind,
  changes: readonly Change[],
): Promise<{ readonly index: number; readonly start: string }[]> {
  const given = changes
    .filter(({ values }) => values.frozen !== 1)
    .map(({ index, values }) => ({
      index,
      materialId: values.materialId,
      of: values[of] ?? null,
      unitId: values.unitId,
      start: values.startDate,
      end: values.endDate,
    }));
  if (given.length === 0) return [];
  const whose: Sql =
    of === 'supplierId'
      ? sql`p.supplier_id = g.of and p.unit_id = g."unitId" and p.agreement_no is null`
      : sql`p.dept_id is not distinct from g.of`;
  return context.tx.rows(sql`
    select g.index, min(p.start_date)::text as start
    from json_to_recordset(${JSON.stringify(given)}::json) as g(index integer, "materialId" bigint, of bigint,
      "unitId" bigint, start date, "end" date)
    join ${ident(tableOf(declaration))} p on p.material_id = g."materialId" and ${whose} and p.frozen = 0
      and p.source <> 'sap'
      and p.start_date <= coalesce(g."end", 'infinity'::date) and coalesce(p.end_date, 'infinity'::date) >= g.start
        group by g.index`);
}

const SEARCHED: Fields = { searchText: text('', '', { default: '' }) };
/** Answers their ids, in the order of the changes. */
async function write(context: Context, { declaration, of }: Kind, changes: readonly Change[]): Promise<string[]> {
  const me = sql`${context.user.userId}::bigint`;
  const table = tableOf(declaration);
  const own = declaration.keyword === undefined ? {} : SEARCHED;
  const changed = changes.filter((change) => change.before !== undefined);
  await updateRows(
    context,
    table,
    declaration.fields,
    changed.map(({ values }) => values),
    { version: sql`t.version + 1`, update_user: me, update_time: sql`now()` },
    own,
  );
  const added = changes.filter((change) => change.before === undefined);
  const codes =
    of === 'deptId' && added.length > 0
      ? await nextCodes(context, declaration.segment.slice(0, 3).toUpperCase(), added.length)
      : [];
  const ids = await insertRows(
    context,
    table,
    declaration.fields,
    added.map(({ values }, at) => ({
      ...values,
      ...(codes[at] === undefined ? {} : { code: codes[at], searchText: searchText([codes[at]]) }),
      frozen: 0,
    })),
    { create_user: me, update_user: me },
    own,
  );
  await audit(context, [
    ...changed.map(({ before, values }) => ({
      resource: declaration.name,
      recordId: before!.id,
      action: 'update',
      title: values.sapKey,
      changes: differences(before!, values),
    })),
    ...added.map(({ values }, at) => ({
      resource: declaration.name,
      recordId: ids[at]!,
      action: 'create',
      title: values.sapKey,
      changes: differences(null, values),
    })),
  ]);
  const fresh = ids.values();
  return changes.map(({ before }) => (before === undefined ? fresh.next().value! : before.id));
}

export const importPurchasePrices = takeIn(PURCHASE);
export const importSettlementPrices = takeIn(SETTLEMENT);
