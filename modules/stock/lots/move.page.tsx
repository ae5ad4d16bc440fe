import { Input } from 'antd';
import { Link } from 'react-router';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { billPath } from '../on-hand/place.view.ts';
import { gearStockBatchLog, stockBatchLog } from './stock-batch-log.resource.ts';

/** The kind of the document that moved the goods, as its list is called. */
function KindShown({ id, value }: InputProps) {
  const label = useLabel();
  const kind = asText(value);
  const of = allDeclarations().find((each) => each.segment === kind || each.name === kind);
  return <Input id={id} disabled value={of === undefined ? kind : label(of.label)} />;
}

/** Its number, which leads to it. */
function BillShown({ id, value, row }: InputProps) {
  const code = asText(value);
  const path = billPath(asText(row['billType']), { id: asText(row['billId']), code });
  return path === undefined ? (
    <Input id={id} disabled value={code} />
  ) : (
    <Link id={id} to={path}>
      {code}
    </Link>
  );
}

const INPUTS = { billType: KindShown, billCode: BillShown };

/** A move of a warehouse, with the document it comes from one click away. */
export const WarehouseMove = () => (
  <OwnInputs value={INPUTS}>
    <RecordPage of={stockBatchLog} />
  </OwnInputs>
);
/** The same of a stall. */
export const StallMove = () => (
  <OwnInputs value={INPUTS}>
    <RecordPage of={gearStockBatchLog} />
  </OwnInputs>
);
