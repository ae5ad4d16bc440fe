import type { Plugin, Rolldown } from 'vite';

/** Chunks of which nearly everything runs before the first page stands. */
const RUNS_AT_ONCE = /^(index|inside|declared)$/;

interface Props {
  /** Item of the browser's storage that is there while somebody is signed in. */
  readonly signedIn: string;
  /** Names of the chunks somebody who is signed in needs for every page. */
  readonly chunks: readonly string[];
}

/**
 * Whoever is signed in needs the application as well: it is fetched beside the program of signing in, not after it.
 * And browsers that can compile these files whole while they arrive, off the main thread, are told so
 * (V8's explicit compile hints); otherwise each function is compiled on the main thread at its first call.
 */
export function preloadChunks({ signedIn, chunks }: Props): Plugin {
  return {
    name: 'larder:preload-chunks',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const each of Object.values(bundle))
          if (each.type === 'chunk' && RUNS_AT_ONCE.test(each.name))
            each.code = `//# allFunctionsCalledOnLoad\n${each.code}`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const links = chunks.flatMap((name) => {
          const chunk = Object.values(bundle ?? {}).find(
            (each): each is Rolldown.OutputChunk => each.type === 'chunk' && each.name === name,
          );
          if (chunk === undefined) throw new Error(`There is no chunk ${name} to fetch ahead`);
          return [
            { rel: 'modulepreload', href: chunk.fileName },
            ...[...(chunk.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: 'preload', as: 'style', href })),
          ];
        });
        const wanted = JSON.stringify(
          links.map(({ href, ...link }) => ({ ...link, crossOrigin: '', href: `/${href}` })),
        );
        return [
          {
            tag: 'script',
            injectTo: 'head-prepend',
            children: `try{if(localStorage.getItem(${JSON.stringify(signedIn)}))for(const each of ${wanted})document.head.append(Object.assign(document.createElement('link'),each))}catch{}`,
          },
        ];
      },
    },
  };
}
