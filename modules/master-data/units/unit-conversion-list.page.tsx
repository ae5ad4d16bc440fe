import { Alert } from 'antd';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useCheck } from '../../../kernel/web/use-debounced-check.ts';
import { useWords } from '../../../parts/language/language.ts';
import { materialTexts } from '../materials/material.texts.ts';
import * as calls from './unit-conversion.calls.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';
import '../materials/material.css';

type Values = Readonly<Record<string, unknown>>;
type Reading = TypeOf<typeof calls.previewOfGeneral.answer>;
const REST_MS = 300;

/** What was typed under a name, as it stands; undefined while it is empty. */
const typed = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return value === undefined || value === null || value === '' ? undefined : String(value);
};
/** The equation, once it has two quantities and two units. */
function equationIn(values: Values) {
  const [fromQty, fromUnitId] = [typed(values, 'fromQty'), typed(values, 'fromUnitId')];
  const [toQty, toUnitId] = [typed(values, 'toQty'), typed(values, 'toUnitId')];
  return fromQty === undefined || fromUnitId === undefined || toQty === undefined || toUnitId === undefined
    ? undefined
    : { id: typed(values, 'id'), fromQty, fromUnitId, toQty, toUnitId, startDate: typed(values, 'startDate') };
}

function ReadingOfMaterial({ values }: { readonly values: Values }) {
  const [equation, materialId] = [equationIn(values), typed(values, 'materialId')];
  const input = equation === undefined || materialId === undefined ? undefined : { ...equation, materialId };
  return <ShownReading reading={useCheck(calls.previewOfMaterial, input, REST_MS)} />;
}
function GeneralReading({ values }: { readonly values: Values }) {
  return <ShownReading reading={useCheck(calls.previewOfGeneral, equationIn(values), REST_MS)} />;
}

/** The conversion as it would read: both ways, with what speaks against it and what is doubtful. */
function ShownReading({ reading }: { readonly reading: Reading | undefined }) {
  const word = useWords(materialTexts);
  return (
    <section className="conversion-reads" aria-live="polite" aria-label={word('conversion.reads')}>
      <span className="soft">{word('conversion.reads')}</span>
      <p className="figures">{reading?.sentence || <span className="soft">{word('conversion.first')}</span>}</p>
      {reading?.against.map((each) => (
        <Alert key={each} type="error" showIcon title={each} />
      ))}
      {reading?.doubts.map((each) => (
        <Alert key={each} type="warning" showIcon title={each} />
      ))}
    </section>
  );
}

/** How much a pack of one material holds. */
export function ItemConversions() {
  return <ListPage of={itemUnitConversion} whileEditing={(values) => <ReadingOfMaterial values={values} />} />;
}
/** How units of one dimension are worth each other. */
export function GeneralConversions() {
  return <ListPage of={basicUnitConversion} whileEditing={(values) => <GeneralReading values={values} />} />;
}
