import type { ReactNode } from 'react';
import { RowActions, type RowAction } from './row-actions.tsx';

interface Props<R> {
  readonly row: R;
  readonly title: string;
  readonly facts: readonly CardFact<R>[];
  /** State and time, at the foot. */
  readonly end: readonly CardFact<R>[];
  readonly isAdded: boolean;
  /** In a tree: how deep it stands. */
  readonly level: number | undefined;
  readonly actions: readonly RowAction[];
  /** What the menu of the acts is called. */
  readonly more: string;
  readonly onOpen: (row: R) => void;
}
interface CardFact<R> {
  readonly name: string;
  readonly label: string;
  readonly render: (row: R, isAlone: boolean) => ReactNode;
}

/** One row of a list on a phone: pressed, it opens; what may be done with it stands beside its name. */
export function RowCard<R>({ row, title, facts, end, isAdded, level, actions, more, onOpen }: Props<R>) {
  return (
    <li
      className={isAdded ? 'card is-added' : 'card'}
      {...(level === undefined ? {} : { style: { marginInlineStart: `${level * 16}px` } })}
    >
      <button type="button" className="card-face" onClick={() => onOpen(row)}>
        <strong>{title}</strong>
        <span className="card-facts">
          {facts.map((fact) => (
            <span key={fact.name}>
              <span className="soft">{fact.label}</span> {fact.render(row, true)}
            </span>
          ))}
        </span>
        <span className="card-end">
          {end.map((fact) => (
            <span key={fact.name}>{fact.render(row, true)}</span>
          ))}
        </span>
      </button>
      <RowActions actions={actions} more={more} />
    </li>
  );
}
