import fs from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { isAllowedAddress } from '../../parts/addresses/allowed-address.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { raw, sql, withoutConnection, type Transaction } from '../../parts/postgres/database.ts';
import { chosenStore, moveToStore, nameOf, type RemoteStore } from '../../parts/storage/file-store.ts';
import { storedPath } from '../../parts/storage/files.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import { readPlatformParameter } from '../../kernel/server/parameters.ts';
import type { Provision } from '../../kernel/server/port.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { dictionaryName } from '../admin/dictionaries/dictionary-name.server.ts';
import * as calls from './files.calls.ts';
import { oss } from './files.resource.ts';
import { objectAddress } from './oss-address.rules.ts';

const STOPPED = 1;
const IN_USE = 2;
const LOCAL = '0';
const CONFIGURATION = raw('oss_code, category, endpoint, bucket_name, region, path_style, access_key, secret_key');
const TIMEOUT_MS = 30_000;

interface Configuration {
  readonly ossCode: string;
  readonly category: string;
  readonly endpoint: string;
  readonly bucketName: string;
  readonly region: string;
  readonly pathStyle: number;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What hosts the platform allows its tenants to keep files at. */
const allowedHosts = (tx: Transaction): Promise<string> => readPlatformParameter({ tx }, 'oss.allowedHosts');

/** A store that speaks S3, with its keys opened. Nothing is followed elsewhere. */
function s3Store(services: Services, configuration: Configuration, allowed: string): RemoteStore {
  const secrets = createSecrets(services.tokenSecret);
  const client = new AwsClient({
    accessKeyId: secrets.open(configuration.accessKey),
    secretAccessKey: secrets.open(configuration.secretKey),
    service: 's3',
    region: configuration.region,
    retries: 2,
  });
  const ask = async (
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    body?: Buffer,
    contentType?: string,
  ): Promise<Response> => {
    if (!isAllowedAddress(configuration.endpoint, allowed))
      throw new Error(`${configuration.endpoint} is not allowed any more`);
    const address = objectAddress(
      configuration.endpoint,
      configuration.bucketName,
      configuration.pathStyle === 1,
      name,
    );
    const response = await withoutConnection(() =>
      client.fetch(address, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined
          ? {}
          : { body: new Uint8Array(body), headers: { 'content-type': contentType ?? 'application/octet-stream' } }),
      }),
    );
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response;
    await response.body?.cancel();
    throw new Error(`The storage ${configuration.ossCode} answered ${response.status} to ${method}`);
  };
  return {
    code: configuration.ossCode,
    async put(name, bytes, contentType) {
      await (await ask('PUT', name, bytes, contentType)).body?.cancel();
    },
    get: async (name) => Buffer.from(await (await ask('GET', name)).arrayBuffer()),
    async remove(name) {
      await (await ask('DELETE', name)).body?.cancel();
    },
  };
}

/** New files go to the storage in use; each old one is found where it was put. */
export function storage(services: Services): readonly Provision[] {
  const choose = async (tx: Transaction, code?: string): Promise<RemoteStore | null> => {
    const found = await tx.row<Configuration>(
      sql`select ${CONFIGURATION} from oss where
        ${code === undefined ? sql`status = ${IN_USE}` : sql`oss_code = ${code}`}`,
    );
    return found === undefined || found.category === LOCAL ? null : s3Store(services, found, await allowedHosts(tx));
  };
  const move = async (tenant: string, id: string): Promise<void> => {
    const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      services.database.transaction({ tenant, timeZone: 'UTC' }, work);
    const found = await alone(async (tx) => {
      const store = await choose(tx);
      return (
        store && {
          store,
          file: await tx.row<{ contentType: string }>(
            sql`select content_type from stored_file where id = ${id}::bigint and oss_code = ''`,
          ),
        }
      );
    });
    if (found?.file === undefined) return;
    const { store, file } = found;
    const name = nameOf(tenant, id);
    await store.put(name, await fs.readFile(storedPath(services.fileFolder, tenant, id)), file.contentType);
    const moved = await alone((tx) =>
      tx.run(sql`update stored_file set oss_code = ${store.code} where id = ${id}::bigint and oss_code = ''`),
    );
    // Removed while it was on its way.
    if (moved === 0) await store.remove(name);
  };
  return [chosenStore.by(({ tx }, code) => choose(tx, code)), moveToStore.by(({ tenant }, id) => move(tenant, id))];
}

/** Stores of files: secrets sealed, addresses allowed, and none removed or moved that is in use or holds files. */
export const ossBehaviour = (services: Services) =>
  behaviour(oss, {
    computed: { categoryName: dictionaryName('oss', 'category') },
    async beforeSave(context, saving) {
      const { values, before } = saving;
      createSecrets(services.tokenSecret).sealGiven(saving, ['accessKey', 'secretKey']);
      if (
        String(values.category) !== LOCAL &&
        !isAllowedAddress(String(values.endpoint), await allowedHosts(context.tx))
      )
        throw new Refused(refuse('oss.endpoint', { endpoint: String(values.endpoint) }, { field: 'endpoint' }));
      if (before === null) return;
      const moved = (['ossCode', 'endpoint', 'bucketName', 'category'] as const).some(
        (name) => String(before[name] ?? '') !== String(values[name] ?? ''),
      );
      if (moved) await requireEmpty(context, [String(before.ossCode)], 'oss.moved');
    },
    async beforeRemove(context, rows) {
      if (rows.some((row) => row.status === IN_USE)) throw new Refused(refuse('oss.in-use'));
      await requireEmpty(
        context,
        rows.map((row) => String(row.ossCode)),
        'oss.not-empty',
      );
    },
    fills: { statusName: ['status'] },
    async fillRows(context, rows) {
      for (const row of rows)
        Object.assign(row, {
          statusName: (row.status === IN_USE ? label('启用', 'In use') : label('停用', 'Not in use'))[context.language],
        });
    },
  });

async function requireEmpty(context: Context, codes: readonly string[], refusal: string): Promise<void> {
  const stored = await context.tx.row<{ n: number }>(
    sql`select count(*)::integer as n from stored_file where oss_code = any(${codes as string[]})`,
  );
  if (stored!.n > 0) throw new Refused(refuse(refusal, { count: stored!.n }));
}

/** Writes, reads and removes something small, so that what is enabled also works. */
async function tryOut(
  services: Services,
  context: Context,
  configuration: Configuration,
  allowed: string,
): Promise<void> {
  if (configuration.category === LOCAL) return;
  const store = s3Store(services, configuration, allowed);
  const name = `${context.tenant}-probe-${context.requestId}`;
  const sent = Buffer.from(context.requestId);
  try {
    await store.put(name, sent, 'text/plain');
    if (!(await store.get(name)).equals(sent)) throw new Error('what was read is not what was written');
    await store.remove(name);
  } catch (error) {
    throw new Refused(
      refuse('oss.unreachable', { code: configuration.ossCode, reason: (error as Error).message.slice(0, 200) }),
    );
  }
}

/** Puts an object storage to use, after it was tried out. */
export const ossCalls = (services: Services): readonly Call[] => [
  serve(
    calls.enableStorage,
    async (context, input) => {
      const [id] = readIds(input, 'id');
      const requested = await inTransaction(
        services.database,
        context,
        async ({ tx }) => ({ found: await configurationOf(tx, id!), allowed: await allowedHosts(tx) }),
        { readOnly: true },
      );
      await tryOut(services, context, requested.found, requested.allowed);
      return inTransaction(services.database, context, async (inside) => {
        const { tx, user } = inside;
        await tx.rows(sql`select id from oss order by id for update`);
        // What was tried is what is put to use.
        if (JSON.stringify(await configurationOf(tx, id!)) !== JSON.stringify(requested.found))
          throw new Refused(refuse('busy.retry'));
        await tx.run(sql`update oss set status = ${STOPPED} where status = ${IN_USE} and id <> ${id!}::bigint`);
        await tx.run(
          sql`update oss set status = ${IN_USE}, version = version + 1, update_user = ${user.userId}::bigint,
            update_time = now() where id = ${id!}::bigint`,
        );
        await audit(inside, [
          {
            resource: 'oss',
            recordId: id!,
            action: 'enable',
            title: requested.found.ossCode,
            changes: { status: [STOPPED, IN_USE] },
          },
        ]);
        return true;
      });
    },
    { ownTransactions: true },
  ),
];

async function configurationOf(tx: Transaction, id: string): Promise<Configuration> {
  const found = await tx.row<Configuration>(sql`select ${CONFIGURATION} from oss where id = ${id}::bigint`);
  if (found === undefined) throw unknownRecord(oss.label);
  return found;
}
