import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../apps/server/main.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Document } from '../../scripts/company/books.ts';
import { simulate, type Simulated } from '../../scripts/company/simulation.ts';
import { freshDatabase } from '../support/postgres.ts';

// A whole company over HTTP, as `npm run simulate` runs it, on two databases of their own at the same time.
const SMALL = { days: 2, sites: 1, seed: 7, dishesEach: 2, data: null } as const;

async function aCompanyAtWork(): Promise<Simulated> {
  const { ownerUrl, appUrl } = await freshDatabase();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-company-'));
  const server = await serve({
    ownerUrl,
    appUrl,
    port: 0,
    host: '127.0.0.1',
    dataDir,
    tokenSecret: 'a secret for tests that is long enough',
    demo: false,
    logLevel: 'silent',
    webRoot: null,
    clockHeader: true,
  });
  try {
    return await simulate({ ...SMALL, url: server.address, ...server.demoAccounts![0]! });
  } finally {
    await server.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

describe('a company at work', () => {
  let runs: readonly Simulated[];
  beforeAll(async () => {
    runs = await Promise.all([aCompanyAtWork(), aCompanyAtWork()]);
  }, 120_000);

  test('keeps every promise: ledger, what was promised, sent and received, pegs, numbers, money entries', () => {
    for (const { proof } of runs) {
      expect(proof.broken).toEqual([]);
      expect(proof.held).toHaveLength(7);
    }
  });
  test('goes all the way from menus to the stalls', () => {
    const { counts, books } = runs[0]!;
    for (const what of ['sales plans', 'requirement plans', 'requests', 'orders', 'deliveries', 'pick bills', 'counts'])
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
    for (const what of ['factory deliveries', 'factory pots', 'pushed orders', 'call-backs'])
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
    expect(books.invoutstore.filter((bill) => bill['status'] === 'done').length).toBeGreaterThan(0);
  });
  test('carries what was ordered and what came up to the requests and plans that asked for it', () => {
    const { books } = runs[0]!;
    const base = (documents: readonly Document[], field: string): string =>
      Decimal.sum(
        documents.flatMap((document) =>
          document.details
            .filter((line) => line[field])
            .map((line) => Decimal.of(line[field]!).times(Decimal.of(line['factor'] ?? '1'))),
        ),
      ).toFixed(3);
    for (const field of ['orderedQty', 'receivedQty']) {
      expect(`${field} ${base(books.invrequireplan, field)}`).toBe(`${field} ${base(books.invpleasepurchase, field)}`);
      expect(Number(base(books.invpleasepurchase, field))).toBeGreaterThan(0);
    }
  });
  test('the same seed gives the same figures', () => {
    expect(runs[0]!.digest).toBe(runs[1]!.digest);
  });
});
