import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const COMPONENTS = path.dirname(fileURLToPath(import.meta.resolve('antd/es/index.js')));
const NAME = '\0left-out:';

/** What components of the library carry along and no page here asks of them: menus of filters in heads of tables, pictures of error codes. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'table/hooks/useFilter': ['./FilterDropdown'],
  result: ['./noFound', './serverError', './unauthorized'],
};
/** The files in which the names stand that components take from another library's list of everything; `default` is the file's own. */
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
 * Keeps out of the program what no page uses though the components of the library import it. A page that uses it all the same
 * breaks with its name, in the first journey that opens it: then its line goes from here.
 */
export function leftOut(): Plugin {
  return {
    name: 'larder:left-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const folder = importer === undefined ? '' : path.relative(COMPONENTS, path.dirname(importer));
      return LEFT_OUT[folder]?.includes(source) === true ? `${NAME}${folder}/${source.slice(2)}` : undefined;
    },
    load: (id) =>
      id.startsWith(NAME)
        ? `const missing = () => { throw new Error('${id.slice(NAME.length)} is left out of the program'); };\nexport default missing;\nexport const flattenKeys = missing;\n`
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
