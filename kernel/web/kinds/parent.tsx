import { Input } from 'antd';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import type { InputProps, KindView } from './face.ts';
import { refFace } from './ref.tsx';

/** The tree comes with the first form that has one; lists never show it. */
const ParentInput = lazyPart<InputProps>(
  async () => ({ default: (await import('./parent-choice.tsx')).ParentChoice }),
  ({ id }) => <Input id={id} disabled />,
);

export const parentFace: KindView = {
  Input: ParentInput,
  cell: refFace.cell,
  text: refFace.text,
  width: 150,
  unsortable: true,
};
