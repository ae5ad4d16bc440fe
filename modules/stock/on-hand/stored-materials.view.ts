import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { get } from '../../../parts/client/api.ts';
import type { Hit, RefSource } from '../../../parts/line-grid/model.ts';
import type { stockBatch } from '../lots/stock-batch.resource.ts';
import { faces, textOf } from './place.view.ts';
import type { stock } from './stock.resource.ts';
import { stockTexts } from '../stock.texts.ts';
import { language } from '../../../parts/language/language.ts';

type Row = Readonly<Record<string, unknown>>;
/** Ids of the materials a document may name; null where it may name any. */
type OnlyThese = (head: Row) => Promise<readonly string[] | null>;
const NO_LIMIT: OnlyThese = async () => null;
const CHOICES = 20;

/** The fields a document names its place in: of a warehouse alone, or of a store of a factory as well. */
type PlaceFields = string | { readonly warehouse: string; readonly store: string };
interface NamedPlace {
  readonly id: string;
  readonly face: (typeof faces)['warehouse' | 'factory'];
}
function placeIn(head: Row, fields: PlaceFields): NamedPlace {
  if (typeof fields === 'string') return { id: textOf(head[fields]), face: faces.warehouse };
  const store = textOf(head[fields.store]);
  return store === ''
    ? { id: textOf(head[fields.warehouse]), face: faces.warehouse }
    : { id: store, face: faces.factory };
}

/** What is available of each material at a place, in base unit; nothing for whoever may not see it. */
async function availableAt(
  materialIds: readonly string[],
  { id, face }: NamedPlace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (id === '' || materialIds.length === 0) return new Map();
  const page = await get<PageOf<RecordOf<typeof stock>>>(
    `/${face.service}/${face.stock}/page`,
    { materialId_in: materialIds.join(','), [`${face.place}_equal`]: id, size: CHOICES * 2 },
    signal,
  ).catch(() => ({ records: [] }));
  return new Map(page.records.map((row) => [textOf(row.materialId), textOf(row.availableQty)]));
}

/**
 * Materials with what is available of each at a place of the document beside them; what is chosen brings its unit.
 */
export const storedMaterials =
  (place: PlaceFields, unit: 'baseUnitId' | 'issueUnitId', only: OnlyThese = NO_LIMIT) =>
  (head: () => Row): RefSource => ({
    async search(text, _row, signal): Promise<readonly Hit[]> {
      const ids = await only(head());
      if (ids?.length === 0) return [];
      const options = await searchRecords(
        'material',
        text.trim(),
        { withFrozen: '1', ...(ids === null ? {} : { id_in: ids.join(',') }) },
        signal,
      );
      const there = await availableAt(
        options.map(({ id }) => id),
        placeIn(head(), place),
        signal,
      );
      return options.map((option): Hit => {
        const own = textOf(option[unit]) === '' ? 'baseUnitId' : unit;
        const available = there.get(option.id);
        return {
          id: option.id,
          name: option.title,
          fit: option.fit,
          code: textOf(option.code),
          unit: textOf(option['baseUnitName']),
          ...(available === undefined ? {} : { stock: available }),
          ...(textOf(option['spec']) === '' ? {} : { note: textOf(option['spec']) }),
          values: { unitId: option[own], unitName: option[own.replace(/Id$/, 'Name')] },
        };
      });
    },
  });

/** The lots of a line's material at a place of the document, the first to expire first, expired and held ones too. */
export const storedLots =
  (fields: PlaceFields) =>
  (head: () => Row): RefSource => ({
    async search(text, row, signal): Promise<readonly Hit[]> {
      const { id, face } = placeIn(head(), fields);
      if (id === '' || textOf(row['materialId']) === '') return [];
      const page = await get<PageOf<RecordOf<typeof stockBatch>>>(
        `/${face.service}/${face.lots}/page`,
        {
          [`${face.place}_equal`]: id,
          materialId_equal: textOf(row['materialId']),
          tab: 'stock',
          batchCode_like: text.trim(),
          size: CHOICES,
        },
        signal,
      );
      return page.records.map((lot): Hit => ({
        id: textOf(lot.batchId),
        name: textOf(lot.batchCode),
        unit: textOf(lot['baseUnitName']),
        stock: textOf(lot.qty),
        note: noteOf(lot),
      }));
    },
  });

/** Until when a lot is good, and what keeps it. */
const noteOf = (lot: RecordOf<typeof stockBatch>): string =>
  [
    lot.expiryDate ? stockTexts.until[language()].replace('{day}', textOf(lot.expiryDate)) : '',
    lot.lotState === 'free' ? '' : textOf(lot['lotStateName']),
    lot.lifeState === 'normal' || lot.lifeState === 'unknown' ? '' : textOf(lot['lifeStateName']),
  ]
    .filter((part) => part !== '')
    .join(' · ');
