import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import type { Fields } from '../../kernel/core/field.ts';
import { get } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { type ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../parts/table/row-actions.tsx';
import { usePhone } from '../../parts/hooks/screen.ts';
import { materialProjectDept } from '../master-data/materials/material-project-dept.resource.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { settlementPrice } from '../prices/price-book/price.resource.ts';
import { supplierMaterial } from '../suppliers/supplier-material.resource.ts';
import { sapSyncRun, sapSyncRunReads } from './sap-sync-run.resource.ts';
import { sapTexts } from './sap.texts.ts';
import { SyncButton, useSync } from './sync-button.view.tsx';
import './sap.css';

type Row = ListRow<typeof sapSyncRun, (typeof sapSyncRunReads)[number]>;
/** Runs of the syncs: what came, what failed and why; and where they are started. */
export default function SapRunListPage() {
  const word = useWords(sapTexts);
  const { may, start } = useSync();
  const [open, setOpen] = useState<Row>();
  const rowActions = useCallback(
    (row: Row): readonly RowAction[] => {
      const sync = may.find((each) => each.object === row.object);
      const offered = row.state === 'partial' ? 'again' : row.state === 'failed' ? 'resume' : undefined;
      return sync === undefined || offered === undefined
        ? []
        : [{ key: offered, label: word(offered), run: () => void start(sync) }];
    },
    [may, start, word],
  );
  return (
    <>
      <ListPage
        of={sapSyncRun}
        reads={sapSyncRunReads}
        rowActions={rowActions}
        onOpen={setOpen}
        toolbar={<SyncButton />}
      />
      <Run row={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

interface Problem {
  readonly id: string;
  readonly sapKey: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
  readonly tries: number;
  readonly pending: 0 | 1;
}
const SHOWN = 200;
/** Names of ours under which something went wrong. */
const NAMED: Fields = {
  ...materialProjectDept.fields,
  ...settlementPrice.fields,
  ...supplierMaterial.fields,
  ...material.fields,
};

/** One run, and every record that failed with what to do about it. */
function Run({ row, onClose }: { readonly row: Row | undefined; readonly onClose: () => void }) {
  const word = useWords(sapTexts);
  const text = useText();
  const label = useLabel();
  const phone = usePhone();
  const { data, error } = useQuery({
    queryKey: ['list', sapSyncRun.name, 'run', row?.id],
    queryFn: ({ signal }) => get<ListRow<typeof sapSyncRun>>('/master-data/sapsyncrun/detail', { id: row!.id }, signal),
    enabled: row !== undefined,
  });
  const problems = ((data?.['errors'] as readonly Problem[] | undefined) ?? []).filter((each) => each.pending === 0);
  const state = sapSyncRun.fields.state.rules.choices!.find((each) => each.value === data?.['state']);
  const numbers = Object.fromEntries(
    ['fetched', 'created', 'updated', 'unchanged', 'failed'].map((name) => [name, Number(data?.[name] ?? 0)]),
  );
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      size={phone ? '100%' : 720}
      destroyOnHidden
      title={`${label(sapSyncRun.label)} · ${String(row?.objectName ?? '')}`}
    >
      {error !== null && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
      )}
      {data === undefined ? (
        error === null && <Skeleton active />
      ) : (
        <>
          <p className="sync-head">
            {state !== undefined && <Status tone={state.tone ?? 'plain'} word={label(state.label)} />}
            <span className="figures">{word('run.counts', numbers)}</span>
          </p>
          <p className="soft figures">
            {[
              String(data['startedTime']),
              String(data['startUserName'] ?? ''),
              data['mode'] === 'delta' ? word('run.since', { from: String(data['fromTime']) }) : word('run.whole'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {data['message'] !== '' && (
            <Alert type={data['state'] === 'failed' ? 'error' : 'info'} showIcon title={String(data['message'])} />
          )}
          <h3 className="sync-errors-title">{word('run.errors')}</h3>
          {problems.length === 0 && <p className="soft">{word('run.none')}</p>}
          <ul className="sync-errors">
            {problems.slice(0, SHOWN).map((each) => (
              <li key={each.id}>
                <strong className="figures">{each.sapKey.replaceAll('|', ' · ')}</strong>
                <span className="soft">
                  {[
                    NAMED[each.field] === undefined ? '' : label(NAMED[each.field]!.label),
                    each.tries > 1 ? word('run.tries', { tries: each.tries }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <p>{each.reason}</p>
              </li>
            ))}
          </ul>
          {problems.length > SHOWN && <p className="soft">{word('run.more', { count: problems.length - SHOWN })}</p>}
        </>
      )}
    </Drawer>
  );
}
