import './material.css';

/** One way in which a material is in use, as the server tells it. */
export interface MaterialUse {
  readonly label: string;
  readonly count: number;
  readonly first: readonly string[];
}

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
              {use.first.join('、')}
              {use.count > use.first.length && '…'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
