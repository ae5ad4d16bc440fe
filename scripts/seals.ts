// `npm run seals [-- FILE]`: every posted move compared with its seal, and the seals with the anchors of FILE, or those
// the server keeps beside its files. Names the first place where something was changed, and ends with 1.
import path from 'node:path';
import { readConfiguration } from '../apps/server/config.ts';
import { anchorFile, readAnchors, verifySeals, type Transact } from '../modules/stock/ledger/move-seals.server.ts';
import { openDatabase, sql } from '../parts/postgres/database.ts';
import { fail, filesFolder } from './command-line.ts';
import { borrowDatabase } from './open-database.ts';

try {
  const configuration = readConfiguration(process.env);
  const [named] = process.argv.slice(2);
  const file =
    named === undefined
      ? anchorFile(filesFolder(configuration.dataDir))
      : path.resolve(process.env['INIT_CWD'] ?? '.', named);
  const anchors = await readAnchors(file);
  const borrowed = await borrowDatabase(configuration, 'the seals');
  const database = openDatabase(borrowed.ownerUrl, { max: 1 });
  try {
    const tenants = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
      tx.rows<{ tenantId: string }>(sql`select tenant_id from tenant order by tenant_id`),
    );
    for (const { tenantId: tenant } of tenants) {
      const transact: Transact = (work, { readOnly = false } = {}) =>
        database.transaction({ tenant, timeZone: 'UTC', readOnly }, work);
      const own = anchors.get(tenant) ?? [];
      const { seals, moves, broken } = await verifySeals(transact, own);
      if (broken === null)
        console.log(`[seals] ${tenant}: ${moves} moves in ${seals} seals and ${own.length} anchors are as they were`);
      else {
        console.error(
          broken.wrong === 'anchor'
            ? `[seals] ${tenant}: the chain up to move ${broken.toSeq} is another than the anchor kept in ${file}`
            : `[seals] ${tenant}: moves after number ${broken.fromSeq} up to ${broken.toSeq} are not what was sealed`,
        );
        process.exitCode = 1;
      }
    }
  } finally {
    await database.close();
    await borrowed.release();
  }
} catch (error) {
  fail('seals', error);
}
