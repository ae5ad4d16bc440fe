import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { FormRow, LinesFace } from '../../kernel/web/document/lines-editor.tsx';
import { withKey } from '../../kernel/web/form/versions.ts';
import { picturesFace } from '../../kernel/web/kinds/files.tsx';
import { refFace } from '../../kernel/web/kinds/ref.tsx';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { amountText, priceText } from '../../parts/quantities/amount.rules.ts';
import { referencesOf } from './priced-materials.view.ts';
import { entered, isDear } from './self-purchase-entry.rules.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';
import { selfPurchaseTexts } from './self-purchase.texts.ts';

type Lines = LinesOf<typeof selfPurchaseOrder>['details'];
type Line = FormRow<Lines>;
const { fields } = selfPurchaseOrder.lines!.details;

const empty = () => withKey({ taxRate: '0' });

interface Props {
  readonly face: LinesFace<Lines, typeof selfPurchaseOrder>;
  /** So far above its reference a price needs a reason. */
  readonly percent: Decimal;
}

/** What was bought, one card for one thumb: figures by the keyboard of numbers, the price beside what is known. */
export function BoughtLines({ face, percent }: Props): ReactNode {
  const word = useWords(selfPurchaseTexts);
  const { rows, head, problems, onChange } = face;
  const [first] = useState(() => empty() as Line);
  const shown = rows.length === 0 ? [first] : rows;
  const change = (key: string, patch: Readonly<Record<string, unknown>>): void =>
    onChange(shown.map((row) => (row.key === key ? (entered({ ...row, ...patch }, Object.keys(patch)) as Line) : row)));
  const choose = async (key: string, materialId: unknown, others: Readonly<Record<string, unknown>>): Promise<void> => {
    const id = typeof materialId === 'string' ? materialId : '';
    const known = await referencesOf(id === '' ? [] : [id], head);
    change(key, { materialId, ...others, referenceBase: known.get(id) ?? null });
  };
  return (
    <section className="bought" aria-label={useLabel()(selfPurchaseOrder.lines!.details.label)}>
      <ol>
        {shown.map((row, at) => (
          <BoughtLine
            key={row.key}
            row={row}
            at={at}
            percent={percent}
            complaints={problems.filter((problem) => problem.key === row.key).map(({ sentence }) => sentence)}
            onChange={(patch) => change(row.key, patch)}
            onChoose={(id, others) => void choose(row.key, id, others)}
            {...(shown.length > 1 ? { onDrop: () => onChange(shown.filter((each) => each.key !== row.key)) } : {})}
          />
        ))}
      </ol>
      <Button size="large" block icon={<PlusOutlined />} onClick={() => onChange([...shown, empty() as Line])}>
        {word('add')}
      </Button>
    </section>
  );
}

interface LineProps {
  readonly row: Line;
  readonly at: number;
  readonly percent: Decimal;
  readonly complaints: readonly string[];
  readonly onChange: (patch: Readonly<Record<string, unknown>>) => void;
  readonly onChoose: (materialId: unknown, others: Readonly<Record<string, unknown>>) => void;
  /** Absent of the only line. */
  readonly onDrop?: () => void;
}
function BoughtLine({ row, at, percent, complaints, onChange, onChoose, onDrop }: LineProps): ReactNode {
  const word = useWords(selfPurchaseTexts);
  const label = useLabel();
  const id = (name: string): string => `bought-${at}-${name}`;
  const figure = (name: 'orderQty' | 'price', unit: string): ReactNode => (
    <label className="bought-figure" htmlFor={id(name)}>
      <span>
        {label(fields[name].label)} <small>{unit}</small>
      </span>
      <input
        id={id(name)}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        value={String(row[name] ?? '')}
        onChange={(event) => onChange({ [name]: event.target.value.trim() })}
        onFocus={(event) => event.target.select()}
      />
    </label>
  );
  const unit = String(row.unitName ?? '');
  return (
    <li>
      <header>
        <strong>{word('line', { line: at + 1 })}</strong>
        {typeof row.amount === 'string' && <b className="figures">{amountText(row.amount)}</b>}
        {onDrop !== undefined && (
          <Button type="text" danger onClick={onDrop}>
            {word('drop')}
          </Button>
        )}
      </header>
      <label className="bought-figure" htmlFor={id('materialId')}>
        <span>{label(fields.materialId.label)}</span>
      </label>
      <refFace.Input
        id={id('materialId')}
        name="materialId"
        field={fields.materialId}
        value={row.materialId}
        row={row}
        onChange={(value, others = {}) => onChoose(value, others)}
      />
      <div className="bought-figures">
        {figure('orderQty', unit)}
        {figure('price', unit === '' ? '' : `/ ${unit}`)}
      </div>
      <Beside row={row} percent={percent} />
      {(isDear(row, percent) || (row.deviationReason ?? '') !== '') && (
        <label className="bought-figure" htmlFor={id('deviationReason')}>
          <span>
            {word('say', { percent: percent.toString() })}
            <i aria-hidden="true"> *</i>
          </span>
          <input
            id={id('deviationReason')}
            maxLength={200}
            value={String(row.deviationReason ?? '')}
            onChange={(event) => onChange({ deviationReason: event.target.value })}
          />
        </label>
      )}
      <div role="group" aria-labelledby={`${id('picture')}-label`}>
        <span id={`${id('picture')}-label`} className="soft">
          {label(fields.picture.label)}
        </span>
        <picturesFace.Input
          id={id('picture')}
          name="picture"
          field={fields.picture}
          value={row.picture}
          row={row}
          onChange={(value, others = {}) => onChange({ picture: value, ...others })}
        />
      </div>
      {complaints.map((sentence) => (
        <p key={sentence} className="bought-wrong" role="alert">
          {sentence}
        </p>
      ))}
    </li>
  );
}

/** What the goods are known to cost, and by how much the price strays from it. */
function Beside({ row, percent }: { readonly row: Line; readonly percent: Decimal }): ReactNode {
  const word = useWords(selfPurchaseTexts);
  if (!row.materialId) return null;
  const { referencePrice, deviation } = row;
  if (typeof referencePrice !== 'string') return <p className="bought-beside soft">{word('no-reference')}</p>;
  return (
    <p className="bought-beside figures" role="status">
      <span className="soft">{word('reference', { price: priceText(referencePrice) })}</span>{' '}
      {typeof deviation === 'string' && (
        <strong className={isDear(row, percent) ? 'is-dear' : ''}>
          {deviation.startsWith('-') ? '−' : '+'}
          {deviation.replace('-', '')} %
        </strong>
      )}
    </p>
  );
}
