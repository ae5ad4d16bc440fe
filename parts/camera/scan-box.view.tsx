import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { CameraButton } from './camera-button.view.tsx';

interface Props {
  /** What may be scanned or typed here. */
  readonly label: string;
  readonly onScan: (scanned: string) => void;
}

/** Where something is scanned by hand or camera, or typed. */
export function ScanBox({ label, onScan }: Props): ReactNode {
  const [scanned, setScanned] = useState('');
  return (
    <form
      className="scan-box"
      onSubmit={(event) => {
        event.preventDefault();
        onScan(scanned);
        setScanned('');
      }}
    >
      <Input
        size="large"
        allowClear
        placeholder={label}
        aria-label={label}
        value={scanned}
        onChange={(event) => setScanned(event.target.value)}
      />
      <CameraButton onRead={onScan} />
    </form>
  );
}
