import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';

interface Props {
  /** Sources of pages and parts that work without a network, as they end; with all they import they are kept. */
  readonly sources: readonly string[];
  /** The worker that keeps them. */
  readonly worker: string;
}

/** Writes the service worker, which knows by name the files the application needs to start without a network. */
export function offlineShell({ sources, worker }: Props): Plugin {
  return {
    name: 'larder:offline-shell',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = filesOf(bundle, sources).map((file) => `/${file}`);
      const { code } = await transformWithOxc(await fs.readFile(worker, 'utf8'), path.basename(worker));
      const version = createHash('sha256')
        .update(JSON.stringify([files, code]))
        .digest('hex')
        .slice(0, 12);
      const source = `const SHELL = ${JSON.stringify({ version, files })};\n(() => {\n${code}\n})();\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** The chunks of the first page and of these sources, with all they import, their styles and other files. */
function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === 'chunk');
  const files = new Set<string>();
  const follow = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const each of ['importedCss', 'importedAssets'] as const)
      for (const file of chunk.viteMetadata?.[each] ?? []) files.add(file);
    for (const name of chunk.imports) follow(chunks.find((each) => each.fileName === name));
  };
  for (const chunk of chunks) if (chunk.isEntry || ['inside', 'declared'].includes(chunk.name)) follow(chunk);
  for (const source of sources) {
    const holding = chunks.find((each) => each.moduleIds.some((id) => id.split('?')[0]!.endsWith(source)));
    if (holding === undefined) throw new Error(`No chunk holds ${source}`);
    follow(holding);
  }
  return [...files].toSorted();
}
