import type { Context } from './context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { Secrets } from '../../parts/secrets/secrets.ts';

/** A tenant's parameter by key, or "" when it has none. */
export async function readParameter(context: Pick<Context, 'tx'>, key: string): Promise<string> {
  const row = await context.tx.row<{ paramValue: string }>(sql`select param_value from param where param_key = ${key}`);
  return row?.paramValue ?? '';
}

/** What the platform alone decides for all its tenants, read in the transaction of any of them, or "". */
export async function readPlatformParameter(
  context: Pick<Context, 'tx'>,
  key: 'oss.allowedHosts' | 'sap.allowedHosts' | 'social.allowedHosts',
): Promise<string> {
  return (await context.tx.row<{ value: string | null }>(sql`select platform_parameter(${key}) as value`))?.value ?? '';
}

/** A tenant's secret parameter, opened, or "" when it has none that the program can open. */
export async function readSecretParameter(
  context: Pick<Context, 'tx'>,
  key: string,
  secrets: Secrets,
): Promise<string> {
  const value = await readParameter(context, key);
  if (!secrets.isSealed(value)) return '';
  try {
    return secrets.open(value);
  } catch {
    return ''; // sealed by a key that is not the program's any more
  }
}
