import { PictureOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin } from 'antd';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { shrinkPicture } from '../../../parts/pictures/shrink-picture.ts';
import { Placeholders } from '../../../parts/form/placeholders.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { priceText, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import type { ColumnRenderers } from '../../../kernel/web/list/columns.tsx';
import { fetchRows, type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import type { BeforeFreeze } from '../../../kernel/web/list/use-list-acts.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { useInherited } from '../material-page/material-form.view.tsx';
import { materialPageTexts } from '../material-page/material-page.texts.ts';
import { bomReplacementTexts } from '../dishes/replacement/bom-replacement.texts.ts';
import * as calls from './material.calls.ts';
import { material, materialReads } from './material.resource.ts';
import { withReadiness } from './shown-materials.ts';
import { materialTexts } from './material.texts.ts';
import { MaterialName } from './material-name.view.tsx';
import { Uses } from './material-uses.view.tsx';
import { Lamps, NotReady, Readiness } from './readiness.view.tsx';
import { useMerge } from '../merging/use-merge.view.tsx';

// What the rows do not wait for.
const MaterialTypes = lazyPart(
  async () => ({ default: (await import('./material-types.view.tsx')).MaterialTypes }),
  () => <div className="material-types" />,
);
const ManyMaterials = lazyPart(async () => ({
  default: (await import('../material-page/many-materials.view.tsx')).ManyMaterials,
}));
const ReplaceMaterial = lazyPart(async () => ({
  default: (await import('../dishes/replacement/replace-material.view.tsx')).ReplaceMaterial,
}));

/** So many travel together: a long way keeps its steps short. */
const AT_ONCE = 20;

type Read = (typeof materialReads)[number];
type Row = ListRow<typeof material, Read>;
type Answer = TypeOf<typeof calls.uploadPictures.answer>;

/** Where two materials are chosen: each of them into the other. */
function useMergeOfTwo(): (rows: readonly Row[]) => readonly RowAction[] {
  const word = useWords(materialTexts);
  const merge = useMerge();
  const mayMerge = useAllowed('material_merge');
  return useCallback(
    (rows: readonly Row[]): readonly RowAction[] => {
      const [one, other] = rows;
      if (
        !mayMerge ||
        one === undefined ||
        other === undefined ||
        rows.length !== 2 ||
        rows.some((row) => row.frozen === 1)
      )
        return [];
      return [
        [one, other],
        [other, one],
      ].map(([from, into]) => ({
        key: `merge ${from!.id}`,
        label: word('merge.pair', { from: from!.name, into: into!.name }),
        run: () => void merge(from!.id, into!.id),
      }));
    },
    [mayMerge, merge, word],
  );
}

/** A name with its specification and what keeps it from use, a price per base unit; lamps for whoever adds them. */
const COLUMNS: ColumnRenderers<typeof material, Read> = {
  name: (row) => (
    <>
      <MaterialName of={row} />
      <NotReady of={row} />
    </>
  ),
  todayPrice: ({ todayPrice, baseUnitName }, isAlone) =>
    typeof todayPrice === 'string' && todayPrice !== '' ? (
      <span className="figures">
        {isAlone === true ? unitPriceText(todayPrice, '') : priceText(todayPrice)}{' '}
        <span className="unit">/ {baseUnitName}</span>
      </span>
    ) : (
      <span className="empty-cell">–</span>
    ),
  readyFor: (row) => <Lamps of={row} />,
};

/** Several materials to be changed together. Any of their fields may be: they are read whole. */
function useMany() {
  const { error: report } = useNotify();
  const [many, setMany] = useState<readonly ListRow<typeof material>[]>();
  const chooseMany = useCallback(
    (rows: readonly Row[]) =>
      fetchRows(material, 'page', { id_in: rows.map(({ id }) => id).join(',') }, rows.length)
        .then((whole) => setMany((whole ?? []) as readonly ListRow<typeof material>[]))
        .catch(report),
    [report],
  );
  const closeMany = useCallback(() => setMany(undefined), []);
  return { many, chooseMany, closeMany };
}

/** What freezing materials touches, asked before it is done. */
function useFreezeQuestion(): BeforeFreeze<typeof material, never> {
  const word = useWords(materialTexts);
  return useCallback<BeforeFreeze<typeof material, never>>(
    async (rows) => {
      const uses = await request(calls.freezeImpact, { ids: rows.map((row) => row.id) });
      return {
        question: word('freeze.ask', { count: rows.length }),
        okText: word('freeze.ok'),
        content: <Uses uses={uses} none={word('freeze.none')} lead={word('freeze.lead')} />,
      };
    },
    [word],
  );
}

/** Materials with what they cost and what is available of them, and pictures of many of them at once. */
export default function MaterialListPage({ toolbar }: { readonly toolbar?: ReactNode }) {
  const navigate = useNavigate();
  const above = useCallback((id: string) => <Readiness id={id} />, []);
  const beforeFreeze = useFreezeQuestion();
  const [type, setType] = useState('');
  const query = useMemo(() => (type === '' ? withReadiness : { ...withReadiness, materialType: type }), [type]);
  const mergeOfTwo = useMergeOfTwo();
  const mayEdit = useAllowed(permissionOf(material, 'edit'));
  const { many, chooseMany, closeMany } = useMany();
  const pageWord = useWords(materialPageTexts);
  const rowsActions = useCallback(
    (rows: readonly Row[]): readonly RowAction[] => [
      ...(mayEdit ? [{ key: 'many', label: pageWord('many'), run: () => void chooseMany(rows) }] : []),
      ...mergeOfTwo(rows),
    ],
    [chooseMany, mayEdit, mergeOfTwo, pageWord],
  );
  const { placeholder, whileEditing } = useInherited();
  const [editing, setEditing] = useState<Row>();
  const [replacing, setReplacing] = useState<Row>();
  const mayReplace = useAllowed('bomreplacement_replace');
  const replaceWord = useWords(bomReplacementTexts);
  const rowActions = useCallback(
    (row: Row): readonly RowAction[] =>
      mayReplace ? [{ key: 'replace', label: replaceWord('open'), run: () => setReplacing(row) }] : [],
    [mayReplace, replaceWord],
  );
  return (
    <div className="material-list">
      <MaterialTypes chosen={type} onChoose={setType} />
      <Placeholders value={placeholder}>
        <ListPage
          of={material}
          reads={materialReads}
          query={query}
          rowActions={rowActions}
          rowsActions={rowsActions}
          columns={COLUMNS}
          above={above}
          whileEditing={whileEditing}
          beforeFreeze={beforeFreeze}
          onOpen={(row) => void navigate(`${material.path ?? ''}/${row.id}`)}
          onEdit={setEditing}
          toolbar={
            <>
              {toolbar}
              <ManyPictures />
            </>
          }
        />
        <RecordDrawer
          of={material}
          open={editing?.id}
          title={editing?.name ?? ''}
          above={editing && above(editing.id)}
          whileEditing={whileEditing}
          onClose={() => setEditing(undefined)}
        />
      </Placeholders>
      {many !== undefined && <ManyMaterials rows={many} onClose={closeMany} />}
      {mayReplace && <ReplaceMaterial row={replacing} onClose={() => setReplacing(undefined)} />}
    </div>
  );
}

function ManyPictures() {
  const word = useWords(materialTexts);
  const notify = useNotify();
  const may = useAllowed('material_upload');
  const phone = usePhone();
  const input = useRef<HTMLInputElement>(null);
  const [answers, setAnswers] = useState<Answer>();
  const [left, setLeft] = useState(0);
  // Many files come from a computer; one is taken in the material itself.
  if (!may || phone) return null;
  const send = async (files: readonly File[]): Promise<void> => {
    setAnswers([]);
    setLeft(files.length);
    try {
      for (let from = 0; from < files.length; from += AT_ONCE) {
        const part = files.slice(from, from + AT_ONCE);
        const body = new FormData();
        // What does not open here goes as it is: the server says which file it was.
        for (const file of part) body.append('files', (await shrinkPicture(file)) ?? file, file.name);
        const answer = await request(calls.uploadPictures, {}, { upload: body });
        setAnswers((before) => [...(before ?? []), ...answer]);
        setLeft(files.length - from - part.length);
      }
      await invalidateLists(material);
    } catch (error) {
      notify.error(error);
    } finally {
      setLeft(0);
    }
  };
  const bad = answers?.filter((each) => each.ok === 0) ?? [];
  const good = (answers?.length ?? 0) - bad.length;
  return (
    <>
      <Button icon={<PictureOutlined />} title={word('pictures.how')} onClick={() => input.current?.click()}>
        {word('pictures')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={word('pictures')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
      <Modal
        open={answers !== undefined}
        title={word('pictures')}
        footer={
          <Button type="primary" disabled={left > 0} onClick={() => setAnswers(undefined)}>
            {word('pictures.close')}
          </Button>
        }
        closable={left === 0}
        mask={{ closable: false }}
        onCancel={() => setAnswers(undefined)}
      >
        {left > 0 ? (
          <p role="status">
            <Spin size="small" /> {word('pictures.left', { count: left })}
          </p>
        ) : (
          <Alert
            type={bad.length === 0 ? 'success' : 'warning'}
            showIcon
            title={word(bad.length === 0 ? 'pictures.done' : 'pictures.some', { good, bad: bad.length })}
            description={
              bad.length === 0 ? undefined : (
                <ul className="sentences">
                  {bad.map((each, at) => (
                    <li key={`${each.fileName}-${at}`}>
                      <b>{each.fileName}</b> {each.reason}
                    </li>
                  ))}
                </ul>
              )
            }
          />
        )}
      </Modal>
    </>
  );
}
