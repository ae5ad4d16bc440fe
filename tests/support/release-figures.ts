import pg from 'pg';

/** By table the number of its rows, by table and column the sum of what stands in it. */
export type Figures = Readonly<Record<string, string>>;

/** Every table that holds quantities, prices or amounts: what a migration must neither lose nor change unasked. */
export async function figuresOf(ownerUrl: string): Promise<Figures> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and data_type = 'numeric' order by table_name, column_name`,
    );
    const figures: Record<string, string> = {};
    for (const [table, own] of Map.groupBy(columns, (each) => each.table)) {
      const sums = own.map(
        ({ column }) => `coalesce(sum(${pg.escapeIdentifier(column)}), 0)::text as "${table}.${column}"`,
      );
      const { rows } = await client.query<Record<string, string>>(
        `select count(*)::text as "${table}", ${sums.join(', ')} from public.${pg.escapeIdentifier(table)}`,
      );
      Object.assign(figures, rows[0]);
    }
    return figures;
  } finally {
    await client.end();
  }
}
