import { CloseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { Decimal } from '../../core/decimal.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { titleOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';
import type { ListRow } from './list-data.ts';

const NAMED = 8;

type Row = Readonly<Record<string, unknown>>;
interface TouchedProps {
  readonly of: Declaration;
  readonly rows: readonly Row[];
  /** How many of them the list does not show at the moment. */
  readonly hidden: number;
}

/** What rows come to: the sums of the figures that are totalled, those a person may see. */
function Sums({ of, rows }: Omit<TouchedProps, 'hidden'>): ReactNode {
  const language = useLanguage();
  return Object.entries(of.fields).flatMap(([name, field]) => {
    const figures = rows.map((row) => String(row[name] ?? '')).filter(Decimal.isText);
    if (field.rules.total !== true || figures.length === 0) return [];
    const sum = { [name]: Decimal.sum(figures.map(Decimal.of)).toString() };
    return (
      <span key={name} className="row-sum">
        <span className="soft">{field.label[language]}</span> {faceOf(field).cell({ name, field, row: sum, language })}
      </span>
    );
  });
}

/** What an act on several rows touches: their names, their number, and how many of them stand out of sight. */
export function AffectedRows({ of, rows, hidden }: TouchedProps) {
  const text = useText();
  return (
    <div className="soft touched">
      {rows.slice(0, NAMED).map((row) => (
        <div key={String(row['id'])}>{titleOf(of, row)}</div>
      ))}
      {rows.length > 1 && <Sums of={of} rows={rows} />}
      {(rows.length > NAMED || hidden > 0) && (
        <div>{text(hidden > 0 ? 'list.touched.hidden' : 'delete.count', { count: rows.length, hidden })}</div>
      )}
    </div>
  );
}

interface ChosenProps {
  readonly of: Declaration;
  readonly rows: readonly ListRow[];
  readonly hidden: readonly ListRow[];
  readonly onDrop: (ids: readonly string[]) => void;
}

/** How many rows are chosen; those the list does not show are named on asking, and can be let go. */
export function ChosenRows({ of, rows, hidden, onDrop }: ChosenProps): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const sums = <Sums of={of} rows={rows} />;
  if (hidden.length === 0)
    return (
      <>
        <span>{text('list.selected', { count: rows.length })}</span>
        {sums}
      </>
    );
  const list = (
    <ul className="chosen-hidden">
      {hidden.map((row) => (
        <li key={row.id}>
          <span>{titleOf(of, row)}</span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={text('list.unselect.row', { title: titleOf(of, row) })}
            onClick={() => onDrop([row.id])}
          />
        </li>
      ))}
      <li>
        <Button
          type="link"
          size="small"
          onClick={() => {
            setOpen(false);
            onDrop(hidden.map((row) => row.id));
          }}
        >
          {text('list.unselect.hidden')}
        </Button>
      </li>
    </ul>
  );
  return (
    <>
      <span>{text('list.selected.hidden', { count: rows.length, hidden: hidden.length })}</span>
      <Popover trigger="click" placement="bottomLeft" open={open} onOpenChange={setOpen} content={list}>
        <Button type="link" size="small">
          {text('list.selected.look')}
        </Button>
      </Popover>
      {sums}
    </>
  );
}
