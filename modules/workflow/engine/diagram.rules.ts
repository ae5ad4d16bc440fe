import type { Box, Picture } from './bpmn-names.ts';
import type { Graph } from './graph.rules.ts';

/** How far a process has come: routes gone along, tasks it stands at. */
interface Marks {
  readonly done: readonly string[];
  readonly current: readonly string[];
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const WIDE = /[\u2e80-\uffef]/;
/** A name in lines that fit a box: Chinese breaks anywhere, words between. */
export function wrapped(name: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of name.match(/[\u2e80-\uffef]|[^\u2e80-\uffef\s]+|\s+/g) ?? []) {
    const size = [...piece].reduce((sum, sign) => sum + (WIDE.test(sign) ? 13 : 7), 0);
    if (used + size > width && line.trim() !== '') {
      lines.push(line.trim());
      line = '';
      used = 0;
    }
    line += piece;
    used += size;
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines.slice(0, 3);
}

/** The extent of a drawing with a margin around it. */
export function extentOf(picture: Picture): Box {
  const boxes = Object.values(picture.boxes);
  const points = [
    ...boxes.flatMap((box) => [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y + box.height + 24 },
    ]),
    ...Object.values(picture.lines).flat(),
  ];
  if (points.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const [left, top] = [
    Math.min(...points.map((point) => point.x)) - 20,
    Math.min(...points.map((point) => point.y)) - 20,
  ];
  return {
    x: left,
    y: top,
    width: Math.max(...points.map((point) => point.x)) + 20 - left,
    height: Math.max(...points.map((point) => point.y)) + 20 - top,
  };
}

/** A picture that loads in an `<img>`: shapes and escaped words, nothing that runs. */
export function drawSvg(graph: Graph, picture: Picture, marks: Marks): string {
  const extent = extentOf(picture);
  const done = new Set(marks.done);
  const current = new Set(marks.current);
  const routes = Object.values(graph.nodes).flatMap((node) => node.out);
  const lines = routes.flatMap((route) => {
    const points = picture.lines[route.id] ?? [];
    if (points.length < 2) return [];
    const colour = done.has(route.id) ? '#389e0d' : '#8c8c8c';
    return [
      `<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${done.has(route.id) ? 2 : 1.4}" marker-end="url(#${done.has(route.id) ? 'gone' : 'arrow'})"/>`,
    ];
  });
  const shapes = Object.entries(picture.boxes).flatMap(([id, box]) => {
    const node = graph.nodes[id];
    return node === undefined ? [] : [shape(node.kind, node.name, box, current.has(id))];
  });
  const arrow = (id: string, colour: string): string =>
    [
      `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">`,
      `<path d="M0 0L10 5L0 10z" fill="${colour}"/></marker>`,
    ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${extent.x} ${extent.y} ${extent.width} ${extent.height}" width="${extent.width}" height="${extent.height}" font-family="sans-serif" font-size="13"><defs>${arrow('arrow', '#8c8c8c')}${arrow('gone', '#389e0d')}</defs><rect x="${extent.x}" y="${extent.y}" width="${extent.width}" height="${extent.height}" fill="#fff"/>${lines.join('')}${shapes.join('')}</svg>`;
}

function shape(kind: Graph['nodes'][string]['kind'], name: string, box: Box, isCurrent: boolean): string {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const stroke = isCurrent ? 'stroke="#d46b08" stroke-width="3"' : 'stroke="#595959" stroke-width="1.5"';
  const words = (lines: readonly string[], y: number): string =>
    lines
      .map(
        (line, at) => `<text x="${cx}" y="${y + at * 17}" text-anchor="middle" fill="#262626">${escaped(line)}</text>`,
      )
      .join('');
  if (kind === 'task') {
    const lines = wrapped(name, box.width - 12);
    return `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="8" fill="${isCurrent ? '#fff7e6' : '#fff'}" ${stroke}/>${words(lines, cy + 5 - ((lines.length - 1) * 17) / 2)}`;
  }
  const below = words(wrapped(name, 110), box.y + box.height + 16);
  if (kind === 'start' || kind === 'end')
    return `<circle cx="${cx}" cy="${cy}" r="${box.width / 2}" fill="#fff" stroke="#595959" stroke-width="${kind === 'end' ? 3.5 : 1.5}"/>${below}`;
  const mark =
    kind === 'parallel'
      ? `M${cx - 10} ${cy}H${cx + 10}M${cx} ${cy - 10}V${cy + 10}`
      : `M${cx - 7} ${cy - 7}L${cx + 7} ${cy + 7}M${cx + 7} ${cy - 7}L${cx - 7} ${cy + 7}`;
  const corners = `${cx},${box.y} ${box.x + box.width},${cy} ${cx},${box.y + box.height} ${box.x},${cy}`;
  return [
    `<polygon points="${corners}" fill="#fff" ${stroke}/>`,
    `<path d="${mark}" stroke="#595959" stroke-width="2.5"/>${below}`,
  ].join('');
}
