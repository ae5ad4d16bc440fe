import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { Field } from '../../core/field.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useText } from '../i18n.ts';
import { FormFields } from './form-fields.tsx';
import type { Values } from './values.ts';

interface TrialProps<A, N extends string> {
  readonly icon: ReactNode;
  readonly title: string;
  /** What the answer says, above the fields. */
  readonly lead: string;
  /** In place of an answer until all required fields are filled. */
  readonly empty: string;
  readonly close: string;
  readonly fields: Readonly<Record<N, Field>>;
  readonly ask: (query: Readonly<Record<N, string>>, signal: AbortSignal) => Promise<A>;
  /** Of the frame around the answer; also the key it is cached under. */
  readonly className: string;
  readonly children: (answer: A) => ReactNode;
}
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A button that opens a dialog in which somebody tries what a rule would answer; nothing is saved. */
export function Trial<A, N extends string>(props: TrialProps<A, N>): ReactNode {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={props.icon} onClick={() => setOpen(true)} {...(phone ? { 'aria-label': props.title } : {})}>
        {phone ? null : props.title}
      </Button>
      {open && <TrialDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TrialDialog<A, N extends string>(props: TrialProps<A, N> & { readonly onClose: () => void }): ReactNode {
  const { title, lead, empty, close, fields, ask, className, children, onClose } = props;
  const text = useText();
  const base = useId();
  const [values, setValues] = useState<Values>({});
  const query = Object.fromEntries(Object.keys(fields).map((name) => [name, textOf(values[name])])) as Record<
    N,
    string
  >;
  const isReady = Object.entries<Field>(fields).every(([name, { optional }]) => optional || query[name as N] !== '');
  const { data, error } = useQuery({
    queryKey: [className, query],
    queryFn: ({ signal }) => ask(query, signal),
    enabled: isReady,
    retry: false,
  });
  return (
    <Modal open width={640} title={title} footer={<Button onClick={onClose}>{close}</Button>} onCancel={onClose}>
      <p className={`soft ${className}-lead`}>{lead}</p>
      <FormFields
        base={base}
        fields={fields}
        values={values}
        faults={{}}
        autoFocus
        onChange={(name, value, beside) => setValues((before) => ({ ...before, ...beside, [name]: value }))}
      />
      <div className={className} aria-live="polite">
        {!isReady ? (
          <p className="soft">{empty}</p>
        ) : error !== null ? (
          <Alert type="warning" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
        ) : data === undefined ? (
          <Skeleton active paragraph={{ rows: 4 }} title={false} />
        ) : (
          children(data)
        )}
      </div>
    </Modal>
  );
}
