import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [react()],
  // antd's "use client" marks mean nothing here and would bury real warnings.
  logLevel: 'error',
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    manifest: true,
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env['LARDER_SERVER'] ?? 'http://127.0.0.1:8800' },
  },
});
