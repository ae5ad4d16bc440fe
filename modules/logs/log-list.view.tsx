import { CopyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
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
import { usePhone } from '../../parts/hooks/screen.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { logsTexts } from './logs.texts.ts';
import './logs.css';

/** Texts that have a room of their own below the facts. */
const LONG = new Set(['longtext', 'json']);

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
  /** What stands below the facts instead of long texts as they are. */
  readonly below?: (row: Values) => ReactNode;
}

/** A log: newest first, one entry whole in a drawer beside the list. Everything is text; nothing of it runs. */
export function LogList({ of, columns, below }: Props) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const phone = usePhone();
  const [id, setId] = useState<string>();
  const entry = useQuery({
    queryKey: ['log', of.name, id],
    queryFn: ({ signal }) => get<Values>(callOf(of, 'detail'), { id: id! }, signal),
    enabled: id !== undefined,
  });
  const row = entry.data;
  const fields =
    row === undefined
      ? []
      : Object.entries(of.fields).filter(([name, field]) => faceOf(field).text({ name, field, row, language }) !== '');
  return (
    <>
      <ListPage of={of} onOpen={(each) => setId(each.id)} {...(columns === undefined ? {} : { columns })} />
      <Drawer
        open={id !== undefined}
        onClose={() => setId(undefined)}
        size={phone ? '100%' : 720}
        title={row === undefined ? label(of.label) : `${label(of.label)} · ${titleOf(of, row)}`}
      >
        {entry.error !== null ? (
          <Alert
            type="error"
            showIcon
            title={entry.error instanceof ApiError ? entry.error.message : text('error.unknown')}
          />
        ) : row === undefined ? (
          <Skeleton active />
        ) : (
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
        )}
      </Drawer>
    </>
  );
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
