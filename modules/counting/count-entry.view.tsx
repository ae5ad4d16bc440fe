import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Skeleton, Tag } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { cutSince } from '../../parts/client/connection.ts';
import { useStore } from '../../parts/state/store.ts';
import { intent, post } from '../../parts/client/api.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { FormFields } from '../../kernel/web/form/form-fields.tsx';
import { faultsOf, type Values } from '../../kernel/web/form/values.ts';
import { useLanguage, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { ImportDialog } from '../../kernel/web/list/import-dialog.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { AwayLong } from '../../parts/offline/away-long.tsx';
import { useSetting } from '../../kernel/web/queries.ts';
import { request, requestFile } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { CountDesk } from './count-desk.view.tsx';
import { CountPhone } from './count-phone.view.tsx';
import { countingTexts } from './counting.texts.ts';
import { useCountAddress } from './faces/count-address.view.ts';
import { countedFields, foundLotFields } from './stock-check.document.ts';
import { type CountBill, isAgain, useCount, useSavingSoon } from './use-count.view.ts';
import './counting.css';

/** Where counts are entered: the sheet at the desk, a card a lot on the phone. */
export function CountEntry({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const word = useWords(countingTexts);
  const text = useText();
  const notify = useNotify();
  const phone = usePhone();
  const { downloadSheet, of, may } = useCountAddress();
  const { bill, error, reload, save, waiting, refused } = useCount(id);
  const isAway = useStore(cutSince) !== undefined;
  const awayHours = useSetting('offline.hours');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const wanted = search.get('line') ?? undefined;
  const { finish, banner } = useFinishing(onClose);
  const showError = useCallback((cause: unknown) => notify.error(cause), [notify]);
  const saving = useSavingSoon(save, showError);
  const [finding, setFinding] = useState(false);
  const [importing, setImporting] = useState(false);
  const sheetOf = useMemo(() => ({ checkId: id }), [id]);
  if (bill === undefined) {
    if (error === null) return <Skeleton active paragraph={{ rows: 8 }} />;
    return (
      <Alert
        type="error"
        showIcon
        title={error instanceof ApiError ? error.message : text('error.unknown')}
        action={
          <Button size="small" onClick={onClose}>
            {word('back')}
          </Button>
        }
      />
    );
  }
  const end = async (): Promise<void> => {
    await saving.flush();
    if (waiting > 0) notify.warn(word('away.finish', { count: waiting }));
    else await finish(bill);
  };
  // The document itself is not on this device.
  const close = (): void => void saving.flush().then(isAway ? () => navigate('/outbox') : onClose);
  return (
    <section className={phone ? 'pick-page' : 'count-page'} aria-label={word('enter.title')}>
      <header className="count-head">
        <div>
          <h1 className="page-title" tabIndex={-1}>
            {bill.checkName} {bill.blind === 1 && <Tag>{word('blind')}</Tag>}
          </h1>
          <p className="soft">
            {phone ? (
              <span className="figures">{bill.billCode}</span>
            ) : (
              <>
                <span className="figures">{bill.billCode}</span> · {word('lead')}
              </>
            )}
          </p>
        </div>
        <div className="count-tools">
          {!phone && may('export') && (
            <Button
              icon={<DownloadOutlined />}
              onClick={() => void requestFile(downloadSheet, sheetOf).catch(showError)}
            >
              {word('sheet.fetch')}
            </Button>
          )}
          {!phone && may('import') && (
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {word('sheet.bring')}
            </Button>
          )}
          <Button
            icon={<PlusOutlined />}
            disabled={isAway}
            {...(isAway ? { title: word('away.found') } : {})}
            onClick={() => setFinding(true)}
          >
            {word('found')}
          </Button>
          <Button onClick={close}>{word('back')}</Button>
          {!phone && may('do_check') && (
            <Button type="primary" onClick={() => void end()}>
              {word('finish')}
            </Button>
          )}
        </div>
      </header>
      {banner}
      <AwayLong setting={awayHours} />
      <NotTakenOver count={refused.size} />
      <CountProgress bill={bill} waiting={waiting} {...(phone ? {} : { pending: saving.pending })} />
      {phone ? (
        <CountPhone
          key={wanted ?? ''}
          bill={bill}
          wanted={wanted}
          refused={refused}
          save={save}
          onFinish={() => void end()}
        />
      ) : (
        <CountDesk key={wanted ?? ''} bill={bill} wanted={wanted} saving={saving} />
      )}
      {finding && <FoundLot checkId={id} onClose={() => setFinding(false)} onAdded={reload} />}
      {importing && (
        <ImportDialog
          of={of}
          query={sheetOf}
          onClose={() => {
            setImporting(false);
            void reload();
          }}
        />
      )}
    </section>
  );
}

/** That the server did not take over what was entered away from the network, and where it stands. */
function NotTakenOver({ count }: { readonly count: number }): ReactNode {
  const word = useWords(countingTexts);
  if (count === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="count-both"
      title={word('away.refused', { count })}
      action={<Link to="/outbox">{word('away.look')}</Link>}
    />
  );
}

interface ProgressProps {
  readonly bill: CountBill;
  /** Entries that wait on this device. */
  readonly waiting: number;
  readonly pending?: number;
}

/** How many lots are counted and how many again; whether all of it is saved, or waits on this device. */
function CountProgress({ bill, waiting, pending }: ProgressProps): ReactNode {
  const word = useWords(countingTexts);
  const { count, counted } = bill.progress;
  const again = bill.details.filter(isAgain).length;
  return (
    <div className="pick-progress">
      <Progress
        percent={count === 0 ? 0 : Math.round((counted / count) * 100)}
        showInfo={false}
        size="small"
        aria-label={word('progress', { done: counted, count })}
      />
      <span className="soft figures">
        {word(again > 0 ? 'progress.again' : 'progress', { done: counted, count, again })}
      </span>
      {(pending !== undefined || waiting > 0) && (
        <span className="soft" role="status">
          {(pending ?? 0) > 0 ? word('saving') : waiting > 0 ? word('away.waiting', { count: waiting }) : word('saved')}
        </span>
      )}
    </div>
  );
}

/** Ends a count after asking; what refuses it stands in the page. */
function useFinishing(onEnd: () => void) {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const { of } = useCountAddress();
  const refused = useRefused();
  const finish = async ({ id, billCode }: CountBill): Promise<void> => {
    if (!(await notify.ask(word('finish'), { content: word('finish.ask'), okText: word('finish') }))) return;
    refused.forget();
    try {
      await post(callOf(of, 'doCheck'), { json: { id } });
      notify.done(word('finished', { bill: billCode }));
      onEnd();
      await invalidateLists(of);
    } catch (error) {
      if (!refused.show(word('finish'), error)) notify.error(error);
    }
  };
  return { finish, banner: refused.banner() };
}

const FOUND = {
  ...foundLotFields,
  countQty: { ...countedFields.countQty, optional: false, rules: { ...countedFields.countQty.rules, optional: false } },
  unitId: countedFields.unitId,
  countAuxQty: countedFields.countAuxQty,
};

/** A lot nobody knew of: what it is, what its label says, how much of it. */
function FoundLot({
  checkId,
  onClose,
  onAdded,
}: {
  readonly checkId: string;
  readonly onClose: () => void;
  readonly onAdded: () => Promise<unknown>;
}): ReactNode {
  const word = useWords(countingTexts);
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const [values, setValues] = useState<Values>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const { saveDetail } = useCountAddress();
  const add = async (): Promise<void> => {
    const found = faultsOf(FOUND, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = {
        checkId,
        details: [Object.fromEntries(Object.keys(FOUND).map((name) => [name, values[name] ?? '']))],
      };
      await request(saveDetail, body, { key: once.keyFor(body) });
      await onAdded();
      notify.done(word('found.done', { name: String(values['materialName'] ?? '') }));
      onClose();
    } catch (error) {
      const refusals = error instanceof ApiError ? error.problems.filter((each) => each.field !== undefined) : [];
      setFaults(Object.fromEntries(refusals.map((each) => [each.field ?? '', each.message])));
      if (refusals.length === 0) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('found')}
      okText={text('ok')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <FormFields
        base="found-lot"
        fields={FOUND}
        values={values}
        faults={faults}
        single
        autoFocus
        onChange={(name, value, beside) => setValues((now) => ({ ...now, ...beside, [name]: value }))}
      />
    </Modal>
  );
}
