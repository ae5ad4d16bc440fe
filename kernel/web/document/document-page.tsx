import { Alert, Button, Result, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { permissionOf, type Action, type ActionOf, type Declaration, titleField } from '../../core/declaration.ts';
import type { WholeRecord } from '../../core/shape.ts';
import { post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { DraftChip } from '../form/draft-chip.tsx';
import { RecordFields, useSaving } from '../form/record-form.tsx';
import { type RecordEditor, useRecord } from '../form/use-record.ts';
import type { FormLines, FormValues, Values } from '../form/values.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { Status } from '../kinds/status.tsx';
import { stateOf } from '../list/columns.tsx';
import { invalidateLists } from '../list/list-data.ts';
import { usePrint } from '../paper/printing.ts';
import { useAllowedCodes } from '../queries.ts';
import { session } from '../../../parts/client/session.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useCloseTabAndGo, useTabKey, useTitle } from '../../../parts/hooks/own-tab.ts';
import { close } from '../../../parts/state/tabs.ts';
import { useNotify } from '../use-notify.tsx';
import { ActionBar } from './action-bar.tsx';
import { isEditable, isRemovable, offeredActions } from './actions.ts';
import { Facts, type OwnFacts } from './facts.tsx';
import { ReadTables, type WishesByKey } from './lines-editor.tsx';
import { useDocumentSide } from './side.tsx';
import { SaveButton } from '../../../parts/form/save-button.tsx';
import { PrintButton } from '../../../parts/paper/print-button.tsx';
import type { BeforeAct } from './use-act.tsx';
import { type RunWork, useDocumentActs } from './use-document-acts.tsx';
import { useAskedAct } from './use-asked-act.ts';

export interface DocumentPageProps<D extends Declaration = Declaration> {
  readonly of: D;
  /** What it is called in place of its number. */
  readonly title?: (row: WholeRecord<D>) => string;
  /** Own faces of facts, by field name. Keep the objects stable between renders. */
  readonly facts?: OwnFacts<D>;
  readonly lines?: WishesByKey<D>;
  /** Acts of the life that this page brings what they read: what happens when their button is pressed. */
  readonly acts?: { readonly [A in ActionOf<D>]?: (row: WholeRecord<D>, action: Action) => unknown };
  /** Asked before acts of the life. */
  readonly beforeAct?: BeforeAct<D>;
  /** Buttons before the acts of a stored document. */
  readonly toolbar?: (row: WholeRecord<D>, run: RunWork) => ReactNode;
  /** Between facts and lines of a stored document. */
  readonly children?: (row: WholeRecord<D>, run: RunWork) => ReactNode;
  /** Between fields and lines while they are being edited: what the screen says as it stands, saved or not. */
  readonly whileEditing?: (values: FormValues<D>, lines: FormLines<D>) => ReactNode;
  /** What a new document begins with. */
  readonly initial?: FormValues<D>;
}

const NO_FACTS = {};
const NO_LINES: WishesByKey = {};

/** One document as it is declared: facts, acts, lines, and at the side what happened to it and what hangs on it. */
export function DocumentPage<D extends Declaration>(props: DocumentPageProps<D>): ReactNode;
// Of any declaration: each answers records of its own, which only it can name.
export function DocumentPage(props: DocumentPageProps): ReactNode {
  const { id = 'new' } = useParams();
  return <OneDocument key={id} {...props} id={id === 'new' ? undefined : id} />;
}

type OneProps = DocumentPageProps & { readonly id: string | undefined };

/** Is the document being edited, and how editing begins and ends. */
function useEditing(of: Declaration, id: string | undefined, record: RecordEditor) {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const tab = useTabKey();
  const codes = useAllowedCodes();
  const [query, setQuery] = useSearchParams();
  const mayEdit =
    codes.has(permissionOf(of, id === undefined ? 'add' : 'edit')) &&
    isEditable(of, record.stored) &&
    of.calls.some((verb) => verb === 'submit' || verb === 'saveOrUpdate');
  const [wanted, setWanted] = useState(id === undefined || query.get('edit') === '1');
  useEffect(() => {
    if (query.get('edit') === '1') setWanted(true);
  }, [query]);
  const end = useCallback((): void => {
    setWanted(false);
    if (query.has('edit')) setQuery({}, { replace: true });
  }, [query, setQuery]);
  const cancel = async (): Promise<void> => {
    if (record.isDirty) {
      if (!(await notify.ask(text('draft.discard.ask'), { danger: true, okText: text('draft.discard') }))) return;
      await record.discard();
    }
    if (id !== undefined) return end();
    const next = close(new Set([tab]), tab);
    void navigate(next ?? of.path ?? '/');
  };
  // An unsaved draft opens the document where it was left.
  return { mayEdit, isEditing: mayEdit && (wanted || record.isDirty), begin: () => setWanted(true), end, cancel };
}

/** The act that removes the document after asking and leaves its page; none where it may not be removed. */
function useRemoval(of: Declaration, id: string | undefined, record: RecordEditor, title: string) {
  const text = useText();
  const notify = useNotify();
  const leaveFor = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const row = record.stored;
  const isAllowed = of.calls.includes('remove') && codes.has(permissionOf(of, 'delete'));
  if (id === undefined || row === undefined || !isAllowed || !isRemovable(of, row)) return [];
  const remove = async (): Promise<void> => {
    if (!(await notify.ask(text('delete.ask'), { danger: true, content: title }))) return;
    try {
      await post(callOf(of, 'remove'), { query: { ids: [id] } });
      await record.discard();
      notify.done(`${text('done.deleted')} · ${title}`);
      leaveFor(of.path ?? '/');
      await invalidateLists(of);
    } catch (error) {
      notify.error(error);
    }
  };
  return [{ key: '.remove', label: text('delete'), danger: true, run: () => void remove() }];
}

/** The acts of its life that are offered to the person, as it is saved. */
function useOffered(of: Declaration, id: string | undefined, record: RecordEditor, acts: OneProps['acts']) {
  const codes = useAllowedCodes();
  const { stored, isDirty } = record;
  return useMemo(
    () =>
      stored === undefined || id === undefined
        ? []
        : offeredActions(of, stored, codes, session.get()?.userId ?? '', { dirty: isDirty, acts }),
    [of, stored, id, codes, isDirty, acts],
  );
}

function OneDocument(props: OneProps) {
  const { of, id } = props;
  const phone = usePhone();
  const text = useText();
  const label = useLabel();
  const leaveFor = useCloseTabAndGo();
  const record = useRecord(of, id, props.initial);
  const row = record.stored;
  const side = useDocumentSide(of, id === undefined ? undefined : row);
  const title =
    id === undefined
      ? text('document.new', { label: label(of.label) })
      : ((row && props.title?.(row)) ?? String(row?.[titleField(of)] ?? ''));
  useTitle(title);
  const editing = useEditing(of, id, record);
  const { isEditing, end } = editing;
  const offered = useOffered(of, id, record, props.acts);
  const acting = useDocumentActs(of, row, offered, props);
  const { forget } = acting;
  const onSaved = useCallback(
    (saved: Values): void => {
      forget();
      if (id === undefined) leaveFor(`${of.path}/${String(saved['id'])}`);
      else end();
    },
    [forget, id, end, leaveFor, of.path],
  );
  const save = useSaving(record, id, onSaved);
  const print = usePrint(of, row === undefined ? undefined : id, record.isDirty);
  const removal = useRemoval(of, id, record, title);

  useAskedAct(offered, acting.onAct);
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null && row === undefined) return <NotLoaded of={of} record={record} error={record.error} />;
  const saveByKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    if (isEditing) void save();
  };
  return (
    <article className="document" onKeyDown={saveByKey}>
      <header className="document-head">
        <DocumentTitle of={of} title={title} record={record} />
        <ActionBar offered={isEditing ? [] : offered} onAct={acting.onAct} extra={isEditing ? [] : removal}>
          {row !== undefined && id !== undefined && props.toolbar?.(row, acting.run)}
          <EditingButtons editing={editing} isSaving={record.saving} onSave={() => void save()} />
        </ActionBar>
        {id !== undefined && <PrintButton name={text('print')} onPrint={print} />}
        {side.button}
      </header>
      {/* On a phone it scrolls, with nothing in it that would have to take the keyboard. */}
      <div className="document-body" tabIndex={phone ? 0 : undefined}>
        <DocumentMain {...props} record={record} isEditing={isEditing} onSave={save} acting={acting} />
        {side.panel}
      </div>
      {acting.dialog}
    </article>
  );
}

/** The document did not come: why, and where to go from here. */
function NotLoaded({ of, record, error }: Pick<OneProps, 'of'> & { record: RecordEditor; error: Error }) {
  const text = useText();
  const label = useLabel();
  const navigate = useNavigate();
  return (
    <Result
      status="info"
      title={error instanceof ApiError ? error.message : text('error.unknown')}
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

interface TitleProps {
  readonly of: Declaration;
  readonly title: string;
  readonly record: RecordEditor;
}

/** What document it is, in which state, whose and of when. */
function DocumentTitle({ of, title, record }: TitleProps) {
  const label = useLabel();
  const row = record.stored;
  const state = row === undefined ? undefined : stateOf(of, row);
  const by = row === undefined ? [] : authorshipOf(title, row);
  return (
    <div className="document-title">
      {row?.['id'] !== undefined && <span className="soft document-kind">{label(of.label)}</span>}
      <div>
        <h1 className="page-title figures" tabIndex={-1}>
          {title}
        </h1>
        {state !== undefined && <Status tone={state.tone} word={label(state.label)} />}
        {by.length > 0 && <span className="soft figures">{by.join(' · ')}</span>}
        <DraftChip record={record} />
      </div>
    </div>
  );
}
const authorshipOf = (title: string, row: Values): readonly unknown[] =>
  [
    row['billCode'] === title ? '' : row['billCode'],
    row['applyUserName'] || row['createUserName'],
    String(row['applyTime'] || row['createTime'] || '').slice(0, 16),
  ].filter(Boolean);

interface EditingButtonsProps {
  readonly editing: ReturnType<typeof useEditing>;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}
function EditingButtons({ editing, isSaving, onSave }: EditingButtonsProps) {
  const text = useText();
  if (!editing.isEditing) return editing.mayEdit && <Button onClick={editing.begin}>{text('edit')}</Button>;
  return (
    <>
      <Button onClick={() => void editing.cancel()}>{text('cancel')}</Button>
      <SaveButton word={text('save')} isSaving={isSaving} onClick={onSave} />
    </>
  );
}

interface MainProps extends OneProps {
  readonly record: RecordEditor;
  readonly acting: ReturnType<typeof useDocumentActs>;
  readonly isEditing: boolean;
  readonly onSave: ReturnType<typeof useSaving>;
}

/** Facts and lines, to be read or edited, and above them why somebody rejected it. */
function DocumentMain({ of, id, record, isEditing, onSave, acting, ...wishes }: MainProps) {
  const { facts = NO_FACTS, lines = NO_LINES, children, whileEditing } = wishes;
  const row = record.stored;
  const state = row === undefined ? undefined : stateOf(of, row);
  const reason = row?.['reason'];
  return (
    <div className="document-main">
      {acting.banner}
      {reason !== undefined && reason !== '' && reason !== null && ['look', 'stop'].includes(state?.tone ?? '') && (
        <Alert type="warning" showIcon title={String(reason)} />
      )}
      {isEditing ? (
        <RecordFields
          of={of}
          id={id}
          record={record}
          disabled={false}
          onSave={onSave}
          {...{ facts, lines }}
          between={whileEditing?.(record.values, record.lines)}
        />
      ) : (
        <>
          <Facts of={of} row={record.values} own={facts} />
          {row !== undefined && id !== undefined && children?.(row, acting.run)}
          <ReadTables of={of} record={record} faults={acting.lineFaults} wishes={lines} />
        </>
      )}
    </div>
  );
}
