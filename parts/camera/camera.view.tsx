import { BulbOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '../language/language.ts';
import { cameraTexts } from './camera.texts.ts';
import { useCamera } from './use-camera.view.ts';
import './camera.css';

interface Props {
  readonly onRead: (code: string) => void;
  readonly onClose: () => void;
}

/** The camera's picture with a frame to hold a code into, until one is read. */
export default function Camera({ onRead, onClose }: Props): ReactNode {
  const text = useWords(cameraTexts);
  const video = useRef<HTMLVideoElement>(null);
  const { fault, isRunning, isSlow, light } = useCamera(video, (code) => {
    navigator.vibrate?.(60);
    onRead(code);
  });
  const [lit, setLit] = useState(false);
  return (
    <Modal open title={text('title')} footer={null} width={480} className="camera" onCancel={onClose}>
      {fault === undefined ? (
        <>
          <div className="camera-picture">
            <video ref={video} muted playsInline aria-label={text('title')} />
            <i aria-hidden />
          </div>
          <p role="status">{text(isRunning ? (isSlow ? 'slow' : 'aim') : 'starts')}</p>
          {light !== undefined && (
            <Button
              block
              size="large"
              icon={<BulbOutlined />}
              aria-pressed={lit}
              type={lit ? 'primary' : 'default'}
              onClick={() => void light(!lit).then(() => setLit(!lit))}
            >
              {text('light')}
            </Button>
          )}
        </>
      ) : (
        <Alert type="warning" showIcon title={text(fault)} />
      )}
    </Modal>
  );
}
