import { MenuFoldOutlined, MenuUnfoldOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Result, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { permissionOf, type Action, type Declaration, titleField } from '../../core/declaration.ts';
import { post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { DraftChip } from '../form/draft-chip.tsx';
import { RecordFields, useSaving } from '../form/record-form.tsx';
import { useRecord } from '../form/use-record.ts';
import type { Values } from '../form/values.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { Status } from '../kinds/status.tsx';
import { stateOf } from '../list/columns.tsx';
import { renewLists } from '../list/list-data.ts';
import { OrSheets } from '../paper/printed.tsx';
import { usePaper } from '../paper/use-paper.tsx';
import { useAllowedCodes } from '../queries.ts';
import { recall, remember } from '../../../parts/state/device-storage.ts';
import { session } from '../../../parts/client/session.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLeaveFor, useTabKey, useTitle } from '../navigation/own-tab.ts';
import { close } from '../navigation/tabs.ts';
import { useTell } from '../tell.tsx';
import { ActionBar } from './action-bar.tsx';
import { isEditable, isRemovable, offeredActions } from './actions.ts';
import { Facts, type OwnFacts } from './facts.tsx';
import { LinesEditor, type LinesWishes } from './lines-editor.tsx';
import { DocumentSide } from './side.tsx';
import { type BeforeAct, useAct } from './use-act.tsx';

export interface DocumentPageProps {
  readonly of: Declaration;
  /** Own faces of facts, by field name. Keep the objects stable between renders. */
  readonly facts?: OwnFacts;
  /** Wishes for the lines, by their key. */
  readonly lines?: Readonly<Record<string, LinesWishes>>;
  /** Acts of the life that this page brings what they read: what happens when their button is pressed. */
  readonly acts?: Readonly<Record<string, (row: Values, action: Action) => void>>;
  /** Asked before acts of the life. */
  readonly beforeAct?: BeforeAct;
  /** Buttons before the acts. */
  readonly toolbar?: (row: Values) => ReactNode;
  /** Between facts and lines. */
  readonly children?: (row: Values) => ReactNode;
  /** Between fields and lines while they are being edited: what the screen says as it stands, saved or not. */
  readonly whileEditing?: (values: Values, lines: Readonly<Record<string, readonly Values[]>>) => ReactNode;
  /** What a new document begins with. */
  readonly initial?: Values;
}

const NO_FACTS = {};
const NO_LINES: Readonly<Record<string, LinesWishes>> = {};

/** One document: facts, acts, lines, and at the side what happened to it and what hangs on it. */
export function DocumentPage(props: DocumentPageProps) {
  const { id = 'new' } = useParams();
  return (
    <OrSheets of={props.of} facts={props.facts ?? NO_FACTS} lines={props.lines ?? NO_LINES}>
      <OneDocument key={id} {...props} id={id === 'new' ? undefined : id} />
    </OrSheets>
  );
}

function OneDocument({
  of,
  id,
  facts = NO_FACTS,
  lines: wishes = NO_LINES,
  acts,
  beforeAct,
  toolbar,
  children,
  whileEditing,
  initial,
}: DocumentPageProps & { readonly id: string | undefined }) {
  const phone = usePhone();
  const text = useText();
  const label = useLabel();
  const tell = useTell();
  const navigate = useNavigate();
  const tab = useTabKey();
  const leaveFor = useLeaveFor();
  const codes = useAllowedCodes();
  const [query, setQuery] = useSearchParams();
  const record = useRecord(of, id, initial);
  const [side, setSide] = useState(() => recall('document.side', true));
  const row = record.stored;
  const mayEdit =
    codes.has(permissionOf(of, id === undefined ? 'add' : 'edit')) &&
    isEditable(of, row) &&
    of.calls.some((verb) => verb === 'submit' || verb === 'saveOrUpdate');
  const [wanted, setWanted] = useState(id === undefined || query.get('edit') === '1');
  // An unsaved draft opens the document where it was left.
  const editing = mayEdit && (wanted || record.isDirty);
  const title =
    id === undefined ? text('document.new', { label: label(of.label) }) : String(row?.[titleField(of)] ?? '');
  useTitle(title);
  useEffect(() => {
    if (query.get('edit') === '1') setWanted(true);
  }, [query]);

  const leaveEditing = useCallback((): void => {
    setWanted(false);
    if (query.has('edit')) setQuery({}, { replace: true });
  }, [query, setQuery]);
  const onSaved = useCallback(
    (saved: Values): void => {
      if (id !== undefined) return leaveEditing();
      leaveFor(`${of.path}/${String(saved['id'])}`);
    },
    [id, leaveEditing, leaveFor, of.path],
  );
  const save = useSaving(record, id, onSaved);
  const { act, dialog } = useAct(of, undefined, beforeAct);
  const { print, paper } = usePaper(
    id === undefined || row === undefined ? undefined : { of, row, facts, lines: wishes },
    record.isDirty,
  );

  const offered = useMemo(
    () =>
      row === undefined || id === undefined
        ? []
        : offeredActions(of, row, codes, session.get()?.userId ?? '', {
            dirty: record.isDirty,
            page: acts !== undefined,
          }),
    [of, row, id, codes, record.isDirty, acts],
  );

  const remove = async (): Promise<void> => {
    if (row === undefined || !(await tell.ask(text('delete.ask'), { danger: true, content: title }))) return;
    try {
      await post(callOf(of, 'remove'), { query: { ids: [id ?? ''] } });
      await record.discard();
      tell.done(text('done.deleted'));
      leaveFor(of.path ?? '/');
      await renewLists(of);
    } catch (error) {
      tell.trouble(error);
    }
  };
  const cancel = async (): Promise<void> => {
    if (record.isDirty) {
      if (!(await tell.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') }))) return;
      await record.discard();
    }
    if (id !== undefined) return leaveEditing();
    const next = close(new Set([tab]), tab);
    void navigate(next ?? of.path ?? '/');
  };

  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null && row === undefined) {
    const known = record.error instanceof ApiError ? record.error : undefined;
    return (
      <Result
        status="info"
        title={known?.message ?? text('error.unknown')}
        extra={
          <>
            <Button onClick={() => void navigate(of.path ?? '/')}>{label(of.label)}</Button>
            <Button type="primary" onClick={() => void record.reload()}>
              {text('error.retry')}
            </Button>
          </>
        }
      />
    );
  }
  const shown = record.values;
  const state = row === undefined ? undefined : stateOf(of, row);
  const toggleSide = (): void => {
    remember('document.side', !side);
    setSide(!side);
  };
  const by =
    row === undefined
      ? ''
      : [
          of.title === 'billCode' ? '' : row['billCode'],
          row['applyUserName'] || row['createUserName'],
          String(row['applyTime'] || row['createTime'] || '').slice(0, 16),
        ]
          .filter(Boolean)
          .join(' · ');

  return (
    <article
      className="document"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === 's') {
          event.preventDefault();
          if (editing) void save();
        }
      }}
    >
      <header className="document-head">
        <div className="document-title">
          <span className="soft document-kind">{label(of.label)}</span>
          <div>
            <h1 className="page-title figures" tabIndex={-1}>
              {title}
            </h1>
            {state !== undefined && <Status tone={state.tone} word={label(state.label)} />}
            {by !== '' && <span className="soft figures">{by}</span>}
            <DraftChip record={record} />
          </div>
        </div>
        <ActionBar
          offered={editing ? [] : offered}
          onAct={({ name, action }) =>
            action.page === true && row !== undefined
              ? acts?.[name]?.(row, action)
              : row === undefined
                ? undefined
                : void act(name, action, [row])
          }
          extra={
            !editing &&
            id !== undefined &&
            row !== undefined &&
            isRemovable(of, row) &&
            of.calls.includes('remove') &&
            codes.has(permissionOf(of, 'delete'))
              ? [{ key: '.remove', label: text('delete'), danger: true, run: () => void remove() }]
              : []
          }
        >
          {row !== undefined && toolbar?.(row)}
          {editing ? (
            <>
              <Button onClick={() => void cancel()}>{text('cancel')}</Button>
              <Button type="primary" loading={record.saving} onClick={() => void save()}>
                {text('save')}
              </Button>
            </>
          ) : (
            mayEdit && <Button onClick={() => setWanted(true)}>{text('edit')}</Button>
          )}
        </ActionBar>
        {id !== undefined && (
          <Tooltip title={text('print')}>
            <Button
              type="text"
              className="print-act"
              icon={<PrinterOutlined />}
              aria-label={text('print')}
              onClick={print}
            />
          </Tooltip>
        )}
        {id !== undefined && (
          <Tooltip title={text(side ? 'document.side.hide' : 'document.side.show')}>
            <Button
              type="text"
              className="side-toggle"
              icon={side ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              aria-label={text(side ? 'document.side.hide' : 'document.side.show')}
              aria-expanded={side}
              onClick={toggleSide}
            />
          </Tooltip>
        )}
      </header>
      {/* On a phone it scrolls, with nothing in it that would have to take the keyboard. */}
      <div className="document-body" tabIndex={phone ? 0 : undefined}>
        <div className="document-main">
          {row?.['reason'] !== undefined &&
            row['reason'] !== '' &&
            row['reason'] !== null &&
            (state?.tone === 'look' || state?.tone === 'stop') && (
              <Alert type="warning" showIcon title={String(row['reason'])} />
            )}
          {editing ? (
            <RecordFields
              of={of}
              id={id}
              record={record}
              disabled={false}
              onSave={save}
              lines={wishes}
              between={whileEditing?.(record.values, record.lines)}
            />
          ) : (
            <>
              <Facts of={of} row={shown} own={facts} />
              {row !== undefined && children?.(row)}
              {Object.entries(of.lines ?? {}).map(([key, spec]) => (
                <LinesEditor
                  key={key}
                  name={key}
                  spec={spec}
                  rows={record.lines[key] ?? []}
                  head={shown}
                  beside={record.lines}
                  faults={[]}
                  onChange={() => undefined}
                  readonly
                  {...wishes[key]}
                />
              ))}
            </>
          )}
        </div>
        {side && id !== undefined && row !== undefined && (
          <aside className="document-side">
            <DocumentSide of={of} row={row} />
          </aside>
        )}
      </div>
      {dialog}
      {paper}
    </article>
  );
}
