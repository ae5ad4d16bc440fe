import { Alert } from 'antd';
import { refuse, sentenceOf } from '../../kernel/core/refusal.ts';
import { useLanguage } from '../language/language.ts';
import { FaultList } from './fault-list.tsx';

interface LineFault {
  readonly line: number;
  readonly message: string;
}
interface Props {
  /** Prefix of the ids of the boxes. */
  readonly base: string;
  /** The fields that have a box, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Field name to its sentence. */
  readonly faults: Readonly<Record<string, string>>;
  readonly lineFaults: readonly LineFault[];
  readonly titled: (count: number) => string;
}

const isNumbered = (sentence: string): boolean => /第 \d+ 行|ine \d+/.test(sentence);
const linesOf = (faults: readonly LineFault[]): string => faults.map(({ line }) => line).join(', ');

/** What is to be corrected in a form: each thing leads to the field it stands at. */
export function FaultsAlert({ base, fields, faults, lineFaults, titled }: Props) {
  const language = useLanguage();
  const count = Object.keys(faults).length + lineFaults.length;
  if (count === 0) return null;
  const lines = [...Map.groupBy(lineFaults, ({ message }) => message)].map(([message, same]) =>
    isNumbered(message) ? message : sentenceOf(refuse('line.at', { line: linesOf(same), sentence: message }), language),
  );
  const listed = [
    ...Object.keys({ ...fields, ...faults }).flatMap((name) => {
      const sentence = faults[name];
      if (sentence === undefined) return [];
      return [{ sentence, ...(fields[name] === undefined ? {} : { box: `${base}-${name}` }) }];
    }),
    ...[...new Set(lines)].map((sentence) => ({ sentence })),
  ];
  const title = (
    <>
      {titled(count)}
      <FaultList faults={listed} />
    </>
  );
  return <Alert type="error" showIcon className="form-alert" title={title} />;
}
