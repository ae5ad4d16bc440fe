import { useCallback } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { intent } from '../../../parts/client/api.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { comma, useWords } from '../../../parts/language/language.ts';
import { nameKey } from '../../../parts/search/names.ts';
import * as calls from './material-merge.calls.ts';
import { materialMerge } from './material-merge.resource.ts';
import { material } from '../materials/material.resource.ts';
import { materialTexts } from '../materials/material.texts.ts';
import '../materials/material.css';

type Preview = TypeOf<typeof calls.previewMerge.answer>;

/** Merges one material into another after showing what it comes to. Answers whether it was done. */
export function useMerge(): (materialId: string, intoMaterialId: string) => Promise<boolean> {
  const word = useWords(materialTexts);
  const notify = useNotify();
  return useCallback(
    async (materialId, intoMaterialId) => {
      try {
        const shown = await request(calls.previewMerge, { materialId, intoMaterialId });
        // Two of one name are told apart by their codes.
        const called = ({ code, name }: Preview['from']): string =>
          nameKey(shown.from.name) === nameKey(shown.into.name) ? `${code} ${name.trim()}` : name;
        const names = { from: called(shown.from), into: called(shown.into) };
        const parts = (
          [
            ['merge.moves', shown.moves],
            ['merge.units', shown.otherUnits],
            ['merge.stays', shown.stays],
            ['merge.kept', shown.kept],
          ] as const
        ).filter(([, uses]) => uses.length > 0);
        const content = (
          <>
            <p>{word('merge.how', names)}</p>
            <dl className="material-uses" tabIndex={0}>
              {parts.map(([title, uses]) => (
                <div key={title}>
                  <dt>{word(title)}</dt>
                  {uses.map((use) => (
                    <dd key={use.label} className="soft">
                      {use.label} <span className="figures">{use.count}</span>
                      {use.first.length > 0 && `：${use.first.join(comma())}${use.count > use.first.length ? '…' : ''}`}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </>
        );
        if (!(await notify.ask(word('merge.ask', names), { content, danger: true, okText: word('merge.ok') })))
          return false;
        const { moved } = await request(
          calls.mergeMaterials,
          { materialId, intoMaterialId },
          { key: intent().keyFor([materialId, intoMaterialId]) },
        );
        notify.done(word('merge.done', { moved }));
        await Promise.all([material, materialMerge].map((each) => invalidateLists(each)));
        return true;
      } catch (error) {
        notify.error(error);
        return false;
      }
    },
    [notify, word],
  );
}
