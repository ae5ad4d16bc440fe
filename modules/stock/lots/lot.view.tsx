import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { get, intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useTitle } from '../../../parts/hooks/own-tab.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { chainOf, legsOf } from './chain.ts';
import { Chain } from './chain.view.tsx';
import { LabelButton } from './lot-label-button.view.tsx';
import { OpenLot } from './open-lot.view.tsx';
import { RepackLots } from './repack-lots.view.tsx';
import { Origins } from './origins.view.tsx';
import { choiceWord, dayShown, type Face, faces, type LotRow, textOf, shown } from '../on-hand/place.view.ts';
import { LotExpiry, MovesHere } from '../on-hand/stock-tables.view.tsx';
import * as calls from './stock-batch.calls.ts';
import { stockBatch } from './stock-batch.resource.ts';
import { stockTexts } from '../stock.texts.ts';
import '../stock.css';

interface LotPageProps {
  readonly face: Face;
  /** What areas below do with a lot, beside holding it. */
  readonly acts?: (row: LotRow) => ReactNode;
}
/** A lot at a place: where it came from, everything it went to, and what moved here. */
export function LotPage({ face, acts }: LotPageProps): ReactNode {
  const { id = '' } = useParams();
  const found = useQuery({
    queryKey: ['stock-page', face.lots, id],
    queryFn: ({ signal }) => get<LotRow>(`/${face.service}/${face.lots}/detail`, { id }, signal),
  });
  const row = found.data;
  useTitle(row === undefined ? undefined : textOf(row.batchCode));
  if (found.error !== null && row === undefined) return <Failure error={found.error} />;
  if (row === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Lot face={face} row={row} acts={acts?.(row)} />;
}

interface LotProps {
  readonly face: Face;
  readonly row: LotRow;
  readonly acts: ReactNode;
}
function Lot({ face, row, acts }: LotProps): ReactNode {
  const word = useWords(stockTexts);
  const isHeld = row.lotState !== 'free';
  return (
    <article className="stock-page">
      <Head face={face} row={row} acts={acts} />
      {isHeld && textOf(row.holdReason) !== '' && <Alert type="warning" showIcon title={textOf(row.holdReason)} />}
      <Facts row={row} />
      <Trace face={face} row={row} />
      <section className="lot-block">
        <h2>{word('moves')}</h2>
        <MovesHere row={row} face={face} batchId={textOf(row.id)} />
      </section>
    </article>
  );
}

function Failure({ error }: { readonly error: Error }): ReactNode {
  const text = useText();
  return <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />;
}

/** Which lot it is and whether it is held; holding and releasing it. */
function Head({ face, row, acts }: LotProps): ReactNode {
  const word = useWords(stockTexts);
  const language = useLanguage();
  const codes = useAllowedCodes();
  const [pending, setPending] = useState(false);
  const isHeld = row.lotState !== 'free';
  const mayStop = (lots: string): boolean => codes.has(`${lots}_${isHeld ? 'release' : 'hold'}`);
  return (
    <header className="lot-head">
      <div>
        <span className="soft">
          <GuardedLink to={`${face.path}/${textOf(row.stockId)}`}>
            {textOf(row[face.placeName])} · {textOf(row.materialName)}
          </GuardedLink>
        </span>
        <div className="lot-title">
          <h1 className="page-title figures" tabIndex={-1}>
            {textOf(row.batchCode)}
          </h1>
          <Status
            tone={isHeld ? 'stop' : 'done'}
            word={choiceWord(stockBatch.fields.lotState, row.lotState, language)}
          />
        </div>
      </div>
      {face === faces.stall && (
        <GuardedLink className="lot-button" to={`/gear/gearstockbatch/stall/${textOf(row.gearOperationDeptId)}`}>
          {word('stall.trace')}
        </GuardedLink>
      )}
      {acts}
      <OpenLot face={face} row={row} />
      <RepackLots face={face} row={row} />
      <LabelButton batchIds={[textOf(row.batchId)]} placeId={textOf(row[face.place])} />
      {(mayStop('stockbatch') || (face === faces.factory && mayStop('factorystockbatch'))) && (
        <Button danger={!isHeld} onClick={() => setPending(true)}>
          {word(isHeld ? 'release.do' : 'hold.do')}
        </Button>
      )}
      {pending && <HoldDialog row={row} held={isHeld} onClose={() => setPending(false)} />}
    </header>
  );
}

function Facts({ row }: { readonly row: LotRow }): ReactNode {
  const word = useWords(stockTexts);
  const unit = textOf(row.baseUnitName);
  return (
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
            {textOf(row.supplierId) === '' ? (
              <span className="soft">{word('own-production')}</span>
            ) : (
              <GuardedLink to={`/supplier/supplier/${textOf(row.supplierId)}`}>{textOf(row.supplierName)}</GuardedLink>
            )}
          </dd>
        </div>
        {(
          [
            ['opened', row.openedTime],
            ['thawed', row.thawedTime],
            ['use-by', row.useBy],
          ] as const
        ).map(([name, moment]) =>
          textOf(moment) === '' ? null : (
            <div key={name}>
              <dt>{word(name)}</dt>
              <dd className="figures">{textOf(moment).slice(0, 16)}</dd>
            </div>
          ),
        )}
        {textOf(row.supplierBatchNo) !== '' && (
          <div>
            <dt>{word('supplier-lot')}</dt>
            <dd className="figures">{textOf(row.supplierBatchNo)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

type TraceAnswer = TypeOf<typeof calls.traceLot.answer>;

/** Where the lot came from and what it went to, for who may see lots of all places. */
function Trace({ face, row }: Omit<LotProps, 'acts'>): ReactNode {
  const word = useWords(stockTexts);
  const codes = useAllowedCodes();
  const isSeen = codes.has('stockbatch_view') || (face === faces.factory && codes.has('factorystockbatch_view'));
  const batchId = textOf(row.batchId);
  const trace = useQuery({
    queryKey: ['stock-page', 'trace', batchId],
    queryFn: ({ signal }) => request(calls.traceLot, { batchId }, { signal }),
    enabled: batchId !== '' && isSeen,
  });
  return (
    <>
      {trace.error !== null && <Failure error={trace.error} />}
      <div className="lot-columns">
        <section className="lot-block">
          <h2>{word('from')}</h2>
          {trace.data === undefined ? <Skeleton active /> : <Origins origins={trace.data.back} />}
        </section>
        <section className="lot-block is-wide">
          <h2>{word('went')}</h2>
          {trace.data === undefined && trace.error === null && <Skeleton active />}
          {trace.data !== undefined && <Destinations row={row} trace={trace.data} />}
        </section>
      </div>
    </>
  );
}

/** The chain of the lot itself, and those of the lots that were made of it. */
function Destinations({ row, trace }: { readonly row: LotRow; readonly trace: TraceAnswer }): ReactNode {
  const word = useWords(stockTexts);
  const batchId = textOf(row.batchId);
  const places = new Map(
    trace.places.map((each) => {
      const where = Object.values(faces).find(({ place }) => each.locationId === textOf(row[place])) ?? faces.stall;
      return [each.locationName, { ...each, to: `${where.lotPath}?batchCode_equal=${each.batchCode}` }];
    }),
  );
  const byLot = Map.groupBy(trace.forward, (step) => step.batchId);
  const own = chainOf(legsOf(byLot.get(batchId) ?? []));
  const madeOfIt = [...byLot].filter(([lot]) => lot !== batchId);
  return (
    <>
      {own.map((node, at) => (
        <Chain
          key={`${node.place}${at}`}
          node={node}
          outside={textOf(row.supplierName) || word('own-production')}
          there={places}
        />
      ))}
      {madeOfIt.map(([lot, steps]) => (
        <div key={lot}>
          <h3>
            {word('made-from')} ·{' '}
            <span>
              {steps[0]?.materialName} {steps[0]?.batchCode}
            </span>
          </h3>
          {chainOf(legsOf(steps)).map((node, at) => (
            <Chain key={`${node.place}${at}`} node={node} outside={word('own-production')} there={places} />
          ))}
        </div>
      ))}
      {trace.places.length === 0 && <p className="soft">{word('lies.none')}</p>}
    </>
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
  const lot = textOf(row.batchCode);
  const send = async (): Promise<void> => {
    const body = { batchId: textOf(row.batchId), reason: reason.trim() };
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
