import { Button } from 'antd';
import { type Declaration, titleField } from '../../core/declaration.ts';
import { useText } from '../i18n.ts';
import type { ListColumn } from './columns.tsx';

/** How many rows there are; opens and closes every branch. */
export function TreeTools({
  tree,
  total,
}: {
  readonly tree: { readonly openAll: () => void; readonly closeAll: () => void };
  readonly total: number;
}) {
  const text = useText();
  return (
    <div className="tree-tools">
      <span className="soft figures">{text('list.total', { total })}</span>
      <Button type="link" size="small" onClick={tree.openAll}>
        {text('tree.open')}
      </Button>
      <Button type="link" size="small" onClick={tree.closeAll}>
        {text('tree.close')}
      </Button>
    </div>
  );
}

/** In a tree the title carries the branches, and the path would only say again where a row stands. */
export function titleFirst(of: Declaration, columns: readonly ListColumn[]): readonly ListColumn[] {
  const title = titleField(of);
  return [
    ...columns.filter((column) => column.name === title),
    ...columns.filter((column) => column.name !== title && column.name !== 'fullName'),
  ];
}
