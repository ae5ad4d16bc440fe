import { useId } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { diagram } from '../tasks/flow-view.calls.ts';
import type { Box } from '../engine/bpmn-names.ts';
import { extentOf, wrapped } from '../engine/diagram.rules.ts';
import type { NodeKind } from '../engine/graph.rules.ts';

type Diagram = TypeOf<typeof diagram>;

/** The drawing with the way gone so far and where it stands; in the colours of the theme. */
export function FlowDiagram({ of, label }: { readonly of: Diagram; readonly label: string }) {
  const id = useId();
  const extent = extentOf(of);
  const done = new Set(of.done);
  const current = new Set(of.current);
  return (
    <div className="flow-diagram" tabIndex={0} role="img" aria-label={label}>
      <svg
        viewBox={`${extent.x} ${extent.y} ${extent.width} ${extent.height}`}
        style={{ width: extent.width }}
        aria-hidden="true"
      >
        <defs>
          {(['plain', 'gone'] as const).map((kind) => (
            <marker
              key={kind}
              id={`${id}-${kind}`}
              viewBox="0 0 10 10"
              refX="9"
              refY="5"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
              className={`flow-arrow is-${kind}`}
            >
              <path d="M0 0L10 5L0 10z" />
            </marker>
          ))}
        </defs>
        {Object.entries(of.lines).map(([route, points]) => (
          <polyline
            key={route}
            className={`flow-line${done.has(route) ? ' is-gone' : ''}`}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            markerEnd={`url(#${id}-${done.has(route) ? 'gone' : 'plain'})`}
          />
        ))}
        {Object.entries(of.boxes).map(([node, box]) =>
          of.nodes[node] === undefined ? null : (
            <Shape
              key={node}
              kind={of.nodes[node].kind}
              name={of.nodes[node].name}
              box={box}
              isCurrent={current.has(node)}
            />
          ),
        )}
      </svg>
    </div>
  );
}

function Shape({
  kind,
  name,
  box,
  isCurrent,
}: {
  readonly kind: NodeKind;
  readonly name: string;
  readonly box: Box;
  readonly isCurrent: boolean;
}) {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const words = (lines: readonly string[], y: number) =>
    lines.map((line, at) => (
      <text key={at} x={cx} y={y + at * 17} textAnchor="middle">
        {line}
      </text>
    ));
  const mark = isCurrent ? ' is-current' : '';
  if (kind === 'task') {
    const lines = wrapped(name, box.width - 12);
    return (
      <g className={`flow-node${mark}`}>
        <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={8} />
        {words(lines, cy + 5 - ((lines.length - 1) * 17) / 2)}
      </g>
    );
  }
  const below = words(wrapped(name, 110), box.y + box.height + 16);
  if (kind === 'start' || kind === 'end')
    return (
      <g className={`flow-node is-event is-${kind}`}>
        <circle cx={cx} cy={cy} r={box.width / 2} />
        {below}
      </g>
    );
  const sign =
    kind === 'parallel'
      ? `M${cx - 10} ${cy}H${cx + 10}M${cx} ${cy - 10}V${cy + 10}`
      : `M${cx - 7} ${cy - 7}L${cx + 7} ${cy + 7}M${cx + 7} ${cy - 7}L${cx - 7} ${cy + 7}`;
  return (
    <g className="flow-node">
      <polygon points={`${cx},${box.y} ${box.x + box.width},${cy} ${cx},${box.y + box.height} ${box.x},${cy}`} />
      <path className="flow-sign" d={sign} />
      {below}
    </g>
  );
}
