import { PrinterOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';

/** Prints what the page shows. */
export function PrintButton({ name, onPrint }: { readonly name: string; readonly onPrint: () => void }) {
  return (
    <Tooltip title={name}>
      <Button type="text" className="print-act" icon={<PrinterOutlined />} aria-label={name} onClick={onPrint} />
    </Tooltip>
  );
}
