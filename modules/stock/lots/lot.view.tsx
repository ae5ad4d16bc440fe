import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { get, intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useTitle } from '../../../kernel/web/navigation/own-tab.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { chainOf, legsOf } from './chain.ts';
import { Chain } from './chain.view.tsx';
import { Origins } from './origins.view.tsx';
import { choiceWord, dayShown, type Face, faces, type LotRow, said, shown } from '../on-hand/place.view.ts';
import { LotExpiry, MovesHere } from '../on-hand/stock-tables.view.tsx';
import * as calls from './stock-batch.calls.ts';
import { stockBatch } from './stock-batch.resource.ts';
import { stockTexts } from '../stock.texts.ts';
import '../stock.css';

/** A lot at a place: where it came from, everything it went to, and what moved here. */
export function LotPage({ face }: { readonly face: Face }) {
  const { id = '' } = useParams();
  const word = useWords(stockTexts);
  const text = useText();
  const language = useLanguage();
  const codes = useAllowedCodes();
  const found = useQuery({
    queryKey: ['stock-page', face.lots, id],
    queryFn: ({ signal }) => get<LotRow>(`/${face.service}/${face.lots}/detail`, { id }, signal),
  });
  const row = found.data;
  const batchId = said(row?.['batchId']);
  const trace = useQuery({
    queryKey: ['stock-page', 'trace', batchId],
    queryFn: ({ signal }) => request(calls.traceLot, { batchId }, { signal }),
    enabled: batchId !== '' && codes.has('stockbatch_view'),
  });
  const [asking, setAsking] = useState(false);
  useTitle(row === undefined ? undefined : said(row.batchCode));
  if (found.error !== null && row === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
      />
    );
  if (row === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const held = row.lotState !== 'free';
  const there = new Map(
    (trace.data?.places ?? []).map((each) => {
      const where = each.locationId === said(row.warehouseId) ? faces.warehouse : faces.stall;
      return [each.locationName, { ...each, to: `${where.lotPath}?batchCode_equal=${each.batchCode}` }];
    }),
  );
  const byLot = Map.groupBy(trace.data?.forward ?? [], (step) => step.batchId);
  const own = chainOf(legsOf(byLot.get(batchId) ?? []));
  const madeOfIt = [...byLot].filter(([lot]) => lot !== batchId);
  const unit = said(row.baseUnitName);
  return (
    <article className="stock-page">
      <header className="lot-head">
        <div>
          <span className="soft">
            <GuardedLink to={`${face.path}/${said(row.stockId)}`}>
              {said(row[face.placeName])} · {said(row.materialName)}
            </GuardedLink>
          </span>
          <div className="lot-title">
            <h1 className="page-title figures" tabIndex={-1}>
              {said(row.batchCode)}
            </h1>
            <Status
              tone={held ? 'stop' : 'done'}
              word={choiceWord(stockBatch.fields.lotState, row.lotState, language)}
            />
          </div>
        </div>
        {face === faces.stall && (
          <GuardedLink className="lot-button" to={`/gear/gearstockbatch/stall/${said(row.gearOperationDeptId)}`}>
            {word('stall.trace')}
          </GuardedLink>
        )}
        {codes.has(held ? 'stockbatch_release' : 'stockbatch_hold') && (
          <Button danger={!held} onClick={() => setAsking(true)}>
            {word(held ? 'release.do' : 'hold.do')}
          </Button>
        )}
      </header>
      {held && said(row.holdReason) !== '' && <Alert type="warning" showIcon title={said(row.holdReason)} />}
      <section className="stock-figures">
        <dl className="stock-more is-first">
          <div>
            <dt>{word('on-hand')}</dt>
            <dd className="figures">
              {shown(row.qty)} <span className="unit">{unit}</span>
            </dd>
          </div>
          <div>
            <dt>{word('available')}</dt>
            <dd className="figures">
              {shown(row.availableQty)} <span className="unit">{unit}</span>
            </dd>
          </div>
          <div>
            <dt>{word('expires')}</dt>
            <dd>
              <LotExpiry row={row} />
            </dd>
          </div>
          <div>
            <dt>{word('received')}</dt>
            <dd className="figures">{dayShown(row.receivedDate) || '–'}</dd>
          </div>
          <div>
            <dt>{word('supplier')}</dt>
            <dd>
              {said(row.supplierId) === '' ? (
                <span className="soft">{word('own-production')}</span>
              ) : (
                <GuardedLink to={`/supplier/supplier/${said(row.supplierId)}`}>{said(row.supplierName)}</GuardedLink>
              )}
            </dd>
          </div>
          {said(row.supplierBatchNo) !== '' && (
            <div>
              <dt>{word('supplier-lot')}</dt>
              <dd className="figures">{said(row.supplierBatchNo)}</dd>
            </div>
          )}
        </dl>
      </section>
      {trace.error !== null && (
        <Alert
          type="error"
          showIcon
          title={trace.error instanceof ApiError ? trace.error.message : text('error.unknown')}
        />
      )}
      <div className="lot-columns">
        <section className="lot-block">
          <h2>{word('from')}</h2>
          {trace.data === undefined ? <Skeleton active /> : <Origins origins={trace.data.back} />}
        </section>
        <section className="lot-block is-wide">
          <h2>{word('went')}</h2>
          {trace.data === undefined && trace.error === null && <Skeleton active />}
          {own.map((node, at) => (
            <Chain
              key={`${node.place}${at}`}
              node={node}
              outside={said(row.supplierName) || word('own-production')}
              there={there}
            />
          ))}
          {madeOfIt.map(([lot, steps]) => (
            <div key={lot}>
              <h3>
                {word('made-from')} · {steps[0]?.materialName} {steps[0]?.batchCode}
              </h3>
              {chainOf(legsOf(steps)).map((node, at) => (
                <Chain key={`${node.place}${at}`} node={node} outside={word('own-production')} there={there} />
              ))}
            </div>
          ))}
          {trace.data !== undefined && trace.data.places.length === 0 && <p className="soft">{word('lies.none')}</p>}
        </section>
      </div>
      <section className="lot-block">
        <h2>{word('moves')}</h2>
        <MovesHere row={row} face={face} batchId={said(row.id)} />
      </section>
      {asking && <HoldDialog row={row} held={held} onClose={() => setAsking(false)} />}
    </article>
  );
}

function HoldDialog({
  row,
  held,
  onClose,
}: {
  readonly row: LotRow;
  readonly held: boolean;
  readonly onClose: () => void;
}) {
  const word = useWords(stockTexts);
  const text = useText();
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const lot = said(row.batchCode);
  const send = async (): Promise<void> => {
    const body = { batchId: said(row.batchId), reason: reason.trim() };
    setBusy(true);
    try {
      const hit = await request(held ? calls.releaseLot : calls.holdLot, body, { key: once.keyFor([held, body]) });
      notify.done(held ? word('release.done', { lot }) : word('hold.done', { lot, count: hit.places.length }));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['stock-page'] }),
        queries.invalidateQueries({ queryKey: ['list'] }),
      ]);
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word(held ? 'release.do' : 'hold.do')}
      okText={word(held ? 'release.do' : 'hold.do')}
      cancelText={text('cancel')}
      okButtonProps={{ danger: !held, disabled: reason.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{word(held ? 'release.ask' : 'hold.ask', { lot })}</p>
      <label htmlFor="hold-reason" className="soft">
        {word('hold.reason')}
      </label>
      <Input.TextArea
        id="hold-reason"
        autoFocus
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
