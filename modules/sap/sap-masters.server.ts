/** Units and material types as SAP has them: what is there by its SAP key is brought up to date, the rest is new. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { saveBatch } from '../../parts/bulk-save/save-batch.ts';
import { materialType } from '../master-data/materials/material-type.resource.ts';
import { materialUnit } from '../master-data/units/material-unit.resource.ts';
import { typeFacts, unitFacts } from './sap-facts.rules.ts';
import { failed, type Outcome, type ImportPage } from './sap-sync.server.ts';

/** What is to be written for one record of SAP; without an id it is new. */
interface Change {
  readonly key: string;
  readonly body: Input & { readonly id?: string };
  readonly owned: Readonly<Record<string, unknown>>;
}
export type Planned = Change | Outcome;
const isChange = (planned: Planned): planned is Change => typeof planned === 'object' && 'body' in planned;

/** Writes what is to be written; answers what became of every record, in order. */
export async function writeAll(
  of: Declaration,
  context: Context,
  planned: readonly Planned[],
): Promise<{ readonly outcomes: Outcome[]; readonly ids: (string | null)[] }> {
  const changes = planned.filter(isChange);
  const saved = await saveBatch(
    of,
    context,
    changes.map((change) => change.body),
    changes.map((change) => change.owned),
  );
  const ids: (string | null)[] = [];
  let at = 0;
  const outcomes = planned.map((each): Outcome => {
    if (!isChange(each)) {
      ids.push(null);
      return each;
    }
    const result = saved[at]!;
    at += 1;
    ids.push('id' in result ? result.id : null);
    if ('refusals' in result) return failed('', each.key, ...result.refusals);
    return each.body.id === undefined ? 'created' : 'updated';
  });
  return { outcomes, ids };
}

/** Whether a stored record has all these values already. */
export function hasValues(row: object, values: Readonly<Record<string, unknown>>): boolean {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(values).every(([name, value]) => String(stored.get(name) ?? '') === String(value ?? ''));
}

/** Of several facts with one key the last counts; the others say so too. */
interface UnitRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly sapCode: string | null;
  readonly isoCode: string | null;
  readonly source: string;
}
export const importUnits: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => unitFacts(source, row));
  const codes = facts.map((fact) => fact.code);
  // By its SAP code; a unit entered here under the same code becomes SAP's.
  const there = await context.tx.rows<UnitRow>(
    sql`select id, code, name, sap_code, iso_code, source from material_unit
      where sap_code = any(${codes}) or (sap_code is null and code = any(${codes}))`,
  );
  const planned = facts.map((fact): Planned => {
    const row =
      there.find((each) => each.sapCode === fact.code) ??
      there.find((each) => each.sapCode === null && each.code === fact.code);
    const values = { name: fact.name.slice(0, 20), sapCode: fact.code, isoCode: fact.isoCode || null };
    if (row !== undefined && row.source === 'sap' && hasValues(row, values)) return 'unchanged';
    const body =
      row === undefined
        ? { ...values, code: fact.code, dimension: fact.dimension, decimals: fact.decimals, isCommon: 0 }
        : { ...values, id: row.id };
    return { key: fact.code, body, owned: { source: 'sap' } };
  });
  return (await writeAll(materialUnit, context, planned)).outcomes;
};

interface TypeRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly sapMaterialGroup: string | null;
  readonly source: string;
}
export const importTypes: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => typeFacts(source, row));
  const codes = facts.map((fact) => fact.code);
  const there = await context.tx.rows<TypeRow>(
    sql`select id, code, name, sap_material_group, source from material_type
      where sap_material_group = any(${codes}) or code = any(${codes})`,
  );
  const planned = facts.map((fact): Planned => {
    const row = there.find((each) => each.sapMaterialGroup === fact.code);
    const taken = there.find((each) => each.code === fact.code);
    if (row === undefined && taken !== undefined)
      return failed('code', fact.code, refuse('sap.code-taken', { code: fact.code, name: taken.name }));
    const name = fact.name.slice(0, 64);
    if (row !== undefined && row.source === 'sap' && row.name === name) return 'unchanged';
    // Where it hangs in the tree is said here, by hand.
    return {
      key: fact.code,
      body:
        row === undefined
          ? { code: fact.code, name, sapMaterialGroup: fact.code, parentId: '0' }
          : { id: row.id, name },
      owned: { source: 'sap' },
    };
  });
  return (await writeAll(materialType, context, planned)).outcomes;
};
