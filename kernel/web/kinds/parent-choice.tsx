import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { get } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { useOwner } from './owner.ts';
import { asText, type InputProps } from './face.ts';
import { common } from '../../../parts/inputs/input-props.ts';

interface Node {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly Node[];
}
interface Branch {
  value: string;
  title: string;
  disabled: boolean;
  children: Branch[];
}

/** The record above in the same tree. A record cannot stand below itself, so its own branch is closed. */
export function ParentChoice({ id, value, row, onChange, disabled, wrong }: InputProps) {
  const text = useText();
  const owner = useOwner();
  const { data, isFetching } = useQuery({
    queryKey: ['tree', owner?.name],
    queryFn: ({ signal }) => get<readonly Node[]>(callOf(owner as NonNullable<typeof owner>, 'tree'), {}, signal),
    enabled: owner !== undefined,
  });
  const branch = (node: Node, closed: boolean): Branch => {
    const own = closed || node.id === row['id'];
    return {
      value: node.id,
      title: node.title,
      disabled: own,
      children: (node.children ?? []).map((child) => branch(child, own)),
    };
  };
  const chosen = asText(value);
  return (
    <TreeSelect
      id={id}
      value={chosen === '' || chosen === '0' ? undefined : chosen}
      treeData={(data ?? []).map((node) => branch(node, false))}
      loading={isFetching}
      allowClear
      showSearch
      treeNodeFilterProp="title"
      placeholder={text('none')}
      treeDefaultExpandedKeys={chosen === '' ? [] : [chosen]}
      {...common({ disabled, wrong })}
      onChange={(next: string | undefined) => onChange(next ?? '0')}
    />
  );
}
