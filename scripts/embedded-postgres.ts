import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectWhenUp } from './connect-when-up.ts';
import { cleanEnvironment, launchMode, type LaunchMode, PostgresFailure, programsFolder } from './postgres-programs.ts';

/** A PostgreSQL of our own, running: started by this process, or found running and attached to. */
export interface PostgresServer {
  readonly pid: number;
  /** True when it was running before; a server killed by force leaves its database behind. */
  readonly attached: boolean;
  /** What `pg` connects with. Nobody is asked for a password: only who may enter the socket's folder gets in. */
  url(user: string, database: string): string;
  isRunning(): boolean;
  /** Ends it after what is under way in it was rolled back; nothing acknowledged is lost. */
  stop(): Promise<void>;
}

/** Lines of postmaster.pid, as PostgreSQL's miscadmin.h numbers them (from 0 here). */
const PID_LINE = 0;
const SOCKET_FOLDER_LINE = 4;
const STATUS_LINE = 7;

const SOCKET_PORT = 5432;
/** sockaddr_un holds 108 bytes; some systems have fewer. */
const LONGEST_SOCKET_PATH = 100;
const LARGEST_LOG = 10 * 1024 * 1024;

/** The superuser of an embedded cluster. It owns and migrates; the application itself connects as `larder_app`. */
export const OWNER = 'owner';

/**
 * Starts the cluster in `folder`, making it first if there is none, or attaches to it if it is running.
 * The caller holds whatever lock keeps two processes from doing this at once (see data-directory.ts).
 */
export async function startPostgres(options: {
  folder: string;
  /** False gives up safety against power cuts for speed: for clusters that are thrown away. */
  durable?: boolean;
  settings?: Readonly<Record<string, string | number>>;
}): Promise<PostgresServer> {
  const { folder, durable = true, settings = {} } = options;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cluster = path.join(folder, 'cluster');
  const found = await runningPostgres(folder);
  if (found) return letIn(found);

  const launch = launchMode();
  const programs = programsFolder();
  // PostgreSQL refuses a data folder that is not its own user's.
  if (launch.user !== undefined) fs.chownSync(folder, launch.user, launch.user);
  if (!hasCluster(folder)) {
    await makeCluster({ folder, cluster, programs, launch, durable });
  }
  await clearAfterCrash(cluster);

  const socketFolder = prepareSocketFolder(folder, launch.user);
  const logFile = path.join(folder, 'postgres.log');
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) {
    fs.renameSync(logFile, `${logFile}.1`);
  }
  const allSettings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: SOCKET_PORT,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: 100,
    shared_buffers: '256MB',
    // Plans here are small; compiling them costs more than running them.
    jit: 'off',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }),
    ...settings,
  };
  const log = fs.openSync(logFile, 'a', 0o600);
  const logStart = fs.fstatSync(log).size;
  const [command, ...args] = [
    ...launch.prefix,
    path.join(programs, 'postgres'),
    '-D',
    cluster,
    ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ] as [string, ...string[]];
  // Detached, with its log in a file: neither Ctrl-C in the terminal nor the death of this process reaches it.
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    detached: true,
    cwd: folder,
    env: cleanEnvironment(),
  });
  fs.closeSync(log);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = String(signal ?? `exit code ${code}`)));

  for (;;) {
    if (ended !== undefined) {
      const complaint = fs.readFileSync(logFile, 'utf8').slice(logStart).trim().split('\n').slice(-3).join(' | ');
      throw new PostgresFailure(`PostgreSQL did not start (${ended}): ${complaint} (see ${logFile})`);
    }
    // The file of a crashed server says "ready" too, hence the look at the number.
    const status = readStatus(cluster);
    if (status?.pid === child.pid && status?.state === 'ready') break;
    await sleep(10);
  }
  return letIn({ pid: child.pid!, attached: false, ...controls(cluster, child.pid!, socketFolder) });
}

/**
 * The server once it lets people in: after the death of one of its processes it recovers, and its file says "ready" all
 * the while.
 */
async function letIn(server: PostgresServer): Promise<PostgresServer> {
  const client = await connectWhenUp(server.url(OWNER, 'postgres'), () =>
    console.warn('[larder] the database recovers from a crash, this takes a while …'),
  );
  await client.end();
  return server;
}

/** Whether there is a cluster in `folder`, running or not. */
export function hasCluster(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'cluster', 'PG_VERSION'));
}

/** The cluster in `folder`, if it is running. Waits while it is on its way up or down. */
export async function runningPostgres(folder: string): Promise<PostgresServer | null> {
  const cluster = path.join(folder, 'cluster');
  for (;;) {
    const status = readStatus(cluster);
    if (!status || !isPostgresOf(cluster, status.pid)) return null;
    if (status.state === 'ready') {
      return { pid: status.pid, attached: true, ...controls(cluster, status.pid, status.socketFolder) };
    }
    await sleep(20);
  }
}

/** Creates the database unless it is there. */
export async function createDatabase(server: Pick<PostgresServer, 'url'>, name: string): Promise<void> {
  await administer(server, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
}

/** Drops the database if it is there, whoever is connected. */
export async function dropDatabase(server: Pick<PostgresServer, 'url'>, name: string): Promise<void> {
  await administer(server, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

/** Gives a database to which nobody is connected another name. */
export async function renameDatabase(server: Pick<PostgresServer, 'url'>, from: string, to: string): Promise<void> {
  await administer(server, (client) =>
    client.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`),
  );
}

async function administer(
  server: Pick<PostgresServer, 'url'>,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server.url(OWNER, 'postgres') });
  client.on('error', () => {}); // the statement that fails reports it
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function controls(
  cluster: string,
  pid: number,
  socketFolder: string,
): Pick<PostgresServer, 'url' | 'isRunning' | 'stop'> {
  return {
    url: (user, database) =>
      `postgresql://${user}@/${database}?host=${encodeURIComponent(socketFolder)}&port=${SOCKET_PORT}`,
    isRunning: () => isPostgresOf(cluster, pid),
    async stop() {
      // Fast, then immediate (recovers at the next start), then by force.
      for (const [signal, timeoutMs] of [
        ['SIGINT', 20_000],
        ['SIGQUIT', 5000],
        ['SIGKILL', 5000],
      ] as const) {
        if (!isPostgresOf(cluster, pid)) return;
        try {
          process.kill(pid, signal);
        } catch {
          return; // gone in this instant
        }
        const deadline = Date.now() + timeoutMs;
        while (isPostgresOf(cluster, pid) && Date.now() < deadline) await sleep(10);
      }
    },
  };
}

function readStatus(cluster: string) {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[PID_LINE]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, socketFolder: lines[SOCKET_FOLDER_LINE]?.trim() ?? '', state: lines[STATUS_LINE]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/**
 * Whether the process is a living PostgreSQL working in this cluster. A process number alone proves nothing:
 * it may have been given to another program since, or belong to a dead postmaster nobody has reaped yet.
 */
function isPostgresOf(cluster: string, pid: number): boolean {
  try {
    const program = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    return /(^|\/)postgres(:|$)/.test(program) && fs.realpathSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster);
  } catch {
    return false;
  }
}

/** After kill -9 of the postmaster its children end by themselves, but not at once, and its files stay. */
async function clearAfterCrash(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const status = readStatus(cluster);
  if (!fs.existsSync(pidFile)) return;

  const survivors = () =>
    fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => isPostgresOf(cluster, pid));
  const begun = Date.now();
  let insisted = false;
  while (survivors().length > 0) {
    if (!insisted && Date.now() - begun > 5000) {
      insisted = true;
      for (const pid of survivors()) process.kill(pid, 'SIGKILL');
    }
    if (Date.now() - begun > 10_000) {
      throw new PostgresFailure(`processes of a crashed PostgreSQL do not end: ${survivors().join(', ')}`);
    }
    await sleep(20);
  }
  fs.rmSync(pidFile, { force: true });
  if (status?.socketFolder) {
    for (const suffix of ['', '.lock']) {
      fs.rmSync(path.join(status.socketFolder, `.s.PGSQL.${SOCKET_PORT}${suffix}`), { force: true });
    }
  }
}

async function makeCluster(options: {
  folder: string;
  cluster: string;
  programs: string;
  launch: LaunchMode;
  durable: boolean;
}): Promise<void> {
  const { folder, cluster, programs, launch, durable } = options;
  // Made beside and renamed: a half-made cluster must never be taken for a whole one.
  const unfinished = `${cluster}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.rmSync(cluster, { recursive: true, force: true });
  const [command, ...args] = [
    ...launch.prefix,
    path.join(programs, 'initdb'),
    '-D',
    unfinished,
    '-U',
    OWNER,
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ] as [string, ...string[]];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    cwd: folder,
    env: cleanEnvironment(),
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new PostgresFailure(`initdb failed (${signal ?? `exit code ${code}`}): ${complaint.trim()}`));
    });
  });
  fs.renameSync(unfinished, cluster);
}

function prepareSocketFolder(folder: string, user: number | undefined): string {
  const near = path.join(fs.realpathSync(folder), 'socket');
  const nearPath = path.join(near, `.s.PGSQL.${SOCKET_PORT}`);
  const chosen =
    Buffer.byteLength(nearPath) < LONGEST_SOCKET_PATH
      ? near
      : path.join(os.tmpdir(), `larder-${createHash('sha256').update(near).digest('hex').slice(0, 16)}`);
  fs.mkdirSync(chosen, { recursive: true, mode: 0o700 });
  const { uid, mode } = fs.lstatSync(chosen);
  // Who owns this folder may do everything in the database, so in a public place it must not be a stranger's.
  const owners = [process.getuid?.(), user];
  if (!fs.lstatSync(chosen).isDirectory() || !owners.includes(uid) || (mode & 0o077) !== 0) {
    throw new PostgresFailure(`${chosen} must be a folder of this user with mode 0700: remove it and start again`);
  }
  if (user !== undefined) fs.chownSync(chosen, user, user);
  return chosen;
}
