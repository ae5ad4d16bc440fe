import type { Values } from '../../../kernel/web/form/values.ts';

/** By how much a price strays, with its direction; two places say enough to a reader. */
export function Deviation({ row }: { readonly row: Values & { readonly deviationPercent?: unknown } }) {
  const figure = Number(row.deviationPercent);
  return (
    <span className="figures">
      {figure > 0 ? '+' : '−'}
      {Math.abs(figure).toFixed(2)} <span className="soft">%</span>
    </span>
  );
}
