import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import type { Decimal } from '../../kernel/core/decimal.ts';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { FormRow, LinesFace } from '../../kernel/web/document/lines-editor.tsx';
import { withKey } from '../../kernel/web/form/versions.ts';
import { picturesFace } from '../../kernel/web/kinds/files.tsx';
import { refFace } from '../../kernel/web/kinds/ref.tsx';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { amountText, priceText } from '../../parts/quantities/amount.rules.ts';
import { materialBrings } from './priced-materials.view.ts';
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
  const latest = useRef(shown);
  latest.current = shown;
  const change = (key: string, patch: Readonly<Record<string, unknown>>): void => {
    latest.current = latest.current.map((row) =>
      row.key === key ? (entered({ ...row, ...patch }, Object.keys(patch)) as Line) : row,
    );
    onChange(latest.current);
  };
  // What is typed while the unit and the price are looked up stays typed.
  const choose = async (key: string, materialId: unknown, others: Readonly<Record<string, unknown>>): Promise<void> => {
    const id = typeof materialId === 'string' ? materialId : '';
    change(key, { materialId, ...others });
    const brought = await materialBrings(id, head);
    if (latest.current.some((row) => row.key === key && (row.materialId ?? '') === id)) change(key, brought);
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
  const id = (name: string): string => `bought-${at}-${name}`;
  const unit = String(row.unitName ?? '');
  const figure = (name: 'orderQty' | 'price', per: string): ReactNode => (
    <Figure id={id(name)} name={name} value={row[name]} per={per} onChange={onChange} />
  );
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
      <Chosen id={id('materialId')} name="materialId" row={row} onChange={onChoose} />
      <div className="bought-figures">
        {figure('orderQty', '')}
        <Chosen
          id={id('unitId')}
          name="unitId"
          row={row}
          onChange={(unitId, others) => onChange({ unitId, ...others })}
        />
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
      <Photo id={id('picture')} row={row} onChange={onChange} />
      {complaints.map((sentence) => (
        <p key={sentence} className="bought-wrong" role="alert">
          {sentence}
        </p>
      ))}
    </li>
  );
}

interface FigureProps {
  readonly id: string;
  readonly name: 'orderQty' | 'price';
  readonly value: unknown;
  /** The unit a price is of. */
  readonly per: string;
  readonly onChange: LineProps['onChange'];
}
function Figure({ id, name, value, per, onChange }: FigureProps): ReactNode {
  return (
    <label className="bought-figure" htmlFor={id}>
      <span>
        {useLabel()(fields[name].label)} <small>{per}</small>
      </span>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        value={String(value ?? '')}
        onChange={(event) => onChange({ [name]: event.target.value.trim() })}
        onFocus={(event) => event.target.select()}
      />
    </label>
  );
}

interface ChosenProps {
  readonly id: string;
  readonly name: 'materialId' | 'unitId';
  readonly row: Line;
  readonly onChange: LineProps['onChoose'];
}
function Chosen({ id, name, row, onChange }: ChosenProps): ReactNode {
  return (
    <div className="bought-figure">
      <label htmlFor={id}>{useLabel()(fields[name].label)}</label>
      <refFace.Input
        id={id}
        name={name}
        field={fields[name]}
        value={row[name]}
        row={row}
        onChange={(value, others = {}) => onChange(value, others)}
      />
    </div>
  );
}

function Photo({ id, row, onChange }: Pick<LineProps, 'row' | 'onChange'> & { readonly id: string }): ReactNode {
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="soft">
        {useLabel()(fields.picture.label)}
      </span>
      <picturesFace.Input
        id={id}
        name="picture"
        field={fields.picture}
        value={row.picture}
        row={row}
        onChange={(value, others = {}) => onChange({ picture: value, ...others })}
      />
    </div>
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
