import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Select, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useAllowedCodes, useDictionary } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { useStallMenuChanges } from '../use-stall-menu-changes.view.ts';
import { confirmLabels, followLabels, type FollowedLabel } from './price-label.calls.ts';
import { REPORT_MS } from './price-label.rules.ts';
import { priceLabelTexts } from './price-labels.texts.ts';
import '../../production/production.css';

/** 价签跟踪: which labels of a stall do not say what its menu says, as it happens. */
export default function PriceLabelsPage(): ReactNode {
  const word = useWords(priceLabelTexts);
  const [address, setAddress] = useSearchParams();
  const stall = address.get('stall') ?? '';
  const found = useQuery({
    queryKey: ['price-labels', stall],
    queryFn: ({ signal }) => request(followLabels, { gearOperationDeptId: stall }, { signal }),
    retry: false,
  });
  const { data, refetch } = found;
  const isLive = useStallMenuChanges(data?.stallId ?? '', () => void refetch());
  const behind = data?.labels.filter(({ state }) => state !== 'current') ?? [];
  return (
    <div className="kitchen">
      <header className="kitchen-head">
        <h1 className="page-title" tabIndex={-1}>
          {word('title')}
        </h1>
        <Select
          aria-label={word('stall')}
          value={data === undefined || data.stallId === '' ? null : data.stallId}
          style={{ minWidth: 160 }}
          showSearch={{ optionFilterProp: 'label' }}
          options={(data?.stalls ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: string) => setAddress({ stall: id }, { replace: true })}
        />
        <GuardedLink to="/gear/pricelabel">{word('labels')}</GuardedLink>
      </header>
      <QueryError error={found.error} onRetry={() => void refetch()} />
      {data === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : data.labels.length + data.unlabelled.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word(data.stallId === '' ? 'no-stall' : 'none')} />
      ) : (
        <>
          <p className="kitchen-acts" role="status">
            <Status tone={isLive ? 'done' : 'look'} word={word(isLive ? 'live' : 'away')} />
            <Status
              tone={behind.length === 0 ? 'done' : 'stop'}
              word={behind.length === 0 ? word('behind.none') : word('behind', { count: behind.length })}
            />
          </p>
          <Labels labels={data.labels} behind={behind} onDone={() => refetch()} />
          {data.unlabelled.length > 0 && (
            <section className="kitchen-box" aria-label={word('unlabelled')}>
              <header>
                <h2>{word('unlabelled')}</h2>
              </header>
              <ul>
                {data.unlabelled.map(({ dishId, dishName, portionGroup, price }) => (
                  <li key={`${dishId} ${portionGroup}`}>
                    <DishName dishName={dishName} portionGroup={portionGroup} />
                    <span className="figures">{price ?? word('free')}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}

interface LabelsProps {
  readonly labels: readonly FollowedLabel[];
  readonly behind: readonly FollowedLabel[];
  readonly onDone: () => Promise<unknown>;
}
function Labels({ labels, behind, onDone }: LabelsProps): ReactNode {
  const word = useWords(priceLabelTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [busy, setBusy] = useState(false);
  const mayConfirm = codes.has('pricelabel_edit');
  const paper = behind.filter(({ labelKind }) => labelKind === 'paper');
  const confirm = async (chosen: readonly FollowedLabel[]): Promise<void> => {
    setBusy(true);
    try {
      await request(confirmLabels, { ids: chosen.map(({ id }) => id).join(',') });
      notify.done(word('confirm.done'));
    } catch (error) {
      notify.error(error);
    } finally {
      await onDone();
      setBusy(false);
    }
  };
  return (
    <section className="kitchen-box" aria-label={word('title')}>
      {mayConfirm && paper.length > 1 && (
        <header>
          <h2>{word('behind', { count: behind.length })}</h2>
          <Button disabled={busy} onClick={() => void confirm(paper)}>
            {word('confirm.all')}
          </Button>
        </header>
      )}
      <ul>
        {labels.map((each) => (
          <li key={each.id}>
            <DishName dishName={each.dishName} portionGroup={each.portionGroup}>
              {each.labelCode} · {word(each.labelKind)}
              {each.since !== '' && ` · ${word('since', { time: each.since.slice(11, 16) })}`}
            </DishName>
            <LabelStatus of={each}>
              {mayConfirm && each.state !== 'current' && each.labelKind === 'paper' && (
                <Button disabled={busy} onClick={() => void confirm([each])}>
                  {word(each.state === 'off-menu' ? 'confirm.away' : 'confirm')}
                </Button>
              )}
            </LabelStatus>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NameProps {
  readonly dishName: string;
  readonly portionGroup: string;
  readonly children?: ReactNode;
}
function DishName({ dishName, portionGroup, children }: NameProps): ReactNode {
  const { data: sizes = [] } = useDictionary('portionGroup');
  const size =
    portionGroup === 'standard' ? '' : (sizes.find(({ dictKey }) => dictKey === portionGroup)?.dictValue ?? '');
  return (
    <span className="kitchen-name">
      {dishName}
      {size !== '' && ` · ${size}`}
      {children !== undefined && <small className="figures">{children}</small>}
    </span>
  );
}

/** What is wrong with a label; an electronic one has a second to report before it counts as failed. */
function LabelStatus({ of, children }: { readonly of: FollowedLabel; readonly children?: ReactNode }): ReactNode {
  const word = useWords(priceLabelTexts);
  const [isFailed, setFailed] = useState(false);
  const isWaited = of.labelKind === 'electronic' && of.state !== 'current';
  useEffect(() => {
    setFailed(false);
    if (!isWaited) return undefined;
    const timer = setTimeout(() => setFailed(true), REPORT_MS);
    return () => clearTimeout(timer);
  }, [isWaited, of.state, of.wantedPrice]);
  const free = word('free');
  const isNew = of.state === 'price' && of.shownPrice === null;
  const state = word(isNew ? 'price.first' : of.state, { shown: of.shownPrice ?? '', wanted: of.wantedPrice ?? free });
  return (
    <span className="kitchen-acts">
      <Status tone={of.state === 'current' ? 'done' : isWaited && !isFailed ? 'look' : 'stop'} word={state} />
      {isWaited && <span className="soft">{word(isFailed ? 'failed' : 'waiting')}</span>}
      {children}
    </span>
  );
}
