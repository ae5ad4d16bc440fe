/**
 * What did not come is explained: recorded with its cause and bearer, settled at once or waiting; then the bill can be
 * completed.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { Values } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { readFields } from '../../kernel/core/validate.ts';
import type { Context } from '../../kernel/server/context.ts';
import { serve } from '../../kernel/server/serve.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { MoveOn } from '../../kernel/server/run-action.ts';
import { actOnBill, moveBill, readBillId, writeProgress, type Bill } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { lineAfter, type LineFigures } from './delivery.rules.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { recordClaims, SELF_SETTLED, type Claim } from './differences.server.ts';
import { claimFields } from './in-store-difference.document.ts';
import { OF_MISSING, outcomes } from '../issuing/claims/difference-choices.ts';
import { photoRefusals } from './photos.server.ts';
import { completeReceiving as completionOf, openQty } from './receiving.rules.ts';

/** What may become of goods a supplier did not deliver. `wait` keeps line and case open until they come. */
const OF_SUPPLIERS: ReadonlySet<string> = new Set(['wait', 'cancel-rest', 're-buy', 'charge']);

export const doDifference = serve(calls.doDifference, (context, input) => explainDifferences(context, input));

/** Records claims on the bill that `of`, the in-store or one of its faces, shows. */
export async function explainDifferences(
  context: Context,
  input: InputOf<typeof calls.doDifference.input>,
  of = inStore,
): Promise<true> {
  const id = readBillId(input);
  const entered = readClaims(input.details);
  const unknown = await photoRefusals(context, entered);
  if (unknown.length > 0) throw new Refused(...unknown);
  await actOnBill(
    context,
    'doDifference',
    id,
    async (bill) => {
      const lines = await linesOf(context, id);
      const claims = claimsOn(bill, lines, entered);
      await recordClaims(context, bill, claims);
      await writeProgress(context, bill, lines, afterClaims(claims));
    },
    of,
  );
  return true;
}

/** A claim that was read without a refusal. */
type ClaimValues = Values<typeof claimFields>;

function readClaims(details: unknown): ClaimValues[] {
  const given = linesIn({ details });
  if (given.length === 0) throw new Refused(refuse('lines.missing', { lines: label('差异', 'differences') }));
  const refusals: Refusal[] = [];
  const values = given.map((entry, index) => {
    const read = readFields(claimFields, entry, true);
    refusals.push(...read.refusals.map((refusal) => ({ ...refusal, line: index + 1 })));
    return read.values as ClaimValues;
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return values;
}

/** The claims against the lines as they stand; together no more than is open and not yet in a case. */
function claimsOn(bill: Bill, lines: readonly StoredLine[], entered: readonly ClaimValues[]): Claim[] {
  const byId = new Map(lines.map((line) => [line.detailId, line]));
  const left = new Map(lines.map((line) => [line.detailId, openQty(line).minus(line.waiting)]));
  const refusals: Refusal[] = [];
  const claims = entered.flatMap((values, index): Claim[] => {
    const at = { line: index + 1 };
    const line = byId.get(values.detailId);
    if (line === undefined) {
      refusals.push(refuse('receiving.not-of-this-bill', at, at));
      return [];
    }
    const qty = Decimal.of(values.qty);
    const open = left.get(line.detailId)!;
    left.set(line.detailId, open.minus(qty));
    const { differenceType: type, outcome } = values;
    const pictures = values.pictures ?? [];
    if (qty.isAbove(open))
      refusals.push(
        refuse(
          'receiving.difference-too-much',
          { material: line.material, open: Decimal.max(Decimal.zero, open), unit: line.unit },
          { ...at, field: 'qty' },
        ),
      );
    refusals.push(...unfitFor(bill, values, at));
    if ((type === 'damaged' || type === 'wrong') && pictures.length === 0)
      refusals.push(refuse('receiving.photo-missing', { material: line.material }, { ...at, field: 'pictures' }));
    return [
      {
        line,
        differenceType: type,
        qty,
        cause: values.cause,
        bearer: values.bearer,
        outcome,
        pictures,
        // Of goods of our own the sender has a word.
        isSettled: bill.source?.sent === undefined && outcome !== 'wait',
        received: line.received,
      },
    ];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return claims;
}

/** What cannot become of goods of such a source, and who cannot bear it. */
function unfitFor({ source }: Bill, { outcome, bearer }: ClaimValues, at: { readonly line: number }): Refusal[] {
  const isFit =
    source?.sent === undefined
      ? OF_SUPPLIERS.has(outcome) && !(outcome === 'wait' && source?.settlesAtOnce === true)
      : OF_MISSING.has(outcome) && (outcome !== 'resend' || source.sent.resend !== undefined);
  return [
    ...(isFit ? [] : [refuse('receiving.bearer-outcome', { outcome: wordOf(outcome) }, { ...at, field: 'outcome' })]),
    ...(source?.sent !== undefined && bearer === 'supplier'
      ? [refuse('receiving.bearer-supplier', {}, { ...at, field: 'bearer' })]
      : []),
  ];
}

const wordOf = (outcome: string): { zh: string; en: string } => {
  const [, zh, en] = outcomes.find(([value]) => value === outcome)!;
  return { zh, en };
};

/** Lines after their claims: what is settled leaves nothing open, what waits stays open in its case. */
function afterClaims(claims: readonly Claim[]): Map<string, LineFigures> {
  return new Map(
    [...Map.groupBy(claims, (claim) => claim.line)].map(([line, own]) => {
      const sum = (settled: boolean): Decimal =>
        Decimal.sum(own.filter((claim) => claim.isSettled === settled).map((claim) => claim.qty));
      return [line.detailId, lineAfter(line, { settled: sum(true), waiting: line.waiting.plus(sum(false)) })];
    }),
  );
}

export const completeReceiving = serve(calls.completeReceiving, (context, input) => completeBill(context, input));

/** Completes the bill that `of`, the in-store or one of its faces, shows. */
export async function completeBill(
  context: Context,
  input: InputOf<typeof calls.completeReceiving.input>,
  of = inStore,
): Promise<true> {
  const complete = (bill: Bill, moveOn: MoveOn<typeof inStore>): Promise<void> => completeNow(context, bill, moveOn);
  await actOnBill(context, 'completeReceiving', readBillId(input), complete, of);
  return true;
}

async function completeNow(context: Context, bill: Bill, moveOn: MoveOn<typeof inStore>): Promise<void> {
  const lines = await linesOf(context, bill.id);
  const completion = completionOf(lines);
  if (!completion.ok) throw new Refused(...completion.refusals);
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const claims = completion.settledNow.map((proposal): Claim => {
    const line = byLine.get(proposal.line)!;
    return {
      line,
      differenceType: proposal.differenceType,
      qty: proposal.qty,
      cause: SELF_SETTLED,
      bearer: proposal.bearer,
      outcome: proposal.outcome,
      isSettled: true,
      received: line.received,
    };
  });
  await recordClaims(context, bill, claims);
  await writeProgress(context, bill, lines, afterClaims(claims));
  await completedNow(context, bill);
  await moveOn({ to: completion.state });
  await bill.source?.completed?.(context, bill.sourceId);
  if (completion.state === 'done') await bill.source?.finished?.(context, bill.sourceId);
}

const completedNow = (context: Context, bill: Bill): Promise<number> =>
  context.tx.run(sql`update in_store set complete_time = ${context.now}::timestamptz where id = ${bill.id}::bigint`);

/**
 * The last case of a completed bill finishes it; where only a part was agreed, the rest is to be received or explained
 * again.
 */
export async function finishAfterCases(context: Context, bill: Bill): Promise<void> {
  if (bill.status !== 'difference') return;
  const lines = await linesOf(context, bill.id);
  if (lines.some((line) => openQty(line).isAbove(line.waiting))) await moveBill(context, bill, 'reopen', 'receiving');
  else if (lines.every((line) => line.waiting.isZero())) {
    await completedNow(context, bill);
    await moveBill(context, bill, 'completeReceiving', 'done');
    await bill.source?.finished?.(context, bill.sourceId);
  }
}
