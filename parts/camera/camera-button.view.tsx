import { ScanOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useWords } from '../language/language.ts';
import { lazyPart } from '../lazy/lazy-part.ts';
import { cameraTexts } from './camera.texts.ts';
import './scan-box.css';

const Camera = lazyPart(() => import('./camera.view.tsx'));

interface Props {
  /** What was read, as a hand scanner would type it. */
  readonly onRead: (code: string) => void;
}

/** Opens the camera to read one code; stands beside a box that a hand scanner types into. */
export function CameraButton({ onRead }: Props): ReactNode {
  const text = useWords(cameraTexts);
  const [open, setOpen] = useState(false);
  const read = (code: string): void => {
    setOpen(false);
    onRead(code);
  };
  return (
    <>
      <Button
        className="camera-button"
        size="large"
        icon={<ScanOutlined />}
        aria-label={text('scan')}
        title={text('scan')}
        onClick={() => setOpen(true)}
      />
      {open && <Camera onRead={read} onClose={() => setOpen(false)} />}
    </>
  );
}
