import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, '.cache');
const FONT_FOLDER = path.join(ROOT, 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular');
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

/**
 * A Chromium for tests, with a Chinese font: the one at CHROMIUM_PATH, else an installed one, else the one that
 * came with the packages. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = [process.env['CHROMIUM_PATH'], ...INSTALLED].find((file) => file && fs.existsSync(file));
  const packaged = installed === undefined ? await unpackChromium() : undefined;
  return chromium.launch({
    executablePath: installed ?? path.join(packaged!, 'chromium'),
    args: [
      // Containers and root have no sandbox; the pages are our own.
      '--no-sandbox',
      '--disable-gpu',
      // A small /dev/shm, as containers have, kills pages.
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      ...(packaged ? ['--headless=shell'] : []),
    ],
    env: {
      // Where no language is set, names of files that are not ASCII are lost.
      LANG: 'C.UTF-8',
      ...(process.env as Record<string, string>),
      FONTCONFIG_FILE: writeFontConfiguration(),
      // A bare machine lacks libraries even a headless Chromium needs; these come in the same package.
      ...(packaged && { LD_LIBRARY_PATH: path.join(packaged, 'al2023/lib') }),
    },
  });
}

let shared: Promise<Browser> | undefined;
/** One for all files that this process runs, and ended with it. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser());
/** At the end of a file: what it opened in the shared browser. */
export async function closePages(): Promise<void> {
  const browser = await shared;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Unpacks the packaged Chromium once per version and answers the folder. */
async function unpackChromium(): Promise<string> {
  const description = path.join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(fs.readFileSync(description, 'utf8')) as { version: string };
  const folder = path.join(CACHE, `chromium-${version}`);
  if (fs.existsSync(folder)) return folder;

  // The package takes whatever lies in the temporary folder for complete. So it gets one of its own, which
  // receives its name when it is; a second run doing the same meanwhile loses the race and nothing else.
  fs.mkdirSync(CACHE, { recursive: true });
  const unfinished = fs.mkdtempSync(path.join(CACHE, 'chromium-unfinished-'));
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `await (await import('@sparticuz/chromium')).default.executablePath();`],
    {
      cwd: ROOT,
      // The package unpacks the libraries only where it believes to be in such a runtime.
      env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    },
  );
  try {
    fs.renameSync(unfinished, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** The machine's own fonts, if it has any, and ours: without it Chinese shows as empty boxes. */
function writeFontConfiguration(): string {
  const file = path.join(CACHE, 'fonts.conf');
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${FONT_FOLDER}</dir>
  <cachedir>${path.join(CACHE, 'fontconfig')}</cachedir>
</fontconfig>
`;
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
    fs.mkdirSync(CACHE, { recursive: true });
    fs.writeFileSync(`${file}.${process.pid}`, text);
    fs.renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}
