import { Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';
import { takeOut } from './suppress.calls.ts';
import { suppressTexts } from './suppress.texts.ts';

interface Props {
  readonly order: WholeRecord<typeof factorySuppressOrder>;
  readonly onClose: () => void;
}
/** Which site is left out of the order, and why. */
export function TakeOutDialog({ order, onClose }: Props): ReactNode {
  const word = useWords(suppressTexts);
  const notify = useNotify();
  const [warehouseId, setWarehouseId] = useState<string>();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const sites = new Map(
    order.details
      .filter(({ takenOutReason }) => !takenOutReason)
      .map((line) => [line.warehouseId, line.warehouseName] as const),
  );
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await request(takeOut, { id: order.id, warehouseId: warehouseId!, reason });
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
      await invalidateLists(factorySuppressOrder);
    }
  };
  return (
    <Modal
      open
      title={word('take')}
      okText={word('confirm')}
      cancelText={word('cancel')}
      okButtonProps={{ danger: true, disabled: warehouseId === undefined || reason.trim().length < 2, loading: busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={word('site')} htmlFor="take-out-site">
          <Select
            id="take-out-site"
            value={warehouseId}
            options={[...sites].map(([value, label]) => ({ value, label }))}
            onChange={setWarehouseId}
          />
        </Form.Item>
        <Form.Item label={word('reason')} htmlFor="take-out-reason">
          <Input
            id="take-out-reason"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
