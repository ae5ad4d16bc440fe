import type { Plugin, Rolldown } from 'vite';

/** Chunks of which nearly everything runs before the first page stands. */
const RUNS_AT_ONCE = /^(index|inside)$/;

/**
 * Whoever is signed in needs what stands behind the door as well: it is fetched beside the door, not after it.
 * And browsers that can compile these files whole while they arrive, off the main thread, are told so
 * (V8's explicit compile hints); otherwise each function is compiled on the main thread at its first call.
 */
export function fetchedAhead({ signedIn, chunk }: { readonly signedIn: string; readonly chunk: string }): Plugin {
  return {
    name: 'larder:fetched-ahead',
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
        const inside = Object.values(bundle ?? {}).find(
          (each): each is Rolldown.OutputChunk => each.type === 'chunk' && each.name === chunk,
        );
        if (inside === undefined) throw new Error(`There is no chunk ${chunk} to fetch ahead`);
        const links = [
          { rel: 'modulepreload', href: inside.fileName },
          ...[...(inside.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: 'preload', as: 'style', href })),
        ];
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
