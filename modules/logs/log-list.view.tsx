import { CopyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { get } from '../../parts/client/api.ts';
import { callOf, titleOf } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../parts/client/errors.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import type { ColumnRenderers } from '../../kernel/web/list/columns.tsx';
import type { ListRow } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useTitle } from '../../parts/hooks/own-tab.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { logsTexts } from './logs.texts.ts';
import './logs.css';

/** Texts that have a room of their own below the facts. */
const LONG = new Set(['longtext', 'json']);

const NO_KEYS: readonly string[] = [];
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

interface Props {
  readonly of: Declaration;
  readonly columns?: ColumnRenderers;
  /** Keys of a row that the columns read beside their own. */
  readonly reads?: readonly string[];
  /** What stands below the facts instead of long texts as they are. */
  readonly below?: (row: Values) => ReactNode;
}

/**
 * A log: newest first, one entry whole in a drawer beside the list, or alone at its own address. Everything is text;
 * nothing of it runs.
 */
export function LogList(props: Props) {
  const { of, columns } = props;
  const phone = usePhone();
  const { id: alone } = useParams();
  const [id, setId] = useState<string>();
  const entry = useEntry(props, alone ?? id);
  useTitle(alone === undefined ? undefined : entry.title);
  if (alone !== undefined)
    return (
      <article className="record-page">
        <h1 className="page-title" tabIndex={-1}>
          {entry.title}
        </h1>
        {entry.body}
      </article>
    );
  return (
    <>
      <ListPage
        of={of}
        reads={props.reads ?? NO_KEYS}
        onOpen={(each) => setId(each.id)}
        {...(columns === undefined ? {} : { columns })}
      />
      <Drawer open={id !== undefined} onClose={() => setId(undefined)} size={phone ? '100%' : 720} title={entry.title}>
        {entry.body}
      </Drawer>
    </>
  );
}

/** One entry: what it is called, and all that is known of it, in the words of the list. */
function useEntry(
  { of, columns, below }: Props,
  id: string | undefined,
): { readonly title: string; readonly body: ReactNode } {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const { data: row, error } = useQuery({
    queryKey: ['log', of.name, id],
    queryFn: ({ signal }) => get<Values>(callOf(of, 'detail'), { id: id! }, signal),
    enabled: id !== undefined,
  });
  const title = label(of.label);
  if (error !== null) {
    const message = error instanceof ApiError ? error.message : text('error.unknown');
    return { title, body: <Alert type="error" showIcon title={message} /> };
  }
  if (row === undefined) return { title, body: <Skeleton active /> };
  const fields = Object.entries(of.fields).filter(
    ([name, field]) => faceOf(field).text({ name, field, row, language }) !== '',
  );
  const called = columns?.[of.title ?? '']?.(row as ListRow);
  return {
    title: `${title} · ${typeof called === 'string' ? called : titleOf(of, row)}`,
    body: (
      <>
        <dl className="log-facts">
          {fields
            .filter(([name, field]) => !LONG.has(field.kind) && name !== of.title)
            .map(([name, field]) => (
              <Fact key={name} name={label(field.label)}>
                {columns?.[name]?.(row as ListRow) ?? faceOf(field).cell({ name, field, row, language })}
              </Fact>
            ))}
        </dl>
        {below?.(row)}
        {fields
          .filter(([, field]) => field.kind === 'longtext')
          .map(([name, field]) => (
            <LongText key={name} name={label(field.label)} value={pretty(String(row[name] ?? ''))} />
          ))}
      </>
    ),
  };
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function LongText({ name, value }: { readonly name: string; readonly value: string }) {
  const word = useWords(logsTexts);
  const notify = useNotify();
  return (
    <>
      <h3 className="log-part">
        {name}
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={word('copy')}
          onClick={() =>
            void navigator.clipboard.writeText(value).then(() => notify.done(word('copied')), notify.error)
          }
        />
      </h3>
      <pre className="log-text" tabIndex={0}>
        {value}
      </pre>
    </>
  );
}
