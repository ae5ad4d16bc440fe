import { Alert } from 'antd';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useSaid } from '../../../kernel/web/use-said.ts';
import { useWords } from '../../../parts/language/language.ts';
import { materialTexts } from '../materials/material.texts.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';
import '../materials/material.css';

type Values = Readonly<Record<string, unknown>>;
interface Read {
  readonly sentence: string;
  readonly against: readonly string[];
  readonly doubts: readonly string[];
}
const ASKED = ['id', 'materialId', 'fromQty', 'fromUnitId', 'toQty', 'toUnitId', 'startDate'];
const REST_MS = 300;

/** The conversion as it would read, once the fingers rest: both ways, with what speaks against it. */
function AsItReads({ of, values }: { readonly of: Declaration; readonly values: Values }) {
  const word = useWords(materialTexts);
  const asked = Object.fromEntries(
    ASKED.flatMap((name) =>
      values[name] === undefined || values[name] === null || values[name] === '' ? [] : [[name, values[name]]],
    ),
  );
  const isEquation = [
    'fromQty',
    'fromUnitId',
    'toQty',
    'toUnitId',
    ...(of.fields['materialId'] === undefined ? [] : ['materialId']),
  ].every((name) => name in asked);
  const read = useSaid<Read>(of.name, callOf(of, 'preview'), isEquation ? asked : undefined, REST_MS);
  return (
    <section className="conversion-reads" aria-live="polite" aria-label={word('conversion.reads')}>
      <span className="soft">{word('conversion.reads')}</span>
      <p className="figures">{read?.sentence || <span className="soft">{word('conversion.first')}</span>}</p>
      {read?.against.map((each) => (
        <Alert key={each} type="error" showIcon title={each} />
      ))}
      {read?.doubts.map((each) => (
        <Alert key={each} type="warning" showIcon title={each} />
      ))}
    </section>
  );
}

/** How much a pack of one material holds. */
export function ItemConversions() {
  return (
    <ListPage
      of={itemUnitConversion}
      whileEditing={(values) => <AsItReads of={itemUnitConversion} values={values} />}
    />
  );
}
/** How units of one dimension are worth each other. */
export function GeneralConversions() {
  return (
    <ListPage
      of={basicUnitConversion}
      whileEditing={(values) => <AsItReads of={basicUnitConversion} values={values} />}
    />
  );
}
