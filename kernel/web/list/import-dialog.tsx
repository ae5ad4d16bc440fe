import type { Declaration } from '../../core/declaration.ts';
import { Modal } from 'antd';
export function ImportDialog({ of, onClose }: { readonly of: Declaration; readonly onClose: () => void }) {
  return <Modal open title={of.label.zh} onCancel={onClose} />;
}
