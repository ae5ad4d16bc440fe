import { useText } from './i18n.ts';
import { session } from '../../../parts/client/session.ts';
import { useStore } from '../../../parts/state/store.ts';
import { PageGroups } from '../../../kernel/web/navigation/page-groups.tsx';

/** Stands in until a module brings a home page of its own. */
export default function HomePage() {
  const text = useText();
  const name = useStore(session)?.name ?? '';
  return (
    <div className="home">
      <h1 className="page-title" tabIndex={-1}>
        {text('home.greeting', { name })}
      </h1>
      <p className="soft">{text('home.lead')}</p>
      <PageGroups />
    </div>
  );
}
