import { useNotifier } from '../../parts/notifications/use-notifier.tsx';
import { useText } from './i18n.ts';
import { silentCodes } from './queries.ts';

/** Speaks to a person outside the page: short successes, errors that stay until they are read, questions. */
export const useNotify = () => useNotifier(useText(), silentCodes);
