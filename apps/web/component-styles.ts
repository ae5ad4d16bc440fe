import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What the application imports; empty where styles are made in the browser, as while developing. */
const NAME = 'virtual:component-styles.css';
const COMPONENTS = path.dirname(fileURLToPath(import.meta.resolve('antd/es/index.js')));
const OFFICIAL = path.join(COMPONENTS, '../dist/antd.css');
/** Folders of components whose classes are called otherwise. A class of none of them stays in any case. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  button: ['btn'],
  'tree-select': ['tree-select', 'select-tree'],
  grid: ['row', 'col'],
  badge: ['badge', 'ribbon', 'scroll-number'],
  'float-button': ['float-btn'],
  'back-top': ['back-top'],
  'qr-code': ['qrcode'],
};
/** The hooks by which a component makes its style while it is drawn: name, style, tokens. */
const MAKERS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);
/**
 * The example's theme, and what base.css says once for everything: these would be compared with every element of the
 * page.
 */
const NEEDLESS = /^\.css-var-|^\.data-ant-|^[^{]*\{box-sizing:border-box;\}$/;

/**
 * Takes the making of styles out of the browser: the component library's own stylesheet, cut down to the components
 * that `sources` import and what these are made of, stands for what they would otherwise make while they are drawn
 * (theme option `zeroRuntime`), and the code that made it is left out. Colours and sizes stay variables, set by the
 * theme;
 * `scope` is the class that carries them (its option `cssVar.key`).
 */
export function componentStyles({
  sources,
  scope,
}: {
  readonly sources: readonly string[];
  readonly scope: string;
}): Plugin {
  return {
    name: 'larder:component-styles',
    enforce: 'pre',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      return this.environment.mode === 'build' ? stylesOf(componentsIn(sources), scope) : '';
    },
    transform(code, id) {
      if (this.environment.mode !== 'build') return undefined;
      if (sources.some((source) => id.startsWith(source))) return { code: exactly(code), map: null };
      if (!id.startsWith(COMPONENTS) || ![...MAKERS].some((maker) => code.includes(`${maker}(`))) return undefined;
      const cuts: [from: number, to: number][] = [];
      visitNodes(this.parse(code), (node) => {
        const { callee, arguments: given } = node as unknown as {
          callee?: { name?: string };
          arguments?: readonly { start: number; end: number }[];
        };
        const style = given?.[1];
        if (node.type === 'CallExpression' && MAKERS.has(callee?.name ?? '') && style !== undefined)
          cuts.push([style.start, style.end]);
      });
      return {
        code: cuts.toReversed().reduce((text, [from, to]) => `${text.slice(0, from)}null${text.slice(to)}`, code),
        map: null,
      };
    },
  };
}

/**
 * Imports from the very file instead of from the library's list of everything, so that the build sees what a page is
 * made of.
 */
const exactly = (code: string): string =>
  code.replace(
    /import\s*\{([^}]*)\}\s*from\s*'(antd|@ant-design\/icons)';/g,
    (whole, list: string, library: string) => {
      const named = list
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '' && !each.startsWith('type '))
        .map((each) => each.split(/\s+as\s+/));
      const files = named.map(([name]) =>
        library === 'antd' ? `antd/es/${folderOf(name!)}/index.js` : `@ant-design/icons/es/icons/${name!}`,
      );
      if (
        library === 'antd' &&
        named.some(([name]) => !fs.existsSync(path.join(COMPONENTS, folderOf(name!), 'index.js')))
      )
        return whole;
      return named.map(([name, alias = name], at) => `import ${alias!} from '${files[at]!}';`).join('');
    },
  );
const folderOf = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

interface Node {
  readonly type?: string;
}
function visitNodes(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visitNodes(each, visit);
  else if (typeof node === 'object' && node !== null) {
    visit(node);
    for (const each of Object.values(node)) if (typeof each === 'object') visitNodes(each, visit);
  }
}

/** Folders of the components the sources name, and of all components these are made of. */
export function componentsIn(sources: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, to] of fs.readFileSync(file, 'utf8').matchAll(/\bfrom\s*['"](\.[^'"]+)['"]/g)) {
      const found = [path.resolve(path.dirname(file), to!)]
        .flatMap((at) => [at, `${at}.js`, path.join(at, 'index.js')])
        .find((at) => fs.statSync(at, { throwIfNoEntry: false })?.isFile());
      if (found?.endsWith('.js')) follow(found);
    }
  };
  for (const name of namedIn(sources)) {
    const entry = path.join(COMPONENTS, folderOf(name), 'index.js');
    if (fs.existsSync(entry)) follow(entry);
  }
  return new Set(
    [...seen]
      .map((file) => path.relative(COMPONENTS, file).split(path.sep))
      .filter((parts) => parts[1] === 'style')
      .map((parts) => parts[0]!),
  );
}

function namedIn(sources: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const source of sources) {
    for (const file of fs.readdirSync(source, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      for (const [, list] of fs
        .readFileSync(path.join(source, file), 'utf8')
        .matchAll(/import\s*\{([^}]*)\}\s*from\s*'antd'/g)) {
        for (const name of list!.split(',')) names.add(name.trim().split(/\s+as\s+/)[0]!);
      }
    }
  }
  return names;
}

/** The rules of the official stylesheet that concern these components. */
export function stylesOf(components: ReadonlySet<string>, scope: string): string {
  const owners = new Map(
    fs
      .readdirSync(COMPONENTS)
      .flatMap((folder) => (CLASSES[folder] ?? [folder]).map((name) => [name, folder] as const)),
  );
  /** Rules for bare elements are meant for those within the library's own. */
  const scoped = (rule: string): string =>
    /^[a-z]/.test(rule)
      ? rule.replace(/[^{]+/, (selectors) =>
          selectors
            .split(',')
            .map((each) => `:where(${scope}) ${each}`)
            .join(','),
        )
      : rule;
  const isWanted = (rule: string): boolean => {
    const name = /\.ant-([a-z]+(?:-[a-z]+)*)/.exec(rule)?.[1];
    if (name === undefined) return true;
    const parts = name.split('-');
    const owner = parts
      .map((_, at) => owners.get(parts.slice(0, parts.length - at).join('-')))
      .find((each) => each !== undefined);
    return owner === undefined || components.has(owner);
  };
  return [
    ...new Set(
      rulesOf(fs.readFileSync(OFFICIAL, 'utf8'))
        .filter((rule) => !NEEDLESS.test(rule) && isWanted(rule))
        .map(scoped),
    ),
  ].join('\n');
}

/** The rules of a stylesheet; what stands in braces of `@media` and the like stays with it. */
export function rulesOf(text: string): readonly string[] {
  const rules: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) {
        rules.push(text.slice(from, at + 1).trim());
        from = at + 1;
      }
    }
  }
  return rules;
}
