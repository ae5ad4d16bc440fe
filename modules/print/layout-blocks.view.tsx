import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Dropdown, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { label as labelOf } from '../../kernel/core/label.ts';
import { declarationOf } from '../../kernel/web/catalogue.ts';
import { comma, useLabel, useWords } from '../../parts/language/language.ts';
import {
  type Align,
  type Block,
  type BlockKind,
  BLOCKS_MAX,
  type Layout,
  missingFields,
  printedColumns,
  printedFields,
  type Size,
  WORDS_MAX,
} from './layout.rules.ts';
import { printTexts } from './print.texts.ts';

interface Props {
  readonly printed: string;
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}

const KINDS: readonly BlockKind[] = ['head', 'words', 'facts', 'table', 'signs', 'label'];
const SIZES: readonly Size[] = ['small', 'normal', 'large'];
const ALIGNS: readonly Align[] = ['start', 'center', 'end'];

/** A block nobody has said anything of yet. */
function freshBlock(is: BlockKind, of: Declaration): Block {
  switch (is) {
    case 'head':
      return { is };
    case 'words':
      return { is, zh: '', en: '', size: 'normal', align: 'start' };
    case 'facts':
      return { is, fields: [], across: 3 };
    case 'table':
      return { is, lines: Object.keys(of.lines ?? {})[0] ?? '', columns: [], totals: true };
    case 'signs':
      return { is, signers: [] };
    case 'label':
      return { is, code: of.fields['billCode'] === undefined ? '' : 'billCode', words: [] };
  }
}

/** The blocks of a layout in their order, each with what is said of it. */
export function LayoutBlocks({ printed, layout, onChange }: Props): ReactNode {
  const word = useWords(printTexts);
  const of = declarationOf(printed);
  if (of === undefined) return null;
  const { blocks } = layout;
  const set = (next: readonly Block[]): void => onChange({ blocks: next });
  const swap = (at: number, other: number): void => {
    const next = [...blocks];
    [next[at], next[other]] = [next[other]!, next[at]!];
    set(next);
  };
  const gone = missingFields(layout, of);
  const kinds = KINDS.filter((is) => is !== 'table' || Object.keys(of.lines ?? {}).length > 0);
  return (
    <div className="template-blocks">
      {gone.length > 0 && <Alert type="warning" showIcon title={word('gone', { names: gone.join(comma()) })} />}
      {blocks.map((block, at) => (
        // A block is told from others by its place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={`${block.is}-${at}`} className="template-block" aria-label={word(`block.${block.is}`)}>
          <header>
            <strong>{word(`block.${block.is}`)}</strong>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={word('up', { at: at + 1 })}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              disabled={at === blocks.length - 1}
              aria-label={word('down', { at: at + 1 })}
              onClick={() => swap(at, at + 1)}
            />
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={word('remove', { at: at + 1 })}
              onClick={() => set(blocks.filter((_, other) => other !== at))}
            />
          </header>
          <BlockEditor
            of={of}
            block={block}
            onChange={(next) => set(blocks.map((each, other) => (other === at ? next : each)))}
          />
        </section>
      ))}
      <Dropdown
        trigger={['click']}
        disabled={blocks.length >= BLOCKS_MAX}
        menu={{
          items: kinds.map((is) => ({ key: is, label: word(`block.${is}`) })),
          onClick: ({ key }) => set([...blocks, freshBlock(key as BlockKind, of)]),
        }}
      >
        <Button icon={<PlusOutlined />}>{word('add')}</Button>
      </Dropdown>
    </div>
  );
}

interface EditorProps<B extends Block = Block> {
  readonly of: Declaration;
  readonly block: B;
  readonly onChange: (block: Block) => void;
}
type Of<K extends BlockKind> = EditorProps<Extract<Block, { is: K }>>;

function BlockEditor({ of, block, onChange }: EditorProps): ReactNode {
  const word = useWords(printTexts);
  switch (block.is) {
    case 'head':
      return <p className="soft">{word('block.head.is')}</p>;
    case 'words':
      return <WordsEditor {...{ of, block, onChange }} />;
    case 'facts':
      return <FactsEditor {...{ of, block, onChange }} />;
    case 'table':
      return <TableEditor {...{ of, block, onChange }} />;
    case 'signs':
      return <SignsEditor {...{ of, block, onChange }} />;
    case 'label':
      return <LabelEditor {...{ of, block, onChange }} />;
  }
}

/** Fields to choose from, called as they are on the screens. */
function useOptions(fields: Fields) {
  const label = useLabel();
  return Object.entries(fields).map(([value, field]) => ({ value, label: label(field.label) }));
}

/** A named control. */
function Named({ name, children }: { readonly name: string; readonly children: (id: string) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <label htmlFor={id}>
      <span>{name}</span>
      {children(id)}
    </label>
  );
}

/** Chooses a field that is put behind the words. */
function InsertField({ of, onInsert }: { readonly of: Declaration; readonly onInsert: (place: string) => void }) {
  const word = useWords(printTexts);
  const options = useOptions(printedFields(of));
  return (
    <Select
      size="small"
      className="template-insert"
      aria-label={word('insert')}
      placeholder={word('insert')}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(name: string | null) => name !== null && onInsert(`{{${name}}}`)}
    />
  );
}

function WordsEditor({ of, block, onChange }: Of<'words'>): ReactNode {
  const word = useWords(printTexts);
  return (
    <>
      <Named name={word('words.zh')}>
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={WORDS_MAX}
            value={block.zh}
            onChange={(event) => onChange({ ...block, zh: event.target.value })}
          />
        )}
      </Named>
      <Named name={word('words.en')}>
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={WORDS_MAX}
            value={block.en}
            onChange={(event) => onChange({ ...block, en: event.target.value })}
          />
        )}
      </Named>
      <div className="template-row">
        <InsertField
          of={of}
          onInsert={(place) =>
            onChange({ ...block, zh: `${block.zh}${place}`, en: block.en === '' ? '' : `${block.en}${place}` })
          }
        />
        <Named name={word('size')}>
          {(id) => (
            <Select<Size>
              id={id}
              size="small"
              value={block.size}
              options={SIZES.map((value) => ({ value, label: word(`size.${value}`) }))}
              onChange={(size) => onChange({ ...block, size })}
            />
          )}
        </Named>
        <Named name={word('align')}>
          {(id) => (
            <Select<Align>
              id={id}
              size="small"
              value={block.align}
              options={ALIGNS.map((value) => ({ value, label: word(`align.${value}`) }))}
              onChange={(align) => onChange({ ...block, align })}
            />
          )}
        </Named>
      </div>
      <p className="soft">{word('words.hint')}</p>
    </>
  );
}

function FactsEditor({ of, block, onChange }: Of<'facts'>): ReactNode {
  const word = useWords(printTexts);
  const options = useOptions(printedFields(of));
  return (
    <>
      <Named name={word('fields')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            placeholder={word('all-that-tell')}
            showSearch={{ optionFilterProp: 'label' }}
            value={[...block.fields]}
            options={options}
            onChange={(fields: string[]) => onChange({ ...block, fields })}
          />
        )}
      </Named>
      <Named name={word('across')}>
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={3}
            precision={0}
            value={block.across}
            onChange={(across) => onChange({ ...block, across: across ?? 3 })}
          />
        )}
      </Named>
    </>
  );
}

function TableEditor({ of, block, onChange }: Of<'table'>): ReactNode {
  const word = useWords(printTexts);
  const label = useLabel();
  const options = useOptions(printedColumns(of, block.lines));
  const tables = Object.entries(of.lines ?? {});
  return (
    <>
      {tables.length > 1 && (
        <Named name={word('lines')}>
          {(id) => (
            <Select
              id={id}
              value={block.lines}
              options={tables.map(([value, lines]) => ({ value, label: label(lines.label) }))}
              onChange={(lines: string) => onChange({ ...block, lines, columns: [] })}
            />
          )}
        </Named>
      )}
      <Named name={word('columns')}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            placeholder={word('all-that-tell')}
            showSearch={{ optionFilterProp: 'label' }}
            value={[...block.columns]}
            options={options}
            onChange={(columns: string[]) => onChange({ ...block, columns })}
          />
        )}
      </Named>
      <Checkbox checked={block.totals} onChange={(event) => onChange({ ...block, totals: event.target.checked })}>
        {word('totals')}
      </Checkbox>
    </>
  );
}

/** `送货 / Delivered by`, one a line. */
const PARTING = ' / ';
function SignsEditor({ block, onChange }: Of<'signs'>): ReactNode {
  const word = useWords(printTexts);
  const read = (line: string) => {
    const [zh = '', en = ''] = line.split(PARTING);
    return labelOf(zh, en);
  };
  return (
    <Named name={word('signers')}>
      {(id) => (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={word('own-signers')}
          value={block.signers.map(({ zh, en }) => (en === '' || en === zh ? zh : `${zh}${PARTING}${en}`)).join('\n')}
          onChange={({ target: { value } }) =>
            onChange({ ...block, signers: value === '' ? [] : value.split('\n').map(read) })
          }
        />
      )}
    </Named>
  );
}

function LabelEditor({ of, block, onChange }: Of<'label'>): ReactNode {
  const word = useWords(printTexts);
  const options = useOptions(printedFields(of));
  return (
    <>
      <Named name={word('code')}>
        {(id) => (
          <Select
            id={id}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            {...(block.code === '' ? {} : { value: block.code })}
            options={options}
            onChange={(code: string | undefined) => onChange({ ...block, code: code ?? '' })}
          />
        )}
      </Named>
      <Named name={word('label.words')}>
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={block.words.join('\n')}
            onChange={({ target: { value } }) => onChange({ ...block, words: value === '' ? [] : value.split('\n') })}
          />
        )}
      </Named>
      <InsertField of={of} onInsert={(place) => onChange({ ...block, words: [...block.words, place] })} />
      <p className="soft">{word('words.hint')}</p>
    </>
  );
}
