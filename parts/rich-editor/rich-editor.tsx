import {
  BoldOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button, Input, Popover, Tooltip } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../language/language.ts';
import { richTexts } from './texts.ts';
import { useLateFocus } from '../hooks/late-focus.ts';
import './rich-text.css';

const KIT = StarterKit.configure({
  heading: { levels: [2, 3, 4] },
  codeBlock: false,
  link: {
    openOnClick: false,
    protocols: ['mailto', 'tel'],
    defaultProtocol: 'https',
    HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
  },
});
const EMPTY = '<p></p>';

export interface RichEditorProps {
  readonly id: string;
  /** Name of the text for screen readers. */
  readonly label: string;
  /** HTML of the server's allow-list, or empty. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly disabled: boolean;
  readonly wrong: boolean;
  readonly autoFocus: boolean;
}

/** Writes formatted text; what it looks like here is what readers get. */
export function RichEditor({ id, label, value: given, onChange, disabled, wrong, autoFocus }: RichEditorProps) {
  const takesFocus = useLateFocus(autoFocus);
  // None while its tab stands behind: its text is in `value`, and another begins with that when it comes to the front.
  const editor = useEditor({
    extensions: [KIT],
    content: given,
    editable: !disabled,
    autofocus: takesFocus ? 'end' : false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        class: 'tiptap rich-text',
        'aria-label': label,
        ...(wrong ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.getHTML() === EMPTY ? '' : now.getHTML()),
  }) as Editor | null;
  useEffect(() => {
    if (editor === null || editor.isDestroyed) return;
    // A draft taken back, or what the server made of it; not what was just typed.
    const own = editor.getHTML() === EMPTY ? '' : editor.getHTML();
    if (!editor.isFocused && own !== given) editor.commands.setContent(given, { emitUpdate: false });
  }, [editor, given]);
  useEffect(() => {
    if (editor?.isDestroyed === false) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  return (
    <div className={`rich-editor ${wrong ? 'is-wrong' : ''} ${disabled ? 'is-off' : ''}`}>
      {!disabled && editor !== null && <Bar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}

function Bar({ editor }: { readonly editor: Editor }) {
  const word = useWords(richTexts);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      heading: now.isActive('heading', { level: 2 }),
      below: now.isActive('heading', { level: 3 }),
      list: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const act = (
    name: keyof typeof richTexts,
    icon: ReactNode,
    run: () => void,
    pressed?: boolean,
    off?: boolean,
  ): ReactNode => (
    <Tooltip title={word(name)} key={name}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={word(name)}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        disabled={off === true}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      />
    </Tooltip>
  );
  const chain = () => editor.chain().focus();
  return (
    <div className="rich-bar" role="toolbar" aria-label={word('bar')}>
      {act('heading', <b>H1</b>, () => chain().toggleHeading({ level: 2 }).run(), on.heading)}
      {act('below', <b>H2</b>, () => chain().toggleHeading({ level: 3 }).run(), on.below)}
      {act('bold', <BoldOutlined />, () => chain().toggleBold().run(), on.bold)}
      {act('italic', <ItalicOutlined />, () => chain().toggleItalic().run(), on.italic)}
      {act('underline', <UnderlineOutlined />, () => chain().toggleUnderline().run(), on.underline)}
      {act('strike', <StrikethroughOutlined />, () => chain().toggleStrike().run(), on.strike)}
      {act('list', <UnorderedListOutlined />, () => chain().toggleBulletList().run(), on.list)}
      {act('numbers', <OrderedListOutlined />, () => chain().toggleOrderedList().run(), on.numbers)}
      {act('quote', <b>”</b>, () => chain().toggleBlockquote().run(), on.quote)}
      <LinkButton editor={editor} pressed={on.link} />
      {act('line', <LineOutlined />, () => chain().setHorizontalRule().run())}
      {act('undo', <UndoOutlined />, () => chain().undo().run(), undefined, !on.undo)}
      {act('redo', <RedoOutlined />, () => chain().redo().run(), undefined, !on.redo)}
    </div>
  );
}

function LinkButton({ editor, pressed }: { readonly editor: Editor; readonly pressed: boolean }) {
  const word = useWords(richTexts);
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const set = (): void => {
    const href = address.trim();
    setOpen(false);
    if (href === '') editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else if (editor.state.selection.empty && !pressed)
      editor
        .chain()
        .focus()
        .insertContent({
          type: 'text',
          text: href,
          marks: [{ type: 'link', attrs: { href: /^[a-z]+:/i.test(href) ? href : `https://${href}` } }],
        })
        .run();
    else
      editor
        .chain()
        .focus()
        .extendMarkRange('link')
        .setLink({ href: /^[a-z]+:/i.test(href) ? href : `https://${href}` })
        .run();
  };
  return (
    <Popover
      trigger="click"
      open={open}
      destroyOnHidden
      onOpenChange={(now) => {
        setOpen(now);
        setAddress(String(editor.getAttributes('link')['href'] ?? ''));
      }}
      content={
        <Input.Search
          autoFocus
          value={address}
          placeholder="https://"
          aria-label={word('link')}
          enterButton={word('ok')}
          onChange={(event) => setAddress(event.target.value)}
          onSearch={set}
        />
      }
    >
      <Button
        type="text"
        size="small"
        icon={<LinkOutlined />}
        aria-label={word('link')}
        title={word('link')}
        aria-pressed={pressed}
      />
    </Popover>
  );
}
