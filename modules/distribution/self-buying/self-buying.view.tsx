import { useQuery } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import { faultsOf, type Values } from '../../../kernel/web/form/values.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { references } from '../../self-purchase/self-purchase.calls.ts';
import { selfPurchaseOrder } from '../../self-purchase/self-purchase-order.document.ts';
import { distribution } from '../bills/distribution.document.ts';
import { buyNeeds } from './self-buying.calls.ts';
import { selfBuyingTexts } from './self-buying.texts.ts';
import './self-buying.css';

interface Line {
  readonly id: string;
  readonly materialId: string;
  readonly materialName: string;
  readonly unitName: string;
  readonly factor: string;
  readonly openQty: string;
}
interface Bill {
  readonly warehouseId: string;
  readonly lines: readonly Line[];
}
/** Open lines of a distribution that its site is to buy itself. */
export function selfLinesOf(row: Readonly<Record<string, unknown>>): readonly Line[] {
  const { details = [], status } = row as {
    readonly details?: readonly (Line & { readonly sourceKind: string })[];
    readonly status?: string;
  };
  return status === 'approved'
    ? details.filter(({ sourceKind, openQty }) => sourceKind === 'self' && Decimal.of(openQty || '0').isPositive())
    : [];
}

/** How many lines are for the site to buy, and the draft of it in one dialog. */
export function SelfBuying(bill: Bill) {
  const word = useWords(selfBuyingTexts);
  const mayBuy = useAllowed('selfpurchaseorder_add');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NextStep words={word('next', { count: bill.lines.length })}>
        {mayBuy && (
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            {word('buy')}
          </Button>
        )}
      </NextStep>
      {isOpen && <BuyDialog {...bill} onClose={() => setOpen(false)} />}
    </>
  );
}

const FIELDS = {
  vendorName: buyNeeds.input.vendorName,
  supplierId: buyNeeds.input.supplierId,
  purchaseReason: buyNeeds.input.purchaseReason,
  purchaseDate: buyNeeds.input.purchaseDate,
};

/** What is sent: a line without a price is priced on the bill. */
function wanted(lines: readonly Line[], values: Values, priceOf: (line: Line) => string) {
  const text = (name: string) => String(values[name] ?? '');
  const given = (name: string) => (text(name) === '' ? {} : { [name]: text(name) });
  return {
    detailIds: lines.map(({ id }) => id),
    purchaseReason: text('purchaseReason'),
    ...given('vendorName'),
    ...given('supplierId'),
    ...given('purchaseDate'),
    prices: lines.flatMap((line) => (priceOf(line) === '' ? [] : [{ detailId: line.id, price: priceOf(line).trim() }])),
  };
}

function BuyDialog({ warehouseId, lines, onClose }: Bill & { readonly onClose: () => void }) {
  const word = useWords(selfBuyingTexts);
  const language = useLanguage();
  const notify = useNotify();
  const navigate = useNavigate();
  const base = useId();
  const [values, setValues] = useState<Values>({ purchaseDate: businessDay() });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [own] = useState(intent);
  const { data: known = [] } = useQuery({
    queryKey: ['self-buying', warehouseId, lines.map(({ materialId }) => materialId)],
    queryFn: ({ signal }) =>
      request(references, { materialIds: lines.map(({ materialId }) => materialId), warehouseId }, { signal }),
  });
  const priceOf = ({ id, materialId, factor }: Line): string => {
    const reference = known.find((each) => each.materialId === materialId)?.basePrice;
    return typed[id] ?? (reference === undefined ? '' : Decimal.of(reference).times(Decimal.of(factor)).toFixed(2));
  };
  const buy = async (): Promise<void> => {
    const found = faultsOf(FIELDS, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = wanted(lines, values, priceOf);
      const [made] = await request(buyNeeds, body, { key: own.keyFor(body) });
      own.done();
      notify.done(word('done', { bill: made!.billCode }));
      await Promise.all([invalidateLists(distribution), invalidateLists(selfPurchaseOrder)]);
      onClose();
      void navigate(`${selfPurchaseOrder.path}/${made!.id}`);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('buy')}
      okText={word('buy')}
      cancelText={word('close')}
      confirmLoading={busy}
      onOk={() => void buy()}
      onCancel={onClose}
    >
      <p className="soft self-buying-lead">{word('lead')}</p>
      <FormFields
        base={base}
        fields={FIELDS}
        values={values}
        faults={faults}
        single
        autoFocus
        onChange={(name, value, beside) => setValues((before) => ({ ...before, ...beside, [name]: value }))}
      />
      <PricesOfLines
        lines={lines}
        priceOf={priceOf}
        onChange={(id, price) => setTyped((before) => ({ ...before, [id]: price }))}
      />
    </Modal>
  );
}

interface PricesProps {
  readonly lines: readonly Line[];
  readonly priceOf: (line: Line) => string;
  readonly onChange: (id: string, price: string) => void;
}
function PricesOfLines({ lines, priceOf, onChange }: PricesProps) {
  const word = useWords(selfBuyingTexts);
  return (
    <table className="self-buying">
      <thead>
        <tr>
          <th scope="col">{word('material')}</th>
          <th scope="col">{word('quantity')}</th>
          <th scope="col">{word('price')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">{line.materialName}</th>
            <td className="figures">
              {line.openQty} {line.unitName}
            </td>
            <td>
              <Input
                inputMode="decimal"
                aria-label={word('price.of', { material: line.materialName })}
                value={priceOf(line)}
                onChange={({ target }) => onChange(line.id, target.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
