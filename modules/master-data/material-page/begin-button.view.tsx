import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Declaration, permissionOf } from '../../../kernel/core/declaration.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';

interface Props {
  readonly of: Declaration;
  /** What the new record begins with. */
  readonly values: Readonly<Record<string, string>>;
  readonly word: string;
}

/** Begins a record in its list, for those who may add one. */
export function BeginButton({ of, values, word }: Props): ReactNode {
  const navigate = useNavigate();
  const may = useAllowed(permissionOf(of, 'add'));
  if (!may) return null;
  const begun = new URLSearchParams(Object.entries(values).map(([name, value]) => [`new.${name}`, value]));
  return (
    <Button icon={<PlusOutlined />} onClick={() => void navigate(`${of.path ?? ''}?${begun.toString()}`)}>
      {word}
    </Button>
  );
}
