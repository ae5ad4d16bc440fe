/** Lines of a store document one at a time: read, added, changed and removed through the document and its rules. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { paging, recordById } from '../../../kernel/server/record-query.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import type { billLineCalls } from './bill-lines.ts';

/** The document each of these lines stands in; one that does not exist is left out. */
type OwnersOf = (
  context: Context,
  lineIds: readonly Id[],
) => Promise<readonly { readonly id: Id; readonly billId: Id }[]>;

interface Bill {
  readonly id: Id;
  readonly billCode: string;
  readonly details: readonly ({ readonly id: Id; readonly materialId: Id } & Readonly<Record<string, unknown>>)[];
}

/** Answers the calls on the lines of a document; `owner`: the further name `billId` goes by. */
export function serveBillLines(
  of: Declaration,
  calls: ReturnType<typeof billLineCalls>,
  ownersOf: OwnersOf,
  owner = 'billId',
): readonly Call[] {
  const LINE = label(`${of.label.zh}明细`, `Line: ${of.label.en}`);
  const billById = async (context: Context, id: Id): Promise<Bill> =>
    (await recordById(context, of, id)) as unknown as Bill;
  const namedIn = (input: Readonly<Record<string, unknown>>): Id =>
    readIds({ id: input['billId'] ?? input[owner] })[0]!;
  const billOfLine = async (context: Context, lineId: Id): Promise<Bill> => {
    const [found] = await ownersOf(context, [lineId]);
    if (found === undefined) throw unknownRecord(LINE);
    return billById(context, found.billId);
  };
  return [
    serve(calls.list, async (context, input) => {
      const { current, size } = paging(input);
      const bill = await billById(context, namedIn(input));
      const records = bill.details.map((line) => ({ ...line, billId: bill.id, billCode: bill.billCode }));
      return {
        records: records.slice((current - 1) * size, current * size),
        total: records.length,
        size,
        current,
        pages: Math.ceil(records.length / size),
      };
    }),
    serve(calls.detail, async (context, input) => {
      const [id] = readIds({ id: input.id });
      const bill = await billOfLine(context, id!);
      const line = bill.details.find((each) => each.id === id);
      if (line === undefined) throw unknownRecord(LINE);
      return { ...line, billId: bill.id, billCode: bill.billCode };
    }),
    serve(calls.submit, async (context, input, { body }) => {
      const id = input.id === null ? null : readIds({ id: input.id })[0]!;
      const bill = id === null ? await billById(context, namedIn(input)) : await billOfLine(context, id);
      // A line is saved as it was sent; what is left out of one that is there stays.
      const { version: _version, billId: _billId, [owner]: _owner, ...line } = body;
      const details =
        id === null
          ? [...bill.details, line]
          : bill.details.map((each) => (each.id === id ? { ...each, ...line } : each));
      await saveRecord(of, context, { id: bill.id, details });
      return true;
    }),
    serve(calls.remove, async (context, input) => {
      const ids = readIds(input);
      const owners = await ownersOf(context, ids);
      if (owners.length < ids.length) throw unknownRecord(LINE);
      for (const billId of [...new Set(owners.map((each) => each.billId))].toSorted()) {
        const bill = await billById(context, billId);
        await saveRecord(of, context, { id: billId, details: bill.details.filter((line) => !ids.includes(line.id)) });
      }
      return true;
    }),
  ];
}
