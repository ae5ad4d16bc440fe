import { DownloadOutlined, FileAddOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Segmented, Select, Skeleton, Tabs, Tooltip } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { GuardedLink } from '../../../../kernel/web/guarded-link.tsx';
import { useAllowedCodes } from '../../../../kernel/web/queries.ts';
import { request, requestFile } from '../../../../kernel/web/request.ts';
import { useAsyncAction } from '../../../../kernel/web/use-async-action.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import { fetchRows } from '../../../../kernel/web/list/list-data.ts';
import { ApiError } from '../../../../parts/client/errors.ts';
import { usePhone } from '../../../../parts/hooks/screen.ts';
import { useWords } from '../../../../parts/language/language.ts';
import { purchaseRequest } from '../../../purchasing/purchase-request.document.ts';
import { usePurchasingChannel } from '../../../purchasing/distribution/use-channel.view.ts';
import type { DistributionKind } from '../distribution-line.fields.ts';
import { listCalls } from '../lists.calls.ts';
import { DispatchGrid } from './dispatch-grid.view.tsx';
import { DispatchPanel, type SourceKind } from './dispatch-panel.view.tsx';
import { TABS, type Tab } from './dispatch.rules.ts';
import { dispatchTexts } from './dispatch.texts.ts';
import { PreviewDialog, type Wanted } from './preview-dialog.view.tsx';
import { SplitDialog } from './split-dialog.view.tsx';
import { type Dispatch, useDispatch } from './use-dispatch.view.ts';
import './dispatch.css';

const SEGMENT: Readonly<Record<DistributionKind, string>> = {
  straight: 'distributionstraight',
  uniform: 'distributionuniform',
};

/** 配送调度: every line of the day, who brings it and until when; many at once are looked at, changed, taken back. */
export default function DispatchPage(): ReactNode {
  const word = useWords(dispatchTexts);
  const codes = useAllowedCodes();
  const kinds = (['straight', 'uniform'] as const).filter((kind) => codes.has(`${SEGMENT[kind]}_view`));
  const [kind, setKind] = useState<DistributionKind>(kinds[0] ?? 'straight');
  const dispatch = useDispatch(kind);
  const sites = new Set(dispatch.all.map((line) => line.siteName)).size;
  return (
    <section className="dispatch" aria-label={word('title')}>
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        {kinds.length > 1 && (
          <Segmented
            aria-label={word('title')}
            value={kind}
            options={kinds.map((each) => ({ value: each, label: word(`kind.${each}`) }))}
            onChange={(next) => setKind(next as DistributionKind)}
          />
        )}
        <span className="soft">{word('brief', { lines: dispatch.all.length.toLocaleString('en'), sites })}</span>
        <Tools dispatch={dispatch} codes={codes} />
      </header>
      <Desk key={kind} dispatch={dispatch} codes={codes} />
    </section>
  );
}

interface Parts {
  readonly dispatch: Dispatch;
  readonly codes: ReadonlySet<string>;
}

function Tools({ dispatch: { kind, reload, answer }, codes }: Parts): ReactNode {
  const word = useWords(dispatchTexts);
  const notify = useNotify();
  const phone = usePhone();
  const { busy, run } = useAsyncAction();
  const channel = usePurchasingChannel();
  const segment = SEGMENT[kind];
  const generate = (): Promise<void> =>
    run(async () => {
      const waiting = await fetchRows(
        purchaseRequest,
        'page',
        { status: 'approved', distributeStatus_in: 'none,partial', executeStatus_in: 'none,partial' },
        500,
      );
      if (waiting === null || waiting.length === 0) throw new ApiError('refused', word('generate.none'));
      const isSure = await notify.ask(word('generate.ask', { kind: word(`kind.${kind}`) }), {
        content: word('generate.text', { count: waiting.length }),
        okText: word('generate'),
      });
      if (!isSure) return;
      await request(listCalls[kind].generate, { ids: waiting.map((row) => row.id) });
      notify.done(word('generate.done'));
      await reload();
    });
  return (
    <div className="list-tools">
      <GuardedLink to={`/distribution/${segment}`}>{word('lists', { kind: word(`kind.${kind}`) })}</GuardedLink>
      {codes.has(`${segment}_export`) && !phone && (
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            void requestFile(listCalls[kind].exportDetailExcel, {}).catch((error: unknown) => notify.error(error))
          }
        >
          {word('export')}
        </Button>
      )}
      <Tooltip title={word('refresh')}>
        <Button icon={<ReloadOutlined />} aria-label={word('refresh')} onClick={() => void answer.refetch()} />
      </Tooltip>
      {channel.distribution && codes.has(`${segment}_generate`) && (
        <Button type="primary" icon={<FileAddOutlined />} loading={busy} onClick={() => void generate()}>
          {word('generate')}
        </Button>
      )}
    </div>
  );
}

function Desk({ dispatch, codes }: Parts): ReactNode {
  const word = useWords(dispatchTexts);
  const phone = usePhone();
  const panel = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted>();
  const [isSplitting, setSplitting] = useState(false);
  const { saved, setSaved, undo, move, busy } = useActs(dispatch);
  const { answer, chosen } = dispatch;
  const may = codes.has(`${SEGMENT[dispatch.kind]}_edit`);
  const done = (count: number): void => {
    setWanted(undefined);
    setSplitting(false);
    dispatch.setIds(new Set());
    setSaved({ words: word('saved', { count }), canUndo: true });
  };
  return (
    <>
      <Filters dispatch={dispatch} />
      {saved !== undefined && (
        <Alert
          type="success"
          showIcon
          closable
          onClose={() => setSaved(undefined)}
          title={saved.words}
          action={
            saved.canUndo && (
              <Button size="small" loading={busy} onClick={() => void undo()}>
                {word('undo')}
              </Button>
            )
          }
        />
      )}
      {answer.data !== undefined && answer.data.total > dispatch.all.length && (
        <Alert type="warning" showIcon title={word('many', { shown: dispatch.all.length, total: answer.data.total })} />
      )}
      {answer.error !== null && (
        <Alert type="error" showIcon title={answer.error instanceof ApiError ? answer.error.message : word('failed')} />
      )}
      {answer.data === undefined ? (
        answer.error === null && <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <div className="dispatch-desk">
          {dispatch.lines.length === 0 ? (
            <Empty className="dispatch-grid" description={word(dispatch.all.length === 0 ? 'empty.first' : 'empty')} />
          ) : (
            <DispatchGrid
              dispatch={dispatch}
              phone={phone}
              priced={codes.has(`${SEGMENT[dispatch.kind]}_view_cost`)}
              onEnter={() => panel.current?.querySelector<HTMLElement>('.dispatch-offers input')?.focus()}
            />
          )}
          {(!phone || chosen.lines.length > 0) && (
            <DispatchPanel
              ref={panel}
              dispatch={dispatch}
              may={may}
              onPreview={setWanted}
              onSplit={() => setSplitting(true)}
              onMove={(kind) => void move(kind)}
            />
          )}
        </div>
      )}
      {wanted !== undefined && (
        <PreviewDialog dispatch={dispatch} wanted={wanted} onClose={() => setWanted(undefined)} onSaved={done} />
      )}
      {isSplitting && chosen.lines.length === 1 && (
        <SplitDialog dispatch={dispatch} line={chosen.lines[0]!} onClose={() => setSplitting(false)} onSaved={done} />
      )}
    </>
  );
}

function Filters({ dispatch }: { readonly dispatch: Dispatch }): ReactNode {
  const word = useWords(dispatchTexts);
  const phone = usePhone();
  const { counts, tab, day, days } = dispatch;
  return (
    <div className="dispatch-filters">
      {phone ? (
        <Select
          aria-label={word('tabs')}
          value={tab}
          options={TABS.map((key) => ({
            value: key,
            label: `${word(`tab.${key}`)} ${counts[key].toLocaleString('en')}`,
          }))}
          onChange={dispatch.setTab}
        />
      ) : (
        <Tabs
          activeKey={tab}
          items={TABS.map((key) => ({
            key,
            label: (
              <>
                {word(`tab.${key}`)} <span className="soft">{counts[key].toLocaleString('en')}</span>
              </>
            ),
          }))}
          onChange={(key) => dispatch.setTab(key as Tab)}
        />
      )}
      <Select
        aria-label={word('day')}
        value={day}
        options={[{ value: '', label: word('day.all') }, ...days.map((each) => ({ value: each, label: each }))]}
        onChange={dispatch.setDay}
      />
      <Input.Search
        allowClear
        aria-label={word('search')}
        placeholder={word('search')}
        value={dispatch.search}
        onChange={(event) => dispatch.setSearch(event.target.value)}
      />
    </div>
  );
}

/** Acts that need no dialog of their own: taking back the last change, and moving lines to another source. */
function useActs(dispatch: Dispatch) {
  const word = useWords(dispatchTexts);
  const notify = useNotify();
  const { busy, run } = useAsyncAction();
  const [saved, setSaved] = useState<{ readonly words: string; readonly canUndo: boolean }>();
  const calls = listCalls[dispatch.kind];
  const undo = (): Promise<void> =>
    run(async () => {
      await request(calls.undoBatch, {});
      setSaved({ words: word('undone'), canUndo: false });
      await dispatch.reload();
    });
  const move = (sourceKind: SourceKind): Promise<void> =>
    run(async () => {
      const { lines } = dispatch.chosen;
      const isSure = await notify.ask(word(`move.${sourceKind}`), {
        content: word('move.ask', { count: lines.length }),
      });
      if (!isSure) return;
      await request(calls.changeSource, {
        ids: lines.map((line) => line.id),
        revisions: lines.map((line) => line.revision),
        sourceKind,
      });
      dispatch.setIds(new Set());
      setSaved({ words: word('moved', { count: lines.length }), canUndo: sourceKind !== 'self' });
      await dispatch.reload();
    });
  return { saved, setSaved, undo, move, busy };
}
