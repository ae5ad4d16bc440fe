import { type ReactNode, useCallback, useState } from 'react';
import { ApiError } from '../client/errors.ts';
import { RefusedBanner } from './refused-banner.tsx';

/** What helps where something was refused. */
type Acts = readonly { readonly label: string; readonly run: () => void }[];
const NONE: Acts = [];

/**
 * The last thing a page did that was refused, in a banner of the page. `show` takes the word of its button and the
 * error, and answers whether it was a refusal: whatever else went wrong is said outside the page.
 */
export function useRefused(): {
  readonly show: (word: string, error: unknown) => boolean;
  readonly forget: () => void;
  readonly banner: (acts?: Acts) => ReactNode;
} {
  const [refused, setRefused] = useState<{ readonly word: string; readonly error: ApiError }>();
  const forget = useCallback(() => setRefused(undefined), []);
  const show = useCallback((word: string, error: unknown): boolean => {
    const isRefusal = error instanceof ApiError && error.errorKind === 'refused';
    setRefused(isRefusal ? { word, error } : undefined);
    return isRefusal;
  }, []);
  const banner = (acts = NONE): ReactNode =>
    refused && <RefusedBanner action={refused.word} error={refused.error} acts={acts} onClose={forget} />;
  return { show, forget, banner };
}

/**
 * The banner of a list: `report` takes what went wrong, shows refusals in it and hands on all else; `finish` says that
 * an act was done, which closes it.
 */
export function useReport(otherwise: (error: unknown) => void, done: () => void) {
  const { show, forget, banner } = useRefused();
  const report = useCallback(
    (word: string, error: unknown): void => {
      if (!show(word, error)) otherwise(error);
    },
    [otherwise, show],
  );
  const finish = useCallback((): void => {
    done();
    forget();
  }, [done, forget]);
  return { report, finish, banner };
}
