import { useWords } from '../../../parts/language/language.ts';
import type { Tone } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { historyEntry, sentChange } from './flow-view.calls.ts';
import { workflowTexts } from '../workflow.texts.ts';

type Happened = TypeOf<typeof historyEntry>;
type Change = TypeOf<typeof sentChange>;

const toneOf = (event: Happened): Tone =>
  event.endTime === ''
    ? 'waiting'
    : event.result === 'approved' || event.kind === 'end'
      ? 'done'
      : event.result === 'rejected' || event.kind === 'return' || event.kind === 'cancel'
        ? 'look'
        : 'plain';

/** Who said what and when, the latest last; whoever it waits for stands at the end. */
export function FlowHistory({ of }: { readonly of: readonly Happened[] }) {
  const word = useWords(workflowTexts);
  const shown = of.filter((event) => event.kind !== 'gateway' && event.kind !== 'end');
  const sentenceOf = (event: Happened): string => {
    if (event.kind === 'task')
      return event.endTime === '' ? word(event.result === 'queued' ? 'queued' : 'waiting') : event.resultName;
    return word(`kind.${event.kind}` as 'kind.start', {
      name: event.kind === 'return' ? event.result : event.otherUserName,
    });
  };
  return (
    <ol className="timeline flow-history">
      {shown.map((event, at) => (
        <li key={at} className={`tone-${toneOf(event)}`}>
          <div className="flow-step">
            <span>{event.kind === 'start' ? word('kind.start') : event.historyActivityName}</span>
            {event.kind !== 'start' && <span className="flow-said">{sentenceOf(event)}</span>}
          </div>
          <div className="soft figures">
            {[
              event.assigneeName,
              event.onBehalfOfName === '' ? '' : word('onBehalf', { name: event.onBehalfOfName }),
              (event.endTime || event.createTime).slice(5, 16),
              event.historyActivityDurationTime === '' || event.kind !== 'task'
                ? ''
                : word('took', { span: event.historyActivityDurationTime }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          {event.comment !== '' && <blockquote>{event.comment}</blockquote>}
        </li>
      ))}
    </ol>
  );
}

/** What was sent differently from the time before. */
export function Changes({ of }: { readonly of: readonly Change[] }) {
  const word = useWords(workflowTexts);
  if (of.length === 0) return <p className="soft">{word('changed.none')}</p>;
  return (
    <dl className="flow-changes">
      {of.map((change, at) => (
        <div key={at}>
          <dt>
            {change.lines !== '' && (
              <span className="soft">
                {word('changed.line', { lines: change.linesName, line: change.lineNo ?? '' })}{' '}
                {change.what !== 'changed' && word(change.what === 'added' ? 'changed.added' : 'changed.removed')}{' '}
                ·{' '}
              </span>
            )}
            {change.name}
          </dt>
          <dd>
            {change.before !== '' && <del>{change.before}</del>}
            {change.after !== '' && <ins>{change.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
