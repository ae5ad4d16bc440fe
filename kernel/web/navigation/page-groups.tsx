import { Link } from 'react-router';
import { MenuIcon } from '../../../parts/menu/menu-icon.tsx';
import { type Entry, useMenu } from './menu.ts';

const pagesOf = (entry: Entry): readonly Entry[] =>
  entry.to === undefined ? entry.children.flatMap(pagesOf) : [entry];

/** Every granted page, one click away. */
export function PageGroups() {
  const { entries } = useMenu();
  return (
    <div className="home-groups">
      {entries.map((entry) => (
        <section key={entry.code} className="home-group">
          <h2>
            <MenuIcon icon={entry.icon} /> {entry.title}
          </h2>
          <ul>
            {pagesOf(entry).map((page) => (
              <li key={page.code}>
                <Link to={page.to ?? '/'}>{page.title}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
