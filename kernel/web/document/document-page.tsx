import type { Declaration } from '../../core/declaration.ts';
export function DocumentPage({ of }: { readonly of: Declaration }) {
  return <div>{of.name}</div>;
}
