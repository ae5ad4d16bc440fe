import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { CameraButton } from '../../../parts/camera/camera-button.view.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { dockTexts } from './dock.texts.ts';
import type { Delivery } from './use-delivery.view.ts';
import { type UnknownCode, useScan } from './use-scan.view.ts';

/** What separates the values of a GS1 code; a scanner that types sends it as Ctrl+]. */
const GS = '\u001D';

/** The box that hand scanners type into and people search in, what came of it, and a code to be learned. */
export function DockScan({ id, delivery }: { readonly id: string; readonly delivery: Delivery }): ReactNode {
  const text = useWords(dockTexts);
  const [typed, setTyped] = useState('');
  const { scan, scanned, unknown, learn, forget } = useScan(id, delivery);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.ctrlKey && event.key === ']') {
      event.preventDefault();
      setTyped(`${event.currentTarget.value}${GS}`);
    } else if (event.key === 'Enter') {
      void scan(event.currentTarget.value, event.timeStamp);
      setTyped('');
    }
  };
  return (
    <>
      <input
        className="dock-find"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={typed}
        placeholder={text('find')}
        aria-label={text('find')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <CameraButton onRead={(code) => void scan(code, performance.now())} />
      {scanned !== undefined && (
        <p className={`dock-scanned is-${scanned.tone}`} role={scanned.tone === 'stop' ? 'alert' : 'status'}>
          {scanned.text}
        </p>
      )}
      {unknown !== undefined && (
        <LearnCode key={unknown.code} unknown={unknown} delivery={delivery} onLearn={learn} onForget={forget} />
      )}
    </>
  );
}

interface LearnProps {
  readonly unknown: UnknownCode;
  readonly delivery: Delivery;
  readonly onLearn: (unknown: UnknownCode, at: number) => Promise<void>;
  readonly onForget: () => void;
}
/** Which material a code is that nobody knows: asked once. */
function LearnCode({ unknown, delivery, onLearn, onForget }: LearnProps): ReactNode {
  const text = useWords(dockTexts);
  const [at, setAt] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <form
      className="dock-learn"
      aria-label={text('learnAsk', { code: unknown.code })}
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onLearn(unknown, Number(at)).finally(() => setBusy(false));
      }}
    >
      <label className="dock-field is-wide">
        <span>{text('learnAsk', { code: unknown.code })}</span>
        <select autoFocus value={at} onChange={(event) => setAt(event.target.value)}>
          <option value="">{text('learnChoose')}</option>
          {delivery.entries.map(({ line }, index) => (
            <option key={line.detailId} value={String(index)}>
              {`${line.lineNo} ${line.materialName} ${line.materialCode}`}
            </option>
          ))}
        </select>
      </label>
      <Button htmlType="submit" type="primary" loading={busy} disabled={at === ''}>
        {text('learn')}
      </Button>
      <Button onClick={onForget}>{text('forgetCode')}</Button>
    </form>
  );
}
