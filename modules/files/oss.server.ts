import { AwsClient } from 'aws4fetch';
import { isAllowedAddress } from '../../kernel/core/allowed-address.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { chooseStores, type RemoteStore } from '../../kernel/server/file-store.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { createSecrets } from '../../kernel/server/secrets.ts';
import { dictionaryName } from '../admin/dictionary-name.server.ts';
import { PLATFORM_TENANT } from '../admin/signed-in.server.ts';
import { oss } from './files.resource.ts';
import { objectAddress } from './oss-address.rules.ts';

export const STOPPED = 1;
export const IN_USE = 2;
const LOCAL = '0';
const PATIENCE_MS = 30_000;

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
const allowedHosts = (services: Services): Promise<string> =>
  services.database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'UTC', readOnly: true }, (tx) => readParameter({ tx }, 'oss.allowedHosts'));

/** A store that speaks S3, with its keys opened. Nothing is followed elsewhere. */
function s3Store(services: Services, configuration: Configuration): RemoteStore {
  const secrets = createSecrets(services.tokenSecret);
  const client = new AwsClient({ accessKeyId: secrets.open(configuration.accessKey), secretAccessKey: secrets.open(configuration.secretKey), service: 's3', region: configuration.region, retries: 2 });
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Buffer, contentType?: string): Promise<Response> => {
    if (!isAllowedAddress(configuration.endpoint, await allowedHosts(services))) throw new Error(`${configuration.endpoint} is not allowed any more`);
    const response = await client.fetch(objectAddress(configuration.endpoint, configuration.bucketName, configuration.pathStyle === 1, name), {
      method, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS), ...(body === undefined ? {} : { body: new Uint8Array(body), headers: { 'content-type': contentType ?? 'application/octet-stream' } }),
    });
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
export function keepInStorage(services: Services): void {
  chooseStores(services.fileFolder, async (tx, code) => {
    const found = await tx.row<Configuration>(sql`
      select oss_code, category, endpoint, bucket_name, region, path_style, access_key, secret_key from oss where ${code === undefined ? sql`status = ${IN_USE}` : sql`oss_code = ${code}`}`);
    return found === undefined || found.category === LOCAL ? null : s3Store(services, found);
  });
}

export const ossBehaviour = (services: Services) => behaviour(oss, {
  computed: { categoryName: dictionaryName('oss', 'category') },
  async beforeSave(context, saving) {
    const { values, before } = saving;
    createSecrets(services.tokenSecret).keep(saving, ['accessKey', 'secretKey']);
    if (String(values['category']) !== LOCAL && !isAllowedAddress(String(values['endpoint']), await allowedHosts(services))) throw new Refused(refuse('oss.endpoint', { endpoint: String(values['endpoint']) }, { field: 'endpoint' }));
    if (before === null) return;
    const moved = ['ossCode', 'endpoint', 'bucketName', 'category'].some((name) => String(before[name] ?? '') !== String(values[name] ?? ''));
    if (moved) await requireEmpty(context, [String(before['ossCode'])], 'oss.moved');
  },
  async beforeRemove(context, rows) {
    if (rows.some((row) => row['status'] === IN_USE)) throw new Refused(refuse('oss.in-use'));
    await requireEmpty(context, rows.map((row) => String(row['ossCode'])), 'oss.not-empty');
  },
  async fillRows(context, rows) {
    for (const row of rows as Record<string, unknown>[]) row['statusName'] = label(row['status'] === IN_USE ? '启用' : '停用', row['status'] === IN_USE ? 'In use' : 'Not in use')[context.language];
  },
});

async function requireEmpty(context: Context, codes: readonly string[], refusal: string): Promise<void> {
  const kept = await context.tx.row<{ n: number }>(sql`select count(*)::integer as n from stored_file where oss_code = any(${codes as string[]})`);
  if (kept!.n > 0) throw new Refused(refuse(refusal, { count: kept!.n }));
}

/** Writes, reads and removes something small, so that what is enabled also works. */
async function tryOut(services: Services, context: Context, configuration: Configuration): Promise<void> {
  if (configuration.category === LOCAL) return;
  const store = s3Store(services, configuration);
  const name = `${context.tenant}-probe-${context.requestId}`;
  const sent = Buffer.from(context.requestId);
  try {
    await store.put(name, sent, 'text/plain');
    if (!(await store.get(name)).equals(sent)) throw new Error('what was read is not what was written');
    await store.remove(name);
  } catch (error) {
    throw new Refused(refuse('oss.unreachable', { code: configuration.ossCode, reason: (error as Error).message.slice(0, 200) }));
  }
}

export const ossCalls = (services: Services): readonly Call[] => [{
  method: 'POST', service: 'blade-resource', path: 'oss/enable', permission: 'oss_enable', summary: label('启用对象存储', 'Use an object storage'),
  async handle(context, input) {
    const [id] = readIds(input, 'id');
    await context.tx.rows(sql`select id from oss order by id for update`);
    const found = await context.tx.row<Configuration>(sql`select oss_code, category, endpoint, bucket_name, region, path_style, access_key, secret_key from oss where id = ${id!}::bigint`);
    if (found === undefined) throw unknownRecord(oss.label);
    await tryOut(services, context, found);
    await context.tx.run(sql`update oss set status = ${STOPPED} where status = ${IN_USE} and id <> ${id!}::bigint`);
    await context.tx.run(sql`update oss set status = ${IN_USE}, version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now() where id = ${id!}::bigint`);
    await audit(context, [{ resource: 'oss', recordId: id!, action: 'enable', title: found.ossCode, changes: { status: [STOPPED, IN_USE] } }]);
    return true;
  },
}];
