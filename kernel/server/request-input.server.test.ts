/** Uploads: what is left of them when they break off, and when they come twice. */
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram, type RunningProgram } from '../../tests/support/program.ts';

const BOUNDARY = 'larder-boundary';
const head = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
let program: RunningProgram;
let token: string;
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-uploads-'));
  program = await startProgram({ fileFolder: folder });
  token = program.signIn();
});
afterAll(async () => {
  await program.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const upload = async (
  text: string,
  key?: string,
  name = 'a.pdf',
): Promise<{ status: number; body: { msg: string; data: { attachId: string } } }> => {
  const answer = await program.app.inject({
    method: 'POST',
    url: '/api/blade-resource/oss/endpoint/put-file-attach',
    payload: `${head(name)}${text}\r\n--${BOUNDARY}--\r\n`,
    headers: {
      'blade-auth': `bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
  return { status: answer.statusCode, body: answer.json() };
};
const drafts = async (): Promise<string[]> => (await fs.readdir(folder)).filter((name) => name.endsWith('.upload'));
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200 && !(await isSo()); round += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  expect(await isSo()).toBe(true);
}

test('an upload that breaks off leaves nothing', async () => {
  const { port, hostname } = new URL(await program.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = net.connect(Number(port), hostname, () => {
    socket.write(
      `POST /api/blade-resource/oss/endpoint/put-file HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 9000000\r\n\r\n${head('a.pdf')}`,
    );
    socket.write(Buffer.alloc(1_000_000, 'a'));
  });
  socket.on('error', () => {});
  await until(async () => (await drafts()).length === 1);
  socket.destroy();
  await until(async () => (await drafts()).length === 0);
});

test('an upload that is refused leaves nothing', async () => {
  expect((await upload('no paper at all')).body.msg).toBe('只能上传 jpg、png 图片、PDF 或 Office 文件');
  expect((await upload('%PDF-1.4', 'k'.repeat(201))).body.msg).toBe('请求编号最长 200 个字符');
  expect(await drafts()).toEqual([]);
});

test('promise 21: the same key with another file is refused; with the same file it answers the same', async () => {
  const first = await upload('%PDF-1.4 one', 'file-key');
  expect((await upload('%PDF-1.4 one', 'file-key')).body).toEqual(first.body);
  for (const [text, name] of [
    ['%PDF-1.4 two', 'a.pdf'],
    ['%PDF-1.4 one', 'b.pdf'],
  ] as const) {
    expect((await upload(text, 'file-key', name)).body.msg).toBe('同一个请求编号用于了不同的内容，请刷新页面后重试');
  }
});
