import { Drawer, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import type { Values } from './values.ts';
import type { LineTables } from './versions.ts';

// Behind the list, so that the list need not wait for the form.
const RecordForm = lazyPart(
  async () => ({ default: (await import('./record-form.tsx')).RecordForm }),
  () => <Skeleton active className="record-wait" />,
);
const AFTER_THE_LIST_MS = 1_500;

interface Props {
  readonly of: Declaration;
  /** `new`, an id, or undefined for closed. */
  readonly open: string | undefined;
  readonly title?: string;
  readonly initial?: Values;
  /** Above its fields. */
  readonly above?: ReactNode;
  /** Between fields and lines: what the form says as it stands, saved or not. */
  readonly whileEditing?: ((values: Values, lines: LineTables) => ReactNode) | undefined;
  readonly onClose: () => void;
  readonly onSaved?: (row: Values) => void;
  /** Says that a new record stands, instead of the plain word of it. */
  readonly onAdded?: (row: Values) => void;
}

/** Whoever opened a record by keyboard goes on in it, not in the list behind. */
function takeKeyboard(shown: boolean): void {
  const drawer = document.querySelector('.record-drawer');
  if (shown && drawer !== null && !drawer.contains(document.activeElement))
    drawer.querySelector<HTMLElement>('input:not(:disabled), button')?.focus();
}

/** A record beside its list. Closing keeps what was typed on this device. */
export function RecordDrawer({ of, open, title, initial, above, whileEditing, onClose, onSaved, onAdded }: Props) {
  const label = useLabel();
  const text = useText();
  const phone = usePhone();
  const isNew = open === 'new';
  useEffect(() => {
    const prefetch = setTimeout(() => void RecordForm.fetch().catch(() => undefined), AFTER_THE_LIST_MS);
    return () => clearTimeout(prefetch);
  }, []);
  const many = Object.keys(of.lines ?? {}).length > 0;
  return (
    <Drawer
      open={open !== undefined}
      onClose={onClose}
      size={phone ? '100%' : many ? 960 : 640}
      destroyOnHidden
      keyboard
      afterOpenChange={takeKeyboard}
      className="record-drawer"
      title={isNew ? text('new.of', { label: label(of.label) }) : [label(of.label), title].filter(Boolean).join(' · ')}
      styles={{ body: { padding: 0 } }}
    >
      {open !== undefined && (
        <RecordForm
          key={open}
          of={of}
          {...(isNew ? {} : { id: open })}
          {...(initial === undefined ? {} : { initial })}
          {...(above === undefined ? {} : { above })}
          {...(whileEditing === undefined ? {} : { whileEditing })}
          {...(onSaved === undefined ? {} : { onSaved })}
          onClose={onClose}
          onAdded={onAdded}
        />
      )}
    </Drawer>
  );
}
