import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';
import { useWords } from '../../../parts/language/language.ts';
import { Shares, ShareSums } from './shares.view.tsx';
import { type Split, shortageSplit } from './shortage-split.document.ts';
import { preview } from './shortage-split.calls.ts';
import { shortageTexts } from './shortage.texts.ts';

const FACTS = { shortQty: false, demandQty: false, supplyQty: false, outOrgId: false } as const;
/** Shares are entered by hand alone, and only where there are some; otherwise they are worked out. */
const LINES: WishesByKey<typeof shortageSplit> = {
  details: {
    fixed: true,
    columns: { logId: { hidden: true }, unitId: { hidden: true }, allocatedQty: { width: 110 } },
    first: ['siteDeptId', 'demandQty', 'allocatedQty'],
    instead: ({ readonly, head, rows, usual }) =>
      !readonly && head.rule === 'manual' && rows.length > 0 ? usual : null,
  },
};
const SETTLE_MS = 400;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** 缺货分摊: what there is, what each site gets of it, and why. */
export default function ShortageSplitPage(): ReactNode {
  return (
    <DocumentPage of={shortageSplit} facts={FACTS} lines={LINES} whileEditing={(values) => <Preview values={values} />}>
      {(row) => <Stored split={row} />}
    </DocumentPage>
  );
}

function useNames(): ReadonlyMap<string, string> {
  const { data = [] } = useDictionary('deliveryPriority');
  return new Map(data.map(({ dictKey, dictValue }) => [dictKey, dictValue]));
}

function Stored({ split }: { readonly split: Split }): ReactNode {
  const word = useWords(shortageTexts);
  const priorities = useNames();
  return (
    <section className="share-box" aria-label={word('shares')}>
      <ShareSums
        supplyQty={split.supplyQty ?? '0'}
        demandQty={split.demandQty}
        shortQty={split.shortQty}
        unitName={split.unitName}
      />
      <Shares
        label={word('shares')}
        shares={split.details.map((line) => ({
          key: line.id,
          name: line.siteDeptName,
          about: [priorities.get(line.priorityClass ?? '') ?? '', line.orderNo ?? ''].filter(Boolean).join(' · '),
          stopSeq: line.stopSeq,
          demandQty: line.demandQty,
          allocatedQty: line.allocatedQty,
          shortQty: line.shortQty,
          unitName: split.unitName,
          reason: line.reason ?? '',
        }))}
      />
    </section>
  );
}

interface Values {
  readonly [name: string]: unknown;
}
/** What each site would get, as the screen stands. */
function Preview({ values }: { readonly values: Values }): ReactNode {
  const word = useWords(shortageTexts);
  const of = (name: string): string => textOf(values[name]);
  const asked = useDebounced(
    JSON.stringify({
      factoryWarehouseId: of('factoryWarehouseId'),
      outWarehouseId: of('outWarehouseId'),
      deliveryDate: of('deliveryDate'),
      waveNo: of('waveNo'),
      materialId: of('materialId'),
      supplyQty: of('supplyFrom') === 'entered' ? of('supplyQty') : '',
      rule: of('rule'),
      step: of('step'),
    }),
    SETTLE_MS,
  );
  const input = JSON.parse(asked) as Parameters<typeof request<(typeof preview)['input'], unknown>>[1];
  const isReady =
    (of('factoryWarehouseId') !== '' || of('outWarehouseId') !== '') &&
    of('deliveryDate') !== '' &&
    of('materialId') !== '' &&
    of('rule') !== 'manual';
  const found = useQuery({
    queryKey: ['split-preview', asked],
    queryFn: ({ signal }) => request(preview, input, { signal }),
    enabled: isReady,
    retry: false,
    meta: { quiet: true },
  });
  if (of('rule') === 'manual') return <p className="soft">{word('by-hand')}</p>;
  if (!isReady) return <p className="soft">{word('preview.first')}</p>;
  if (found.error !== null) return <Alert type="warning" showIcon title={found.error.message} />;
  if (found.data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { details, unitName, ...sums } = found.data;
  return (
    <section className="share-box" aria-label={word('preview')}>
      <ShareSums {...sums} unitName={unitName} />
      <Shares
        label={word('preview')}
        shares={details.map((line) => ({
          ...line,
          key: line.logId,
          name: line.siteName,
          about: [line.priorityName, line.orderNo].filter(Boolean).join(' · '),
          unitName,
        }))}
      />
    </section>
  );
}
