import { encode } from 'uqr';

/** A number as a code to be read by a scanner. */
export function QrCode({ of }: { readonly of: string }) {
  const { data, size } = encode(of, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="paper-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={of}>
      <path d={squares} />
    </svg>
  );
}
