import { SaveOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, ConfigProvider, Empty, Input, Select, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { ref } from '../../kernel/core/field.ts';
import { allDeclarations, declarationOf } from '../../kernel/web/catalogue.ts';
import { DraftChip } from '../../kernel/web/form/draft-chip.tsx';
import { useSaving } from '../../kernel/web/form/record-form.tsx';
import { StaleDialog } from '../../kernel/web/form/stale-dialog.tsx';
import { type RecordEditor, useRecord } from '../../kernel/web/form/use-record.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { isPrinted } from '../../kernel/web/paper/is-printed.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { SaveButton } from '../../parts/form/save-button.tsx';
import { useCloseTabAndGo, useTitle } from '../../parts/hooks/own-tab.ts';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { languageOf } from './language-of.ts';
import { builtInLayout, type Layout } from './layout.rules.ts';
import { LayoutBlocks } from './layout-blocks.view.tsx';
import { isPaper, languageChoices, type Paper, paperChoices, type PrintLanguage } from './papers.rules.ts';
import * as calls from './print.calls.ts';
import { printTemplate } from './print-template.resource.ts';
import { printTexts } from './print.texts.ts';
import { SheetRoom } from './sheet-room.view.tsx';
import './print-template.css';

const FRESH: Values = { paper: 'a4', language: 'zh', isDefault: 0 };
const TRIED_AFTER_MS = 400;

/** A print template, drawn up beside what it prints. */
export default function PrintTemplatePage() {
  const { id = 'new' } = useParams();
  return <Template key={id} id={id === 'new' ? undefined : id} />;
}

/** A template as its form holds it. */
interface Draft {
  readonly name: string;
  readonly printed: string;
  readonly paper: Paper;
  readonly language: PrintLanguage;
  readonly isDefault: boolean;
  readonly remark: string;
  readonly layout: Layout;
}
function draftOf(values: Values): Draft {
  const { name, printed, paper, language, isDefault, remark, content } = values;
  const blocks = (content as Layout | null | undefined)?.blocks;
  return {
    name: String(name ?? ''),
    printed: String(printed ?? ''),
    paper: isPaper(paper) ? paper : 'a4',
    language: languageChoices.find(([value]) => value === language)?.[0] ?? 'zh',
    isDefault: Number(isDefault ?? 0) === 1,
    remark: String(remark ?? ''),
    layout: { blocks: Array.isArray(blocks) ? blocks : [] },
  };
}

function Template({ id }: { readonly id: string | undefined }): ReactNode {
  const word = useWords(printTexts);
  const text = useText();
  const closeTabAndGo = useCloseTabAndGo();
  const codes = useAllowedCodes();
  const record = useRecord(printTemplate, id, FRESH);
  const draft = draftOf(record.values);
  useTitle(draft.name === '' ? word('template.new') : draft.name);
  const designs = codes.has(permissionOf(printTemplate, id === undefined ? 'add' : 'edit'));
  const save = useSaving(record, id, ({ id: saved }) => {
    if (id === undefined) closeTabAndGo(`${printTemplate.path ?? ''}/${String(saved)}`);
  });
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
        action={
          <Button size="small" onClick={() => void record.reload()}>
            {text('error.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="list-page">
      <TemplateHead name={draft.name} record={record} onSave={designs ? () => void save() : undefined} />
      <Faults of={Object.values(record.faults)} />
      <StaleDialog of={printTemplate} record={record} onSave={save} />
      <div className="template-page">
        <section className="template-design" aria-label={word('layout')}>
          <ConfigProvider componentDisabled={!designs}>
            <TemplateFacts draft={draft} record={record} />
            {draft.printed !== '' && (
              <LayoutBlocks
                printed={draft.printed}
                layout={draft.layout}
                onChange={(layout) => record.set('content', layout)}
              />
            )}
          </ConfigProvider>
        </section>
        <Tried key={draft.printed} draft={draft} />
      </div>
    </div>
  );
}

interface HeadProps {
  readonly name: string;
  readonly record: RecordEditor;
  /** Absent for whoever only looks. */
  readonly onSave: (() => void) | undefined;
}
function TemplateHead({ name, record, onSave }: HeadProps): ReactNode {
  const word = useWords(printTexts);
  const text = useText();
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1} lang={languageOf(name)}>
        {name === '' ? word('template.new') : name}
      </h1>
      <div className="list-tools">
        <DraftChip record={record} />
        {onSave !== undefined && (
          <SaveButton icon={<SaveOutlined />} word={text('save')} isSaving={record.saving} onClick={onSave} />
        )}
      </div>
    </header>
  );
}

function Faults({ of }: { readonly of: readonly string[] }): ReactNode {
  const text = useText();
  if (of.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="form-alert"
      title={text('form.errors', { count: of.length })}
      description={
        <ul className="sentences">
          {of.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      }
    />
  );
}

/** What it prints, on which paper and in which language. */
function TemplateFacts({ draft, record }: { readonly draft: Draft; readonly record: RecordEditor }): ReactNode {
  const word = useWords(printTexts);
  const label = useLabel();
  const codes = useAllowedCodes();
  const choices = useMemo(
    () =>
      allDeclarations()
        .filter((each) => isPrinted(each) && codes.has(permissionOf(each, 'view')))
        .map((each) => ({ value: each.name, label: label(each.label) })),
    [codes, label],
  );
  /** The layout starts from the built-in one of what is printed. */
  const begin = (printed: string, paper: Paper): void => {
    const of = declarationOf(printed);
    if (of !== undefined) record.set('content', builtInLayout(of, paper));
  };
  return (
    <div className="template-facts">
      <label htmlFor="template-name">
        <span>{word('name')}</span>
        <Input
          id="template-name"
          maxLength={60}
          value={draft.name}
          onChange={(event) => record.set('name', event.target.value)}
        />
      </label>
      <label htmlFor="template-printed">
        <span>{word('printed')}</span>
        <Select
          id="template-printed"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={word('printed.choose')}
          {...(draft.printed === '' ? {} : { value: draft.printed })}
          options={choices}
          onChange={(printed: string) => {
            record.set('printed', printed);
            begin(printed, draft.paper);
          }}
        />
      </label>
      <PaperAndLanguage draft={draft} record={record} onPaper={(paper) => begin(draft.printed, paper)} />
      <Checkbox checked={draft.isDefault} onChange={(event) => record.set('isDefault', event.target.checked ? 1 : 0)}>
        {word('isDefault')}
      </Checkbox>
      <label htmlFor="template-remark" className="is-wide">
        <span>{word('remark')}</span>
        <Input
          id="template-remark"
          maxLength={200}
          value={draft.remark}
          onChange={(event) => record.set('remark', event.target.value)}
        />
      </label>
    </div>
  );
}

interface PaperProps {
  readonly draft: Draft;
  readonly record: RecordEditor;
  /** A new template begins anew on another paper. */
  readonly onPaper: (paper: Paper) => void;
}
function PaperAndLanguage({ draft, record, onPaper }: PaperProps): ReactNode {
  const word = useWords(printTexts);
  const label = useLabel();
  return (
    <>
      <label htmlFor="template-paper">
        <span>{word('paper')}</span>
        <Select<Paper>
          id="template-paper"
          value={draft.paper}
          options={paperChoices.map(([value, zh, en]) => ({ value, label: label({ zh, en }) }))}
          onChange={(paper) => {
            record.set('paper', paper);
            if (record.stored === undefined) onPaper(paper);
          }}
        />
      </label>
      <label htmlFor="template-language">
        <span>{word('language')}</span>
        <Select<PrintLanguage>
          id="template-language"
          value={draft.language}
          options={languageChoices.map(([value, zh, en]) => ({ value, label: label({ zh, en }) }))}
          onChange={(language) => record.set('language', language)}
        />
      </label>
    </>
  );
}

/** What the layout makes of the newest record, or of the one that is chosen, as it stands. */
function Tried({ draft }: { readonly draft: Draft }): ReactNode {
  const word = useWords(printTexts);
  const text = useText();
  const { printed, paper, language, layout } = draft;
  const [chosen, setChosen] = useState<Values>({});
  const field = useMemo(() => ref('预览用', 'Preview with', printed, { optional: true }), [printed]);
  const Chosen = faceOf(field).Input;
  const id = String(chosen['recordId'] ?? '');
  const content = useDebounced(JSON.stringify(layout), TRIED_AFTER_MS);
  const tried = useQuery({
    queryKey: ['print', 'try', printed, paper, language, content, id],
    queryFn: ({ signal }) =>
      request(calls.tryTemplate, { printed, paper, language, content: JSON.parse(content) as Layout, id }, { signal }),
    enabled: printed !== '' && layout.blocks.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (printed === '') return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('first')} />;
  return (
    <section className="template-tried" aria-live="polite">
      <label htmlFor="template-record" className="template-record">
        <span className="soft">{word('record')}</span>
        <Chosen
          key={printed}
          id="template-record"
          name="recordId"
          field={field}
          value={chosen['recordId']}
          row={chosen}
          placeholder={word('record.newest')}
          onChange={(value, beside) => setChosen({ ...beside, recordId: value })}
        />
      </label>
      {tried.error !== null && (
        <Alert
          type="error"
          showIcon
          title={tried.error instanceof ApiError ? tried.error.message : text('error.unknown')}
        />
      )}
      {tried.data === undefined ? (
        tried.error === null && <Skeleton active paragraph={{ rows: 6 }} />
      ) : tried.data.sheets.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('no-record')} />
      ) : (
        <SheetRoom sheets={tried.data.sheets} paper={paper} />
      )}
    </section>
  );
}
