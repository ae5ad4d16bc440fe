/** Pictures of many materials in one go: each file is named after its material. */
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import type { UploadedFile } from '../../../parts/http/request-input.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { storeUploadedPicture } from '../../../parts/storage/files.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { uploadPictures } from './material.calls.ts';
import { material } from './material.resource.ts';

const FILES_MAX = 200;
const PICTURES_MAX = material.fields.images.rules.max!;

/**
 * `V10001.jpg` and `V10001_2.jpg` are of V10001; a code may hold an underscore itself, so the whole name goes first.
 */
const keysOf = (fileName: string): readonly string[] => {
  const stem = fileName.replace(/\.[^.]*$/, '').trim();
  return [...new Set([stem, stem.replace(/_\d{1,3}$/, '')])];
};

/** `folder` is where uploaded files are stored. */
export const uploadPicturesTo = (folder: string): Call =>
  serve(
    uploadPictures,
    async (context, _input, { files }) => {
      if (files.length === 0) throw new Refused(refuse('file.missing'));
      const owners = await materialsNamed(context, files);
      const added = new Map<string, string[]>();
      const answer: TypeOf<typeof uploadPictures.answer>[number][] = [];
      for (const file of files) {
        const owner = keysOf(file.name)
          .map((key) => owners.get(key.toLowerCase()))
          .find((each) => each !== undefined);
        const refusal =
          owner === undefined
            ? refuse('master-data.image-no-material', { code: keysOf(file.name).at(-1) })
            : await storePicture(context, folder, file, owner, added);
        answer.push({
          fileName: file.name,
          materialId: owner?.id ?? '',
          code: owner?.code ?? '',
          ok: refusal === undefined ? 1 : 0,
          reason: refusal === undefined ? '' : sentenceOf(refusal, context.language),
        });
      }
      await write(context, added, owners);
      return answer;
    },
    { uploads: FILES_MAX },
  );

interface Owner {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly barcode: string | null;
  readonly images: readonly string[] | null;
}

/** Materials by code and by barcode, in lower case, locked: their pictures are about to be added to. */
async function materialsNamed(context: Context, files: readonly UploadedFile[]): Promise<Map<string, Owner>> {
  const keys = [...new Set(files.flatMap((file) => keysOf(file.name)).map((key) => key.toLowerCase()))];
  const rows = await context.tx.rows<Owner>(sql`
    select id, code, name, barcode, images::text[] as images from material
    where lower(code) = any(${keys}::text[]) or lower(barcode) = any(${keys}::text[]) order by id for update`);
  return new Map([
    ...rows.flatMap((row) => (row.barcode ? [[row.barcode.toLowerCase(), row] as const] : [])),
    ...rows.map((row) => [row.code.toLowerCase(), row] as const),
  ]);
}

/** Stores one picture for its material; answers why not where it is bad. */
async function storePicture(
  context: Context,
  folder: string,
  file: UploadedFile,
  owner: Owner,
  added: Map<string, string[]>,
): Promise<Refusal | undefined> {
  const fresh = added.get(owner.id) ?? [];
  if ((owner.images?.length ?? 0) + fresh.length >= PICTURES_MAX)
    return refuse('master-data.image-full', { material: owner.name, max: PICTURES_MAX });
  try {
    added.set(owner.id, [...fresh, await storeUploadedPicture(context, folder, file)]);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.refusals[0];
    throw error;
  }
}

async function write(
  context: Context,
  added: ReadonlyMap<string, readonly string[]>,
  owners: ReadonlyMap<string, Owner>,
): Promise<void> {
  if (added.size === 0) return;
  const pictures = [...added].flatMap(([id, images]) => images.map((image, nr) => ({ id, image, nr })));
  await context.tx.run(sql`
    update material m set images = coalesce(m.images, '{}') || g.images, version = m.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    from (
      select id, array_agg(image order by nr) as images
      from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as f(id bigint, image bigint, nr integer)
      group by id) g
    where m.id = g.id`);
  const byId = new Map([...owners.values()].map((owner) => [owner.id, owner]));
  await audit(
    context,
    [...added].map(([id, images]) => ({
      resource: material.name,
      recordId: id,
      action: 'update',
      title: byId.get(id)!.name,
      changes: { images: [byId.get(id)!.images ?? [], [...(byId.get(id)!.images ?? []), ...images]] as const },
    })),
  );
}
