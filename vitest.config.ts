import { defineConfig } from 'vitest/config';

const DATABASE_TESTS = [
  '**/*.server.test.ts',
  'tests/contracts/**/*.test.ts',
  'tests/promises/**/*.test.ts',
  'tests/restore.test.ts',
];
const JOURNEYS = ['tests/journeys/**/*.test.ts'];
const NEVER = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**', '.tools/**'];
const CLUSTER = ['tests/support/cluster.setup.ts'];

export default defineConfig({
  test: {
    // Two cores: more workers would only wait for each other, and for PostgreSQL.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NEVER, ...DATABASE_TESTS, ...JOURNEYS],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: [...NEVER, ...JOURNEYS],
          globalSetup: CLUSTER,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journey',
          include: JOURNEYS,
          exclude: NEVER,
          globalSetup: CLUSTER,
          // One browser at a time: its journeys measure patience, and share the cores with a server and a database.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
