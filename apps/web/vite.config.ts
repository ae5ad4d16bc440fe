import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { componentStyles } from './component-styles.ts';
import { compressed } from './compressed.ts';
import { preloadChunks } from './preload-chunks.ts';
import { offlineShell } from './offline-shell.ts';
import { leftOut } from './left-out.ts';
import { waitingShell } from './waiting-shell.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Answers whether a source is `root` or imported by it, however far away. */
function isReachedFrom(root: string): (id: string, graph: Graph) => boolean {
  let reached: Set<string> | undefined;
  return (id, graph) => {
    if (reached === undefined) {
      const seen = (reached = new Set<string>());
      const follow = (each: string): void => {
        if (seen.has(each)) return;
        seen.add(each);
        graph.getModuleInfo(each)?.importedIds.forEach(follow);
      };
      follow(root);
    }
    return reached.has(id);
  };
}

/**
 * Sign-in, the application and what all areas declare are one file each: a hundred small ones cost a slow computer more
 * time than their bytes. What belongs to single pages stays apart from them.
 */
const isApplication = isReachedFrom(here('./application.tsx'));
const isDeclared = isReachedFrom(here('../../modules/modules.ts'));

export default defineConfig({
  root: here('.'),
  plugins: [
    componentStyles({
      sources: ['apps/web/frame', 'kernel/web', 'parts', 'modules'].map((folder) => here(`../../${folder}`)),
      scope: '.larder',
    }),
    leftOut(),
    react(),
    waitingShell({ signedIn: 'larder:session', look: 'larder:look', narrow: 'larder:collapsed' }),
    preloadChunks({ signedIn: 'larder:session', chunks: ['inside', 'declared'] }),
    offlineShell({
      worker: here('./shell-worker.ts'),
      sources: [
        'apps/web/frame/outbox.page.tsx',
        'parts/offline/offline-chip.tsx',
        'parts/offline/cached-answers.ts',
        'modules/counting/stock-check.page.tsx',
        'modules/counting/faces/factory-check.page.tsx',
        'modules/issuing/picking.page.tsx',
        'parts/camera/camera.view.tsx',
        'modules/distribution/sorting/sorting-table.page.tsx',
        'parts/scale/scale.view.tsx',
      ],
    }),
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
            { name: 'sign-in', tags: ['$initial'], priority: 3 },
            { name: (id, graph) => (isApplication(id, graph) ? 'inside' : null), priority: 2 },
            { name: (id, graph) => (isDeclared(id, graph) ? 'declared' : null), priority: 1 },
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
