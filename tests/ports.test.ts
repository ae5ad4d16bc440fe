/** Who answers what areas above ask: every port, with the areas that provide it. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { port, ports, type PortName } from '../kernel/server/port.ts';
import { buildRegistry } from '../kernel/server/registry.ts';
import { offlineProgram } from '../tools/offline-program.ts';
import { isTest, ROOT, sources } from '../tools/sources.ts';

/** Every port a source file exports. */
async function declaredPorts(): Promise<PortName[]> {
  const files = sources.filter(({ file, text }) => !isTest(file) && /= ports?[<(]/.test(text));
  const modules = await Promise.all(
    files.map(({ file }) => import(path.join(ROOT, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((each) =>
    Object.values(each).filter(
      (value): value is PortName =>
        (typeof value === 'object' || typeof value === 'function') && value !== null && 'by' in value,
    ),
  );
}

test('every port has the providers it is known by, and one the program cannot do without has one', async () => {
  const { registry } = offlineProgram();
  const declared = await declaredPorts();
  const providersOf = (declaredPort: PortName): string[] =>
    (registry.providers.get(declaredPort) ?? []).map(({ area }) => area);
  expect(declared.filter((declaredPort) => declaredPort.required && providersOf(declaredPort).length === 0)).toEqual(
    [],
  );
  expect(
    Object.fromEntries(declared.map((declaredPort) => [declaredPort.title, providersOf(declaredPort).join(' ')])),
  ).toEqual({
    'advice on a price of the past': 'corrections',
    'asked elsewhere': 'distribution',
    'best offers today': 'suppliers',
    'cases of out-stores': 'receiving',
    'charged prices': 'prices',
    'costs of dishes today': 'suppliers',
    'differences in sheets': 'stock stock stock',
    'kinds of charged price': 'prices',
    'kinds of job': 'sheets sap demonstration',
    'materials for sale today': 'suppliers',
    'materials past their cut-off': 'planning',
    'moving files to where they are kept': 'files',
    'needs of coming days': 'planning',
    'notices of the watch over prices': 'prices',
    'ordered shares': 'purchasing',
    'paid prices': 'receiving',
    'plans filled from menus': 'operations',
    'portions served': 'production',
    'prices today': 'prices',
    'proofs beside stock':
      'issuing crates transfers purchasing receiving receiving returns suppress-orders distribution distribution distribution distribution',
    'records shown beside lists': 'messages workflow',
    'settled prices': 'receiving',
    'sheets of lines': 'other-moves other-moves planning purchasing corrections returns returns returns',
    'stock today': 'stock',
    'shipments crates travel with': 'receiving distribution',
    'the watch over prices': 'prices',
    'transactions of long sheets': 'sheets',
    'units as they were received': 'receiving',
    'what follows an accepted price': 'corrections',
    'verbs of parts': 'sheets sheets sheets',
    'views found by their number': 'stock stock stock',
    'what asks for goods of a warehouse': 'issuing transfers receiving',
    'what factories are asked to make': 'distribution',
    'what goods are expected by': 'receiving self-purchase returns returns suppress-orders distribution',
    'what follows approved and void orders': 'purchasing receiving',
    'what holds a delivery': 'corrections',
    'what of requests was ordered and came another way': 'distribution distribution',
    'what purchase orders are made of': 'distribution',
    'what self-purchases are made of': 'distribution',
    'where files are kept': 'files',
    'where materials are in use': 'stock',
    'yields reached while cooking': 'production',
  });
  expect([...registry.providers.keys()].filter((declaredPort) => !declared.includes(declaredPort))).toEqual([]);
});

const greeting = port<(context: object, name: string) => string>('a greeting', {
  otherwise: (_context, name) => `nobody greets ${name}`,
});
const needed = port<(context: object) => string>('what must be there');
const guests = ports<string>('guests');
const inn = (name: string) =>
  buildRegistry(
    [],
    [{ name, provides: [greeting.by((_context, guest) => `${name} greets ${guest}`), guests.by(name)] }],
  );

test('two programs in one process answer for themselves, whichever was put together last', () => {
  const [first, second] = [inn('first'), inn('second')];
  expect([greeting({ registry: first }, 'Li'), greeting({ registry: second }, 'Li')]).toEqual([
    'first greets Li',
    'second greets Li',
  ]);
  expect([guests.of({ registry: first }), guests.of({ registry: second })]).toEqual([['first'], ['second']]);
  expect(greeting({ registry: buildRegistry([], []) }, 'Li')).toBe('nobody greets Li');
});

test('what nobody provides says so, and what two provide stops the program', () => {
  expect(() => needed({ registry: buildRegistry([], []) } as never)).toThrow('No area provides what must be there');
  const provides = [greeting.by(() => '')];
  expect(() =>
    buildRegistry(
      [],
      [
        { name: 'one', provides },
        { name: 'other', provides },
      ],
    ),
  ).toThrow('one and other both provide a greeting');
});
