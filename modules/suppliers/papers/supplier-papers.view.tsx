import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { fetchRecord, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { queries, useAllowed, useDictionary } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { DayBox } from '../../../parts/day-box/day-box.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { fetchFile, storedFilesIn } from '../../../parts/pictures/stored-files.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { checkCertificate, supplierEmergency } from '../supplier.calls.ts';
import { supplier } from '../supplier.resource.ts';
import { suppliersTexts } from '../suppliers.texts.ts';
import './supplier-papers.css';

interface Paper {
  readonly id: string;
  readonly certificateKind: string;
  readonly certificateNo: string;
  readonly validTo: string;
  readonly checkState: string;
}

/** Papers somebody has to look at, and a release where one that is asked for has ended. */
export function SupplierPapers({ id }: { readonly id: string }): ReactNode {
  const word = useWords(suppliersTexts);
  const mayRelease = useAllowed('supplier_emergency');
  const [refusing, setRefusing] = useState<Paper>();
  const [isReleasing, setReleasing] = useState(false);
  const { data } = useQuery({
    queryKey: ['detail', supplier.name, id],
    queryFn: ({ signal }) => fetchRecord(supplier, id, signal),
    staleTime: 5_000,
  });
  const { isBusy, banner, act } = usePaperAct(id);
  if (data === undefined) return null;
  const papers = (data['certificates'] ?? []) as readonly Paper[];
  const waiting = papers.filter(({ checkState }) => checkState === 'waiting');
  const isEnded = data['certificateState'] === 'expired';
  const released = String(data['emergencyUntil'] ?? '');
  if (waiting.length === 0 && !isEnded) return null;
  return (
    <div className="supplier-papers">
      {banner()}
      {isEnded && (
        <Alert
          type="error"
          showIcon
          title={word('papers.ended')}
          description={
            released === ''
              ? word('papers.ended.help')
              : word('papers.released', {
                  until: released,
                  by: String(data['emergencyUserName'] ?? ''),
                  reason: String(data['emergencyReason'] ?? ''),
                })
          }
          action={
            mayRelease && (
              <Button size="small" onClick={() => setReleasing(true)}>
                {word('papers.release')}
              </Button>
            )
          }
        />
      )}
      {waiting.map((paper) => (
        <WaitingPaper
          key={paper.id}
          paper={paper}
          isBusy={isBusy}
          onPass={() => void act(() => request(checkCertificate, { id: paper.id, result: 'passed' }))}
          onRefuse={() => setRefusing(paper)}
        />
      ))}
      {refusing !== undefined && (
        <RefuseDialog
          onOver={() => setRefusing(undefined)}
          onRefuse={(remark) => act(() => request(checkCertificate, { id: refusing.id, result: 'refused', remark }))}
        />
      )}
      {isReleasing && (
        <ReleaseDialog
          onOver={() => setReleasing(false)}
          onRelease={(until, reason) => act(() => request(supplierEmergency, { id, until, reason }))}
        />
      )}
    </div>
  );
}

interface WaitingProps {
  readonly paper: Paper;
  readonly isBusy: boolean;
  readonly onPass: () => void;
  readonly onRefuse: () => void;
}
/** A paper nobody looked at yet, with its files and what to say of it. */
function WaitingPaper({ paper, isBusy, onPass, onRefuse }: WaitingProps): ReactNode {
  const word = useWords(suppliersTexts);
  const mayCheck = useAllowed('supplier_check');
  const kinds = useDictionary('certificate_kind').data;
  const kind = kinds?.find(({ dictKey }) => dictKey === paper.certificateKind)?.dictValue ?? paper.certificateKind;
  return (
    <div className="supplier-paper">
      <span>
        <strong>{kind}</strong>{' '}
        <span className="soft figures">{[paper.certificateNo, paper.validTo].filter(Boolean).join(' · ')}</span>
      </span>
      {storedFilesIn(paper as unknown as Readonly<Record<string, unknown>>, 'pictures').map((file) => (
        <Button key={file.id} type="link" size="small" onClick={() => void fetchFile(file.id)}>
          {file.name}
        </Button>
      ))}
      {mayCheck && (
        <>
          <Button size="small" type="primary" disabled={isBusy} onClick={onPass}>
            {word('papers.pass')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={onRefuse}>
            {word('papers.refuse')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Acts on the papers, and shows the supplier as it stands then. Answers whether it was done. */
function usePaperAct(id: string) {
  const word = useWords(suppliersTexts);
  const notify = useNotify();
  const { show, forget, banner } = useRefused();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    forget();
    try {
      await work();
      notify.done(word('papers.done'));
      await queries.invalidateQueries({ queryKey: ['detail', supplier.name, id] });
      await invalidateLists(supplier);
      return true;
    } catch (error) {
      if (!show(word('papers.act'), error)) notify.error(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, banner, act };
}

interface RefuseProps {
  readonly onOver: () => void;
  readonly onRefuse: (remark: string) => Promise<boolean>;
}
function RefuseDialog({ onOver, onRefuse }: RefuseProps): ReactNode {
  const word = useWords(suppliersTexts);
  const text = useText();
  const [remark, setRemark] = useState('');
  return (
    <Modal
      open
      title={word('papers.refuse')}
      okText={word('papers.refuse')}
      cancelText={text('cancel')}
      okButtonProps={{ disabled: remark.trim() === '' }}
      onCancel={onOver}
      onOk={() => void onRefuse(remark).then((isDone) => isDone && onOver())}
    >
      <Input
        aria-label={word('papers.remark')}
        placeholder={word('papers.remark')}
        maxLength={200}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
      />
    </Modal>
  );
}

interface ReleaseProps {
  readonly onOver: () => void;
  readonly onRelease: (until: string, reason: string) => Promise<boolean>;
}
function ReleaseDialog({ onOver, onRelease }: ReleaseProps): ReactNode {
  const word = useWords(suppliersTexts);
  const text = useText();
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  return (
    <Modal
      open
      title={word('papers.release')}
      okText={word('papers.release')}
      cancelText={text('cancel')}
      okButtonProps={{ danger: true, disabled: until === '' || reason.trim().length < 2 }}
      onCancel={onOver}
      onOk={() => void onRelease(until, reason).then((isDone) => isDone && onOver())}
    >
      <p className="soft">{word('papers.release.help')}</p>
      <div className="supplier-release">
        <DayBox
          label={word('papers.until')}
          placeholder={word('papers.until')}
          value={until}
          onChange={(day, isRead) => setUntil(isRead ? day : '')}
        />
        <Input
          aria-label={word('papers.reason')}
          placeholder={word('papers.reason')}
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Modal>
  );
}
