/** Runs in a worker thread: lays sheets out as a PDF and ends. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfMessage, PdfTask } from './pdf.server.ts';
import { type PdfDocument, pdfDocument } from './pdf-document.rules.ts';

/** What is used of pdfmake, which is no module and comes without types. */
interface Pdfmake {
  addFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  setUrlAccessPolicy(may: (url: string) => boolean): void;
  setLocalAccessPolicy(may: (path: string) => boolean): void;
  createPdf(of: PdfDocument): { getBuffer(): Promise<Uint8Array> };
}

const FONTS = {
  normal: fontFile('400Regular/NotoSansSC_400Regular.ttf'),
  bold: fontFile('700Bold/NotoSansSC_700Bold.ttf'),
};
function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}`));
}

async function bytesOf({ sheets, paper }: PdfTask): Promise<Uint8Array> {
  const pdfmake = createRequire(import.meta.url)('pdfmake') as Pdfmake;
  const files = new Set<string>(Object.values(FONTS));
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  pdfmake.addFonts({ Noto: FONTS });
  return new Uint8Array(await pdfmake.createPdf(pdfDocument(sheets, paper)).getBuffer());
}

const post = (message: PdfMessage, moved: readonly ArrayBuffer[] = []): void => parentPort!.postMessage(message, moved);
bytesOf(workerData as PdfTask).then(
  (bytes) => post({ bytes }, [bytes.buffer as ArrayBuffer]),
  (error: unknown) => post({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
