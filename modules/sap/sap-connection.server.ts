import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { openOData, type ODataClient } from './odata/odata-client.server.ts';
import type { ODataError } from './odata/odata-error.ts';
import { readPlatformParameter, readSecretParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { mappingOf, type SapMapping, type SapSource } from './sap-mapping.rules.ts';

/** How a tenant's SAP is reached, and how much is asked of it at a time. */
export interface SapConnection {
  readonly url: string;
  readonly user: string;
  readonly batchSize: number;
  readonly timeoutSeconds: number;
  readonly mapping: SapMapping;
  open(source: SapSource, signal: AbortSignal): ODataClient;
}

const value = (text: string): string => (text === '-' ? '' : text.trim());

/** Reads the tenant's parameters; refuses where SAP was not configured, before anything happens. */
export async function connectionOf(services: Services, context: Pick<Context, 'tx'>): Promise<SapConnection> {
  const requested = await context.tx.rows<{ paramKey: string; paramValue: string }>(
    sql`select param_key, param_value from param where param_key like 'sap.%'`,
  );
  const parameter = (key: string): string => value(requested.find((row) => row.paramKey === key)?.paramValue ?? '');
  const [url, user] = [parameter('sap.odata.url').replace(/\/$/, ''), parameter('sap.odata.user')];
  const secret = await readSecretParameter(context, 'sap.odata.secret', createSecrets(services.tokenSecret));
  if (url === '' || user === '' || secret === '') throw new Refused(refuse('sap.not-configured'));
  const allowed = await readPlatformParameter(context, 'sap.allowedHosts');
  const client = parameter('sap.odata.client');
  const timeoutSeconds = Number(parameter('sap.timeoutSeconds')) || 60;
  return {
    url,
    user,
    timeoutSeconds,
    batchSize: Number(parameter('sap.batchSize')) || 500,
    mapping: mappingOf(parameter('sap.mapping')),
    open: (source, signal) =>
      openOData({
        root: url + source.service,
        version: source.version,
        user,
        secret,
        allowed,
        timeoutMs: timeoutSeconds * 1000,
        signal,
        tries: Number(parameter('sap.tries')) || 5,
        headers: { 'sap-language': 'ZH', 'accept-language': 'zh', ...(client === '' ? {} : { 'sap-client': client }) },
      }),
  };
}

/** What went wrong between us and SAP, in words that say what to do. */
export function problemOf(error: ODataError, connection: SapConnection, source: SapSource): Refusal {
  switch (error.problem) {
    case 'not-allowed':
      return refuse('sap.not-allowed', { address: connection.url });
    case 'unauthorized':
      return refuse('sap.unauthorized', { user: connection.user });
    case 'forbidden':
      return refuse('sap.forbidden', { user: connection.user, set: source.set });
    case 'gone':
      return refuse('sap.gone', { service: source.service, set: source.set });
    case 'too-slow':
      return refuse('sap.too-slow', { seconds: connection.timeoutSeconds });
    case 'busy':
      return refuse('sap.busy');
    case 'unreachable':
      return refuse('sap.unreachable', { reason: error.detail });
    default:
      return refuse('sap.answer', { reason: `${error.status ?? ''} ${error.detail}`.trim() });
  }
}
