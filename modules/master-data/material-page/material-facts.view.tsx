import type { ReactNode } from 'react';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Fields } from '../../../kernel/core/field.ts';
import { Facts } from '../../../kernel/web/document/facts.tsx';
import { useSections } from '../../../kernel/web/form/form-fields.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { useDictionary } from '../../../kernel/web/queries.ts';
import { comma, useLanguage, useWords } from '../../../parts/language/language.ts';
import { material } from '../materials/material.resource.ts';
import { materialPageTexts } from './material-page.texts.ts';
import type { ShownMaterial } from './material-page.view.tsx';

/** In the head of the page already, or said in words of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'code',
  'name',
  'spec',
  'frozen',
  'readyFor',
  'readyPlan',
  'readyBuy',
  'readyCost',
  'readyLabel',
  'notReadyFor',
  'unitNames',
  'todayPrice',
  'availableQty',
  'allergens',
]);
const FIELDS: Fields = Object.fromEntries(Object.entries(material.fields).filter(([name]) => !ELSEWHERE.has(name)));
const NO_FACTS = {};

/** What is stored of a material, under the sections of its form; what is empty is left out. */
export function MaterialFacts({ row }: { readonly row: ShownMaterial }): ReactNode {
  const language = useLanguage();
  const sections = useSections(FIELDS, row);
  return (
    <div className="material-facts">
      {sections.map(([title, entries]) => {
        const filled = entries.filter(([name, field]) => faceOf(field).text({ name, field, row, language }) !== '');
        if (filled.length === 0) return null;
        const of: Declaration = { ...material, fields: Object.fromEntries(filled) };
        return (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <Facts of={of} row={row} own={NO_FACTS} />
          </section>
        );
      })}
      <Allergens allergens={row.allergens} />
    </div>
  );
}

const STATES = ['contains', 'may-contain', 'unknown', 'free'] as const;
interface Said {
  readonly allergen: string;
  readonly state: (typeof STATES)[number];
}

/** What it contains first; what nobody said is never counted as free. */
function Allergens({ allergens }: { readonly allergens: unknown }): ReactNode {
  const word = useWords(materialPageTexts);
  const language = useLanguage();
  const entries = useDictionary('allergen').data ?? [];
  const said = Array.isArray(allergens) ? (allergens as readonly Said[]) : [];
  if (said.length === 0) return null;
  const nameOf = (key: string): string => entries.find(({ dictKey }) => dictKey === key)?.dictValue ?? key;
  const title = material.fields.allergens.label[language];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div className="facts">
        <dl>
          {STATES.map((state) => {
            const names = said.filter((each) => each.state === state).map(({ allergen }) => nameOf(allergen));
            return names.length === 0 ? null : (
              <div key={state}>
                <dt>{word(`allergens.${state}`)}</dt>
                <dd>{names.join(comma(language))}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
