/**
 * Keeps the program on the device, so that the application starts without a network. Pages come from the network while
 * there is one, so that nobody is left with an old release; files of the program carry their hash and never change;
 * calls of the API are not touched. `SHELL` is written into it when the application is built.
 */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };

interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Installing extends Extended {
  addRoutes?(routes: readonly object[]): Promise<void>;
}
interface Asked extends Extended {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Posted extends Extended {
  readonly data: unknown;
}
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install', listener: (event: Installing) => void): void;
  addEventListener(name: 'activate', listener: (event: Extended) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(name: 'message', listener: (event: Posted) => void): void;
}

const worker = globalThis as unknown as Worker;
const PREFIX = 'larder-shell-';
const CACHE = PREFIX + SHELL.version;
const PAGE = '/';
/** A network that says nothing for so long is none. */
const PAGE_LIMIT_MS = 6_000;
const AT_ONCE = 6;

/** Fetches a file and keeps it. The server answers the page itself for files it does not have. */
async function keep(cache: Cache, file: string): Promise<void> {
  const answer = await fetch(file, { cache: file === PAGE ? 'no-store' : 'default' });
  const isPage = (answer.headers.get('content-type') ?? '').includes('text/html');
  if (!answer.ok || isPage !== (file === PAGE)) throw new Error(`${file} is not there`);
  await cache.put(file, answer);
}

async function keepAll(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const rest = [...files];
  const next = async (): Promise<void> => {
    for (let file = rest.shift(); file !== undefined; file = rest.shift())
      if (file === PAGE || (await cache.match(file)) === undefined) await keep(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

worker.addEventListener('install', (event) => {
  void event.addRoutes?.([{ condition: { urlPattern: '/api/*' }, source: 'network' }])?.catch(() => undefined);
  event.waitUntil(keepAll([PAGE, ...SHELL.files]).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
  };
  event.waitUntil(tidy());
});

worker.addEventListener('message', (event) => {
  const { keep: files } = (event.data ?? {}) as { readonly keep?: unknown };
  if (!Array.isArray(files)) return;
  const own = files.filter((file): file is string => typeof file === 'string' && file.startsWith('/assets/'));
  event.waitUntil(keepAll(own).catch(() => undefined));
});

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event.request));
});

/** The page as the server has it now; as it is kept where there is no network. */
async function page(event: Asked): Promise<Response> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No answer')), PAGE_LIMIT_MS);
  });
  const asked = async (): Promise<Response> => (await event.preloadResponse) ?? fetch(event.request);
  try {
    return await Promise.race([asked(), late]);
  } catch (error) {
    const cached = await caches.match(PAGE, { cacheName: CACHE });
    if (cached === undefined) throw error;
    return cached;
  }
}

/** A file of the program: what is kept under its name is the same for ever. */
async function file(request: Request): Promise<Response> {
  const cached = await caches.match(request.url);
  if (cached !== undefined) return cached;
  const answer = await fetch(request);
  if (answer.ok && !(answer.headers.get('content-type') ?? '').includes('text/html')) {
    const copy = answer.clone();
    void caches.open(CACHE).then(
      (cache) => cache.put(request.url, copy),
      () => undefined,
    );
  }
  return answer;
}
