import { permissionOf, type Declaration } from './declaration.ts';
import type { Label } from './label.ts';

/** A node of the menu: a group, or a page when it has a path. */
export interface MenuNode {
  readonly code: string;
  readonly label: Label;
  readonly icon?: string;
  readonly path?: string;
  /** Place among the groups of the menu, low first. Default: the order of modules. */
  readonly rank?: number;
  /** Declaration the page opens; its buttons stand under this node. */
  readonly resource?: string;
  readonly children?: readonly MenuNode[];
}

/** What one area of the business declares, for both sides. In dependency order in `modules/modules.ts`. */
export interface Module {
  readonly name: string;
  readonly label: Label;
  readonly declarations: readonly Declaration[];
  readonly menu: readonly MenuNode[];
  /** Business dictionaries seeded for each tenant: code → head label and entries `[key, 中文, English]`. */
  readonly dictionaries?: Readonly<
    Record<string, { readonly label: Label; readonly entries: readonly (readonly [string, string, string])[] }>
  >;
  /** Parameters: key → label and default. `platform`: one value for all tenants. Secret ones are sealed. */
  readonly parameters?: Readonly<
    Record<
      string,
      { readonly label: Label; readonly value: string; readonly platform?: boolean; readonly secret?: boolean }
    >
  >;
  /** Button codes that no declaration derives (field rights, own calls), under the menu node they belong to. */
  readonly buttons?: readonly { readonly code: string; readonly label: Label; readonly menu: string }[];
}

/** The button of an act, labelled as it: for menus in which it stands before what every document has. */
export function buttonOfAct(of: Declaration, act: string, menu: string): NonNullable<Module['buttons']>[number] {
  const { button, label } = of.life!.actions[act]!;
  return { code: permissionOf(of, button), label, menu };
}
