import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { PickerState, PickItem } from './grid-picker.ts';
import { unitPriceText } from '../quantities/amount.rules.ts';
import { grouped, trimmed } from './cell-text.ts';
import { useRoom } from './grid-room.ts';

/** The list to pick from: title and code left, unit, stock and last price right. */
export function PickList({
  picker,
  onTake,
}: {
  readonly picker: PickerState;
  readonly onTake?: (index: number) => void;
}): ReactNode {
  const { id, actions, port, say } = useRoom();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.children[picker.marked]?.scrollIntoView({ block: 'nearest' });
  }, [picker.marked, picker.items]);
  const text = say();
  const quiet =
    picker.status === 'failed'
      ? text('unreachable')
      : picker.status === 'searching'
        ? text('searching')
        : picker.text.trim() === ''
          ? text('typeToSearch')
          : text('noHits', { text: picker.text.trim() });
  return (
    <div
      className={picker.status === 'searching' ? 'lg-picker lg-picker-old' : 'lg-picker'}
      onPointerDown={(event) => event.preventDefault()}
    >
      {picker.items.length === 0 ? (
        <div className="lg-picker-quiet">{quiet}</div>
      ) : (
        <ul
          ref={list}
          role="listbox"
          id={`${id}-list`}
          aria-label={text('hits', { count: picker.items.length, at: picker.marked + 1, name: '' })}
        >
          {picker.items.map((item, at) => (
            <li
              key={item.id}
              role="option"
              id={`${id}-item-${at}`}
              aria-selected={at === picker.marked}
              className="lg-option"
              onClick={() => (onTake ? onTake(at) : actions.takeItem(at, port))}
            >
              <Option item={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Option({ item }: { readonly item: PickItem }): ReactNode {
  const { say } = useRoom();
  const { hit } = item;
  return (
    <>
      <span className="lg-option-title">{item.title}</span>
      {hit?.code !== undefined && <span className="lg-option-code">{hit.code}</span>}
      {hit?.note !== undefined && <span className="lg-option-note">{hit.note}</span>}
      {hit && (
        <span className="lg-option-facts">
          {hit.stock !== undefined && (
            <span>
              {say()('stock', { stock: grouped(trimmed(hit.stock)) })}
              {hit.unit === undefined ? '' : ` ${hit.unit}`}
            </span>
          )}
          {hit.price !== undefined && <span>{unitPriceText(hit.price, hit.unit ?? '')}</span>}
          {hit.stock === undefined && hit.price === undefined && hit.unit !== undefined && <span>{hit.unit}</span>}
        </span>
      )}
    </>
  );
}
