import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { OwnInputs } from '../../kernel/web/form/own-inputs.ts';
import { request } from '../../kernel/web/request.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { useWords } from '../../parts/language/language.ts';
import { shown } from '../stock/on-hand/place.view.ts';
import { CalledLot } from './called-lot.view.tsx';
import { progress, type SiteProgress } from './call-back.calls.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { returnsTexts } from './returns.texts.ts';
import './call-back.css';

/** Of a lot that is called back the lines follow from it: nothing is entered. */
const LINES: WishesByKey<typeof factoryReturned> = {
  details: {
    columns: {
      materialId: { width: 200, brings: ['unitId', 'unitName'] },
      unitId: { width: 96, passed: true, uncoded: true },
      qty: { width: 96 },
      factor: { hidden: true },
      baseUnitId: { hidden: true },
      baseQty: { hidden: true },
      shippedQty: { onlyRead: true },
      receivedQty: { onlyRead: true },
      settledQty: { onlyRead: true },
    },
    first: ['warehouseId', 'materialId', 'batchId', 'qty', 'unitId', 'shippedQty', 'receivedQty', 'settledQty'],
  },
};

const OWN_INPUTS = { recallBatchId: CalledLot };

/** 工厂退货: what is called back, and how far each site is with it. */
export default function FactoryReturnedPage(): ReactNode {
  return (
    <OwnInputs value={OWN_INPUTS}>
      <DocumentPage of={factoryReturned} lines={LINES}>
        {(row) => (['approved', 'done'].includes(row.status) ? <Progress call={row} /> : null)}
      </DocumentPage>
    </OwnInputs>
  );
}

const FOLLOW_MS = 15_000;
function Progress({ call }: { readonly call: RecordOf<typeof factoryReturned> }): ReactNode {
  const word = useWords(returnsTexts);
  const { data } = useQuery({
    queryKey: ['detail', factoryReturned.name, call.id, 'progress'],
    queryFn: ({ signal }) => request(progress, { id: call.id }, { signal }),
    refetchInterval: call.status === 'done' ? false : FOLLOW_MS,
  });
  if (data === undefined || data.length === 0) return null;
  const done = data.filter(({ bills, minutes }) => bills.length === 0 || minutes !== null).length;
  return (
    <section className="call-back" aria-label={word('call.progress')}>
      <h2>
        {word('call.progress')} <span className="soft figures">{word('call.sum', { done, all: data.length })}</span>
      </h2>
      <div className="call-back-rows" role="region" aria-label={word('call.progress')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{word('call.site')}</th>
              {FIGURES.map((name) => (
                <th key={name}>{word(`call.${name}`)}</th>
              ))}
              <th>{word('call.minutes')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((site) => (
              <SiteRow key={site.siteId} site={site} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const FIGURES = ['asked', 'onWay', 'eaten', 'lying', 'shipped', 'received'] as const;

function SiteRow({ site }: { readonly site: SiteProgress }): ReactNode {
  const word = useWords(returnsTexts);
  const isWaiting = site.bills.length > 0 && site.minutes === null;
  return (
    <tr className={isWaiting ? 'is-waiting' : undefined}>
      <th scope="row">{site.siteName}</th>
      {FIGURES.map((name) => (
        <td key={name} className="figures">
          {shown(site[`${name}Qty`])} <span className="unit">{site.unitName}</span>
        </td>
      ))}
      <td className="figures">
        {isWaiting ? (
          <strong>{word('call.waiting')}</strong>
        ) : site.minutes === null ? (
          '—'
        ) : (
          word('call.took', { count: site.minutes })
        )}
      </td>
    </tr>
  );
}
