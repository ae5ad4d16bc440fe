import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Upload } from 'antd';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { ImportResult } from '../../../parts/sheet-answer/import-result.ts';
import { intent } from '../../../parts/client/api.ts';
import type { Values } from '../form/values.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import type { Query } from '../../../parts/client/wire.ts';
import { fetchMarkedSheet, fetchTemplate, sendSheet } from './import-calls.ts';
import { ImportResultView } from '../../../parts/import-result/import-result.tsx';
import { invalidateLists } from './list-data.ts';

type Stage =
  | { readonly is: 'choosing' }
  | {
      readonly is: 'working';
      readonly file: File;
      readonly share: number | undefined;
      readonly saving: boolean;
      readonly stop?: () => Promise<unknown>;
    }
  | { readonly is: 'checked'; readonly file: File; readonly result: ImportResult }
  | { readonly is: 'done'; readonly result: ImportResult };

/** True as long as the component stands, for what comes back later. */
function useIsMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

/** From sheet to records: checked first, then all rows or the good ones; a faulty sheet comes back marked. */
export function ImportDialog({
  of,
  query,
  onClose,
  onMade,
}: {
  readonly of: Declaration;
  /** Which record the sheet belongs to, where it is not the whole list's. */ readonly query?: Query;
  readonly onClose: () => void;
  /** Told of the only record a sheet made, where something of it is shown once. */
  readonly onMade?: ((row: Values) => void) | undefined;
}) {
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const [stage, setStage] = useState<Stage>({ is: 'choosing' });
  const once = useMemo(() => intent(), []);
  const open = useIsMounted();

  const send: Send = async (file, how) => {
    const before = stage;
    setStage({ is: 'working', file, share: undefined, saving: !how.dryRun });
    try {
      const key = once.keyFor([file.name, file.size, file.lastModified, how]);
      const result = await sendSheet(
        of,
        file,
        { ...how, key, ...(query === undefined ? {} : { query }) },
        (share, stop) => setStage({ is: 'working', file, share, saving: !how.dryRun, stop }),
      );
      once.done();
      if (result === undefined) {
        notify.warn(text('excel.stopped'));
        return setStage(before.is === 'checked' ? before : { is: 'choosing' });
      }
      setStage(how.dryRun ? { is: 'checked', file, result } : { is: 'done', result });
      if (how.dryRun) return;
      if (result.made !== undefined) onMade?.(result.made);
      // Whoever closed the window meanwhile still hears of it.
      if (!open.current) notify.done(text('excel.finished', { created: result.created, changed: result.updated }));
      await invalidateLists(of);
    } catch (error) {
      setStage(before.is === 'checked' ? before : { is: 'choosing' });
      notify.error(error);
    }
  };
  const marked = (fileId: string): void => void fetchMarkedSheet(fileId).catch((error: unknown) => notify.error(error));
  const template = (): void => void fetchTemplate(of, query).catch((error: unknown) => notify.error(error));

  return (
    <Modal
      open
      width={860}
      title={text('excel.import.of', { label: label(of.label) })}
      onCancel={onClose}
      footer={
        <Footer
          stage={stage}
          onSend={send}
          onAgain={() => setStage({ is: 'choosing' })}
          onClose={onClose}
          onTemplate={template}
        />
      }
      mask={{ closable: false }}
    >
      <StageView stage={stage} onSend={send} onFetchSheet={marked} />
    </Modal>
  );
}

type Send = (file: File, how: { readonly dryRun: boolean; readonly onlyGood: boolean }) => Promise<void>;

interface StageProps {
  readonly stage: Stage;
  readonly onSend: Send;
  readonly onFetchSheet: (fileId: string) => void;
}

/** A place to drop a sheet; then how far it is, what it would do, and what it did. */
function StageView({ stage, onSend, onFetchSheet }: StageProps): ReactNode {
  const text = useText();
  return (
    <>
      {stage.is === 'choosing' && (
        <Upload.Dragger
          accept=".xlsx"
          showUploadList={false}
          beforeUpload={(file) => {
            void onSend(file, { dryRun: true, onlyGood: false });
            return false;
          }}
        >
          <p className="import-picture">
            <InboxOutlined />
          </p>
          <p>{text('excel.drop')}</p>
          <p className="soft">{text('excel.drop.help')}</p>
        </Upload.Dragger>
      )}
      {stage.is === 'working' && (
        <div className="import-wait" role="status">
          <p>{stage.saving ? text('excel.running') : text('excel.checking', { name: stage.file.name })}</p>
          <Progress
            percent={stage.share === undefined ? 100 : Math.round(stage.share * 100)}
            status="active"
            showInfo={stage.share !== undefined}
          />
        </div>
      )}
      {stage.is === 'checked' && <ImportResultView result={stage.result} onFetchSheet={onFetchSheet} />}
      {stage.is === 'done' && (
        <>
          <Alert
            type="success"
            showIcon
            title={text('excel.finished', { created: stage.result.created, changed: stage.result.updated })}
          />
          {stage.result.failed > 0 && <ImportResultView result={stage.result} onFetchSheet={onFetchSheet} />}
        </>
      )}
    </>
  );
}

interface FooterProps {
  readonly stage: Stage;
  readonly onSend: Send;
  readonly onAgain: () => void;
  readonly onClose: () => void;
  readonly onTemplate: () => void;
}

function Footer({ stage, onSend, onAgain, onClose, onTemplate }: FooterProps): ReactNode {
  const text = useText();
  if (stage.is === 'choosing')
    return (
      <Button icon={<DownloadOutlined />} onClick={onTemplate}>
        {text('excel.template')}
      </Button>
    );
  if (stage.is === 'working') return stage.stop === undefined ? null : <Stop stop={stage.stop} />;
  if (stage.is === 'done')
    return (
      <Button type="primary" onClick={onClose}>
        {text('close')}
      </Button>
    );
  const { created, updated, failed } = stage.result;
  const good = created + updated;
  return (
    <>
      <Button onClick={onAgain}>{text('excel.again')}</Button>
      {failed > 0 ? (
        good > 0 && (
          <Button type="primary" onClick={() => void onSend(stage.file, { dryRun: false, onlyGood: true })}>
            {text('excel.good', { count: good })}
          </Button>
        )
      ) : (
        <Button
          type="primary"
          disabled={good === 0}
          onClick={() => void onSend(stage.file, { dryRun: false, onlyGood: false })}
        >
          {text('excel.all', { count: good })}
        </Button>
      )}
    </>
  );
}

/** Stops the job behind a long sheet; what it had written is taken back. */
function Stop({ stop }: { readonly stop: () => Promise<unknown> }) {
  const text = useText();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const press = (): void => {
    setBusy(true);
    stop().catch((error: unknown) => {
      setBusy(false);
      notify.error(error);
    });
  };
  return (
    <Button loading={busy} onClick={press}>
      {text('excel.stop')}
    </Button>
  );
}
