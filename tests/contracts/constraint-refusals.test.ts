/**
 * What only the database sees, because two people did it at the same moment, is answered with a sentence of its own.
 */
import { expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { refusalOfConstraint } from '../../kernel/server/constraint-refusal.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { openHouse } from '../../modules/admin/admin.testing.ts';

/** Fails as PostgreSQL does where this constraint does not hold. */
async function breaking(tx: Transaction, constraint: string): Promise<void> {
  await tx.run(sql`select set_config('test.constraint', ${constraint}, true)`);
  await tx.run(
    sql`do $$ begin raise exception 'broken' using errcode = 'unique_violation', constraint = current_setting('test.constraint'); end $$`,
  );
}

test('every constraint that is named for a sentence stands in the database, and breaking it answers the sentence', async () => {
  const house = await openHouse({ people: false });
  const { registry, constraintRefusals } = house.program;
  const found = await house.run<{ name: string }[]>((tx) =>
    tx.rows(sql`
    select conname as name from pg_constraint
    union select unnest(regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g')) from pg_proc
    where pronamespace = 'public'::regnamespace
    union select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique`),
  );
  const existing = new Set(found.map((each) => each.name));
  expect(Object.keys(constraintRefusals).filter((name) => !existing.has(name))).toEqual([]);
  const unfilled: string[] = [];
  for (const [constraint, code] of Object.entries(constraintRefusals)) {
    const broken = await house.owner
      .transaction({ tenant: null, timeZone: 'UTC' }, (tx) => breaking(tx, constraint))
      .catch((error: unknown) => error);
    const refusal = refusalOfConstraint(registry, broken, constraintRefusals);
    expect([constraint, refusal?.code]).toEqual([constraint, code]);
    // The database knows no names: the sentence has to do without.
    for (const language of ['zh', 'en'] as const)
      if (/[{}]/.test(sentenceOf(refusal!, language)))
        unfilled.push(`${constraint}: ${sentenceOf(refusal!, language)}`);
  }
  expect(unfilled).toEqual([]);
});
