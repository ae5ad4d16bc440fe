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
      title={row === undefined ? word('title') : `${nameOf(row)} · ${word('title')}`}
    >
      {row !== undefined && <OfLine row={row} />}
    </Drawer>
  );
}

const nameOf = ({ materialName }: GridRow): string => textOf(materialName);

function OfLine({ row }: { readonly row: GridRow }) {
  const { materialId, warehouseId, deliveryDate, unitId, unitName, openQty } = row;
  return (
    <Substitutes
      wish={{
        materialId: textOf(materialId),
        warehouseId: textOf(warehouseId) || null,
        date: textOf(deliveryDate) || null,
        unitId: textOf(unitId) || null,
        qty: textOf(openQty) || null,
      }}
      unitName={textOf(unitName)}
    />
  );
}
