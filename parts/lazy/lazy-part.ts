import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useState } from 'react';

/** A part of a page whose program is fetched when it is first drawn, or ahead of that by `fetch`. */
export interface LazyPart<P extends object = object> {
  (props: P): ReactNode;
  fetch(): Promise<unknown>;
}

/** A program file that does not come in this time does not come. */
export const CHUNK_LIMIT_MS = 120_000;

/** Fetches a program file; what keeps it from coming is told under the names the log knows. */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Loading took more than ${CHUNK_LIMIT_MS / 1000} s`)), CHUNK_LIMIT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (/preload css|\.css/i.test(error.message)) throw Object.assign(error, { code: 'CSS_CHUNK_LOAD_FAILED' });
    throw Object.assign(error, { name: 'ChunkLoadError' });
  } finally {
    clearTimeout(timer);
  }
}

export type Load<P extends object> = () => Promise<{ readonly default: ComponentType<P> }>;

/**
 * A part that comes later, and what stands there meanwhile. Drawn as soon as it is here, at once where it is already:
 * React's own lazy() shows its stand-in for 300 ms and more, however short the wait was.
 */
export function lazyPart<P extends object = object>(
  load: Load<P>,
  meanwhile: (props: P) => ReactNode = () => null,
): LazyPart<P> {
  let found: ComponentType<P> | undefined;
  const fetch = async (): Promise<ComponentType<P>> => {
    const program = await chunk(load);
    found = program.default;
    return found;
  };
  function Part(props: P): ReactNode {
    const [Here, setHere] = useState(() => found);
    const [failure, setFailure] = useState<Error>();
    useLayoutEffect(() => {
      if (Here !== undefined) return undefined;
      let isAwaited = true;
      fetch().then(
        (program) => {
          if (isAwaited) setHere(() => program);
        },
        (error: Error) => {
          if (isAwaited) setFailure(error);
        },
      );
      return () => {
        isAwaited = false;
      };
    }, [Here]);
    if (failure !== undefined) throw failure;
    return Here === undefined ? meanwhile(props) : createElement(Here, props);
  }
  return Object.assign(Part, { fetch });
}
