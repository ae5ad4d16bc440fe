import { Button, Empty, Input, Segmented, Tree } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { isPhone } from '../../../parts/hooks/screen.ts';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import {
  buttonsToggled,
  type GrantNode,
  halfTicked,
  isPage,
  type Share,
  sharesOf,
  type Shown,
  soughtIn,
  toggled,
} from './grant-tree.rules.ts';

interface Props {
  readonly nodes: readonly GrantNode[];
  readonly ticked: ReadonlySet<string>;
  /** What was ticked when the dialog was opened. */
  readonly before: ReadonlySet<string>;
  /** Every node with those above it. */
  readonly lines: ReadonlyMap<string, readonly GrantNode[]>;
  readonly onChange: (next: ReadonlySet<string>) => void;
  /** What the search box is called. */
  readonly searchName: string;
  /** How ticks go together, in words. */
  readonly rule: string;
  /** Pages have buttons below them that may be ticked at once. */
  readonly withButtons?: boolean;
}

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly children: Branch[];
}
const branchOf = (node: GrantNode): Branch => ({
  key: node.id,
  title: node.title,
  children: (node.children ?? []).map(branchOf),
});

/** Around the tree stand the head of the dialog, its search and its foot; on a phone each in two rows. */
const AROUND_PX = { desk: 372, phone: 500 };
const [LEAST_PX, MOST_PX] = [220, 1_200];

/** The room of the tree in its window, in pixels. */
function useTreeHeight(): number {
  const measure = (): number =>
    Math.min(MOST_PX, Math.max(LEAST_PX, window.innerHeight - (isPhone() ? AROUND_PX.phone : AROUND_PX.desk)));
  const [height, setHeight] = useState(measure);
  useEffect(() => {
    const resized = (): void => setHeight(measure());
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);
  return height;
}

/** A small tree is open from the start; of a large one the groups are read first. */
const SMALL = 40;

/** What of the tree is sought, and which of its branches are open: those of what was found, or as they were left. */
function useSought({ nodes, ticked, before, lines }: Pick<Props, 'nodes' | 'ticked' | 'before' | 'lines'>) {
  const [words, setWords] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [opened, setOpened] = useState<readonly string[]>(() =>
    lines.size <= SMALL ? nodes.map((node) => node.id) : [],
  );
  /** Against what a search opens. */
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isSought = words.trim() !== '' || shown !== 'all';
  const found = useMemo(
    () => (isSought ? soughtIn(nodes, { words, shown, ticked, before }) : { nodes, open: opened }),
    [isSought, nodes, words, shown, ticked, before, opened],
  );
  const turn = (id: string, isOpen: boolean): void => {
    if (isSought) setTurned((now) => new Map(now).set(id, isOpen));
    else setOpened((now) => (isOpen ? [...now, id] : now.filter((each) => each !== id)));
  };
  const open = new Set(found.open);
  if (isSought)
    for (const [id, isOpen] of turned) {
      if (isOpen) open.add(id);
      else open.delete(id);
    }
  return {
    words,
    search: (next: string) => {
      setWords(next);
      setTurned(new Map());
    },
    shown,
    show: (next: Shown) => {
      setShown(next);
      setTurned(new Map());
    },
    found: found.nodes,
    open: [...open],
    turn,
  };
}

/**
 * Ticks in a tree of rights that one can work in: a search that opens what it finds, what is ticked or changes alone,
 * the share of each branch, all buttons of a page at once, and what changes marked where it stands.
 */
export function TickTree({ nodes, ticked, before, lines, onChange, searchName, rule, withButtons = false }: Props) {
  const word = useWords(adminTexts);
  const height = useTreeHeight();
  const { words, search, shown, show, found, open, turn } = useSought({ nodes, ticked, before, lines });
  const branches = useMemo(() => found.map(branchOf), [found]);
  const half = useMemo(() => halfTicked(nodes, ticked), [nodes, ticked]);
  const shares = useMemo(() => sharesOf(nodes, ticked), [nodes, ticked]);
  const all = (on: boolean): void => onChange(nodes.reduce((now, node) => toggled(now, node, [], on), ticked));
  const toggle = (id: string): void => {
    const line = lines.get(id) ?? [];
    const node = line.at(-1);
    // A half tick becomes whole before it goes, as everywhere else.
    if (node !== undefined) onChange(toggled(ticked, node, line, half.has(id) || !ticked.has(id)));
  };
  const row = ({ key, title }: Branch): ReactNode => {
    const line = lines.get(key) ?? [];
    const node = line.at(-1);
    const share = shares.get(key);
    const buttons =
      withButtons && node !== undefined && share !== undefined && isPage(node)
        ? (on: boolean) => onChange(buttonsToggled(ticked, node, line.slice(0, -1), on))
        : undefined;
    return (
      <TickRow
        title={title}
        words={words}
        share={share}
        change={ticked.has(key) === before.has(key) ? undefined : ticked.has(key) ? 'added' : 'removed'}
        onButtons={buttons}
      />
    );
  };
  return (
    <>
      <TreeBar {...{ searchName, words, shown }} onWords={search} onShow={show} onAll={all} />
      {branches.length === 0 ? (
        <Empty
          className="grant-tree"
          style={{ minHeight: height }}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={word(shown === 'changed' && words.trim() === '' ? 'grant.same' : 'grant.nothing')}
        />
      ) : (
        <Tree<Branch>
          className="grant-tree"
          style={{ minHeight: height }}
          checkable
          checkStrictly
          selectable={false}
          height={height}
          blockNode
          treeData={branches}
          titleRender={row}
          checkedKeys={{ checked: [...ticked].filter((id) => !half.has(id)), halfChecked: [...half] }}
          expandedKeys={open}
          onExpand={(_, { node, expanded }) => turn(node.key, expanded)}
          onCheck={(_, { node }) => toggle(node.key)}
        />
      )}
      <p className="soft grant-rule">{rule}</p>
    </>
  );
}

interface BarProps {
  readonly searchName: string;
  readonly words: string;
  readonly shown: Shown;
  readonly onWords: (words: string) => void;
  readonly onShow: (shown: Shown) => void;
  /** Ticks everything there is, or nothing. */
  readonly onAll: (on: boolean) => void;
}

/** What is sought in the tree, what of it is shown, and all or none of it ticked. */
function TreeBar({ searchName, words, shown, onWords, onShow, onAll }: BarProps) {
  const word = useWords(adminTexts);
  return (
    <div className="grant-bar">
      <Input.Search
        allowClear
        autoFocus
        placeholder={searchName}
        aria-label={searchName}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      <Segmented<Shown>
        aria-label={word('grant.shown')}
        value={shown}
        options={(['all', 'ticked', 'changed'] as const).map((value) => ({ value, label: word(`grant.${value}`) }))}
        onChange={onShow}
      />
      <Button type="link" size="small" onClick={() => onAll(true)}>
        {word('grant.every')}
      </Button>
      <Button type="link" size="small" onClick={() => onAll(false)}>
        {word('grant.none')}
      </Button>
    </div>
  );
}

interface RowProps {
  readonly title: string;
  readonly words: string;
  readonly share: Share | undefined;
  readonly change: 'added' | 'removed' | undefined;
  /** Ticks or clears all buttons of a page. */
  readonly onButtons: ((on: boolean) => void) | undefined;
}

/** A node of the tree: its name with what was typed marked in it, its share, and what becomes of it. */
function TickRow({ title, words, share, change, onButtons }: RowProps) {
  const word = useWords(adminTexts);
  const isFull = share !== undefined && share.ticked === share.all;
  return (
    <span className={`grant-node${change === undefined ? '' : ` is-${change}`}`}>
      <span className="grant-title">
        <Marked title={title} words={words} />
      </span>
      {change !== undefined && (
        <span className={`grant-${change}`}>
          {change === 'added' ? '+' : '−'} {word(`grant.mark.${change}`)}
        </span>
      )}
      {share !== undefined && (
        <span className="soft figures grant-share">
          {share.ticked} / {share.all}
        </span>
      )}
      {onButtons !== undefined && (
        <button
          type="button"
          className="row-act grant-page"
          aria-label={`${word(isFull ? 'grant.page.none' : 'grant.page.all')} · ${title}`}
          onClick={(event) => {
            event.stopPropagation();
            onButtons(!isFull);
          }}
        >
          {word(isFull ? 'grant.page.none' : 'grant.page.all')}
        </button>
      )}
    </span>
  );
}

function Marked({ title, words }: { readonly title: string; readonly words: string }) {
  const wanted = words.trim().toLowerCase();
  const at = wanted === '' ? -1 : title.toLowerCase().indexOf(wanted);
  if (at === -1) return title;
  const end = at + wanted.length;
  return (
    <>
      {title.slice(0, at)}
      <mark>{title.slice(at, end)}</mark>
      {title.slice(end)}
    </>
  );
}
