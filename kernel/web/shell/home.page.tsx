import { Link } from 'react-router';
import { useText } from '../i18n.ts';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { MenuIcon } from './menu-icon.tsx';
import { type Entry, useMenu } from './menu.ts';

const pagesOf = (entry: Entry): readonly Entry[] => (entry.to === undefined ? entry.children.flatMap(pagesOf) : [entry]);

/** Stands in until a module brings a home page of its own: every granted page, one click away. */
export default function HomePage() {
  const text = useText();
  const { entries } = useMenu();
  const name = useStore(session)?.name ?? '';
  return (
    <div className="home">
      <h1 className="page-title" tabIndex={-1}>{text('home.greeting', { name })}</h1>
      <p className="soft">{text('home.lead')}</p>
      <div className="home-groups">
        {entries.map((entry) => (
          <section key={entry.code} className="home-group">
            <h2><MenuIcon icon={entry.icon} /> {entry.title}</h2>
            <ul>{pagesOf(entry).map((page) => <li key={page.code}><Link to={page.to ?? '/'}>{page.title}</Link></li>)}</ul>
          </section>
        ))}
      </div>
    </div>
  );
}
