import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH_IT = 1_024;
/** Almost as small as the best, at a tenth of its time: the first start waits for it. */
const BROTLI_QUALITY = 9;
/** What every page waits for is seven in a hundred smaller so, for a second more of the build. */
const LARGE = 200_000;
const BROTLI_QUALITY_OF_LARGE = 10;

/** What is built is compressed once, not at every request; what is built to be read is for this machine only. */
export function compressed(): Plugin {
  let folder = '';
  let delivered = true;
  return {
    name: 'larder:compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir);
      delivered = build.minify !== false;
    },
    closeBundle: () => (delivered ? compress(folder) : undefined),
  };
}

/**
 * Puts a Brotli and a gzip copy beside every text in the folder, for browsers that take them; Brotli is spoken over TLS
 * and on this machine only.
 */
async function compress(folder: string): Promise<void> {
  const files = (await fs.readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(js|css|svg|json|wasm)$/.test(entry.name),
  );
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await fs.readFile(file);
      if (content.length < WORTH_IT) return;
      const [small, common] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? BROTLI_QUALITY : BROTLI_QUALITY_OF_LARGE,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([fs.writeFile(`${file}.br`, small), fs.writeFile(`${file}.gz`, common)]);
    }),
  );
}
