/** The SQL of the sources as far as it can be put together without running them, for a test that prepares it. */
import { sources, isTest, sideOf } from '../sources.ts';
import { answersOf, below, bindingOf, placeOf, treeOf, type Node, type SourceTree } from './syntax.ts';

/** One form a statement may have, and which literals (`file:line`) went into it. */
export interface Form {
  readonly text: string;
  readonly literals: readonly string[];
}

/** A literal of the sources, and the statements it alone makes where it is a whole one. */
export interface Literal {
  readonly at: string;
  readonly text: string;
  readonly forms: readonly Form[];
}

/** A value stands here; numbered when the statement is whole. */
const VALUE = '\u0000';
/** A table stands here that is known only when the program runs. */
export const ANY_TABLE = '\u0001';
const FORMS_MAX = 32;
const DEPTH_MAX = 12;
const plain = (text: string): Form => ({ text, literals: [] });
const NOTHING = plain('');
/** What cannot be known is a value, or nothing at all; where a table or a column is asked for, any that fits. */
const UNKNOWN: readonly Form[] = [plain(VALUE), NOTHING];
const unknownAfter = (text: string): readonly Form[] => {
  if (/(?<!\bdistinct\s+)\b(from|join|update|into)\s+$/i.test(text)) return [plain(ANY_TABLE)];
  if (/\bas\s+$/i.test(text)) return [plain('named')];
  if (/\bexists\s*\($/i.test(text)) return [plain('select 1')];
  return text.endsWith('.') ? [plain('id')] : UNKNOWN;
};
/** All of several; unknown where each of them is. */
const either = (several: readonly (readonly Form[])[]): readonly Form[] =>
  several.every((forms) => forms === UNKNOWN) ? UNKNOWN : several.flat();

/** Where an expression stands, with the arguments of the functions that led there. */
interface Place {
  readonly tree: SourceTree;
  readonly given: ReadonlyMap<Node, readonly { readonly node: Node; readonly place: Place }[]>;
  readonly depth: number;
}

const isSql = (node: Node): boolean =>
  node.type === 'TaggedTemplateExpression' && (node['tag'] as Node)['name'] === 'sql';

/** Every literal of the server's sources. */
export function literals(): Literal[] {
  return sources
    .filter(({ file, text }) => !isTest(file) && sideOf(file) === 'server' && text.includes('sql`'))
    .flatMap(({ file }) => {
      const tree = treeOf(file)!;
      return [...all(tree.program)].filter(isSql).map((node) => {
        const quasis = (node['quasi'] as Node)['quasis'] as { value: { cooked: string } }[];
        const forms = expand(node, { tree, given: new Map(), depth: 0 }).map(numbered);
        return { at: placeOf(tree, node), text: quasis.map(({ value }) => value.cooked).join('${}'), forms };
      });
    });
}

function* all(node: Node): Generator<Node> {
  yield node;
  for (const child of below(node)) yield* all(child);
}

const numbered = ({ text, literals: used }: Form): Form => {
  let count = 0;
  return { text: text.replaceAll(VALUE, () => `$${++count}`), literals: [...new Set(used)] };
};

/** Each of the parts with each of the others; where that is too much, every choice at least once. */
function combined(parts: readonly (readonly Form[])[], between = ''): Form[] {
  const product = parts.reduce((count, { length }) => count * length, 1);
  const most = Math.max(1, ...parts.map(({ length }) => length));
  const count = product <= FORMS_MAX ? product : Math.min(FORMS_MAX, most * 2);
  return Array.from({ length: count }, (_, index) => {
    let rest = index;
    const chosen = parts.map((forms) => {
      const form = forms[rest % forms.length]!;
      if (product <= FORMS_MAX) rest = Math.floor(rest / forms.length);
      return form;
    });
    const texts = between === '' ? chosen : chosen.filter(({ text }) => text !== '');
    return { text: texts.map(({ text }) => text).join(between), literals: chosen.flatMap((form) => form.literals) };
  });
}

function expand(node: Node, place: Place): Form[] {
  const template = node['quasi'] as Node;
  const quasis = template['quasis'] as { value: { cooked: string } }[];
  const holes = template['expressions'] as Node[];
  const own: Form = { text: '', literals: [placeOf(place.tree, node)] };
  return combined([
    [own],
    ...quasis.flatMap(({ value: { cooked } }, index) => {
      const hole = holes[index] && fragments(holes[index], place);
      // What follows a hole at once is a cast or nothing: two values never stand side by side.
      const unknown = cooked === '' && index > 0 ? [NOTHING] : unknownAfter(cooked);
      return [[plain(cooked)], ...(hole ? [hole === UNKNOWN ? unknown : hole] : [])];
    }),
  ]);
}

/** What an expression may put into a statement. */
function fragments(node: Node, before: Place): readonly Form[] {
  const place = { ...before, depth: before.depth + 1 };
  if (place.depth > DEPTH_MAX) return UNKNOWN;
  if (isSql(node)) return expand(node, place);
  switch (node.type) {
    case 'Identifier':
      return node['name'] === 'empty' ? [NOTHING] : follow(node, place, fragments);
    case 'ConditionalExpression':
      return either([fragments(node['consequent'] as Node, place), fragments(node['alternate'] as Node, place)]);
    case 'LogicalExpression':
      return either([fragments(node['left'] as Node, place), fragments(node['right'] as Node, place)]);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return fragments(node['expression'] as Node, place);
    case 'MemberExpression':
      return members(node, place);
    case 'CallExpression':
      return called(node, place);
    default:
      return UNKNOWN;
  }
}

/** Goes to what a name stands for. */
function follow(node: Node, place: Place, read: (node: Node, place: Place) => readonly Form[]): readonly Form[] {
  const binding = bindingOf(place.tree, node, node['name'] as string);
  if (binding === undefined) return UNKNOWN;
  if (binding.parameter === undefined) return read(binding.node, { ...place, tree: binding.tree });
  const argument = place.given.get(binding.node)?.[binding.parameter];
  return argument === undefined ? UNKNOWN : read(argument.node, { ...argument.place, depth: place.depth });
}

/** A property of an object that is written down; any of them where which one is not. */
function members(node: Node, place: Place): readonly Form[] {
  const object = node['object'] as Node;
  if (object.type !== 'Identifier') return UNKNOWN;
  const binding = bindingOf(place.tree, object, object['name'] as string);
  if (binding === undefined || binding.parameter !== undefined) return UNKNOWN;
  const written = withoutCasts(binding.node);
  if (written.type !== 'ObjectExpression') return UNKNOWN;
  const wanted = node['computed'] === true ? undefined : ((node['property'] as Node)['name'] as string);
  const values = (written['properties'] as Node[]).filter(
    (each) => each.type === 'Property' && (wanted === undefined || (each['key'] as Node)['name'] === wanted),
  );
  return either(values.map((each) => fragments(each['value'] as Node, { ...place, tree: binding.tree })));
}

const withoutCasts = (node: Node): Node =>
  /^TS(As|Satisfies|NonNull)Expression$/.test(node.type) ? withoutCasts(node['expression'] as Node) : node;

function called(node: Node, place: Place): readonly Form[] {
  const callee = node['callee'] as Node;
  const given = node['arguments'] as Node[];
  if (callee.type !== 'Identifier') return UNKNOWN;
  if (callee['name'] === 'raw') return given[0]?.type === 'Literal' ? [plain(String(given[0]['value']))] : UNKNOWN;
  if (callee['name'] === 'join')
    return list(given[0]!, place, given[1]?.type === 'Literal' ? String(given[1]['value']) : ',');
  return follow(callee, place, (target, there) => {
    if (!Array.isArray(target['params'])) return UNKNOWN;
    const passed = new Map([...there.given, [target, given.map((each) => ({ node: each, place }))] as const]);
    return either(answersOf(target).map((each) => fragments(each, { ...there, given: passed })));
  });
}

/** A list of fragments, joined; one of values is a value. */
function list(node: Node, place: Place, between: string): readonly Form[] {
  const elements = elementsOf(withoutCasts(node), place);
  return elements === undefined ? [plain(VALUE)] : combined(elements, between);
}

function elementsOf(node: Node, place: Place): (readonly Form[])[] | undefined {
  if (node.type === 'ArrayExpression')
    return (node['elements'] as Node[]).flatMap((each) =>
      each.type === 'SpreadElement'
        ? (elementsOf(withoutCasts(each['argument'] as Node), place) ?? [UNKNOWN])
        : [fragments(each, place)],
    );
  if (node.type === 'ConditionalExpression')
    return [
      ...(elementsOf(withoutCasts(node['consequent'] as Node), place) ?? []),
      ...(elementsOf(withoutCasts(node['alternate'] as Node), place) ?? []),
    ];
  if (node.type === 'CallExpression' && (node['callee'] as Node).type === 'MemberExpression') {
    const method = ((node['callee'] as Node)['property'] as Node)['name'];
    const [callback] = node['arguments'] as Node[];
    if ((method === 'map' || method === 'flatMap') && callback !== undefined && Array.isArray(callback['params'])) {
      const answers = answersOf(callback);
      return method === 'map'
        ? [answers.flatMap((each) => fragments(each, place))]
        : answers.flatMap((each) => elementsOf(withoutCasts(each), place) ?? [UNKNOWN]);
    }
    return method === 'filter'
      ? elementsOf(withoutCasts((node['callee'] as Node)['object'] as Node), place)
      : undefined;
  }
  if (node.type !== 'Identifier') return undefined;
  const binding = bindingOf(place.tree, node, node['name'] as string);
  if (binding === undefined) return undefined;
  if (binding.parameter !== undefined) {
    const argument = place.given.get(binding.node)?.[binding.parameter];
    return argument && elementsOf(withoutCasts(argument.node), { ...argument.place, depth: place.depth + 1 });
  }
  const there = { ...place, tree: binding.tree };
  const pushed = [...all(binding.tree.program)].filter(
    (each) =>
      each.type === 'CallExpression' &&
      (each['callee'] as Node).type === 'MemberExpression' &&
      ((each['callee'] as Node)['property'] as Node)['name'] === 'push' &&
      ((each['callee'] as Node)['object'] as Node)['name'] === node['name'] &&
      bindingOf(binding.tree, each, node['name'] as string)?.node === binding.node,
  );
  const first = elementsOf(withoutCasts(binding.node), there);
  if (first === undefined) return undefined;
  return [...first, ...pushed.flatMap((each) => (each['arguments'] as Node[]).map((one) => fragments(one, there)))];
}
