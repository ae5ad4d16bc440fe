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
}

export function later<P extends object = object>(load: () => Promise<{ readonly default: ComponentType<P> }>, label?: Label): LaterPage<P> {
  let found: ComponentType<P> | undefined;
  const fetch = async (): Promise<{ readonly default: ComponentType<P> }> => {
    const program = await load();
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
