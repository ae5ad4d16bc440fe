import { useQueries } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useState } from 'react';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { get } from '../../../parts/client/api.ts';
import { common } from '../../../parts/inputs/input-props.ts';

interface Region {
  /** Its code. */
  readonly id: string;
  readonly title: string;
  readonly hasChildren?: boolean;
}
interface Branch {
  readonly value: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly children?: Branch[];
}
const COUNTRY = '00';
/** Digits of a province, a city, a county, a town and a village: a code begins with those above it. */
const LENGTHS = [2, 4, 6, 9, 12];
const lineOf = (code: string): string[] =>
  LENGTHS.filter((length) => length <= code.length).map((length) => code.slice(0, length));

/** Chooses a region in the tree of them, as far down as is known; a level is asked for when it is opened. */
export function RegionInput({ id, value, onChange, disabled, wrong }: InputProps) {
  const line = lineOf(asText(value));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const above = [...new Set([COUNTRY, ...line.slice(0, -1), ...opened])];
  const levels = useQueries({
    queries: above.map((parentCode) => ({
      queryKey: ['regions', parentCode],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<readonly Region[]>('/blade-system/region/lazy-tree', { parentCode }, signal),
      staleTime: 5 * 60_000,
    })),
  });
  const branches = (parentCode: string): Branch[] =>
    (levels[above.indexOf(parentCode)]?.data ?? []).map(({ id: code, title, hasChildren }) => ({
      value: code,
      title,
      isLeaf: hasChildren !== true,
      ...(above.includes(code) ? { children: branches(code) } : {}),
    }));
  const names = new Map(levels.flatMap(({ data }) => data ?? []).map((region) => [region.id, region.title]));
  return (
    <TreeSelect
      id={id}
      allowClear
      showSearch
      treeNodeFilterProp="title"
      value={
        line.length === 0
          ? undefined
          : { value: line.at(-1)!, label: line.map((code) => names.get(code) ?? code).join(' ') }
      }
      labelInValue
      treeData={branches(COUNTRY)}
      treeExpandedKeys={[...opened]}
      onTreeExpand={(codes) => setOpened(codes.map(String))}
      loadData={async () => undefined}
      onChange={(next: { readonly value: string; readonly label: string } | undefined) => onChange(next?.value ?? null)}
      {...common({ disabled, wrong })}
    />
  );
}
