import { DeleteOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty } from 'antd';
import { type ReactNode, useState } from 'react';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { download } from '../../parts/client/api.ts';
import { RecordDrawer } from '../../kernel/web/form/record-drawer.tsx';
import { RecordForm } from '../../kernel/web/form/record-form.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { listKey, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { ImportDialog } from '../../kernel/web/list/lazy-parts.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { platformTexts } from './platform.texts.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './platform.calls.ts';
import { region } from './region.resource.ts';
import { RegionSide, useRegionTree } from './region-tree.view.tsx';
import './platform.css';

type Region = TypeOf<typeof calls.regionDetail.answer>;
/** The level of villages: nothing is added below it. */
const DEEPEST = 5;

/** Divisions of the country: a tree on the left, the chosen one beside it, on a phone in a drawer over it. */
export default function RegionPage() {
  const phone = usePhone();
  const levels = useRegionTree();
  const [chosen, setChosen] = useState<string>();
  /** What a new region below the chosen one starts with, while it is entered. */
  const [below, setBelow] = useState<Values>();
  const record = useQuery({
    queryKey: [...listKey(region), 'detail', chosen],
    queryFn: ({ signal }) => request(calls.regionDetail, { code: chosen }, { signal }),
    enabled: chosen !== undefined,
  });
  return (
    <div className="list-page region-page">
      <Head />
      <div className="region-panes">
        <RegionSide levels={levels} chosen={chosen} onChoose={setChosen} />
        {!phone && (
          <section className="region-record" aria-live="polite">
            <ChosenRegion
              code={chosen}
              row={record.data}
              onAddBelow={setBelow}
              onRemoved={() => setChosen(undefined)}
            />
          </section>
        )}
      </div>
      {phone && (
        <RecordDrawer
          of={region}
          open={below === undefined ? chosen : undefined}
          title={nameOf(record.data)}
          onClose={() => setChosen(undefined)}
        />
      )}
      <RecordDrawer
        of={region}
        open={below === undefined ? undefined : 'new'}
        {...(below === undefined ? {} : { initial: below })}
        onClose={() => setBelow(undefined)}
        onSaved={({ code, parentCode }) => {
          levels.open(String(parentCode));
          setChosen(String(code));
        }}
      />
    </div>
  );
}

const nameOf = (row: Region | undefined): string => String(row?.['name'] ?? '');

function Head(): ReactNode {
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const [importing, setImporting] = useState(false);
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1}>
        {label(region.label)}
      </h1>
      <div className="list-tools">
        {codes.has('region_import') && !phone && (
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {text('excel.import')}
          </Button>
        )}
        {codes.has('region_export') && !phone && (
          <Button
            icon={<DownloadOutlined />}
            onClick={() => void download('/blade-system/region/exportExcel').catch(notify.error)}
          >
            {text('excel.export')}
          </Button>
        )}
        <Button
          icon={<ReloadOutlined />}
          aria-label={text('list.refresh')}
          onClick={() => void invalidateLists(region)}
        />
      </div>
      {importing && <ImportDialog of={region} onClose={() => setImporting(false)} />}
    </header>
  );
}

interface ChosenProps {
  readonly code: string | undefined;
  /** Undefined until it was read. */
  readonly row: Region | undefined;
  readonly onAddBelow: (initial: Values) => void;
  readonly onRemoved: () => void;
}

function ChosenRegion({ code, row, onAddBelow, onRemoved }: ChosenProps): ReactNode {
  const word = useWords(platformTexts);
  if (code === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('region.first')} />;
  const above = divisionsAbove(code, row);
  return (
    <>
      <header className="region-head">
        <div>
          <h2>{nameOf(row)}</h2>
          {above !== '' && (
            <p>
              {word('region.where')} {above}
            </p>
          )}
        </div>
        {row !== undefined && <RegionActions code={code} row={row} onAddBelow={onAddBelow} onRemoved={onRemoved} />}
      </header>
      <RecordForm key={code} of={region} id={code} />
    </>
  );
}

/** The divisions a region lies in, from the largest. */
const divisionsAbove = (code: string, row: Region | undefined): string =>
  ['province', 'city', 'district', 'town']
    .filter((each) => row?.[`${each}Code`] !== code)
    .map((each) => String(row?.[`${each}Name`] ?? ''))
    .filter((each) => each !== '')
    .join(' › ');

function RegionActions({
  code,
  row,
  onAddBelow,
  onRemoved,
}: ChosenProps & { readonly code: string; readonly row: Region }): ReactNode {
  const word = useWords(platformTexts);
  const text = useText();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const level = Number(row['level'] ?? 0);
  const remove = async (): Promise<void> => {
    const content = (
      <div className="soft">
        {nameOf(row)} · {code}
      </div>
    );
    if (!(await notify.ask(text('delete.ask'), { content, danger: true }))) return;
    try {
      await request(calls.removeRegions, { id: code });
      onRemoved();
      notify.done(text('done.deleted'));
      await invalidateLists(region);
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <span className="list-tools">
      {codes.has('region_add') && level < DEEPEST && (
        <Button
          icon={<PlusOutlined />}
          onClick={() => onAddBelow({ parentCode: code, level: String(level + 1), code: code === '00' ? '' : code })}
        >
          {word('region.below')}
        </Button>
      )}
      {codes.has('region_delete') && (
        <Button danger icon={<DeleteOutlined />} onClick={() => void remove()}>
          {text('delete')}
        </Button>
      )}
    </span>
  );
}
