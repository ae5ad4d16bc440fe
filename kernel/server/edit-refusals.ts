/** Why a record may not be changed as it was sent: its state, a newer version, fields that are fixed or not ours. */
import { isForeign, lockedFields, type Declaration } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import { Decimal } from '../core/decimal.ts';
import type { Fields } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import type { RecordValues } from '../core/validate.ts';
import { differences } from './audit.ts';
import type { Context, Input } from './context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from './record-query.ts';

/** Not editable in its state, or newer than the one the person saw. */
export async function editRefusals(
  declaration: Declaration,
  context: Context,
  row: RecordValues,
  body: Input,
): Promise<Refusal[]> {
  const { life } = declaration;
  if (life && !life.editable.includes(String(row['status'])))
    return [
      refuse('document.not-editable', { billCode: row['billCode'], state: life.states[String(row['status'])]!.label }),
    ];
  const seen = body['version'];
  if (seen === undefined || seen === '' || Number(seen) === Number(row['version'])) return [];
  return [await staleRefusal(declaration, context, row, Number(seen))];
}

interface Author {
  readonly userId: string;
  readonly name: string;
  readonly time: string;
}

/** The record as it stands now, who changed it since the version the person saw, last first, and when. */
async function staleRefusal(
  declaration: Declaration,
  context: Context,
  row: RecordValues,
  seen: number,
): Promise<Refusal> {
  const id = String(row['id']);
  const changes = Math.max(1, Number(row['version']) - seen || 1);
  const authors = await context.tx.rows<Author>(sql`
    select l.user_id, coalesce(nullif(u.real_name, ''), u.account, '') as name, max(l.time)::timestamp(0)::text as time
    from (select user_id, time from audit_log where resource = ${recordsOf(declaration)} and record_id = ${id}::bigint
      order by id desc limit ${changes}) l
    left join app_user u on u.id = l.user_id
    group by 1, 2 order by 3 desc`);
  const who =
    authors
      .map(({ name }) => name)
      .filter((name) => name !== '')
      .join('、') || '?';
  const when = authors[0]?.time ?? '?';
  return refuse('record.stale', {
    who,
    when,
    by: authors,
    current: await readRecord(declaration, context, { id }),
  });
}

/** What is fixed once a record is there stays as it is. */
export function fixedRefusals(declaration: Declaration, before: RecordValues | null, values: RecordValues): Refusal[] {
  if (before === null) return [];
  return Object.entries(declaration.fields)
    .filter(
      ([name, field]) =>
        field.rules.fixed &&
        name in values &&
        before[name] !== null &&
        String(before[name]) !== String(values[name] ?? ''),
    )
    .map(([name, field]) => refuse('field.fixed', { name: field.label }, { field: name }));
}

/** Which of these fields would change. */
const changesOf = (
  { fields }: Declaration,
  before: RecordValues,
  values: RecordValues,
  names: readonly string[],
): string[] =>
  Object.keys(
    differences(
      before,
      asRead(
        fields,
        Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]])),
      ),
    ),
  );

/** What a state settles stays as it was then. */
export function lockedRefusals(declaration: Declaration, before: RecordValues | null, values: RecordValues): Refusal[] {
  const { life, fields, label: record } = declaration;
  if (before === null || !life) return [];
  const status = String(before['status']);
  const changed = changesOf(declaration, before, values, lockedFields(declaration, before));
  if (changed.length === 0) return [];
  const action =
    Object.values(life.actions).find(
      (action) => action.from.includes(status) && action.to !== undefined && life.locked?.[action.to] === undefined,
    )?.label ?? '';
  return changed.map((name) =>
    refuse(
      'field.locked',
      { name: fields[name]!.label, record, state: life.states[status]!.label, way: action },
      { field: name },
    ),
  );
}

/** What another system owns stays as that system says. */
export function foreignRefusals(
  declaration: Declaration,
  before: RecordValues | null,
  values: RecordValues,
): Refusal[] {
  const { foreign, fields } = declaration;
  if (foreign === undefined || before === null || !isForeign(declaration, before)) return [];
  return changesOf(declaration, before, values, foreign.fields).map((name) =>
    refuse('field.foreign', { name: fields[name]!.label, system: foreign.system }, { field: name }),
  );
}

/** Decimals as the database gives them back: "12.50" that stood as "12.5" is no change. */
export function asRead(fields: Fields, values: RecordValues): Record<string, unknown> {
  const read: Record<string, unknown> = { ...values };
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string' && fields[name] !== undefined && kinds[fields[name].kind].nature === 'decimal')
      read[name] = Decimal.isText(value) ? Decimal.of(value).toString() : value;
  }
  return read;
}
