import type { Declaration } from '../../core/declaration.ts';
import { useLabel, useText } from '../i18n.ts';

interface Props {
  readonly declaration: Declaration;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly onChange: (status: string) => void;
}

/** The states of a document with how many stand in each. */
export function StatusTabs({ declaration, status, counts, onChange }: Props) {
  const text = useText();
  const label = useLabel();
  const states = Object.entries(declaration.life?.states ?? {});
  if (states.length === 0) return null;
  const all = counts === undefined ? undefined : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (key: string, word: string, count: number | undefined) => (
    <button key={key} type="button" aria-pressed={status === key} className="status-tab" onClick={() => onChange(key)}>
      {word}<span className="status-count figures">{count ?? ''}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={text('list.status')}>
      {tab('', text('list.all'), all)}
      {states.map(([key, state]) => tab(key, label(state.label), counts?.[key]))}
    </div>
  );
}
