/** The syntax of the sources as a tree that can be walked upwards, too: what a name in an expression stands for. */
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT, sources } from '../sources.ts';

/** A node of the syntax tree, as the parser gives it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes directly below one. */
export const below = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

export interface SourceTree {
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  readonly parents: ReadonlyMap<Node, Node>;
}

const trees = new Map<string, SourceTree | undefined>();
/** The tree of a source; undefined where the file is none of ours. */
export function treeOf(file: string): SourceTree | undefined {
  if (!trees.has(file)) {
    const source = sources.find((each) => each.file === file);
    trees.set(file, source && parsed(file, source.text));
  }
  return trees.get(file);
}

function parsed(file: string, text: string): SourceTree {
  const program = parseSync(path.join(ROOT, file), text).program as unknown as Node;
  const parents = new Map<Node, Node>();
  const open = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const child of below(node)) {
      parents.set(child, node);
      open.push(child);
    }
  return { file, text, program, parents };
}

/** `file:line:column` */
export function placeOf({ file, text }: SourceTree, { start }: Node): string {
  const before = text.slice(0, start).split('\n');
  return `${file}:${before.length}:${before.at(-1)!.length + 1}`;
}

/** What a name stands for where it is used: an expression, a function, or the parameter of one. */
interface Binding {
  readonly tree: SourceTree;
  readonly node: Node;
  /** The position of a parameter, in which case `node` is its function. */
  readonly parameter?: number;
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined;
const statementsOf = (node: Node): Node[] => {
  const { body } = node as unknown as { body: unknown };
  return Array.isArray(body) ? (body as Node[]) : [];
};

function declaredIn(tree: SourceTree, statements: readonly Node[], name: string): Binding | undefined {
  for (const statement of statements) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (!isNode(declaration)) continue;
    if (declaration.type === 'FunctionDeclaration' && nameOf(declaration['id']) === name)
      return { tree, node: declaration };
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const each of declaration['declarations'] as Node[])
      if (nameOf(each['id']) === name && isNode(each['init'])) return { tree, node: each['init'] };
  }
  return undefined;
}

function imported(tree: SourceTree, name: string): Binding | undefined {
  for (const statement of statementsOf(tree.program)) {
    if (statement.type !== 'ImportDeclaration') continue;
    const from = (statement['source'] as { value: string }).value;
    const specifier = (statement['specifiers'] as Node[]).find((each) => nameOf(each['local']) === name);
    if (specifier === undefined || !from.startsWith('.')) continue;
    const other = treeOf(path.relative(ROOT, path.resolve(ROOT, path.dirname(tree.file), from)));
    return other && declaredIn(other, statementsOf(other.program), nameOf(specifier['imported']) ?? name);
  }
  return undefined;
}

/** The nearest declaration of a name, from where it is used outwards and then through the imports. */
export function bindingOf(tree: SourceTree, at: Node, name: string): Binding | undefined {
  for (let node = tree.parents.get(at); node !== undefined; node = tree.parents.get(node)) {
    const found = declaredIn(tree, statementsOf(node), name);
    if (found) return found;
    const parameters = node['params'];
    if (!Array.isArray(parameters)) continue;
    const parameter = (parameters as Node[]).findIndex(
      (each) => nameOf(each) === name || (each.type === 'AssignmentPattern' && nameOf(each['left']) === name),
    );
    if (parameter >= 0) return { tree, node, parameter };
  }
  return imported(tree, name);
}

/** What a function may answer: its expression, or what stands behind each `return` of its own. */
export function answersOf(node: Node): Node[] {
  const body = node['body'] as Node;
  if (body.type !== 'BlockStatement') return [body];
  const answers: Node[] = [];
  const open = [body];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === 'ReturnStatement' && isNode(each['argument'])) answers.push(each['argument']);
    open.push(...below(each).filter(({ type }) => !/Function/.test(type)));
  }
  return answers;
}
