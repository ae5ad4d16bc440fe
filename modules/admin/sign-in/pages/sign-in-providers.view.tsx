import { useEffect, useState } from 'react';
import { useText } from './i18n.view.ts';
import { leaveFor, sourcesOf, type Source } from './social.view.ts';

const WAIT_MS = 300;

/** The other ways in that a tenant has switched on; where there are none, nothing. */
export function SignInProviders({ tenantId }: { readonly tenantId: string }) {
  const text = useText();
  const [sources, setSources] = useState<readonly Source[]>([]);
  const tenant = tenantId.trim();
  useEffect(() => {
    if (tenant === '') return setSources([]);
    const request = new AbortController();
    // While a tenant is typed, only the last one is asked for. Without an answer only the password is offered.
    const timer = setTimeout(
      () => void sourcesOf(tenant, request.signal).then(setSources, () => request.signal.aborted || setSources([])),
      WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [tenant]);
  if (sources.length === 0) return null;
  return (
    <div className="sign-in-providers" role="group" aria-label={text('social.or')}>
      <p>
        <span>{text('social.or')}</span>
      </p>
      {sources.map(({ source, name }) => (
        <button key={source} type="button" onClick={() => leaveFor(source, tenant)}>
          <svg
            viewBox="0 0 24 24"
            width="18"
            height="18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
            <circle cx="9" cy="11" r="2.1" />
            <path d="M5.8 16.2c.6-1.7 1.8-2.5 3.2-2.5s2.6.8 3.2 2.5M15 10h3M15 13.5h3" />
          </svg>
          {name}
        </button>
      ))}
    </div>
  );
}
