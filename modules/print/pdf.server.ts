/** PDFs, each made in a thread of its own: it takes the program's fonts with it when it ends. */
import { label } from '../../kernel/core/label.ts';
import { startThread } from '../../parts/threads/thread.ts';
import { turnsOf } from '../../parts/threads/turns.ts';
import type { Wanted } from '../../parts/threads/turns.rules.ts';
import type { Sheet } from './content.rules.ts';
import type { Paper } from './papers.rules.ts';

/** What the thread is given, and what it posts. */
export interface PdfTask {
  readonly sheets: readonly Sheet[];
  readonly paper: Paper;
}
export type PdfMessage = { readonly bytes: Uint8Array } | { readonly failed: string };

const MEMORY_MB = 512;
const LIMIT_MS = 60_000;
const turns = turnsOf({
  atOnce: 1,
  waitingMax: 8,
  tooMany: label('正在生成的 PDF 太多，请稍后再试', 'Many PDFs are being made at the moment; try again shortly'),
});

/** The PDF of these sheets, when it is this person's turn. */
export async function pdfOf(sheets: readonly Sheet[], paper: Paper, wanted: Wanted): Promise<Buffer> {
  const turn = await new Promise<{ end(): void }>((resolve) => {
    const mine = { ...wanted, start: () => resolve({ end: () => turns.end(mine) }) };
    turns.wait(mine);
  });
  try {
    return await made({ sheets, paper });
  } finally {
    turn.end();
  }
}

function made(task: PdfTask): Promise<Buffer> {
  const thread = startThread(new URL('./pdf-worker.server.ts', import.meta.url), MEMORY_MB, task);
  return new Promise<Buffer>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`A PDF took more than ${LIMIT_MS / 1000} s`)), LIMIT_MS);
    const over = (): void => clearTimeout(late);
    thread.once('message', (message: PdfMessage) => {
      over();
      if ('bytes' in message) resolve(Buffer.from(message.bytes));
      else reject(new Error(message.failed));
    });
    thread.once('error', (error) => {
      over();
      reject(error);
    });
    thread.once('exit', () => reject(new Error('The thread of a PDF ended amid its work')));
  }).finally(() => void thread.terminate());
}
