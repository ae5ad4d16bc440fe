import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fs from 'node:fs/promises';

/** Stands between the server and PostgreSQL, and cuts a connection where it hurts: around COMMIT. */
export interface CuttingProxy {
  /** The database's address, through here. */
  url(direct: string): string;
  /**
   * The next COMMIT of a transaction in which `words` were sent is lost: before the database hears of it, or after it
   * was done and before anybody is told. What else is written meanwhile, a log for instance, goes on.
   */
  cutNext(when: 'before' | 'after', words: string): void;
  /** Cuts made so far. */
  cuts(): number;
  close(): Promise<void>;
}

/** `direct`: an address with the socket folder in `host`, as the embedded cluster gives it. */
export async function cuttingProxy(direct: string): Promise<CuttingProxy> {
  const target = new URL(direct.replace(/^postgres(ql)?:\/\/([^@/]*@)?\//, 'postgres://$2localhost/'));
  const folder = target.searchParams.get('host');
  const port = target.searchParams.get('port') ?? (target.port || '5432');
  const mine = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-proxy-'));
  const socket = path.join(mine, `.s.PGSQL.${port}`);
  let wanted: { readonly when: 'before' | 'after'; readonly words: string } | null = null;
  let cuts = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database =
      folder !== null && folder.startsWith('/')
        ? net.connect(path.join(folder, `.s.PGSQL.${port}`))
        : net.connect(Number(port), target.hostname);
    let deaf = false;
    let isMeant = false;
    const cut = (): void => {
      cuts += 1;
      client.destroy();
      database.destroy();
    };
    for (const end of [client, database]) {
      open.add(end);
      end.on('error', () => cutQuietly(client, database));
      end.on('close', () => {
        open.delete(end);
        cutQuietly(client, database);
      });
    }
    client.on('data', (bytes) => {
      const statement = bytes.toString('latin1');
      isMeant = wanted !== null && ((isMeant && !statement.includes('begin;')) || statement.includes(wanted.words));
      if (wanted !== null && isMeant && /commit/i.test(statement)) {
        const { when } = wanted;
        wanted = null;
        if (when === 'before') return cut();
        deaf = true;
      }
      database.write(bytes);
    });
    // The answer to a commit that may not be heard: it is done, and nobody knows.
    database.on('data', (bytes) => (deaf ? cut() : void client.write(bytes)));
  });
  await new Promise<void>((resolve) => {
    server.listen(socket, resolve);
  });
  return {
    url: (address) =>
      folder === null
        ? address
        : address.replace(encodeURIComponent(folder), encodeURIComponent(mine)).replace(folder, mine),
    cutNext: (when, words) => void (wanted = { when, words }),
    cuts: () => cuts,
    async close() {
      for (const each of open) each.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await fs.rm(mine, { recursive: true, force: true });
    },
  };
}

function cutQuietly(...ends: readonly net.Socket[]): void {
  for (const end of ends) end.destroy();
}
