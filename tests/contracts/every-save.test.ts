/** What no save does, of whatever record: write another's lines, take an id for none, choose what is frozen. */
import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { isWritable } from '../../kernel/core/validate.ts';
import { snake } from '../../parts/postgres/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { isWhole } from '../support/area.ts';
import { makeDocument, storedText } from './made-documents.ts';
import { everyList } from './the-lists.ts';
import { saveVerb, serves, type Row } from './the-company.ts';

const stage = everyList();
const saved = (): readonly Declaration[] =>
  stage.listed.filter((declaration) => saveVerb(declaration) !== undefined && serves(declaration, 'detail'));
const reasons = (data: unknown): string[] =>
  ((data as { refusals?: { code: string }[] } | undefined)?.refusals ?? []).map(({ code }) => code);
const countOf = async (declaration: Declaration): Promise<number> =>
  (await stage.company.asOwner<{ n: number }>(`select count(*)::integer as n from ${tableOf(declaration)}`))[0]!.n;
const detailOf = async (declaration: Declaration, id: string): Promise<Row> =>
  (await stage.company.get(declaration, 'detail', { id })).body.data as Row;
const editable = (declaration: Declaration): Row => stage.editable(declaration)[0]!;

describe('promise 38: the lines of a document', () => {
  test('are not written by saving another, a draft of one’s own, with their ids', async () => {
    const withLines = saved().filter(
      (declaration) =>
        declaration.life !== undefined && Object.values(declaration.lines ?? {}).some((lines) => !lines.readonly),
    );
    if (isWhole) expect(withLines.length).toBeGreaterThan(14);
    let refusedCount = 0;
    expect(
      await stage.company.offenders(withLines, async (declaration) => {
        const found: string[] = [];
        const decided = ['approved', 'done', 'pending'].find(
          (state) => declaration.life!.states[state] !== undefined && !declaration.life!.editable.includes(state),
        );
        const states =
          decided === undefined
            ? Object.keys(declaration.life!.states)
                .filter((state) => !declaration.life!.editable.includes(state))
                .slice(0, 1)
            : [decided];
        for (const state of states) {
          const [mine, theirs] = [
            await makeDocument(stage.company, declaration, declaration.life!.editable[0]!),
            await makeDocument(stage.company, declaration, state),
          ];
          const [draft, other] = [await detailOf(declaration, mine.id), await detailOf(declaration, theirs.id)];
          const before = [
            await storedText(stage.company, declaration, mine.id),
            await storedText(stage.company, declaration, theirs.id),
          ];
          for (const [key, lines] of Object.entries(declaration.lines ?? {})) {
            const [own, foreign] = [((draft[key] ?? []) as Row[])[0], ((other[key] ?? []) as Row[])[0]];
            if (lines.readonly || own === undefined || foreign === undefined) continue;
            for (const sent of [[{ ...own, id: foreign.id }], [own, { ...own, id: foreign.id }]]) {
              const { status, body } = await stage.company.post(declaration, saveVerb(declaration)!, {
                ...draft,
                [key]: sent,
              });
              if (status !== 400) found.push(`${key} of ${state} → ${status} ${body.msg ?? ''}`);
              if (reasons(body.data).includes('lines.unknown')) refusedCount += 1;
            }
          }
          const after = [
            await storedText(stage.company, declaration, mine.id),
            await storedText(stage.company, declaration, theirs.id),
          ];
          if (JSON.stringify(after) !== JSON.stringify(before))
            found.push(`something of it changes beside one in ${state}`);
        }
        return found;
      }),
    ).toEqual([]);
    if (isWhole) expect(refusedCount).toBeGreaterThan(14);
  }, 60_000);
});

test('an id that is no text is refused, of a record and of a line: it is not taken for a new one', async () => {
  if (isWhole) expect(saved().length).toBeGreaterThan(60);
  expect(
    await stage.company.offenders(saved(), async (declaration) => {
      const row = editable(declaration);
      const record = await detailOf(declaration, row.id);
      const count = await countOf(declaration);
      const found: string[] = [];
      const refused = async (body: Record<string, unknown>, what: string): Promise<void> => {
        const { status, body: answer } = await stage.company.post(declaration, saveVerb(declaration)!, body);
        if (status !== 400 || !reasons(answer.data).includes('param.id'))
          found.push(`${what} → ${status} ${answer.msg ?? ''}`);
      };
      for (const id of [Number(record.id), [record.id], { id: record.id }, true, 'x', `${record.id}.0`])
        await refused({ ...record, id }, JSON.stringify(id));
      for (const [key, lines] of Object.entries(declaration.lines ?? {})) {
        const [first, ...others] = (record[key] ?? []) as Row[];
        if (!lines.readonly && first !== undefined)
          await refused({ ...record, [key]: [{ ...first, id: Number(first.id) }, ...others] }, `a line of ${key}`);
      }
      if ((await countOf(declaration)) !== count) found.push('there is one more');
      return found;
    }),
  ).toEqual([]);
}, 60_000);

test('what is frozen is not chosen anew, in a record or a line; where it stands already it stays', async () => {
  let refusedCount = 0;
  expect(
    await stage.company.offenders(saved(), async (declaration) => {
      const row = editable(declaration);
      const record = await detailOf(declaration, row.id);
      const found: string[] = [];
      const places: [string, Fields, Row, (line: Row) => Record<string, unknown>][] = [
        ['', declaration.fields, record, (values) => values],
      ];
      for (const [key, lines] of Object.entries(declaration.lines ?? {})) {
        const [first, ...others] = (record[key] ?? []) as Row[];
        if (!lines.readonly && first !== undefined)
          places.push([`${key}.`, lines.fields, first, (line) => ({ ...record, [key]: [line, ...others] })]);
      }
      for (const [place, fields, values, body] of places) {
        for (const [name, field] of Object.entries(fields).filter(
          ([, each]) =>
            each.kind === 'ref' && isWritable(each) && each.rules.fixed !== true && each.rules.mayBeFrozen !== true,
        )) {
          const target = stage.company.program.registry.find(field.rules.target!);
          const chosen = stage.rowsOf(target).find((each) => each['frozen'] === 0 && each.id !== values[name]);
          if (target.view || target.fields['frozen'] === undefined || target.name === 'user' || chosen === undefined)
            continue;
          const freeze = (frozen: number): Promise<unknown> =>
            stage.company.asOwner(`update ${tableOf(target)} set frozen = $2 where id = $1`, [chosen.id, frozen]);
          await freeze(1);
          const { status, body: answer } = await stage.company.post(
            declaration,
            saveVerb(declaration)!,
            body({ ...values, [name]: chosen.id }),
          );
          await freeze(0);
          if (reasons(answer.data).includes('field.frozen-reference')) refusedCount += 1;
          if (status !== 200) continue;
          // Some records clear what another of their fields makes needless.
          const stored = await detailOf(declaration, record.id);
          const [line] = place === '' ? [stored] : (stored[place.slice(0, -1)] as Row[]);
          if (line![name] === chosen.id) found.push(`${place}${snake(name)} takes a frozen ${target.name}`);
          return found;
        }
      }
      return found;
    }),
  ).toEqual([]);
  if (isWhole) expect(refusedCount).toBeGreaterThan(30);
}, 60_000);
