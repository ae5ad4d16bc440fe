import pg from 'pg';
import { OWNER, createDatabase, dropDatabase, startPostgres } from '/work/wt/newcomer/scripts/embedded-postgres.ts';
import { migrate } from '/work/wt/newcomer/kernel/server/migrate.ts';
import { openDatabase } from '/work/wt/newcomer/kernel/server/database.ts';
import { assemble } from '/work/wt/newcomer/apps/server/main.ts';
import { seed } from '/work/wt/newcomer/apps/server/seed.ts';
const stats = new Map<string, { n: number; ms: number }>();
let inQuery = 0, queryMs = 0, began = 0;
const original = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (config: any, ...rest: any[]) {
  const text = typeof config === 'string' ? config : config?.text ?? '?';
  const t = performance.now();
  if (inQuery++ === 0) began = t;
  const out = original.call(this, config, ...rest);
  const done = () => { const e = performance.now(); if (--inQuery === 0) queryMs += e - began; const s = stats.get(text) ?? { n: 0, ms: 0 }; s.n++; s.ms += e - t; stats.set(text, s); };
  if (out && typeof out.then === 'function') out.then(done, done); else inQuery--;
  return out;
};
const server = await startPostgres({ folder: '/tmp/newcomer/prof/pg', settings: process.env.PGSET ? JSON.parse(process.env.PGSET) : {} });
try {
  await dropDatabase(server, 'larder').catch(() => {});
  await createDatabase(server, 'larder');
  let t = performance.now();
  await migrate(server.url(OWNER, 'larder'));
  console.log('migrate', ((performance.now() - t) / 1000).toFixed(1));
  const database = openDatabase(server.url('larder_app', 'larder'));
  t = performance.now();
  const program = assemble({ database, tokenSecret: 'a secret for tests that is long enough', fileFolder: '/tmp/newcomer/prof' });
  console.log('assemble', ((performance.now() - t) / 1000).toFixed(1));
  t = performance.now(); const cpu0 = process.cpuUsage();
  await seed({ database, program, demo: true, say: () => console.log('demo begins at', ((performance.now() - t) / 1000).toFixed(1)) });
  const all = (performance.now() - t) / 1000; const cpu = process.cpuUsage(cpu0);
  const fsx = await import('node:fs'); let back = 0; for (const d of fsx.readdirSync('/proc').filter(n => /^\d+$/.test(n))) try { const st = fsx.readFileSync(`/proc/${d}/stat`, 'utf8').replace(/^.*\) /s, '').split(' '); if (Number(st[1]) === server.pid) back += (Number(st[11]) + Number(st[12])) / 100; } catch {}
  console.log('pg cpu', back.toFixed(1));
  const calls = [...stats.values()].reduce((s, x) => s + x.n, 0);
  console.log(`seed ${all.toFixed(1)} s; node cpu ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s; in queries ${(queryMs / 1000).toFixed(1)} s; statements ${calls}, distinct ${stats.size}; load ${(await import('node:os')).loadavg()}`);
  const top = [...stats].sort((a, b) => b[1].ms - a[1].ms).slice(0, Number(process.env.TOP ?? 40));
  for (const [text, s] of top) console.log(`${s.ms.toFixed(0).padStart(7)} ms ${String(s.n).padStart(6)} × ${(s.ms / s.n).toFixed(2)}  ${text.replace(/\s+/g, ' ').slice(0, 230)}`);
  await database.close();
} finally { await server.stop(); }
