import * as part from '../../parts/explained/explained.tsx';
import { useText } from './i18n.ts';
import { useTell } from './tell.tsx';
import { Way } from './way.tsx';

/** A figure that explains itself: a click opens its equation, whose terms lead to where they come from. */
export function Explained(props: part.ExplainedProps) {
  const text = useText();
  const tell = useTell();
  return (
    <part.Explained
      {...props}
      link={(to, label) => <Way to={to}>{label}</Way>}
      onError={tell.trouble}
      onCopied={() => tell.done(text('copied'))}
    />
  );
}
