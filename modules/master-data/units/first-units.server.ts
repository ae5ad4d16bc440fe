import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { searchText } from '../../../parts/search/search-text.ts';

/** Units every operator starts with: code, name, what readers of English see, dimension, decimals, base of its kind. */
const UNITS = [
  ['KG', '千克', 'kg', 'mass', 3, 1],
  ['G', '克', 'g', 'mass', 2, 0],
  ['T', '吨', 't', 'mass', 6, 0],
  ['JIN', '斤', 'jin', 'mass', 3, 0],
  ['LIANG', '两', 'liang', 'mass', 2, 0],
  ['L', '升', 'L', 'volume', 3, 1],
  ['ML', '毫升', 'mL', 'volume', 2, 0],
  ['PCS', '个', 'pc', 'number', 0, 1],
  ['DZ', '打', 'dozen', 'number', 2, 0],
  ['PR', '双', 'pair', 'number', 1, 0],
  ['SERVING', '份', 'portion', 'pack', 2, 0],
  ['XIANG', '箱', 'box', 'pack', 2, 0],
  ['JIAN', '件', 'case', 'pack', 2, 0],
  ['DAI', '袋', 'bag', 'pack', 2, 0],
  ['BAO', '包', 'packet', 'pack', 2, 0],
  ['PING', '瓶', 'bottle', 'pack', 2, 0],
  ['TONG', '桶', 'drum', 'pack', 2, 0],
  ['GUAN', '罐', 'can', 'pack', 2, 0],
  ['HE', '盒', 'carton', 'pack', 2, 0],
  ['TIAO', '条', 'strip', 'pack', 2, 0],
  ['ZHI', '只', 'each', 'pack', 2, 0],
  ['BAN', '板', 'tray', 'pack', 2, 0],
] as const;

/** Constants: so much of the first unit is so much of the second. */
const CONSTANTS = [
  ['T', '1000', 'KG'],
  ['KG', '1000', 'G'],
  ['JIN', '500', 'G'],
  ['LIANG', '50', 'G'],
  ['L', '1000', 'ML'],
  ['DZ', '12', 'PCS'],
  ['PR', '2', 'PCS'],
] as const;

/** Gives a tenant the units and constants it lacks; what a person entered or changed stays. Safe to repeat. */
export async function seedUnits(tx: Context['tx']): Promise<void> {
  const units = UNITS.map(([code, name, symbol, dimension, decimals, isBase]) => ({
    code,
    name,
    symbol,
    dimension,
    decimals,
    is_base: isBase,
    search: searchText([code, name, symbol]),
  }));
  await tx.run(sql`
    insert into material_unit (code, name, symbol, dimension, decimals, is_dimension_base, search_text)
    select u.code, u.name, u.symbol, u.dimension, u.decimals, u.is_base, u.search
    from json_to_recordset(${JSON.stringify(units)}::json) as u(code text, name text, symbol text, dimension text,
      decimals integer, is_base smallint, search text)
    on conflict do nothing`);
  const constants = CONSTANTS.map(([from, qty, to]) => ({ from_code: from, qty, to_code: to }));
  await tx.run(sql`
    insert into basic_unit_conversion (type, from_qty, from_unit_id, to_qty, to_unit_id, factor, sentence, is_system,
      start_date)
    select f.dimension, 1, f.id, c.qty, t.id, c.qty, '1 ' || f.name || ' = ' || c.qty || ' ' || t.name || '；1 ' ||
      t.name || ' = ' || trim_scale(round(1 / c.qty, 6)) || ' ' || f.name, 1, '2000-01-01'
    from json_to_recordset(${JSON.stringify(constants)}::json) as c(from_code text, qty numeric, to_code text)
    join material_unit f on f.code = c.from_code
      join material_unit t on t.code = c.to_code and t.dimension = f.dimension
    where not exists (select 1 from basic_unit_conversion b
    where least(b.from_unit_id, b.to_unit_id) = least(f.id, t.id)
      and greatest(b.from_unit_id, b.to_unit_id) = greatest(f.id, t.id))`);
}
