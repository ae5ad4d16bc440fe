import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const COMPONENTS = path.dirname(fileURLToPath(import.meta.resolve('antd/es/index.js')));
const NAME = '\0left-out:';

/**
 * What the components of a folder, or a single file, import and no page here uses: filter menus in heads of tables,
 * pictures of error codes, groups and ribbons, trees where only a list of ids is needed.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'table/hooks/useFilter': ['./FilterDropdown'],
  result: ['./noFound', './serverError', './unauthorized'],
  badge: ['./Ribbon'],
  avatar: ['./AvatarGroup'],
  checkbox: ['./Group'],
  '../../@rc-component/tree/es/util.js': ['./TreeNode'],
};
/** The files of names that components import from the list of another library; `default` is the export of the file. */
const FILES: Readonly<Record<string, Readonly<Record<string, readonly [file: string, isDefault?: 'default']>>>> = {
  '@rc-component/form': { FormProvider: ['FormContext'], useForm: ['hooks/useForm', 'default'] },
  '@rc-component/tree': {
    arrAdd: ['util'],
    arrDel: ['util'],
    conductCheck: ['utils/conductUtil'],
    convertDataToEntities: ['utils/treeUtil'],
  },
};
const LIST = new RegExp(`import \\{ ([^}]+) \\} from '(${Object.keys(FILES).join('|')})';`, 'g');

/**
 * Keeps out of the program what components import and no page uses. A page that comes to use it breaks with its name
 * in the first journey that opens it: then its line goes from here.
 */
export function leftOut(): Plugin {
  return {
    name: 'larder:left-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined) return undefined;
      const file = path.relative(COMPONENTS, importer);
      const folder = path.dirname(file);
      return [folder, file].some((each) => LEFT_OUT[each]?.includes(source))
        ? `${NAME}${folder}/${source.slice(2)}`
        : undefined;
    },
    load: (id) =>
      id.startsWith(NAME)
        ? [
            `const missing = () => { throw new Error('${id.slice(NAME.length)} is left out of the program'); };`,
            'export default missing;',
            'export const flattenKeys = missing;',
          ].join('\n')
        : undefined,
    transform: (code, id) =>
      id.startsWith(COMPONENTS) && code.search(LIST) >= 0 ? { code: fromFiles(code), map: null } : undefined,
  };
}

/** Imports each name from its own file: a list of everything hangs all of it together, used or not. */
const fromFiles = (code: string): string =>
  code.replace(LIST, (whole, list: string, library: string) => {
    const imports = list.split(', ').map((each) => {
      const [name, alias = name] = each.split(' as ');
      const [file, isDefault] = FILES[library]![name!] ?? [];
      if (file === undefined) return undefined;
      return `import ${isDefault === 'default' ? alias! : `{ ${name!} as ${alias!} }`} from '${library}/es/${file}.js';`;
    });
    return imports.includes(undefined) ? whole : imports.join('');
  });
