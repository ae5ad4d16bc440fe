import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { asText, type InputProps } from '../../../kernel/web/kinds/face.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { useOwner } from '../../../kernel/web/kinds/owner.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { percentAbove, signedPercent } from '../warnings/price-moved.rules.ts';
import { priceFormTexts } from '../price-plans/price-plan.texts.ts';
import { jointInForce, settlementInForce } from './price.calls.ts';
import { jointOperationPrice } from './price.resource.ts';

type InForce = TypeOf<typeof settlementInForce.answer>;
type Row = InputProps['row'] & {
  readonly [K in 'id' | 'materialId' | 'deptId' | 'enterpriseId' | 'startDate' | 'unitId']?: unknown;
};
const KEEP_MS = 30_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The usual unit of the material in the form, and the price a new one would follow; nothing of a price that stands. */
function useInForce(row: Row): InForce | undefined {
  const call = useOwner()?.name === jointOperationPrice.name ? jointInForce : settlementInForce;
  const [materialId, deptId, enterpriseId, date] = [row.materialId, row.deptId, row.enterpriseId, row.startDate].map(
    asText,
  ) as [string, string, string, string];
  const input = {
    materialId,
    ...(deptId === '' ? {} : { deptId }),
    ...(enterpriseId === '' ? {} : { enterpriseId }),
    ...(DAY.test(date) ? { date } : {}),
  };
  return useQuery({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => request(call, input, { signal }),
    enabled: materialId !== '' && asText(row.id) === '',
    staleTime: KEEP_MS,
  }).data;
}

/** A material, which brings the unit it is bought in. */
function PricedMaterial(props: InputProps) {
  const { field, value, onChange } = props;
  const row: Row = props.row;
  const { Input } = faceOf(field);
  const found = useInForce(row);
  const chosen = useRef('');
  const hasUnit = asText(row.unitId) !== '';
  useEffect(() => {
    if (found === undefined || found.materialId !== chosen.current || hasUnit) return;
    chosen.current = '';
    onChange(value, { unitId: found.unitId, unitName: found.unitName });
  }, [found, hasUnit, onChange, value]);
  return (
    <Input
      {...props}
      onChange={(next, beside) => {
        chosen.current = asText(next);
        onChange(next, { ...beside, unitId: null, unitName: '' });
      }}
    />
  );
}

/** The new price, and below it the one in force: what it is, where it holds, since when and by whom. */
function NewPrice(props: InputProps) {
  const word = useWords(priceFormTexts);
  const row: Row = props.row;
  const { Input } = faceOf(props.field);
  const found = useInForce(row);
  // Where the material is known from the start, the price is what is left to type.
  const [isFirst] = useState(asText(row.id) === '' && asText(row.materialId) !== '');
  return (
    <>
      <Input {...props} autoFocus={props.autoFocus === true || isFirst} />
      {found !== undefined && (
        <p className="field-hint price-now" aria-live="polite">
          {found.now === null ? word('now.none') : <Standing of={found.now} row={row} typed={asText(props.value)} />}
        </p>
      )}
    </>
  );
}

interface StandingProps {
  readonly of: NonNullable<InForce['now']>;
  readonly row: Row;
  readonly typed: string;
}
function Standing({ of: now, row, typed }: StandingProps) {
  const word = useWords(priceFormTexts);
  // Prices per different units are not compared.
  const change =
    Decimal.isText(typed) && asText(row.unitId) === now.unitId ? percentAbove(typed, now.price) : undefined;
  return (
    <>
      <b className="figures">{word('now', { price: unitPriceText(now.price, now.unitName) })}</b>
      {' · '}
      {word('now.since', { where: now.where, day: now.startDate })}
      {now.byName !== '' && ` · ${word(now.approved === 1 ? 'now.approved' : 'now.entered', { name: now.byName })}`}
      {change !== undefined && ` · ${word('above', { change: signedPercent(change) })}`}
    </>
  );
}

const INPUTS = { materialId: PricedMaterial, price: NewPrice };

/** Forms of single prices within fill in the unit and show the price in force. */
export const PriceForms = ({ children }: { readonly children: ReactNode }) => (
  <OwnInputs.Provider value={INPUTS}>{children}</OwnInputs.Provider>
);
