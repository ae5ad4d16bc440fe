import { kinds } from '../../core/kinds.ts';
import { Button } from 'antd';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { Declaration, FieldsOf } from '../../core/declaration.ts';
import type { Field } from '../../core/field.ts';
import type { RecordOf } from '../../core/shape.ts';
import type { Values } from '../form/values.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { isNeverListed } from '../../../parts/columns/row-keys.rules.ts';
import { faceOf } from '../kinds/faces.ts';
import { isSeen } from '../list/columns.tsx';
import { useAllowedCodes } from '../queries.ts';

/** Own faces, by field name; false where another fact says it already. */
export type OwnFacts<D = Declaration> = {
  readonly [K in keyof FieldsOf<D>]?: ((row: RecordOf<D>) => ReactNode) | false;
};

interface Props {
  readonly of: Declaration;
  readonly row: Values;
  readonly own: OwnFacts;
  /** One line of what is edited elsewhere: asked for the field whose fact was clicked, or for none. */
  readonly onOpen?: ((name: string | undefined) => void) | undefined;
}

/** Every document has these; they tell the past and stand behind what the document itself says. */
const PAST = new Set(['applyUserId', 'applyTime', 'approveUserId', 'approveTime']);

/** What the document is about, then who sent and approved it. */
const pastLast = <T,>(facts: readonly (readonly [name: string, T])[]): readonly (readonly [name: string, T])[] => [
  ...facts.filter(([name]) => !PAST.has(name)),
  ...facts.filter(([name]) => PAST.has(name)),
];

/** What decides first: money, then what lists show. */
const weight = ({ kind, rules }: Field): number => (rules.list !== true ? 2 : kinds[kind].cents === 'always' ? 0 : 1);

/**
 * The document's facts under its title (with its number). Where lines follow they are one line, which opens; a picture
 * folded away proves nothing. Empty facts are left out.
 */
export function Facts({ of, row, own, onOpen }: Props) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const codes = useAllowedCodes();
  const [isOpen, setOpen] = useState(false);
  const hasLines = of.lines !== undefined;
  // A figure says its unit itself.
  const units = new Set(Object.values(of.fields).map(({ rules }) => rules.unit));
  const facts = pastLast(
    Object.entries(of.fields).filter(
      ([name, field]) =>
        own[name] !== false &&
        name !== 'billCode' &&
        name !== of.title &&
        !units.has(name) &&
        isSeen(field, codes) &&
        !isNeverListed(field) &&
        (own[name] !== undefined || faceOf(field).text({ name, field, row, language }) !== ''),
    ),
  );
  const near = facts.filter(([name]) => !PAST.has(name));
  const isLine =
    onOpen !== undefined || (hasLines && !isOpen && !near.some(([, { kind }]) => kinds[kind].files === 'pictures'));
  const open = ({ target }: MouseEvent): void => {
    if (onOpen === undefined) setOpen(true);
    else onOpen((target as Element).closest<HTMLElement>('[data-fact]')?.dataset['fact']);
  };
  const shown = isOpen ? facts : isLine ? near.toSorted(([, a], [, b]) => weight(a) - weight(b)) : near;
  return (
    <div className={isLine ? 'facts is-line' : 'facts'} onClick={isLine ? open : undefined}>
      <dl>
        {shown.map(([name, field]) => (
          <div key={name} data-fact={name} className={faceOf(field).wide === true ? 'is-wide' : ''}>
            <dt>{label(field.label)}</dt>
            <dd>
              {(own[name] || undefined)?.(row) ?? faceOf(field).cell({ name, field, row, language, isAlone: true })}
            </dd>
          </div>
        ))}
      </dl>
      {(hasLines || facts.length > near.length) && (
        <Button
          type="link"
          size="small"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen && onOpen === undefined}
        >
          {text(onOpen !== undefined ? 'document.edit-facts' : isOpen ? 'document.fewer-facts' : 'document.more-facts')}
        </Button>
      )}
    </div>
  );
}
