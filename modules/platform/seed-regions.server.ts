import { sql, type Database } from '../../parts/postgres/database.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { COUNTRY } from './region.resource.ts';

interface Seed {
  readonly code: string;
  readonly parent: string | null;
  readonly name: string;
  readonly level: string;
}

/** Province, city and county of the package, by our codes: two, four and six digits. */
async function everyRegion(): Promise<Seed[]> {
  const { areaList } = await import('@vant/area-data');
  const of = (list: Readonly<Record<string, string>>, digits: number, level: string): Seed[] =>
    Object.entries(list).map(([code, name]) => ({
      code: code.slice(0, digits),
      parent: digits === 2 ? COUNTRY : code.slice(0, digits - 2),
      name,
      level,
    }));
  return [
    { code: COUNTRY, parent: null, name: '中华人民共和国', level: '0' },
    ...of(areaList.province_list, 2, '1'),
    ...of(areaList.city_list, 4, '2'),
    ...of(areaList.county_list, 6, '3'),
  ];
}

/** Fills the divisions of the country once; what a person changed afterwards stays. */
export async function seedRegions(database: Database): Promise<void> {
  const isThere = (): Promise<boolean> =>
    database.transaction(
      { tenant: null, timeZone: 'UTC', readOnly: true },
      async (tx) => (await tx.row(sql`select 1 as one from region where code = ${COUNTRY}`)) !== undefined,
    );
  if (await isThere()) return;
  const rows = (await everyRegion()).map((each) => ({ ...each, search: searchText([each.code, each.name]) }));
  await database.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`
    insert into region (code, parent_code, name, level, sort, search_text)
    select w.code, w.parent, w.name, w.level, 1, w.search
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(code text, parent text, name text, level text,
      search text)
    on conflict do nothing`),
  );
}
