import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'dist/web-development');

/** The application as it is delivered, but with a React that says in the console what was done wrong with it. */
export async function developmentBuild(): Promise<void> {
  const build = `const { build } = await import('vite');
    await build({ configFile: 'apps/web/vite.config.ts', define: { 'process.env.NODE_ENV': '"development"' }, build: { outDir: ${JSON.stringify(FOLDER)}, emptyOutDir: true, minify: false } });`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', build], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/**
 * Where each element was made, and how long each component took: for a developer's tools, which nobody looks into here,
 * and half of the time React takes.
 */
const WITHOUT_TOOLS = `Object.assign(console, { createTask: undefined, timeStamp: undefined });
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set() {} });`;

/** Lets a browser have that one from the program's address. */
export async function withWarnings(context: BrowserContext): Promise<void> {
  await context.addInitScript(WITHOUT_TOOLS);
  await context.route(/^http:\/\/[^/]+\/(?:assets\/.*|(?!api\/)[^.]*)$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ path: path.join(FOLDER, pathname.startsWith('/assets/') ? pathname : 'index.html') });
  });
}
