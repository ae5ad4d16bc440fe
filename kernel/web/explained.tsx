import * as part from '../../parts/explained/explained.tsx';
import { useText } from './i18n.ts';
import { useNotify } from './use-notify.tsx';
import { GuardedLink } from './guarded-link.tsx';

/** A figure that explains itself: a click opens its equation, whose terms lead to where they come from. */
export function Explained(props: part.ExplainedProps) {
  const text = useText();
  const notify = useNotify();
  return (
    <part.Explained
      {...props}
      link={(to, label) => <GuardedLink to={to}>{label}</GuardedLink>}
      onError={notify.error}
      onCopied={() => notify.done(text('copied'))}
    />
  );
}
