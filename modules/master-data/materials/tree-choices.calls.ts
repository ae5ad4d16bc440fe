/** Nodes of a tree to choose from: of types of material and of dish. */
import { contract, pageInput, SESSION } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

/** Page by page: those below one node, or of all levels those that are found by a keyword. */
export const treeChoices = ({ service, segment }: Pick<Declaration, 'service' | 'segment'>) =>
  contract({
    method: 'GET',
    service,
    path: `${segment}/pageForSelect`,
    permission: SESSION,
    summary: label('选择上级（分页）', 'Choose a node, page by page'),
    input: {
      ...pageInput,
      keyword: text('关键字', 'Search', { optional: true }),
      parentId: text('上级', 'Above', { optional: true }),
    },
    answer: shape.page(
      shape.object({
        id: shape.id,
        parentId: shape.id,
        code: shape.text,
        name: shape.text,
        /** The names of all above it and its own, parted by slashes. */
        fullName: shape.text,
        hasChildren: shape.boolean,
      }),
    ),
  });
