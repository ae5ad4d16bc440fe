import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { get } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { materialType } from './material-type.resource.ts';
import { materialTexts } from './material.texts.ts';
import './material.css';

interface Node {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly Node[];
}
interface Branch {
  readonly key: string;
  readonly title: string;
  readonly children: Branch[];
}
const branchOf = ({ id, title, children = [] }: Node): Branch => ({ key: id, title, children: children.map(branchOf) });

interface Props {
  /** Id of the type; empty for all. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The types of material beside their list; a type stands for those below it too. */
export function MaterialTypes({ chosen, onChoose }: Props) {
  const word = useWords(materialTexts);
  const types = useQuery({
    queryKey: ['tree', materialType.name],
    queryFn: ({ signal }) => get<readonly Node[]>(callOf(materialType, 'tree'), {}, signal),
  });
  // Drawn after the rows beside it, which the page was opened for.
  const data = useDeferredValue(types.data, undefined);
  const branches = useMemo(
    () =>
      data === undefined ? undefined : [{ key: '', title: word('types.all'), children: [] }, ...data.map(branchOf)],
    [data, word],
  );
  return (
    <nav className="material-types" aria-label={word('types')}>
      {branches !== undefined && (
        <Tree<Branch>
          blockNode
          treeData={branches}
          selectedKeys={[chosen]}
          onSelect={([key]) => onChoose(String(key ?? ''))}
        />
      )}
    </nav>
  );
}
