/** What a place says became of its goods. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { actOn, readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sql } from '../../parts/postgres/database.ts';
import * as calls from './recall.calls.ts';
import { recallCase } from './recall.document.ts';
import { accountedOf, coverageOf, minutesBetween, wholeOf } from './recall.rules.ts';

type Answered = InputOf<typeof calls.account.input>;

interface Place {
  readonly id: Id;
  readonly deptId: Id;
  readonly place: string;
  readonly unit: string;
  readonly materialId: Id;
  readonly receivedQty: DecimalText;
  readonly accountedQty: DecimalText;
  readonly minutes: number | null;
  readonly answerNo: number;
  readonly answeredBy: string;
  readonly answerTime: string | null;
}

/** Places of the recall; whoever accounts holds the recall, so that nobody else does at the same time. */
const placesOf = (context: Context, id: Id): Promise<Place[]> =>
  context.tx.rows<Place>(sql`
    select p.id, p.dept_id, l.called as place, u.called as unit, p.material_id, p.received_qty, p.accounted_qty,
      p.minutes, p.answer_no, coalesce(a.real_name, '') as answered_by,
      to_char(p.answer_time, 'HH24:MI') as answer_time
    from recall_case_places p join stock_location l on l.id = p.location_id
    join material_unit u on u.id = p.base_unit_id left join app_user a on a.id = p.answer_user_id
    where p.recall_case_id = ${id}::bigint order by p.line_no`);

export const accountFor = serve(calls.account, (context, answered) =>
  actOn(context, recallCase, 'account', readIds({ id: answered.id })[0]!, (recall) =>
    answer(context, recall, answered),
  ),
);

async function answer(
  context: Context,
  { id, row }: Acting<typeof recallCase>,
  answered: Answered,
): Promise<TypeOf<typeof calls.account.answer>> {
  const places = await placesOf(context, id);
  const place = places.find((each) => each.id === answered.placeId);
  if (place === undefined) throw unknownRecord(recallCase.lines!.places.label);
  const accounted = accountedOf(answered);
  refuseAnswer(context, place, answered, accounted);
  const coverage = coverageOf(accounted, Decimal.of(place.receivedQty)).toString();
  const minutes = minutesBetween(row.startTime!, context.now);
  await write(context, answered, accounted.toString(), coverage, minutes);
  const whole = wholeOf(
    places.map((each) => (each === place ? { ...each, accountedQty: accounted.toString(), minutes } : each)),
    row.materialId,
  );
  const wholeCoverage = whole.coverage.toString();
  await context.tx.run(sql`
    update recall_case set accounted_qty = ${whole.accounted.toString()}::numeric,
      coverage = ${wholeCoverage}::numeric, minutes = ${whole.minutes}
    where id = ${id}::bigint`);
  return { accountedQty: accounted.toString(), coverage, minutes, wholeCoverage };
}

function refuseAnswer(context: Context, place: Place, answered: Answered, accounted: Decimal): void {
  const { scope } = context.user;
  if (!scope.all && !scope.depts.includes(place.deptId))
    throw new Refused(refuse('recall.not-your-place', { place: place.place }));
  if (answered.answerNo !== place.answerNo)
    throw new Refused(
      refuse('recall.answered-meanwhile', {
        place: place.place,
        person: place.answeredBy,
        at: place.answerTime ?? '',
        qty: Decimal.of(place.accountedQty).toString(),
        unit: place.unit,
      }),
    );
  if (accounted.isAbove(Decimal.of(place.receivedQty)))
    throw new Refused(
      refuse(
        'recall.too-much',
        {
          place: place.place,
          accounted: accounted.toString(),
          received: Decimal.of(place.receivedQty).toString(),
          unit: place.unit,
        },
        { field: 'foundQty' },
      ),
    );
}

const write = (
  context: Context,
  { placeId, foundQty, usedQty, destroyedQty, returnedQty, answerRemark }: Answered,
  accounted: DecimalText,
  coverage: DecimalText,
  minutes: number,
): Promise<unknown> =>
  context.tx.run(sql`
    update recall_case_places set found_qty = ${foundQty ?? '0'}::numeric, used_qty = ${usedQty ?? '0'}::numeric,
      destroyed_qty = ${destroyedQty ?? '0'}::numeric, returned_qty = ${returnedQty ?? '0'}::numeric,
      accounted_qty = ${accounted}::numeric, coverage = ${coverage}::numeric, minutes = ${minutes},
      answer_time = ${context.now}::timestamptz, answer_user_id = ${context.user.userId}::bigint,
      answer_no = answer_no + 1, answer_remark = ${answerRemark}
    where id = ${placeId}::bigint`);
