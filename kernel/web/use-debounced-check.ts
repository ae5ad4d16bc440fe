import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Contract, Inputs, Sent } from '../core/contract.ts';
import { request } from './request.ts';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';

/**
 * What a call of our own answers about something that is still being typed: asked `delayMs` after the last change, the
 * previous answer stays until then. Undefined while `input` is undefined (incomplete), and where the call refuses.
 */
export function useCheck<I extends Inputs, A>(
  contract: Contract<I, A>,
  input: Sent<NoInfer<I>> | undefined,
  delayMs: number,
): A | undefined {
  const debounced = useDebounced(JSON.stringify(input ?? null), delayMs);
  const checked = useMemo(() => JSON.parse(debounced) as Sent<NoInfer<I>> | null, [debounced]);
  const { data } = useQuery({
    queryKey: ['check', contract.path, checked],
    queryFn: ({ signal }) => request(contract, checked!, { signal }),
    enabled: checked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return input === undefined || checked === null ? undefined : data;
}
