import type { Fields } from '../../core/field.ts';
import { answeredName, kinds, refersToOne } from '../../core/kinds.ts';
import { withTaken } from '../../../parts/search/fit.rules.ts';
import { declarationOf } from '../catalogue.ts';
import { asText } from '../kinds/face.ts';
import { offeredBy, type Option, searchRecords } from '../kinds/ref.tsx';
import type { ColumnOverride, ColumnOverrides, Hit, RefSource } from '../../../parts/line-grid/model.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { personal } from '../../../parts/client/session.ts';

/** Where the line puts it, and under which name the chosen record holds it. */
interface Brought {
  readonly name: string;
  readonly from: string;
}

/** Fields of the line that are taken from the chosen record: references of the same name (or `takes`) and target. */
function broughtBy(fields: Fields, target: string): readonly Brought[] {
  const of = declarationOf(target);
  if (of === undefined) return [];
  return Object.entries(fields)
    .map(([name, field]) => ({ name, field, from: field.rules.takes ?? name }))
    .filter(
      ({ field, from }) =>
        refersToOne(field) && refersToOne(of.fields[from]) && of.fields[from]?.rules.target === field.rules.target,
    )
    .map(({ name, from }) => ({ name, from }));
}

/** What a person took for what they typed stands first next time. */
const LEARNT_MAX = 200;
const learntKey = (target: string): string => personal(`chosen:${target}`);
type Learnt = Readonly<Record<string, string>>;

function sourceOf(
  target: string,
  offer: Readonly<Record<string, string>>,
  brings: readonly Brought[],
  unit: string | undefined,
): RefSource {
  const toHit = (option: Option): Hit => {
    const note = Object.entries(declarationOf(target)?.fields ?? {})
      .filter(([name, field]) => kinds[field.kind].text === 'words' && field.rules.list === true && name !== 'name')
      .map(([name]) => asText(option[name]))
      .find((text) => text !== '');
    const unitName = unit === undefined ? '' : asText(option[answeredName(unit, 'Name')]);
    return {
      id: option.id,
      name: option.title,
      fit: option.fit,
      ...(asText(option.code) === '' ? {} : { code: asText(option.code) }),
      ...(unitName === '' ? {} : { unit: unitName }),
      ...(note === undefined ? {} : { note }),
      values: Object.fromEntries(
        brings
          .flatMap(
            ({ name, from }) =>
              [
                [name, from],
                [answeredName(name, 'Name'), answeredName(from, 'Name')],
                [answeredName(name, 'Code'), answeredName(from, 'Code')],
              ] as const,
          )
          .filter(([, from]) => from in option)
          .map(([name, from]) => [name, option[from]]),
      ),
    };
  };
  return {
    search: async (text, _row, signal) => {
      const hits = (await searchRecords(target, text.trim(), offer, signal)).map(toHit);
      return withTaken(text, hits, readStored<Learnt>(learntKey(target), {})[text.trim().toLowerCase()]);
    },
    chosen: (text, hit) => {
      const key = text.trim().toLowerCase();
      if (key === '') return;
      const { [key]: _, ...before } = readStored<Learnt>(learntKey(target), {});
      writeStored(learntKey(target), Object.fromEntries([...Object.entries(before).slice(-LEARNT_MAX), [key, hit.id]]));
    },
  };
}

/** Sources and units for every reference of the lines, under the page's own wishes. */
export function lineColumns(fields: Fields, own: ColumnOverrides = {}): ColumnOverrides {
  const units = Object.values(fields).flatMap((field) => field.rules.unit ?? []);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, ColumnOverride] => {
      const { target } = field.rules;
      if (target === undefined || !['one', 'above'].includes(kinds[field.kind].refers ?? ''))
        return [name, own[name] ?? {}];
      const brought = broughtBy(fields, target).filter((each) => each.name !== name);
      // A unit that comes with the record and may not be typed stands beside its quantity already.
      const hidden = field.rules.readonly === true && units.includes(name);
      return [
        name,
        {
          source: sourceOf(
            target,
            offeredBy(field.rules),
            brought,
            brought.find((each) => units.includes(each.name))?.from,
          ),
          brings: brought.map((each) => each.name),
          ...(hidden ? { hidden } : {}),
          ...own[name],
        },
      ];
    }),
  );
}
