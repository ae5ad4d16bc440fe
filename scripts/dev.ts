// `npm run dev`: the server restarting at every change, and vite serving the web application with hot replacement.
// This process keeps the data directory and the database; the server is a child that comes and goes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { createServer } from 'vite';
import { readConfiguration } from '../apps/server/config.ts';
import type { ServeOptions } from '../apps/server/main.ts';
import { fail } from './command-line.ts';
import { takeDataDirectory } from './data-directory.ts';
import { stopWithNpm } from './npm-parent.ts';
import { openDatabase } from './open-database.ts';

const SERVE_OPTIONS = 'LARDER_SERVE_OPTIONS';

const handedDown = process.env[SERVE_OPTIONS];
if (handedDown === undefined) await develop();
else await serveAs(JSON.parse(handedDown) as ServeOptions);

async function develop(): Promise<void> {
  const undo: (() => Promise<unknown> | void)[] = [];
  let ending = false;
  const end = async (exitCode: number) => {
    if (ending) return;
    ending = true;
    for (const step of undo.toReversed()) await step();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  stopWithNpm(() => void end(0));

  try {
    const configuration = readConfiguration(process.env);
    await expectFree(configuration);
    const directory = takeDataDirectory(configuration.dataDir, 'a Larder under development');
    undo.push(() => directory.release());
    const database = await openDatabase(configuration, directory);
    undo.push(() => database.postgres?.stop());

    const options: ServeOptions = {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      port: configuration.port,
      host: configuration.host,
      dataDir: configuration.dataDir,
      tokenSecret: configuration.tokenSecret ?? directory.secret('tokenSecret'),
      demo: configuration.demo,
      logLevel: process.env['LOG_LEVEL'] ? configuration.logLevel : 'info',
      webRoot: null,
    };
    const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', import.meta.filename], {
      stdio: 'inherit',
      env: { ...process.env, [SERVE_OPTIONS]: JSON.stringify(options) },
    });
    const gone = once(server, 'exit');
    undo.push(() => {
      server.kill('SIGTERM');
      return gone;
    });

    const web = await createServer({
      configFile: 'apps/web/vite.config.ts',
      server: { host: configuration.host, proxy: { '/api': `http://${configuration.host}:${configuration.port}` } },
      logLevel: 'info',
    });
    undo.push(() => web.close());
    await web.listen();
    web.printUrls();
  } catch (error) {
    fail('dev', error);
    await end(1);
  }
}

/** The server would find out too, but it is watched: it would wait for a change instead of ending. */
async function expectFree({ port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  const probe = net.createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

async function serveAs(options: ServeOptions): Promise<void> {
  const { serve } = await import('../apps/server/main.ts');
  const server = await serve(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void server.close().finally(() => process.exit(0)));
  }
  console.log(`[dev] API at ${server.address}`);
  for (const { account, password, role } of server.demoAccounts ?? [])
    console.log(`[dev]   ${account}  ${password}  ${role}`);
}
