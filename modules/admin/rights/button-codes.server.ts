import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { PUBLIC, SESSION } from '../../../kernel/core/contract.ts';
import type { Call } from '../../../kernel/server/context.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import type { Registry } from '../../../kernel/server/registry.ts';

/** A right somebody can be given: the code of a button, and the declaration it belongs to. */
export interface ButtonCode {
  readonly code: string;
  readonly label: Label;
  readonly alias: string;
  /** Absent for calls and field rights that belong to no declaration. */
  readonly declaration?: Declaration;
  /** Code of the menu node it was declared for. */
  readonly menu?: string;
}

const WORDS: Readonly<Record<string, Label>> = {
  view: label('查看', 'View'),
  add: label('新增', 'Add'),
  edit: label('修改', 'Edit'),
  delete: label('删除', 'Delete'),
  import: label('导入', 'Import'),
  export: label('导出', 'Export'),
  freeze: label('冻结', 'Freeze'),
  thaw: label('解冻', 'Unfreeze'),
};
const ORDER = Object.keys(WORDS);

/** Node of field rights and of whatever belongs to no page. */
export const FIELD_RIGHT = 'field_right';

const codesOf = (call: Call): string[] =>
  [call.permission].flat().filter((code) => code !== SESSION && code !== PUBLIC);

/** Every code the program asks for: of declarations, of calls beyond them, of module lists, of fields. */
export function buttonCodes(registry: Registry): readonly ButtonCode[] {
  const known = cache.get(registry);
  if (known !== undefined) return known;
  const found = new Map<string, ButtonCode>();
  const add = (button: ButtonCode): void => void (found.has(button.code) || found.set(button.code, button));
  const byPrefix = registry.declarations
    .map((declaration) => ({ declaration, prefix: permissionOf(declaration, '') }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  for (const module of registry.modules) {
    for (const button of module.buttons ?? []) {
      const owner = byPrefix.find(({ prefix }) => button.code.startsWith(prefix));
      // Of a page without a record of its own, the page says what its buttons begin with.
      const prefix = owner?.prefix ?? (button.code.startsWith(`${button.menu}_`) ? `${button.menu}_` : '');
      add({
        ...button,
        alias: button.code.slice(prefix.length),
        ...(owner === undefined ? {} : { declaration: owner.declaration }),
      });
    }
  }
  for (const declaration of registry.declarations) for (const button of buttonsOf(registry, declaration)) add(button);
  for (const call of registry.calls) {
    for (const code of codesOf(call)) {
      const owner = byPrefix.find(({ prefix }) => code.startsWith(prefix));
      const alias = owner === undefined ? code : code.slice(owner.prefix.length);
      add({
        code,
        alias,
        label: WORDS[alias] ?? call.summary,
        ...(owner === undefined ? {} : { declaration: owner.declaration }),
      });
    }
  }
  for (const declaration of registry.declarations) {
    const fields = [
      ...Object.values(declaration.fields),
      ...Object.values(declaration.lines ?? {}).flatMap((lines) => Object.values(lines.fields)),
    ];
    for (const field of fields) {
      if (field.rules.right !== undefined)
        add({
          code: field.rules.right,
          alias: 'field',
          label: label(`查看${field.label.zh}`, `See ${field.label.en.toLowerCase()}`),
          menu: FIELD_RIGHT,
        });
    }
  }
  const codes = [...found.values()];
  cache.set(registry, codes);
  return codes;
}
const cache = new WeakMap<Registry, readonly ButtonCode[]>();

const READS: ReadonlySet<string> = new Set(['view', 'export', 'debug']);
/** Rights to change what all tenants share: only people of the platform hold them, whatever their roles are. */
export const platformRights = (registry: Registry): ReadonlySet<string> =>
  new Set(
    buttonCodes(registry)
      .filter(({ declaration, alias }) => declaration?.platform === true && !READS.has(alias))
      .map(({ code }) => code),
  );

/** Buttons of one declaration: of its ordinary calls first, then of its actions in their order. */
function buttonsOf(registry: Registry, declaration: Declaration): ButtonCode[] {
  const prefix = permissionOf(declaration, '');
  const aliases = new Set(
    declaredCalls(registry, declaration)
      .flatMap(codesOf)
      .map((code) => code.slice(prefix.length)),
  );
  for (const action of Object.values(declaration.life?.actions ?? {})) aliases.add(action.button);
  const places = (alias: string): number => (ORDER.includes(alias) ? ORDER.indexOf(alias) : ORDER.length);
  const action = (alias: string): Label | undefined =>
    Object.values(declaration.life?.actions ?? {}).find((each) => each.button === alias)?.label;
  return [...aliases]
    .toSorted((a, b) => places(a) - places(b))
    .map((alias) => ({
      code: prefix + alias,
      alias,
      label: WORDS[alias] ?? action(alias) ?? label(alias, alias),
      declaration,
    }));
}
