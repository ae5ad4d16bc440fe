import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { post } from './api.ts';
import { useRested } from './use-rested.ts';

type Asked = Readonly<Record<string, unknown>>;

/**
 * What the server says of something that is still being typed, asked once the fingers rest; what it said before stays until then.
 * Nothing is asked, and undefined answered, while `body` is undefined: there is no whole question yet.
 */
export function useSaid<T>(name: string, path: string, body: Asked | undefined, restMs: number): T | undefined {
  const rested = useRested(JSON.stringify(body ?? null), restMs);
  const asked = useMemo(() => JSON.parse(rested) as Asked | null, [rested]);
  const { data } = useQuery({
    queryKey: ['check', name, asked],
    queryFn: ({ signal }) => post<T>(path, { json: asked, signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return body === undefined || asked === null ? undefined : data;
}
