import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { componentStyles } from './component-styles.ts';
import { compressed } from './compressed.ts';
import { fetchedAhead } from './fetched-ahead.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The door and what everybody needs behind it are one file each: a hundred small ones cost a slow computer more time than their bytes.
 * What belongs to single pages stays apart from it.
 */
let inside: ReadonlySet<string> | undefined;
function isInside(
  id: string,
  graph: { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null },
): boolean {
  if (inside === undefined) {
    const seen = new Set<string>();
    const follow = (each: string): void => {
      if (seen.has(each)) return;
      seen.add(each);
      graph.getModuleInfo(each)?.importedIds.forEach(follow);
    };
    follow(here('./application.tsx'));
    inside = seen;
  }
  return inside.has(id);
}

export default defineConfig({
  root: here('.'),
  plugins: [
    componentStyles({
      sources: ['apps/web/frame', 'kernel/web', 'parts', 'modules'].map((folder) => here(`../../${folder}`)),
      scope: '.larder',
    }),
    react(),
    fetchedAhead({ signedIn: 'larder:session', chunk: 'inside' }),
    compressed(),
  ],
  // antd's "use client" marks mean nothing here and would bury real warnings.
  logLevel: 'error',
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'door', tags: ['$initial'], priority: 2 },
            { name: (id, graph) => (isInside(id, graph) ? 'inside' : null), priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env.LARDER_SERVER ?? 'http://127.0.0.1:8800' },
  },
});
