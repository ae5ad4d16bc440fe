/** What calls that answer trees have in common. */
import { json } from '../../kernel/core/field.ts';
import { shape } from '../../kernel/core/shape.ts';

/** Nodes to choose from: `id`, `key` and `value` are the same, the `parentId` of a root is "0". */
export const optionTree = shape.tree(
  shape.object({ id: shape.id, parentId: shape.id, title: shape.text, key: shape.id, value: shape.id }),
);

/** Which level of a tree is meant, "0" the roots; the whole tree where none is named. */
export const levelInput = { parentId: json('上级', 'Above', { optional: true }) };

/** What a row of one level has beside the record: whether there is more below it. The whole tree goes without. */
export const levelKeys = { hasChildren: shape.optional(shape.boolean) };
