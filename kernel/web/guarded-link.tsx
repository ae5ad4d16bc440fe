import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { permissionOf, type Declaration } from '../core/declaration.ts';
import { allDeclarations } from './catalogue.ts';
import { useAllowedCodes } from './queries.ts';

interface Props {
  readonly to: string;
  readonly className?: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A way to a record or a list, for those who may look at it; for the others the bare words. */
export function GuardedLink({ to, className, onClick, children }: Props): ReactNode {
  const codes = useAllowedCodes();
  const of = ownerOf(to);
  const isOpen = of === undefined || ['view', 'edit'].some((button) => codes.has(permissionOf(of, button)));
  return isOpen ? (
    <Link to={to} className={className} onClick={onClick}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
}

/** Whose pages stand at an address. */
function ownerOf(address: string): Declaration | undefined {
  const path = address.split(/[?#]/)[0]!;
  return allDeclarations().find(
    (each) => each.path !== undefined && (path === each.path || path.startsWith(`${each.path}/`)),
  );
}
