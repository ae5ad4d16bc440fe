/** Promise 40: whatever workbook is sent to whatever import, the answer is a sentence, soon, and the server stands. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../kernel/server/context.ts';
import { hostileWorkbooks } from '../../parts/xlsx/workbooks.testing.ts';
import { startJobs } from '../../parts/jobs/jobs.ts';
import { joinPrograms, type Programs } from '../../parts/jobs/programs.ts';
import { freshDatabase } from '../support/postgres.ts';
import { everyPermission, startProgram, type RunningProgram } from '../support/program.ts';

const MB = 1024 * 1024;
/** Uploads that are kept as they are and never read as a sheet. */
const UPLOADS = ['oss/endpoint/put-file', 'oss/endpoint/put-file-attach'];
/** A larger sheet is imported as a job. */
const LARGE = 150_000;

let program: RunningProgram;
let token: string;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let programs: Programs;
let imports: Call[];
beforeAll(async () => {
  const database = await freshDatabase();
  program = await startProgram({ on: database });
  token = program.signIn();
  imports = program.program.calls.filter((call) => call.upload && !UPLOADS.includes(call.path));
  const [tester] = [
    {
      userId: '1',
      tenant: '000000',
      timeZone: 'Asia/Shanghai',
      account: 'tester',
      realName: 'Tester',
      deptId: '',
      roles: [],
      permissions: everyPermission(program.program),
      scope: { all: true as const },
      sessionId: '1',
    },
  ];
  programs = await joinPrograms({ ownerUrl: database.ownerUrl });
  jobs = await startJobs({
    ownerUrl: database.ownerUrl,
    database: program.database,
    program: { registry: program.program.registry, userOf: async () => tester },
    programs,
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await jobs.stop();
  await programs.unregister();
  await program.close();
});

interface ImportAnswer {
  readonly status: number;
  readonly message: string;
  /** Of a processor: the clock would count what the machine does beside. */
  readonly milliseconds: number;
}
async function send(url: string, file: Buffer): Promise<ImportAnswer> {
  const boundary = 'larder-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sheet.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const begun = process.cpuUsage();
  const answer = await program.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const { user, system } = process.cpuUsage(begun);
  const milliseconds = (user + system) / 1000;
  const body = JSON.parse(answer.body) as {
    msg: string;
    data: { jobId?: string; failed?: number; rows?: { reason: string }[] } | string | null;
  };
  const data = typeof body.data === 'object' && body.data !== null ? body.data : {};
  if (data.jobId === undefined)
    return {
      status: answer.statusCode,
      message: answer.statusCode === 200 ? (data.rows?.[0]?.reason ?? '') : body.msg,
      milliseconds,
    };
  for (;;) {
    const [job] = await program.asOwner<{ state: string; error: string | null }>(
      'select state, error from job where id = $1',
      [data.jobId],
    );
    if (job && job.state !== 'waiting' && job.state !== 'running')
      return { status: job.state === 'failed' ? 400 : 200, message: job.error ?? '', milliseconds };
    await sleep(20);
  }
}

test('every import that is declared is among those asked here', () => {
  expect(imports.map((call) => call.path)).toEqual(
    expect.arrayContaining(
      program.program.registry.declarations
        .filter((declaration) => declaration.calls.includes('importExcelTemplate'))
        .map(({ segment }) => [segment, 'importExcelTemplate'].filter((part) => part !== '').join('/')),
    ),
  );
});

test('promise 40: each hostile workbook is refused in words by one import, in at most two seconds of a processor and 200 MB, a large one by its job', async () => {
  const workbooks = Object.entries(hostileWorkbooks());
  const [first] = imports.filter((call) => call.path === 'material/importExcelTemplate');
  const url = `/api/${first!.service}/${first!.path}`;
  await send(url, workbooks.at(-1)![1].file); // what is loaded once
  const before = process.memoryUsage().rss;
  const offenders: string[] = [];
  let highest = before;
  const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 10);
  for (const [name, { file, outcome }] of workbooks) {
    const { status, message, milliseconds } = await send(url, file);
    if (status !== 400) offenders.push(`${name} → ${status}`);
    if (!/\p{Script=Han}/u.test(message)) offenders.push(`${name} is refused without a sentence: ${message}`);
    if (/未知错误/.test(message)) offenders.push(`${name}: ${message}`);
    // A file that is harmless as it is read has no heading of ours: then that is what is said.
    if (typeof outcome === 'number' && !/表头|没有数据|必填/.test(message)) offenders.push(`${name}: ${message}`);
    if (milliseconds > 2_000 && file.length <= LARGE) offenders.push(`${name} takes ${Math.round(milliseconds)} ms`);
  }
  clearInterval(watching);
  if (highest - before > 200 * MB) offenders.push(`memory grew by ${Math.round((highest - before) / MB)} MB`);
  expect(offenders).toEqual([]);
}, 60_000);

test('promise 40: every import refuses the worst of them, and other calls are answered meanwhile', async () => {
  const all = hostileWorkbooks();
  const worst = [
    'merge A1:XFD1048576',
    '1 GB that claims to be 1 kB',
    'DTD with an outside entity',
    'a macro workbook',
    'a text',
    'an empty file',
  ].map((name) => [name, all[name]!.file] as const);
  const offenders: string[] = [];
  let done = false;
  const waits: number[] = [];
  const others = (async () => {
    while (!done) {
      const begun = performance.now();
      await program.call(token, 'GET', '/api/blade-system/param/list', {});
      waits.push(performance.now() - begun);
      await sleep(20);
    }
  })();
  for (const call of imports) {
    const url = `/api/${call.service}/${call.path}`;
    for (const [name, file] of worst) {
      const { status, message } = await send(url, file);
      if (status < 400 || status >= 500 || !/\p{Script=Han}/u.test(message))
        offenders.push(`${call.path}: ${name} → ${status} ${message}`);
    }
  }
  done = true;
  await others;
  expect(offenders).toEqual([]);
  expect(waits.length).toBeGreaterThan(5);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(1_000);
}, 90_000);
