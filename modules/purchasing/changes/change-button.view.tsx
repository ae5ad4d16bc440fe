import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { label } from '../../../kernel/core/label.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useLabel } from '../../../parts/language/language.ts';
import type { purchaseOrder } from '../purchase-order.document.ts';
import type { ChangeOrderProps } from './change-order.view.tsx';
import { purchaseOrderChange } from './order-change.document.ts';

const ChangeOrder = lazyPart<ChangeOrderProps>(() => import('./change-order.view.tsx'));
const CHANGE = label('变更', 'Change');

/** Changes an approved order of which something is still to come. */
export function ChangeButton({ order }: { readonly order: WholeRecord<typeof purchaseOrder> }): ReactNode {
  const inWords = useLabel();
  const mayChange = useAllowed(permissionOf(purchaseOrderChange, 'add'));
  const [isOpen, setOpen] = useState(false);
  if (order.status !== 'approved' || !mayChange) return null;
  return (
    <>
      <Button icon={<EditOutlined />} onClick={() => setOpen(true)}>
        {inWords(CHANGE)}
      </Button>
      {isOpen && <ChangeOrder order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
