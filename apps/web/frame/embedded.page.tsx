import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { label } from '../../../kernel/core/label.ts';
import { embedding, hostsIn } from '../../../parts/addresses/embedding.rules.ts';
import { useSetting } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useMenu } from '../../../kernel/web/navigation/menu.ts';
import { useCloseTabAndGo } from '../../../parts/hooks/own-tab.ts';

const TEXTS = {
  not: label(
    '管理员还没有允许嵌入 {host} 的页面。需要的话，请让管理员把它加入参数“允许嵌入的站点”。',
    'Pages of {host} may not be shown here yet. If you need them, ask the administrator to add the host to the parameter “Hosts whose pages may be embedded”.',
  ),
} as const;

/**
 * A page of another program, in a frame that may do little. Only addresses the menu itself names are opened, and only
 * on hosts that were allowed.
 */
export default function EmbeddedPage() {
  const text = useWords(TEXTS);
  const { code = '' } = useParams();
  const [query] = useSearchParams();
  const { leaves, loaded } = useMenu();
  const allowed = useSetting('embed.allowedHosts');
  const source = query.get('src') ?? '';
  const entry = leaves.find(
    (leaf) =>
      leaf.to?.startsWith(`/myiframe/${encodeURIComponent(code)}?`) === true &&
      new URLSearchParams(leaf.to.split('?')[1]).get('src') === source,
  );
  const leaveFor = useCloseTabAndGo();
  const isUnknown = loaded && entry === undefined;
  useEffect(() => {
    if (isUnknown) leaveFor('/404');
  }, [isUnknown, leaveFor]);
  if (entry === undefined || allowed === undefined) return <Skeleton active title={false} />;
  const how = embedding(source, hostsIn(allowed) ?? []);
  if (how === undefined) {
    return (
      <div className="embedded-not">
        <h1 className="page-title" tabIndex={-1}>
          {entry.title}
        </h1>
        <p>{text('not', { host: URL.canParse(source) ? new URL(source).host : source })}</p>
      </div>
    );
  }
  return (
    <>
      <h1 className="unseen" tabIndex={-1}>
        {entry.title}
      </h1>
      {/* A page of our own host must not reach our session; one of another host needs its own. */}
      <iframe
        className="embedded"
        title={entry.title}
        src={source}
        sandbox={`allow-scripts allow-forms allow-popups allow-downloads${how === 'own' ? '' : ' allow-same-origin'}`}
        referrerPolicy="no-referrer"
      />
    </>
  );
}
