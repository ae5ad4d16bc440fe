/** One piece cut up: what the list says of it, what was got, and how the two differ. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { LineValues } from '../../../kernel/core/validate.ts';
import { savingLines } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { NewPot } from './new-pot.server.ts';
import { unitsOf } from './pot-units.server.ts';
import type { ShareMode } from './split-bom.resource.ts';

/** A cutting list with its cuts by material. */
interface CuttingList {
  readonly id: Id;
  readonly materialId: Id;
  readonly shareMode: ShareMode;
  readonly cuts: ReadonlyMap<Id, ListedCut>;
}
interface ListedCut {
  readonly outputQty: DecimalText;
  readonly outputPrice: DecimalText | null;
  readonly outputShare: DecimalText | null;
}

/** Cutting lists by id. */
export async function cuttingLists(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, CuttingList>> {
  const rows = await context.tx.rows<Omit<CuttingList, 'cuts'> & ListedCut & { readonly cutId: Id }>(sql`
    select b.id, b.material_id, b.share_mode, o.material_id as cut_id, o.output_qty, o.output_price, o.output_share
    from split_bom b join split_bom_outputs o on o.split_bom_id = b.id
    where b.id = any(${[...new Set(ids)]}::bigint[]) order by b.id, o.line_no`);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      {
        id,
        materialId: own[0]!.materialId,
        shareMode: own[0]!.shareMode,
        cuts: new Map(own.map(({ cutId, ...cut }) => [cutId, cut])),
      },
    ]),
  );
}

/** Lines of bills that cut up: the piece that goes in, and each cut beside what the list says. */
export async function splitLines(context: Context, pots: readonly NewPot[]): Promise<void> {
  if (pots.length === 0) return;
  const lists = await cuttingLists(
    context,
    pots.map(({ saving }) => saving.values.splitBomId!),
  );
  const names = await unitsOf(
    context,
    pots.flatMap(({ saving }) => [
      ...(savingLines(saving, 'outputs') ?? []).map(({ values }) => values.materialId),
      ...[...lists.values()].map(({ materialId }) => materialId),
    ]),
  );
  const refusals: Refusal[] = [];
  for (const { saving } of pots) {
    const list = lists.get(saving.values.splitBomId!);
    if (list === undefined) continue; // the kernel names the missing reference
    const used = Decimal.of(saving.values.actualQty!);
    saving.lines['details'] = [pieceLine(saving, list.materialId, used)];
    const cuts = savingLines(saving, 'outputs') ?? [];
    saving.lines['outputs'] = cuts.map(({ values }, index) => {
      const listed = list.cuts.get(values.materialId);
      if (listed === undefined)
        refusals.push(
          refuse(
            'production.cut-unlisted',
            { material: names.get(values.materialId)?.name ?? values.materialId },
            { line: index + 1, field: 'materialId' },
          ),
        );
      const std = used.times(Decimal.of(listed?.outputQty ?? '0')).rounded(6);
      return {
        id: null,
        values: {
          materialId: values.materialId,
          unitId: null,
          actualQty: values.actualQty,
          stdQty: std.toString(),
          varianceQty: Decimal.of(values.actualQty).minus(std).toString(),
          sharePct: null,
          batchId: null,
          amount: null,
        },
      };
    });
    // Cuts weighed in the unit of the piece cannot weigh more than it.
    const same = cuts.filter(
      ({ values }) => names.get(values.materialId)?.unitId === names.get(list.materialId)?.unitId,
    );
    const got = Decimal.sum(same.map(({ values }) => Decimal.of(values.actualQty)));
    if (got.isAbove(used)) refusals.push(refuse('production.cut-more', { got, used }, { field: 'outputs' }));
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** The piece that goes in, of the lot that was named. */
function pieceLine(saving: NewPot['saving'], materialId: Id, used: Decimal): LineValues {
  const [given] = savingLines(saving, 'details') ?? [];
  const qty = used.toString();
  return {
    id: null,
    values: {
      materialId,
      unitId: null,
      stdQty: qty,
      actualQty: qty,
      restQty: null,
      batchId: given?.values.batchId ?? null,
      lotReason: given?.values.lotReason ?? null,
      actualYield: null,
      amount: null,
    },
  };
}
