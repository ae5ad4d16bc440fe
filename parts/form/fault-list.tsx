import { Button } from 'antd';
import { useWords } from '../language/language.ts';
import { reach } from './reach.ts';
import { formTexts } from './texts.ts';
import './form.css';

interface Fault {
  readonly sentence: string;
  /** Id of the box it stands at, where the form shows one. */
  readonly box?: string;
}

const SHOWN = 8;

/** What is to be corrected in a form; whatever stands at a box leads there. */
export function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  const word = useWords(formTexts);
  return (
    <ul className="sentences">
      {faults.slice(0, SHOWN).map(({ sentence, box }) => (
        <li key={`${box ?? ''} ${sentence}`}>
          {box === undefined ? (
            sentence
          ) : (
            <Button
              type="link"
              size="small"
              className="fault-way"
              onClick={() => reach(document.getElementById(`${box}-label`)?.parentElement, 'center')}
            >
              {sentence}
            </Button>
          )}
        </li>
      ))}
      {faults.length > SHOWN && <li className="soft">{word('faults.more', { count: faults.length - SHOWN })}</li>}
    </ul>
  );
}
