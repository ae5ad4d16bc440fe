/** What a schema of a database consists of, as PostgreSQL prints it: schemas that print the same are the same. */
import pg from 'pg';

export type Kind = 'table' | 'column' | 'constraint' | 'index' | 'policy' | 'trigger' | 'grant';

/** One table, or one thing that belongs to a table. */
export interface Part {
  readonly kind: Kind;
  readonly table: string;
  /** Empty for the table itself. */
  readonly name: string;
  /** The same under another name. */
  readonly identity: string;
  /** Equal where two parts are the same; of a constraint, an index and the rest what SQL says after the name. */
  readonly definition: string;
  /** Of a column only. */
  readonly type: string | null;
  readonly required: boolean;
  readonly fallback: string | null;
}

/** The same for parts of the same name in two catalogs. */
export const keyOf = ({ kind, table, name }: Part): string => `${kind} ${table}.${name}`;

/** Who serves: the rights of nobody else are looked at. */
const APP_ROLE = 'larder_app';

/** Every part of the ordinary tables of `schema`. Names of the schema itself and of `public` are printed without it. */
export async function catalogOf(client: pg.Client, schema: string): Promise<Part[]> {
  const visible = [...new Set([schema, 'public'])].map((name) => pg.escapeIdentifier(name)).join(', ');
  await client.query(`set local search_path = ${visible}`);
  const { rows } = await client.query<Part>(
    `with tables as (
       select oid, relname, relrowsecurity, relforcerowsecurity, relacl from pg_class
       where relnamespace = $1::regnamespace and relkind in ('r', 'p')
     ),
     columns as (
       select t.oid || '.' || a.attnum as identity, t.relname, a.attname, a.attnotnull as required,
         pg_get_expr(d.adbin, d.adrelid) as fallback,
         format_type(a.atttypid, a.atttypmod) ||
           case when a.attcollation <> y.typcollation then ' collate ' || a.attcollation::regcollation else '' end
           as type
       from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       join pg_type y on y.oid = a.atttypid
       left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
     ),
     others as (
       select 'table' as kind, oid::text as identity, relname, '' as name,
         concat_ws(' ', case when relrowsecurity then 'enabled' end, case when relforcerowsecurity then 'forced' end)
           as definition
       from tables
       union all
       select 'constraint', 'constraint ' || c.oid, t.relname, c.conname, pg_get_constraintdef(c.oid, true)
       from tables t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'u', 'c', 'f', 'x')
       union all
       select 'index', 'index ' || i.oid, t.relname, i.relname,
         substring(pg_get_indexdef(i.oid, 0, true) from ' ON \\S+ (.*)$')
           || case when x.indisunique then ' (unique)' else '' end
       from tables t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
       where not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
       union all
       select 'policy', 'policy ' || p.oid, t.relname, p.polname,
         concat_ws(' ',
           'for ' || case p.polcmd
             when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
           'using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
           'with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
       from tables t join pg_policy p on p.polrelid = t.oid
       union all
       select 'trigger', 'trigger ' || g.oid, t.relname, g.tgname, pg_get_triggerdef(g.oid, true)
       from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
       union all
       select 'grant', 'grant ' || t.oid, t.relname, '${APP_ROLE}',
         string_agg(lower(r.privilege_type), ', ' order by r.privilege_type)
       from tables t cross join aclexplode(t.relacl) r
       where r.grantee = '${APP_ROLE}'::regrole group by t.oid, t.relname
     )
     select kind, identity, relname as "table", name, definition, null as type, false as required, null as fallback
     from others
     union all
     select 'column', identity, relname, attname,
       concat_ws(' ', type, case when required then 'not null' end, 'default ' || fallback), type, required, fallback
     from columns
     order by "table", kind, name`,
    [schema],
  );
  return rows;
}
