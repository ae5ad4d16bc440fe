import type { Declaration, LifeTab } from '../../core/declaration.ts';
import type { Label } from '../../core/label.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';

interface Props {
  readonly declaration: Declaration;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly onChange: (status: string) => void;
}

const tabsOf = ({ life, tabs }: Declaration): readonly (string | LifeTab)[] | undefined =>
  life === undefined ? tabs : (life.tabs ?? Object.keys(life.states));

/** What a state or tab is called. */
export const tabLabel = (of: Declaration, key: string): Label | undefined =>
  of.life?.states[key]?.label ??
  tabsOf(of)?.flatMap((tab) => (typeof tab !== 'string' && tab.key === key ? [tab.label] : []))[0];

/** The states of a document, or the tabs it asks for, with how many stand in each. */
export function StatusTabs({ declaration, status, counts, onChange }: Props) {
  const text = useText();
  const label = useLabel();
  const states = declaration.life?.states ?? {};
  const tabs = tabsOf(declaration);
  if (tabs === undefined) return null;
  const all =
    counts?.['allRows'] ??
    (counts === undefined ? undefined : Object.keys(states).reduce((sum, state) => sum + (counts[state] ?? 0), 0));
  const tab = (key: string, word: string, count: number | undefined) => (
    <button key={key} type="button" aria-pressed={status === key} className="status-tab" onClick={() => onChange(key)}>
      {word}
      <span className="status-count figures">{count ?? ''}</span>
    </button>
  );
  return (
    <div className="status-tabs" role="group" aria-label={text('list.status')}>
      {tab('', text('list.all'), all)}
      {tabs.map((each) =>
        typeof each === 'string'
          ? // A state that nothing is in is offered to nobody who does not look at it.
            (counts?.[each] !== 0 || status === each) && tab(each, label(states[each]!.label), counts?.[each])
          : tab(each.key, label(each.label), counts?.[each.key]),
      )}
    </div>
  );
}
