/** Suppliers as SAP has them: by SAP's number, else by the credit code of somebody entered here, who is then SAP's. */
import { refuse } from '../../kernel/core/refusal.ts';
import { audit, differences } from '../../kernel/server/audit.ts';
import { sql } from '../../parts/postgres/database.ts';
import { byHalves } from '../../parts/bulk-save/save-batch.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { text } from '../../kernel/core/field.ts';
import { supplier } from '../suppliers/supplier.resource.ts';
import { BLOCKED_IN_SAP } from '../suppliers/supplier.rules.ts';
import { hasValues } from './sap-masters.server.ts';
import { supplierFacts, type SupplierFacts } from './sap-facts.rules.ts';
import { failed, type Outcome, type ImportPage } from './sap-sync.server.ts';

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly sapSupplierCode: string | null;
  readonly creditCode: string | null;
  readonly source: string;
  readonly frozen: 0 | 1;
  readonly freezeReason: string | null;
  readonly shortName: string | null;
  readonly address: string | null;
  readonly code: string;
  readonly contact: string;
}

/** What SAP owns of a supplier; an empty word of SAP takes nothing away but the name of a bank. */
const owned = (fact: SupplierFacts, row: Row | undefined) => ({
  name: fact.name.slice(0, 100) || fact.code,
  shortName: fact.shortName || (row?.shortName ?? null),
  creditCode: fact.creditCode || (row?.creditCode ?? null),
  address: fact.address || (row?.address ?? null),
  bankName: fact.bankName || null,
  bankAccount: fact.bankAccount || null,
  sapFactory: fact.plants || null,
  sapSupplierCode: fact.code,
  source: 'sap',
  ...(fact.blocked
    ? row?.frozen === 1
      ? {}
      : { frozen: 1, freezeReason: BLOCKED_IN_SAP }
    : row?.freezeReason === BLOCKED_IN_SAP
      ? { frozen: 0, freezeReason: null }
      : {}),
});

interface Change {
  readonly index: number;
  readonly row: Row | undefined;
  readonly values: ReturnType<typeof owned>;
}
export const importSuppliers: ImportPage = async (context, source, rows) => {
  const facts = rows.map((row) => supplierFacts(source, row));
  const there = await context.tx.rows<Row>(sql`
    select id, version, name, short_name, credit_code, address, bank_name, bank_account, sap_supplier_code,
      sap_factory, source, frozen, freeze_reason, code, contact from supplier
    where sap_supplier_code = any(${facts.map((fact) => fact.code)})
      or credit_code = any(${facts.map((fact) => fact.creditCode).filter(Boolean)})
        or code = any(${facts.map((fact) => fact.code)}) order by id for update`);
  const changes: Change[] = [];
  const outcomes = facts.map((fact, index): Outcome => {
    const byCode = there.find((each) => each.sapSupplierCode === fact.code);
    const byCredit =
      fact.creditCode === ''
        ? undefined
        : there.find((each) => each.creditCode === fact.creditCode && each.sapSupplierCode !== fact.code);
    if (byCode === undefined && byCredit !== undefined && byCredit.sapSupplierCode !== null)
      return failed(
        'creditCode',
        fact.creditCode,
        refuse('sap.supplier-taken', {
          creditCode: fact.creditCode,
          name: byCredit.name,
          other: byCredit.sapSupplierCode,
        }),
      );
    const row = byCode ?? byCredit;
    const taken = row === undefined ? there.find((each) => each.code === fact.code) : undefined;
    if (taken !== undefined)
      return failed('code', fact.code, refuse('sap.code-taken', { code: fact.code, name: taken.name }));
    const values = owned(fact, row);
    if (row === undefined && fact.blocked) return 'unchanged';
    if (row !== undefined && hasValues(row, values)) return 'unchanged';
    changes.push({ index, row, values });
    return row === undefined ? 'created' : 'updated';
  });
  const me = sql`${context.user.userId}::bigint`;
  const written = await byHalves(context, changes, async (some) => {
    const added = some.filter((each) => each.row === undefined);
    const ids = await insertRows(
      context,
      'supplier',
      supplier.fields,
      added.map(({ index, values }) => {
        const stored = { ...values, code: facts[index]!.code, contact: '', contactPhone: '', sapSyncTime: context.now };
        return { ...stored, searchText: searchText([stored.code, values.name, values.shortName, '']) };
      }),
      { create_user: me, update_user: me },
      { searchText: text('', '', { default: '' }) },
    );
    const changed = some.filter((each) => each.row !== undefined);
    const given = changed.map(({ row, values }) => ({
      id: row!.id,
      ...row,
      ...values,
      search: searchText([row!.code, values.name, values.shortName, row!.contact]),
    }));
    await context.tx.run(sql`
      update supplier s set name = g.name, short_name = g."shortName", credit_code = g."creditCode",
        address = g.address, bank_name = g."bankName", bank_account = g."bankAccount", sap_factory = g."sapFactory",
        sap_supplier_code = g."sapSupplierCode",
        source = 'sap', frozen = g.frozen, freeze_reason = g."freezeReason", search_text = g.search,
        sap_sync_time = now(), version = s.version + 1, update_user = ${me}, update_time = now()
      from json_to_recordset(${JSON.stringify(given)}::json) as g(id bigint, name text, "shortName" text,
        "creditCode" text, address text, "bankName" text, "bankAccount" text, "sapFactory" text,
        "sapSupplierCode" text, frozen smallint, "freezeReason" text, search text)
      where s.id = g.id`);
    await audit(context, [
      ...added.map(({ values }, at) => ({
        resource: supplier.name,
        recordId: ids[at]!,
        action: 'create',
        title: values.name,
        changes: differences(null, values),
      })),
      ...changed.map(({ row, values }) => ({
        resource: supplier.name,
        recordId: row!.id,
        action: row!.source === 'sap' ? 'update' : 'link',
        title: values.name,
        changes: differences(row!, values),
      })),
    ]);
    return some.map(() => 'written' as const);
  });
  written.forEach((result, at) => {
    const { index } = changes[at]!;
    if (result !== 'written') outcomes[index] = failed('name', facts[index]!.name, ...result.refusals);
  });
  return outcomes;
};
