import { Drawer } from 'antd';
import { useWords } from '../../../parts/language/language.ts';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import { substituteTexts } from '../../sourcing/substitutes/substitutes.texts.ts';
import { Substitutes } from '../../sourcing/substitutes/substitutes.view.tsx';
import { textOf } from './use-distribution.view.ts';

interface Props {
  readonly row: GridRow | undefined;
  readonly onClose: () => void;
}
/** What else could be had for what is open of a line: where nobody brings it, or it is dear. */
export function LineSubstitutes({ row, onClose }: Props) {
  const word = useWords(substituteTexts);
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      mask={false}
      size={440}
      title={row === undefined ? word('title') : `${textOf(row['materialName'])} · ${word('title')}`}
    >
      {row !== undefined && (
        <Substitutes
          wish={{
            materialId: textOf(row['materialId']),
            warehouseId: textOf(row['warehouseId']) || null,
            date: textOf(row['deliveryDate']) || null,
            unitId: textOf(row['unitId']) || null,
            qty: textOf(row['openQty']) || null,
          }}
          unitName={textOf(row['unitName'])}
        />
      )}
    </Drawer>
  );
}
