import { comma } from '../../../parts/language/language.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { materialUse } from './material.calls.ts';
import './material.css';

type MaterialUse = TypeOf<typeof materialUse>;

/** Where it is in use: how often, and the first of them by name. */
export function Uses({
  uses,
  lead,
  none,
}: {
  readonly uses: readonly MaterialUse[];
  readonly lead: string;
  readonly none: string;
}) {
  if (uses.length === 0) return <p>{none}</p>;
  return (
    <>
      <p>{lead}</p>
      <dl className="material-uses" tabIndex={0}>
        {uses.map((use) => (
          <div key={use.label}>
            <dt>
              {use.label} <span className="figures">{use.count}</span>
            </dt>
            <dd className="soft">
              {use.first.join(comma())}
              {use.count > use.first.length && '…'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
