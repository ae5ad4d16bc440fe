/**
 * A price entered for days that are over: what was received in them at another price is told, with the way to a
 * correction that is filled in.
 */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, sentenceOf } from '../../kernel/core/refusal.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { Advice, PastPrice } from '../suppliers/past-price.port.server.ts';
import { postedPurchases } from './posted-purchases.server.ts';
import { differencesOf } from './price-correction.rules.ts';
import { priceCorrection } from './price-correction.document.ts';

const MAKE_CORRECTION = label('建补差单', 'Make a correction');

/** One piece of advice for each company that received at another price. */
export async function advisePastPrice(
  context: Context,
  { supplierId, materialId, unitId, factor, price, startDate, endDate }: PastPrice,
): Promise<readonly Advice[]> {
  const last = endDate === null || endDate > context.today ? context.today : endDate;
  const posted = await postedPurchases(context, {
    supplierId,
    companyDeptId: null,
    startDate,
    endDate: last,
    materialIds: [materialId],
  });
  const found = Map.groupBy(
    differencesOf(posted, [{ materialId, unitId, factor, newPrice: price, startDate, endDate: last }]),
    ({ line }) => line.companyDeptId,
  );
  if (found.size === 0) return [];
  const names = (await context.tx.row<{ supplierName: string; materialName: string; unitName: string }>(sql`
    select (select name from supplier where id = ${supplierId}::bigint) as supplier_name, (select name from material
    where id = ${materialId}::bigint) as material_name, (select u.called from material_unit u
    where u.id = ${unitId}::bigint) as unit_name`))!;
  const companies = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, dept_name as name from dept where id = any(${[...found.keys()]}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );
  const mayMake = context.allowed(permissionOf(priceCorrection, 'add'));
  return [...found].map(([companyDeptId, lines]) => {
    const companyDeptName = companies.get(companyDeptId) ?? '';
    const query = new URLSearchParams({
      supplierId,
      companyDeptId,
      companyDeptName,
      startDate,
      endDate: last,
      materialId,
      unitId,
      newPrice: price,
      ...names,
    });
    return {
      sentence: sentenceOf(
        refuse('corrections.past-price', {
          company: companyDeptName,
          material: names.materialName,
          startDate,
          endDate: last,
          count: lines.length,
        }),
        context.language,
      ),
      ...(mayMake
        ? {
            remedy: {
              label: MAKE_CORRECTION[context.language],
              to: `${priceCorrection.path!}/new?${query.toString()}`,
            },
          }
        : {}),
    };
  });
}
