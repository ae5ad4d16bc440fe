import { CheckCircleFilled, CloudUploadOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import type { Entry } from '../../../parts/offline/outbox.rules.ts';
import { grouped } from '../../../parts/quantities/amount.rules.ts';
import type { SortGroup, SortLine } from './sorting.calls.ts';
import { goalOf, isSorted } from './sorting-table.rules.ts';
import { sortingTexts } from './sorting.texts.ts';
import type { Mode } from './use-sorting-table.view.ts';

interface Props {
  readonly group: SortGroup;
  readonly mode: Mode;
  readonly chosenId: string | undefined;
  /** Lines whose acts wait on this device. */
  readonly waiting: ReadonlySet<string>;
  /** What the server did not take over, by line. */
  readonly refused: ReadonlyMap<string, Entry>;
  readonly maySort: boolean;
  readonly onChoose: (id: string) => void;
  readonly onUndo: (line: SortLine) => void;
  /** Stands below the chosen line, where there is no room beside it. */
  readonly pad: ReactNode;
}

const SIGNS: Readonly<Record<SortLine['state'], ReactNode>> = {
  waiting: null,
  undone: null,
  done: <CheckCircleFilled aria-hidden="true" />,
  short: <ExclamationCircleFilled aria-hidden="true" />,
};
const TONES = { waiting: 'tone-plain', undone: 'tone-waiting', done: 'tone-done', short: 'tone-look' } as const;

/** What a line is called within its group. */
export const lineName = (line: SortLine, mode: Mode): string =>
  mode === 'by-goods' ? line.siteName : `${line.materialName}${line.spec === '' ? '' : ` ${line.spec}`}`;

/** The lines of a group: big enough for a wet thumb, each with its way back. */
export function SortingLines(props: Props): ReactNode {
  const word = useWords(sortingTexts);
  const { group, mode, chosenId, onChoose, pad } = props;
  return (
    <ul className="sort-lines" aria-label={word('lines')}>
      {group.details.map((line) => {
        const isChosen = line.id === chosenId;
        const tour = [
          line.routeName === '' ? word('route.none') : line.routeName,
          ...(line.stopSeq === null ? [] : [word('stop', { seq: line.stopSeq })]),
        ].join(' · ');
        return (
          <Fragment key={line.id}>
            <li className={`${isChosen ? 'is-chosen ' : ''}${isSorted(line) ? 'is-sorted' : ''}`}>
              <button
                type="button"
                className="sort-line"
                aria-current={isChosen}
                disabled={line.isShipped || isSorted(line) || !props.maySort}
                onClick={() => onChoose(line.id)}
              >
                <span className="sort-name">
                  {lineName(line, mode)}
                  <small>{mode === 'by-goods' ? tour : line.batchCode}</small>
                </span>
                <Figures line={line} />
              </button>
              <Standing {...props} line={line} />
            </li>
            {isChosen && pad !== null && <li className="sort-inline">{pad}</li>}
          </Fragment>
        );
      })}
    </ul>
  );
}

function Figures({ line }: { readonly line: SortLine }): ReactNode {
  const word = useWords(sortingTexts);
  const done = isSorted(line);
  return (
    <span className="sort-figures figures">
      {done && <strong>{grouped(line.num)}</strong>}
      <span className={done ? 'soft' : ''}>
        {done && '/ '}
        {grouped(goalOf(line))} <span className="unit">{line.unitName}</span>
      </span>
      {line.targetQty !== null && line.targetQty !== line.orderQty && (
        <small className="tone-look">{word('asked.order', { qty: grouped(line.orderQty) })}</small>
      )}
    </span>
  );
}

function Standing({ line, waiting, refused, maySort, onUndo, mode }: Props & { readonly line: SortLine }): ReactNode {
  const word = useWords(sortingTexts);
  const refusal = refused.get(line.id)?.refusal;
  return (
    <span className="sort-standing">
      {refusal !== undefined && <span className="tone-stop">{word('not-taken', { reason: refusal })}</span>}
      {waiting.has(line.id) && (
        <span className="tone-waiting">
          <CloudUploadOutlined aria-hidden="true" /> {word('is-waiting')}
        </span>
      )}
      {(line.isShipped || line.state !== 'waiting') && (
        <span className={TONES[line.state]}>
          {SIGNS[line.state]} {line.isShipped ? word('shipped') : word(`state.${line.state}`)}
        </span>
      )}
      {isSorted(line) && !line.isShipped && maySort && (
        <Button
          aria-label={word('undo.of', { site: line.siteName, material: mode === 'by-goods' ? line.materialName : '' })}
          onClick={() => onUndo(line)}
        >
          {word('undo')}
        </Button>
      )}
    </span>
  );
}
