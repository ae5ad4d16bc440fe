/**
 * Servers of commands: one of their own in a temporary folder, or that of the data directory where it does not run
 * already.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfiguration, type Configuration } from '../../apps/server/config.ts';
import { takeDataDirectory } from '../data-directory.ts';
import { openDatabase } from '../open-database.ts';

interface CommandServer {
  readonly address: string;
  stop(): Promise<void>;
}
interface OwnServer extends CommandServer {
  readonly account: string;
  readonly password: string;
}

/** An empty tenant with its administrator; requests say what time it is. Gone without a trace when the command ends. */
export async function startOwnServer(purpose: string): Promise<OwnServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-own-'));
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const server = await serveOn(
      readConfiguration({ DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error' }),
      purpose,
      true,
    );
    const administrator = server.accounts[0];
    if (administrator === undefined) throw new Error('The new server has no administrator');
    return {
      address: server.address,
      account: administrator.account,
      password: administrator.password,
      stop: () => server.stop().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The server of the configured data directory: the one that answers at its port, else one started for this command. */
export async function startServer(purpose: string): Promise<CommandServer> {
  const configuration = readConfiguration(process.env);
  const address = `http://${configuration.host === '0.0.0.0' ? '127.0.0.1' : configuration.host}:${configuration.port}`;
  const answers = await fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(3000) }).then(
    (answer) => answer.ok,
    () => false,
  );
  return answers ? { address, stop: async () => undefined } : serveOn({ ...configuration, port: 0 }, purpose, false);
}

async function serveOn(
  configuration: Configuration,
  purpose: string,
  clockHeader: boolean,
): Promise<CommandServer & { readonly accounts: readonly { readonly account: string; readonly password: string }[] }> {
  const undo: (() => Promise<unknown> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const directory = takeDataDirectory(configuration.dataDir, purpose);
    undo.push(() => directory.release());
    const database = await openDatabase(configuration, directory);
    undo.push(() => database.postgres?.stop());
    // Loaded only now: reading the whole server takes longer than finding out that it cannot start.
    const { serve } = await import('../../apps/server/main.ts');
    const server = await serve({
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      port: configuration.port,
      host: configuration.host,
      dataDir: configuration.dataDir,
      tokenSecret: configuration.tokenSecret ?? directory.secret('tokenSecret'),
      demo: configuration.demo,
      logLevel: configuration.logLevel,
      webRoot: null,
      clockHeader,
    });
    undo.push(() => server.close());
    directory.announce(server.address);
    return { address: server.address, accounts: server.demoAccounts ?? [], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
