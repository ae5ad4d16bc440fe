import { answeredName, kinds, refersToOne } from '../core/kinds.ts';
import { type Declaration, titleField } from '../core/declaration.ts';
import type { Label } from '../core/label.ts';
import type { MenuNode, Module } from '../core/module.ts';
import { language } from '../../parts/language/language.ts';

/** What the program declares, as the browser's kernel looks it up. Filled once by the application at start. */
const declarations = new Map<string, Declaration>();
const menu = new Map<string, MenuNode>();

/** Takes over what the areas declare, in place of what was known. Called once by the application at start. */
export function declareModules(modules: readonly Module[]): void {
  declarations.clear();
  menu.clear();
  const walk = (nodes: readonly MenuNode[]): void => {
    for (const node of nodes) {
      menu.set(node.code, node);
      walk(node.children ?? []);
    }
  };
  for (const module of modules) {
    for (const declaration of module.declarations) declarations.set(declaration.name, declaration);
    walk(module.menu);
  }
}

/** Every declaration, those of faces among them, in the order of the areas. */
export const allDeclarations = (): readonly Declaration[] => [...declarations.values()];
/** The declaration of this name; undefined where there is none. */
export const declarationOf = (name: string | undefined): Declaration | undefined =>
  name === undefined ? undefined : declarations.get(name);
/** What the declared menu calls the entry of this code. */
export const menuLabelOf = (code: string): Label | undefined => menu.get(code)?.label;
/** Name of the icon the declared menu gives the entry of this code. */
export const menuIconOf = (code: string): string | undefined => menu.get(code)?.icon;

/** Address of a call of the declaration. */
export const callOf = (declaration: Declaration, verb: string): string =>
  ['', declaration.service, declaration.segment, verb].filter((part, index) => index === 0 || part !== '').join('/');

/** Under which name of a row its title stands in words. */
const titleName = (declaration: Declaration, title: string): string => {
  const field = declaration.fields[title];
  if (field === undefined) return title;
  return refersToOne(field)
    ? answeredName(title, 'Name')
    : kinds[field.kind].words === 'field'
      ? `${title}Name`
      : title;
};

/** What a person calls the record: its code and its name, English for its readers; without either, whose it is. */
export function titleOf(declaration: Declaration, row: Readonly<Record<string, unknown>>): string {
  const title = titleField(declaration);
  const field = declaration.fields[title];
  const english = language() === 'en' && row[`${title}En`];
  const names = [row['code'], title === 'id' ? '' : english || row[titleName(declaration, title)]];
  // What has the name of another record is found by that name, not by the number it stands under.
  const parts = (field !== undefined && refersToOne(field) ? names.toReversed() : names).filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  const owners = Object.entries(declaration.fields)
    .flatMap(([name, field]) => (refersToOne(field) ? [row[answeredName(name, 'Name')]] : []))
    .filter((name) => typeof name === 'string' && name !== '');
  return [...new Set(parts)].join(' ') || owners.slice(0, 2).join(' · ') || String(row['id'] ?? '');
}
