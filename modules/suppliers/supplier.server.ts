import type { Inputs } from '../../kernel/core/contract.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import { notPermitted, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { withoutHidden } from '../../kernel/server/hidden-fields.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { namedId } from '../master-data/units/unit-calls.server.ts';
import { phoneRefusal } from '../admin/people/phone.rules.ts';
import { unusableTypes } from './cooperation-type.server.ts';
import { partnersIn } from './enterprise-pool.server.ts';
import { certificateState } from './papers/supplier-papers.server.ts';
import * as calls from './supplier.calls.ts';
import { BLOCKED_IN_SAP } from './supplier.rules.ts';
import { supplier } from './supplier.resource.ts';

const OPTIONS_MAX = 200;
const { cutOffTime, windowStart, windowEnd } = supplier.lines!.windows.fields;
/** Times of day of a delivery day. */
const TIMES = [
  ['cutOffTime', cutOffTime.label],
  ['windowStart', windowStart.label],
  ['windowEnd', windowEnd.label],
] as const;

export const supplierBehaviour = behaviour(supplier, {
  computed: { certificateState },
  async beforeSaveAll(context, savings) {
    await recheckPapers(context, savings);
    const named = (field: 'enterpriseId' | 'cooperationTypeId'): Id[] =>
      savings.flatMap(({ before, values }) =>
        values[field] && String(before?.[field] ?? '') !== String(values[field]) ? [String(values[field])] : [],
      );
    const [pool, types, poolOnly] = [
      await partnersIn(context, named('enterpriseId')),
      await unusableTypes(context, named('cooperationTypeId')),
      (await readParameter(context, 'supplier.fromPoolOnly')) === '1',
    ];
    for (const saving of savings) {
      const { before, values } = saving;
      const enterpriseId = String(values.enterpriseId ?? '');
      values.cooperationTypeId ??= pool.partners.get(enterpriseId)?.cooperationTypeId ?? null;
      const refusals = [
        pool.refusals.get(enterpriseId),
        types.get(String(values.cooperationTypeId ?? '')),
        before === null && enterpriseId === '' && poolOnly
          ? refuse('suppliers.from-pool-only', {}, { field: 'enterpriseId' })
          : undefined,
      ];
      saving.refuse(...refusals.filter((each) => each !== undefined));
    }
  },
  beforeSave(_context, saving) {
    const { before, values } = saving;
    const refusals: Refusal[] = [];
    const phone =
      before === null || before.contactPhone !== values.contactPhone
        ? phoneRefusal(String(values.contactPhone ?? ''), 'contactPhone')
        : undefined;
    if (phone !== undefined) refusals.push(phone);
    savingLines(saving, 'windows')?.forEach(({ values: window }, index) => {
      for (const [field, name] of TIMES) {
        const value = window[field];
        if (value && !/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
          refusals.push(refuse('suppliers.time-invalid', { line: index + 1, name, value }, { line: index + 1, field }));
      }
    });
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  async afterFreeze(context, ids, frozen) {
    if (frozen) return;
    const blocked = await context.tx.rows<{ name: string }>(
      sql`select name from supplier where id = any(${ids as string[]}::bigint[]) and source = 'sap'
        and freeze_reason = ${BLOCKED_IN_SAP}`,
    );
    if (blocked.length > 0)
      throw new Refused(...blocked.map(({ name }) => refuse('suppliers.blocked-in-sap', { supplier: name })));
    await context.tx.run(
      sql`update supplier set freeze_reason = null
        where id = any(${ids as string[]}::bigint[]) and freeze_reason is not null`,
    );
  },
  filters: {
    certificateState: (value, context) => sql`${certificateState(context)} = any(${value.split(',')})`,
    /** Suppliers of a material. */
    materialId: (value) =>
      sql`exists (select 1 from supplier_material sm
        where sm.supplier_id = t.id and sm.frozen = 0 and sm.material_id::text = ${value})`,
  },
});

interface StoredPaper {
  readonly id: Id;
  readonly certificateKind: string;
  readonly certificateNo: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly pictures: readonly Id[] | null;
}
/** A paper that was changed is looked at again. */
async function recheckPapers(context: Context, savings: readonly Saving<typeof supplier>[]): Promise<void> {
  const lines = savings.flatMap((saving) => savingLines(saving, 'certificates') ?? []);
  const ids = lines.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const stored = await context.tx.rows<StoredPaper>(sql`
    select id, certificate_kind, certificate_no, valid_from, valid_to, pictures::text[] as pictures
    from supplier_certificate where id = any(${ids}::bigint[])`);
  const before = new Map(stored.map((paper) => [paper.id, paper]));
  for (const { id, values } of lines) {
    const was = before.get(id ?? '');
    const isSame =
      was !== undefined &&
      (['certificateKind', 'certificateNo', 'validFrom', 'validTo'] as const).every(
        (name) => (was[name] ?? '') === (values[name] ?? ''),
      ) &&
      (was.pictures ?? []).join() === (values.pictures ?? []).join();
    if (was !== undefined && !isSame)
      Object.assign(values, { checkState: 'waiting', checkRemark: null, checkUserId: null, checkTime: null });
  }
}

/**
 * Serves a save: the whole body is the record, without an id where a new one is made. Permitted addresses do not
 * suffice here.
 */
const serveSave = (contract: typeof calls.updateSupplier | typeof calls.addSupplier, isNew: boolean): Call =>
  serve<Inputs, { readonly id: string }>(contract, async (context, _input, { body }) => {
    if (!context.allowed(permissionOf(supplier, isNew ? 'add' : 'edit'))) throw notPermitted();
    const { id, ...rest } = body;
    if (!isNew && !id) throw new Refused(refuse('param.missing', { name: 'id' }));
    const record = await withoutHidden(supplier, context, isNew ? rest : body);
    return { id: await saveRecord(supplier, context, record) };
  });
export const addSupplier = serveSave(calls.addSupplier, true);
export const updateSupplier = serveSave(calls.updateSupplier, false);

export const supplierChoices = serve(
  calls.supplierChoices,
  (context, input) => {
    const [name, materialId] = [`%${(input.name ?? '').toLowerCase()}%`, namedId(input.materialId)];
    return context.tx.rows(sql`
          select s.id, s.code, s.name, coalesce(s.short_name, '') as short_name, s.name as label, s.id as value
          from supplier s
          where s.frozen = 0 and s.search_text like ${name}
            and (${materialId}::bigint is null or exists (select 1 from supplier_material m
              where m.supplier_id = s.id and m.material_id = ${materialId}::bigint and m.frozen = 0))
          order by s.code limit ${OPTIONS_MAX}`);
  },
  { chooses: supplier.name },
);
