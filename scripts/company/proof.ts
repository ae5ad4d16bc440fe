/** What must hold after any number of days, whoever worked at once. Every broken promise is a sentence. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { CompanyClient } from '../../apps/server/demo/company-client.ts';
import { BOOKS, readAll, type Book, type Books, type Document, type Line } from './books.ts';
import { inParallel } from './in-parallel.ts';

export interface Proof {
  /** What was looked at, in words with its figure. */
  readonly held: readonly string[];
  readonly broken: readonly string[];
}

const decimal = (text: string | null | undefined): Decimal =>
  text === null || text === undefined || text === '' ? Decimal.zero : Decimal.of(text);
const sum = (lines: readonly Line[], field: string): Decimal => Decimal.sum(lines.map((line) => decimal(line[field])));

/** Checks that ledger, documents and quantities of the company agree with each other. */
export async function proveCompany(
  reader: CompanyClient,
  books: Books,
  places: readonly { readonly id: string; readonly name: string }[],
): Promise<Proof> {
  const parts = [
    await ledger(reader, places),
    await promised(reader),
    sentIsReceived(books),
    countedIsPosted(books),
    await owedIsPosted(reader, books),
    await pegsAreGross(reader, books),
    numbersHaveNoGaps(books),
  ];
  return { held: parts.flatMap((part) => part.held), broken: parts.flatMap((part) => part.broken) };
}

/** Stock = lots = moves, at every place and all together. */
async function ledger(
  reader: CompanyClient,
  places: readonly { readonly id: string; readonly name: string }[],
): Promise<Proof> {
  const answers = await inParallel([{ id: '', name: 'all places' }, ...places], 4, async ({ id, name }) => ({
    name,
    ...(await reader.get<{ ok: boolean; checked: number; firstBadRow: unknown }>(
      'store-management/stock/prove',
      id === '' ? {} : { locationId: id },
    )),
  }));
  return {
    held: [`stock = lots = moves: ${answers[0]!.checked} balances, ${places.length} places one by one`],
    broken: answers
      .filter((answer) => !answer.ok)
      .map((answer) => `The ledger of ${answer.name} does not add up: ${JSON.stringify(answer.firstBadRow)}`),
  };
}

/** Nobody was promised what is not there. */
async function promised(reader: CompanyClient): Promise<Proof> {
  const rows = [
    ...(await readAll(reader, 'store-management/stock/page')),
    ...(await readAll(reader, 'store-management/stockbatch/page')),
    ...(await readAll(reader, 'store-management/factorystock/page')),
    ...(await readAll(reader, 'store-management/factorystockbatch/page')),
  ];
  const broken = rows.filter(
    (row) => decimal(row['reservedQty']).isAbove(decimal(row['qty'])) || decimal(row['qty']).isNegative(),
  );
  return {
    held: [`promised ≤ on hand: ${rows.length} rows`],
    broken: broken.map((row) => `${row['materialName']}: ${row['reservedQty']} promised, ${row['qty']} on hand`),
  };
}

/** What goods are received by: from suppliers, from the market, from the factory and back at it. */
const IN_STORES = [
  'invinstore',
  'selfpurchaseinstore',
  'factorywarehouseinstore',
  'factorysuppressinstore',
  'factoryreturnedinstore',
] as const;

/** Finished deliveries: sent = received + differences, line by line and lot by lot. */
function sentIsReceived(books: Books): Proof {
  const receivedQty = IN_STORES.flatMap((book) => books[book])
    .filter((bill) => bill['status'] === 'done')
    .flatMap((bill) =>
      bill.details.map((line) => ({
        bill,
        line,
        sent: decimal(line['qty']),
        explained: decimal(line['receivedQty']).plus(decimal(line['settledQty'])),
      })),
    );
  const went = books.invoutstore
    .filter((bill) => bill['status'] === 'done')
    .flatMap((bill) =>
      (bill.picks ?? []).map((line) => ({
        bill,
        line,
        sent: decimal(line['baseQty']),
        explained: decimal(line['receivedBaseQty']).plus(decimal(line['settledBaseQty'])),
      })),
    );
  const broken = [...receivedQty, ...went].filter(({ sent, explained }) => !sent.equals(explained));
  return {
    held: [`sent = received + differences: ${receivedQty.length} lines received, ${went.length} lots sent on`],
    broken: broken.map(
      ({ bill, line, sent, explained }) =>
        `${bill['billCode']} ${line['materialName']}: ${sent.toString()} sent, ${explained.toString()} received or settled`,
    ),
  };
}

/**
 * Done counts: what was expected and what differed make what was counted, and the differences make the sums of the
 * count.
 */
function countedIsPosted(books: Books): Proof {
  const done = books.invcheck.filter((check) => check['status'] === 'done');
  const lines = done.flatMap((check) =>
    check.details.filter((line) => line['lineState'] === 'agreed').map((line) => ({ check, line })),
  );
  const broken = lines.filter(
    ({ line }) =>
      !decimal(line['expectedQty']).plus(decimal(line['varianceQty'])).equals(decimal(line['countBaseQty'])),
  );
  const unequal = done.filter(
    (check) =>
      !sum(check.details, 'varianceAmount').equals(decimal(check['gainAmount']).minus(decimal(check['lossAmount']))),
  );
  return {
    held: [`counted = expected + posted difference: ${lines.length} lots in ${done.length} counts`],
    broken: [
      ...broken.map(
        ({ check, line }) =>
          `${check['billCode']} ${line['materialName']}: ${line['expectedQty']} expected, ${line['varianceQty']} posted, ${line['countBaseQty']} counted`,
      ),
      ...unequal.map((check) => `${check['billCode']}: its lines do not make its sums`),
    ],
  };
}

/** What suppliers and sites owe by the ledger of money is what the documents say, bill by bill. */
async function owedIsPosted(reader: CompanyClient, books: Books): Promise<Proof> {
  const entries = Map.groupBy(
    await readAll(reader, 'store-management/settlemententry/page'),
    (entry) => `${entry['billType']} ${entry['billId']}`,
  );
  const sumFor = (bill: string, party: string): Decimal =>
    sum(
      (entries.get(bill) ?? []).filter((entry) => entry['partyKind'] === party),
      'amount',
    );
  const owed = [
    ...books.invinstore.flatMap((bill) => [
      { bill, says: decimal(bill['amount']), owes: sumFor(`invinstore ${bill['id']}`, 'supplier') },
      { bill, says: decimal(bill['settlementAmount']), owes: sumFor(`invinstore ${bill['id']}`, 'site') },
    ]),
    ...books.factorywarehouseinstore.map((bill) => ({
      bill,
      says: decimal(bill['amount']),
      owes: sumFor(`factorywarehouseinstore ${bill['id']}`, 'supplier'),
    })),
    ...books.factorysuppressinstore.map((bill) => ({
      bill,
      says: decimal(bill['settlementAmount']),
      owes: sumFor(`factorysuppressinstore ${bill['id']}`, 'site'),
    })),
    ...books.purchasereturn
      .filter((bill) => bill['status'] === 'done')
      .map((bill) => ({
        bill,
        says: decimal(bill['creditAmount']).negated(),
        owes: sumFor(`invreturnoutstore ${bill['returnOutstoreId']}`, 'supplier'),
      })),
  ];
  return {
    held: [`money entries = documents: ${owed.length} sums of ${entries.size} bills`],
    broken: owed
      .filter(({ says, owes }) => !says.equals(owes))
      .map(({ bill, says, owes }) => `${bill['billCode']} says ${says.toString()}, its entries ${owes.toString()}`),
  };
}

/** What guests cause, meal by meal and dish by dish, is exactly what a line asks for. */
async function pegsAreGross(reader: CompanyClient, books: Books): Promise<Proof> {
  const lines = books.invrequireplan
    .flatMap((plan) => plan.details.map((line) => ({ plan, line })))
    .filter(({ line }) => decimal(line['grossQty']).isPositive());
  const broken = await inParallel(lines, 4, async ({ plan, line }): Promise<string[]> => {
    const pegs = await reader.get<readonly Line[]>('store-management/invrequireplan/pegging', {
      planDetailId: line['id']!,
    });
    const gross = sum(pegs, 'grossQty');
    return gross.equals(decimal(line['grossQty']))
      ? []
      : [`${plan['billCode']} ${line['materialName']}: gross ${line['grossQty']}, pegs ${gross.toString()}`];
  });
  return { held: [`Σ pegs = gross: ${lines.length} lines`], broken: broken.flat() };
}

/** Numbers of a kind of document and day run from 1 without gaps or doubles. */
function numbersHaveNoGaps(books: Books): Proof {
  let documents = 0;
  const broken = (Object.keys(BOOKS) as Book[]).flatMap((name) => {
    documents += books[name].length;
    const days = Map.groupBy(books[name], (document: Document) => document['billCode']!.slice(0, -4));
    return [...days].flatMap(([day, own]) => {
      const numbers = own.map((document) => Number(document['billCode']!.slice(-4))).toSorted((a, b) => a - b);
      const at = numbers.findIndex((number, index) => number !== index + 1);
      return at < 0 ? [] : [`Numbers of ${day} are not without gaps: ${numbers[at]} stands where ${at + 1} should`];
    });
  });
  return { held: [`numbers without gaps: ${documents} documents`], broken };
}
