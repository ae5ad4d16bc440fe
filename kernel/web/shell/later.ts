import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';
import type { Label } from '../../core/label.ts';

/** A page whose program is fetched when it is first opened, or ahead of that by `fetch`. */
export interface LaterPage<P extends object = object> {
  (props: P): ReactNode;
  fetch(): Promise<unknown>;
  /** The standard list of the declaration at this path, with additions: its first rows may be asked for before it is here. */
  readonly isList?: boolean;
  /** Tab title where neither menu nor declaration has one. */
  readonly label?: Label;
  /** Stands in no menu and is found by the search of whoever has one of these rights; none are needed where none are named. */
  readonly unlistedFor?: readonly string[];
  /** False for a page that is passed through and gets no tab. */
  readonly isTab?: boolean;
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

export function later<P extends object = object>(load: () => Promise<{ readonly default: ComponentType<P> }>, label?: Label): LaterPage<P> {
  let found: ComponentType<P> | undefined;
  const fetch = async (): Promise<{ readonly default: ComponentType<P> }> => {
    const program = await chunk(load);
    found = program.default;
    return program;
  };
  const Awaited = lazy(fetch);
  function Page(props: P): ReactNode {
    // What is here is drawn at once; React would show its stand-in first, however short the wait.
    const [Here] = useState((): ComponentType<P> => found ?? (Awaited as unknown as ComponentType<P>));
    return createElement(Here, props);
  }
  return Object.assign(Page, { fetch, ...(label === undefined ? {} : { label }) });
}

export const laterList = (load: () => Promise<{ readonly default: ComponentType }>): LaterPage => Object.assign(later(load), { isList: true });

/** A page that stands in no menu. */
export const unlisted = (load: () => Promise<{ readonly default: ComponentType }>, label: Label, ...rights: readonly string[]): LaterPage => Object.assign(later(load, label), { unlistedFor: rights });
