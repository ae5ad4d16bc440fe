import type { ReactNode } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { useSidePanel } from '../../../parts/side-panel/side-panel.tsx';
import { declarationOf } from '../catalogue.ts';
import type { Values } from '../form/values.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { Status } from '../kinds/status.tsx';
import { GuardedLink } from '../guarded-link.tsx';
import { SideParts } from './side-parts.tsx';

interface Event_ {
  readonly id?: string;
  readonly action: string;
  readonly toState?: string;
  readonly comment?: string;
  readonly time: string;
  readonly userName?: string;
}
interface Linked {
  readonly direction: 'up' | 'down';
  readonly resource: string;
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly path?: string;
}

const listIn = <T,>(row: Values, name: string): readonly T[] => (Array.isArray(row[name]) ? (row[name] as T[]) : []);

/** What stands beside a stored document, and the button that shows or hides it; closed, it says how things stand. */
export function useDocumentSide(of: Declaration, row: Values | undefined): { button: ReactNode; panel: ReactNode } {
  const text = useText();
  const side = useSidePanel({
    name: 'document.side',
    show: text('document.side.show'),
    hide: text('document.side.hide'),
    brief: row && <SideBrief of={of} row={row} />,
    content: row && <DocumentSide of={of} row={row} />,
  });
  return row === undefined ? { button: null, panel: null } : side;
}

/** In a few words: what areas say of it, else what happened last. */
function SideBrief({ of, row }: { readonly of: Declaration; readonly row: Values }) {
  const text = useText();
  const wordOf = useEventWords(of);
  const last = listIn<Event_>(row, 'timeline').at(-1);
  return (
    <span className="side-brief">
      <SideParts of={of} row={row} isBrief />
      <span className="side-last">
        {last ? [wordOf(last), last.userName].filter(Boolean).join(' · ') : text('document.side')}
      </span>
    </span>
  );
}

function useEventWords(of: Declaration): (event: Event_) => string {
  const text = useText();
  const label = useLabel();
  return ({ action }) => {
    const word = of.life?.actions[action]?.label ?? of.life?.events?.[action];
    return word === undefined ? (action === 'create' ? text('new') : action) : label(word);
  };
}

/** Who did what, and what they said; then the documents before and behind in the chain. */
function DocumentSide({ of, row }: { readonly of: Declaration; readonly row: Values }) {
  const text = useText();
  const label = useLabel();
  const events = listIn<Event_>(row, 'timeline');
  const links = listIn<Linked>(row, 'links');
  const wordOf = useEventWords(of);
  return (
    <>
      <SideParts of={of} row={row} />
      <section className="side-block" aria-label={text('document.timeline')}>
        <h2>{text('document.timeline')}</h2>
        <ol className="timeline">
          {[...events].reverse().map((event, at) => (
            <li key={event.id ?? at} className={`tone-${of.life?.states[event.toState ?? '']?.tone ?? 'plain'}`}>
              <div>{wordOf(event)}</div>
              <div className="soft figures">
                {[event.userName, event.time.slice(5, 16)].filter(Boolean).join(' · ')}
              </div>
              {event.comment !== undefined && event.comment !== '' && <blockquote>{event.comment}</blockquote>}
            </li>
          ))}
          {typeof row['createTime'] === 'string' && (
            <li className="tone-plain">
              <div>{text('document.created')}</div>
              <div className="soft figures">
                {[row['createUserName'], row['createTime'].slice(5, 16)].filter(Boolean).join(' · ')}
              </div>
            </li>
          )}
        </ol>
      </section>
      {(['up', 'down'] as const)
        .filter((direction) => links.some((each) => each.direction === direction))
        .map((direction) => (
          <section key={direction} className="side-block">
            <h2>{text(direction === 'up' ? 'document.links.up' : 'document.links.down')}</h2>
            <ul className="linked">
              {links
                .filter((each) => each.direction === direction)
                .map((each) => {
                  const other = declarationOf(each.resource);
                  const state = other?.life?.states[each.status];
                  const path = other?.path ?? each.path;
                  return (
                    <li key={`${each.resource}${each.id}`}>
                      <span className="soft">{other === undefined ? each.resource : label(other.label)}</span>
                      <span className="linked-line">
                        {path ? (
                          <GuardedLink to={`${path}/${each.id}`} className="figures">
                            {each.billCode}
                          </GuardedLink>
                        ) : (
                          <span className="figures">{each.billCode}</span>
                        )}
                        {state !== undefined && <Status tone={state.tone} word={label(state.label)} />}
                      </span>
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
    </>
  );
}
