import { useLabel, useWords } from '../../../parts/language/language.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import type { ChainNode } from './chain.ts';
import { reasonLabel } from '../ledger/move-reason.rules.ts';
import { billPath, shown } from '../on-hand/place.view.ts';
import { stockTexts } from '../stock.texts.ts';

interface Props {
  readonly node: ChainNode;
  /** What the tree begins with, where it came from outside. */
  readonly outside: string;
  /** What lies at a place now. */
  readonly there: ReadonlyMap<string, { readonly qty: string; readonly unitName: string; readonly to: string }>;
}

/** One place and everything that went on from it, drawn with lines like a family tree. */
export function Chain({ node, outside, there }: Props) {
  return (
    <ul className="chain">
      <li>
        <Place name={node.place === '' ? outside : node.place} there={there} />
        <Legs node={node} there={there} />
      </li>
    </ul>
  );
}

function Place({ name, there }: { readonly name: string; readonly there: Props['there'] }) {
  const word = useWords(stockTexts);
  const lies = there.get(name);
  return (
    <span className="chain-place">
      {lies === undefined ? name : <GuardedLink to={lies.to}>{name}</GuardedLink>}
      {lies !== undefined && (
        <span className="chain-there figures">{word('remaining', { qty: shown(lies.qty), unit: lies.unitName })}</span>
      )}
    </span>
  );
}

function Legs({ node, there }: { readonly node: ChainNode; readonly there: Props['there'] }) {
  const label = useLabel();
  const word = useWords(stockTexts);
  if (node.legs.length === 0) return null;
  return (
    <ul>
      {node.legs.map(({ leg, to }, at) => {
        const path = billPath(leg.billType, { code: leg.billCode });
        return (
          <li key={`${leg.billCode}${leg.toName}${at}`}>
            <div className="chain-leg">
              <span className="chain-qty figures">
                {shown(leg.qty)} <span className="unit">{leg.unitName}</span>
              </span>
              <span className="chain-arrow" aria-hidden="true">
                →
              </span>
              {leg.toName === '' ? (
                <Status tone="plain" word={label(reasonLabel(leg.reason))} />
              ) : (
                <Place name={leg.toName} there={there} />
              )}
              {leg.moving && <Status tone="waiting" word={word('still-moving')} />}
              <span className="chain-bill soft figures">
                {leg.toName !== '' && label(reasonLabel(leg.reason))}{' '}
                {path === undefined ? leg.billCode : <GuardedLink to={path}>{leg.billCode}</GuardedLink>} ·{' '}
                {leg.businessTime.slice(5, 16)}
              </span>
            </div>
            <Legs node={to} there={there} />
          </li>
        );
      })}
    </ul>
  );
}
