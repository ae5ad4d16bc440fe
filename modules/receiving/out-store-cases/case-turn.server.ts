/** Whose word a case waits for: of goods between our own places the sender's, and the receiver's once he disputes. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { inStoreDifference } from '../in-store-difference.document.ts';
import type { Case } from '../settled-case.ts';

type Cases = readonly Acting<typeof inStoreDifference>[];

const answersFor = ({ user: { scope } }: Context): Sql =>
  scope.all
    ? sql`true`
    : sql`(t.require_dept_id is null or t.require_dept_id = any(${scope.depts as string[]}::bigint[]))`;
/** Nobody confirms what he recorded himself; once it is disputed he is asked. */
const isMine = (context: Context): Sql => sql`(t.create_user is distinct from ${context.user.userId}::bigint
  or (t.status = 'disputed' and t.from_location_id is not null)) and ${answersFor(context)}`;
const isLive = sql`t.status in ('waiting', 'disputed')`;

/** Cases that wait for whoever asks. */
export const myTurn = (context: Context): Sql => sql`(${isLive} and ${isMine(context)})`;
/** Cases that wait for somebody else. */
export const theirTurn = (context: Context): Sql => sql`(${isLive} and not (${isMine(context)}))`;

/** What he has to say of it: who recorded a case answers for it, whoever else answers for the sender decides. */
export function partOf({ user: { scope, userId } }: Context): Sql {
  const within = (place: Sql): Sql =>
    scope.all
      ? sql`true`
      : sql`exists (select 1 from stock_location l where l.id = ${place}
          and l.dept_id = any(${scope.depts as string[]}::bigint[]))`;
  const isOwn = sql`t.create_user is not distinct from ${userId}::bigint`;
  return sql`case when t.from_location_id is null then case when ${isOwn} then 'none' else 'decide' end
    when not ${isOwn} and ${within(sql`t.from_location_id`)} then 'decide'
    when ${within(sql`t.location_id`)} then 'answer' else 'none' end`;
}

/** The same of a row that was read. */
export const isTurnOf = ({ user: { scope } }: Context, row: Readonly<Pick<Case, 'requireDeptId'>>): boolean =>
  scope.all || !row.requireDeptId || scope.depts.includes(row.requireDeptId);

/** Refuses cases of goods whose sender, or receiver, is answered for by others. */
async function only(context: Context, documents: Cases, end: 'from_location_id' | 'location_id'): Promise<Refusal[]> {
  const { scope } = context.user;
  const ids = documents.filter(({ row }) => row.fromLocationId !== null).map(({ id }) => id);
  if (scope.all || ids.length === 0) return [];
  const elsewhere = await context.tx.rows<{ billCode: string; place: string }>(sql`
    select d.bill_code, l.called as place from in_store_difference d
    join stock_location l on l.id = case when ${end} = 'location_id' then d.location_id else d.from_location_id end
    where d.id = any(${ids}::bigint[]) and not l.dept_id = any(${scope.depts as string[]}::bigint[]) order by d.id`);
  return elsewhere.map(({ billCode, place }) => refuse('receiving.others-turn', { billCode, place }));
}

/** Confirmed and disputed by whoever answers for the place the goods were sent from. */
export const senderOnly = (context: Context, documents: Cases): Promise<Refusal[]> =>
  only(context, documents, 'from_location_id');

/** Insisted on by whoever answers for the place they came to; of a receipt there is nobody to insist. */
export async function receiverOnly(context: Context, documents: Cases): Promise<Refusal[]> {
  const receipts = documents.filter(({ row }) => row.fromLocationId === null);
  if (receipts.length > 0) return receipts.map(({ billCode }) => refuse('receiving.no-other-side', { billCode }));
  return only(context, documents, 'location_id');
}
