import { useParams, useSearchParams } from 'react-router';
import { NotFound } from './error-pages.tsx';
import { useMenu } from './menu.ts';

/** A page of another program. Only addresses the menu itself names are opened. */
export default function EmbeddedPage() {
  const { code = '' } = useParams();
  const [query] = useSearchParams();
  const { leaves, loaded } = useMenu();
  const source = query.get('src') ?? '';
  const entry = leaves.find((leaf) => leaf.code === code);
  const named = entry?.to?.includes(`src=${encodeURIComponent(source)}`) === true;
  if (!loaded) return null;
  const sameOrigin = source.startsWith('/') && !source.startsWith('//');
  if (!named || !(sameOrigin || source.startsWith('https://'))) return <NotFound />;
  return <iframe className="embedded" title={entry?.title ?? code} src={source} sandbox={`allow-scripts allow-forms allow-popups allow-downloads${sameOrigin ? '' : ' allow-same-origin'}`} referrerPolicy="no-referrer" />;
}
