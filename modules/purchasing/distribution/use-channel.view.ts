import { useQuery } from '@tanstack/react-query';
import { request } from '../../../kernel/web/request.ts';
import { purchasingChannel } from '../purchase-request.calls.ts';

const NONE = { direct: false, distribution: false };

/** How request lines become orders here; nothing is offered before that is known. */
export function usePurchasingChannel(): { readonly direct: boolean; readonly distribution: boolean } {
  const { data } = useQuery({
    queryKey: ['purchasing-channel'],
    queryFn: ({ signal }) => request(purchasingChannel, {}, { signal }),
    staleTime: 60_000,
  });
  return data ?? NONE;
}
