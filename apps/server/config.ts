import { isKnownSecret } from './known-secrets.ts';
import path from 'node:path';

/** What the environment decides. Every value was checked; nothing else reads `process.env`. */
export interface Configuration {
  port: number;
  host: string;
  dataDir: string;
  /** An outside PostgreSQL, as its owner; null stands for the embedded one. */
  databaseUrl: string | null;
  /** The outside PostgreSQL as `larder_app`; null: the owner's address with a password we set ourselves. */
  appDatabaseUrl: string | null;
  logLevel: LogLevel;
  /** Addresses of proxies in front, with commas; null: none, and nobody is believed where he says to come from. */
  trustProxy: string | null;
  environment: Environment;
  /** Whether an empty database receives the demonstration company. */
  demo: boolean;
  /** Null: generated once and kept in the data directory. */
  tokenSecret: string | null;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ENVIRONMENTS = ['production', 'development', 'test'] as const;
const DEMO_CHOICES = ['auto', 'on', 'off'] as const;
const SHORTEST_TOKEN_SECRET = 32;

type LogLevel = (typeof LOG_LEVELS)[number];
type Environment = (typeof ENVIRONMENTS)[number];

/** One line naming the variable, its value and what is expected; it ends the program. */
export class ConfigurationError extends Error {}

/** Reads and checks the environment. An empty value counts as not set. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const text = (name: string): string | null => environment[name]?.trim() || null;

  const choice = <T extends string>(name: string, allowed: readonly T[], otherwise: T): T => {
    const value = text(name) ?? otherwise;
    return allowed.find((one) => one === value) ?? wrong(name, value, `one of ${allowed.join(', ')}`);
  };

  const databaseAddress = (name: string): string | null => {
    const value = text(name);
    if (value === null) return null;
    const expected = 'an address like postgresql://user:password@host:5432/database';
    // It may hold a password, so it is not repeated.
    if (!/^postgres(ql)?:\/\/[^/]*\/[^/?]+/.test(value)) wrong(name, '(not shown)', expected);
    return value;
  };

  const port = text('PORT') ?? '8800';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    wrong('PORT', port, 'a whole number from 0 to 65535 (0: any free port)');
  }

  const host = text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:%-]+$/.test(host)) wrong('HOST', host, 'an address or name to listen on, such as 127.0.0.1 or 0.0.0.0');

  const dataDir = text('DATA_DIR') ?? './.data';
  if (dataDir.includes('\0')) wrong('DATA_DIR', dataDir, 'a folder');

  const databaseUrl = databaseAddress('DATABASE_URL');
  const appDatabaseUrl = databaseAddress('APP_DATABASE_URL');
  if (appDatabaseUrl !== null && databaseUrl === null)
    wrong('DATABASE_URL', '', "the owner's address, as APP_DATABASE_URL is set");

  const tokenSecret = text('TOKEN_SECRET');
  if (tokenSecret !== null && Buffer.byteLength(tokenSecret) < SHORTEST_TOKEN_SECRET) {
    const length = `(${Buffer.byteLength(tokenSecret)} bytes, not shown)`;
    wrong('TOKEN_SECRET', length, `at least ${SHORTEST_TOKEN_SECRET} bytes, for example from: openssl rand -base64 48`);
  }
  if (tokenSecret !== null && isKnownSecret(tokenSecret))
    wrong(
      'TOKEN_SECRET',
      '(one that is publicly known or no secret at all, not shown)',
      'one of your own, for example from: openssl rand -base64 48',
    );

  const trustProxy = text('TRUST_PROXY');
  if (
    trustProxy !== null &&
    !trustProxy.split(',').every((each) => /^(loopback|[\da-f.:]*[.:][\da-f.:]*(\/\d{1,3})?)$/i.test(each.trim()))
  ) {
    wrong('TRUST_PROXY', trustProxy, 'addresses of proxies with commas, such as 10.0.0.5 or 10.0.0.0/8, or loopback');
  }

  const runtime = choice('NODE_ENV', ENVIRONMENTS, 'development');
  const demo = choice('DEMO', DEMO_CHOICES, 'auto');
  return {
    port: Number(port),
    host,
    dataDir: path.resolve(dataDir),
    databaseUrl,
    appDatabaseUrl,
    trustProxy: trustProxy?.replaceAll(' ', '') ?? null,
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'warn'),
    environment: runtime,
    // Whoever says production, or brings a database, did not come to look around.
    demo: demo === 'on' || (demo === 'auto' && runtime !== 'production' && databaseUrl === null),
    tokenSecret,
  };
}

function wrong(name: string, value: string, expected: string): never {
  throw new ConfigurationError(`${name} is ${JSON.stringify(value)}; expected is ${expected}`);
}
