import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Contract, Inputs, Sent } from '../core/contract.ts';
import { post } from '../../parts/client/api.ts';
import { request } from './request.ts';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';

type Asked = Readonly<Record<string, unknown>>;

/**
 * What the server says of something that is still being typed, asked once the fingers rest; what it said before stays until then.
 * Nothing is asked, and undefined answered, while `body` is undefined: there is no whole question yet.
 */
export function useDebouncedCheck<T>(
  name: string,
  path: string,
  body: Asked | undefined,
  restMs: number,
): T | undefined {
  return useRestedQuery(name, body, restMs, (asked, signal) => post<T>(path, { json: asked, signal }));
}

/**
 * What a call of our own answers about something that is still being typed: asked `restMs` milliseconds after the last change, the answer
 * before stays until then. Undefined while `input` is undefined, when there is no whole question yet, and where the call refuses.
 */
export function useCheck<I extends Inputs, A>(
  contract: Contract<I, A>,
  input: Sent<NoInfer<I>> | undefined,
  restMs: number,
): A | undefined {
  return useRestedQuery(contract.path, input, restMs, (asked, signal) => request(contract, asked, { signal }));
}

function useRestedQuery<Q, A>(
  name: string,
  question: Q | undefined,
  restMs: number,
  ask: (question: Q, signal: AbortSignal) => Promise<A>,
): A | undefined {
  const rested = useDebounced(JSON.stringify(question ?? null), restMs);
  const asked = useMemo(() => JSON.parse(rested) as Q | null, [rested]);
  const { data } = useQuery({
    queryKey: ['check', name, asked],
    queryFn: ({ signal }) => ask(asked!, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return question === undefined || asked === null ? undefined : data;
}
