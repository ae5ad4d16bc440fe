import { defineConfig } from 'vitest/config';
import { clockOf, setTestClock } from './tests/support/clock.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { scratchFolder } from './tests/support/scratch.ts';

const DATABASE_TESTS = [
  '**/*.server.test.ts',
  'tests/contracts/**/*.test.ts',
  'tests/promises/**/*.test.ts',
  'tests/restore.test.ts',
];
const JOURNEYS = ['tests/journeys/**/*.test.ts'];
const EVERY_SCREEN = ['tests/journeys/axe.test.ts'];
const contracts = (...names: readonly string[]): string[] => names.map((each) => `tests/contracts/${each}.test.ts`);
/** Every call and document of the demonstration company, and a company that lives through days. */
const KNOWS_OF_DAYS = ['tests/contracts/**/*.test.ts', 'tests/promises/company.test.ts'];
/** Contracts in which no business day is: of the schema, of statements, of odd input, of plans of lists, of addresses and of choices. */
const WITHOUT_DAYS = contracts(
  'aged',
  'constraint-refusals',
  'every-choice',
  'every-inventory-call',
  'hostile-input',
  'long-lists',
  'named-rules',
  'page-acts',
  'schema',
  'small-refusals',
  'statements',
  'wire-session',
);
/** Contracts in whose rows days stand, and the company that works for weeks: they hold on any day, and are run once. */
const ON_ANY_DAY = [
  ...contracts(
    'demonstration',
    'every-call',
    'every-document',
    'every-list',
    'every-parameter',
    'every-resource',
    'every-save',
    'named-calls',
    'real-lists',
    'shown-lists',
    'what-waits',
    'wire-clients',
    'wire-contract',
    'wire-lists',
  ),
  'tests/promises/company.test.ts',
];
const NEVER = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**', '.tools/**'];
const CLUSTER = ['tests/support/cluster.setup.ts'];
const REFUSALS = ['tests/support/refusals.setup.ts'];
const DATABASES = ['tests/support/databases.setup.ts', ...REFUSALS];

// Sources without JSX are read as the program reads them, by Node itself.
const AS_THE_PROGRAM = { viteModuleRunner: false };

// Of this process and all it starts.
process.env.TMPDIR = scratchFolder();
setTestClock();
/**
 * Where somebody wants what knows of days run on a second one, and what holds on any day run on that alone (see
 * scripts/test.ts).
 */
const anotherClock = process.env['TEST_ANOTHER_CLOCK'];

const database = {
  experimental: AS_THE_PROGRAM,
  globalSetup: CLUSTER,
  setupFiles: DATABASES,
  // Each file opens a database of its own; what is read and compiled, the whole server, may serve the next.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    // One more than the two cores this is meant for: tests of dying programs and of what is typed wait for half of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NEVER, ...DATABASE_TESTS, ...JOURNEYS],
          isolate: false,
          setupFiles: REFUSALS,
          // For machines that do much else beside.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: DATABASE_TESTS,
          exclude: [...NEVER, ...JOURNEYS, ...(anotherClock === undefined ? [] : ON_ANY_DAY)],
        },
      },
      ...(anotherClock === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                ...database,
                name: 'another day',
                include: KNOWS_OF_DAYS,
                exclude: [...NEVER, ...WITHOUT_DAYS],
                env: clockOf(anotherClock),
              },
            },
          ]),
      {
        extends: true,
        test: {
          name: 'journey',
          experimental: AS_THE_PROGRAM,
          include: JOURNEYS,
          exclude: [...NEVER, ...EVERY_SCREEN],
          // Each file has a program and a browser of its own; what tests themselves are made of is read once.
          isolate: false,
          globalSetup: CLUSTER,
          setupFiles: DATABASES,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          experimental: AS_THE_PROGRAM,
          include: EVERY_SCREEN,
          exclude: NEVER,
          globalSetup: CLUSTER,
          setupFiles: DATABASES,
          // Whoever reads every screen keeps the processor busy; more at once would only wait for each other.
          maxConcurrency: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
