import { Button, Empty } from 'antd';
import type { Declaration } from '../../core/declaration.ts';
import type { Label } from '../../core/label.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';

interface Props {
  readonly of: Declaration;
  readonly loaded: boolean;
  readonly failed: boolean;
  readonly filtered: boolean;
  /** What the state or tab is called that alone leaves nothing to show. */
  readonly tab: Label | undefined;
  readonly onClear: () => void;
  readonly onCreate: (() => void) | undefined;
}

/** An empty list says what it is for and what to do first. */
export function EmptyList({ of, loaded, failed, filtered, tab, onClear, onCreate }: Props) {
  const text = useText();
  const label = useLabel();
  if (failed && !loaded) return <div className="nothing" />;
  if (!loaded) return <div className="nothing soft">{text('loading')}</div>;
  if (filtered) {
    return (
      <Empty
        className="nothing"
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <strong>
              {tab === undefined ? text('list.empty.filtered') : text('list.empty.tab', { tab: label(tab) })}
            </strong>
            {tab === undefined && <p>{text('list.empty.filtered.help')}</p>}
          </>
        }
      >
        <Button onClick={onClear}>{text(tab === undefined ? 'list.filters.clear' : 'list.empty.all')}</Button>
      </Empty>
    );
  }
  return (
    <Empty
      className="nothing"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{text('list.empty', { label: label(of.label) })}</strong>
          {of.purpose !== undefined && <p>{label(of.purpose)}</p>}
        </>
      }
    >
      {onCreate !== undefined && (
        <Button type="primary" onClick={onCreate}>
          {text('new.of', { label: label(of.label) })}
        </Button>
      )}
    </Empty>
  );
}
