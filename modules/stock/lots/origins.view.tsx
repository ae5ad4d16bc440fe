import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import type { LotOrigin } from './lot-trace.ts';
import { billPath, dayShown } from '../on-hand/place.view.ts';
import { stockTexts } from '../stock.texts.ts';

/** Supplier → receipt → lot, one line each; lots further back stand further in. */
export function Origins({
  origins,
  withLot = false,
}: {
  readonly origins: readonly LotOrigin[];
  readonly withLot?: boolean;
}) {
  const word = useWords(stockTexts);
  return (
    <ul className="origins">
      {origins.map((origin) => {
        const path = billPath(origin.sourceBillType, { code: origin.sourceBillCode });
        return (
          <li key={origin.batchId} style={{ marginInlineStart: origin.depth * 16 }}>
            {(withLot || origin.depth > 0) && (
              <div className="origin-lot">
                <strong>{origin.materialName}</strong>{' '}
                <GuardedLink className="figures" to={`/store/stockbatch?batchCode_equal=${origin.batchCode}`}>
                  {origin.batchCode}
                </GuardedLink>
                {origin.lotState !== 'free' && <Status tone="stop" word={word('hold')} />}
              </div>
            )}
            <div className="origin-way">
              {origin.supplierId === '' ? (
                <span className="soft">{word('own-production')}</span>
              ) : (
                <GuardedLink to={`/supplier/supplier/${origin.supplierId}`}>{origin.supplierName}</GuardedLink>
              )}
              <span className="chain-arrow" aria-hidden="true">
                →
              </span>
              {path === undefined ? (
                <span className="figures">{origin.sourceBillCode}</span>
              ) : (
                <GuardedLink to={path} className="figures">
                  {origin.sourceBillCode}
                </GuardedLink>
              )}
              <span className="soft figures">
                {word('received')} {dayShown(origin.receivedDate)}
              </span>
            </div>
            <div className="soft figures origin-facts">
              {origin.supplierBatchNo !== '' && (
                <span>
                  {word('supplier-lot')} {origin.supplierBatchNo}
                </span>
              )}
              {origin.productionDate !== null && origin.productionDate !== '' && (
                <span>
                  {word('made')} {dayShown(origin.productionDate)}
                </span>
              )}
              {origin.expiryDate !== null && origin.expiryDate !== '' && (
                <span>
                  {word('expires')} {dayShown(origin.expiryDate)}
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
