import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Decimal } from '../../kernel/core/decimal.ts';
import { useWords } from '../language/language.ts';
import { readScaleLine } from './scale-line.rules.ts';
import { scaleTexts } from './scale.texts.ts';
import { readLines, type SerialPort, serialOf } from './serial-lines.ts';
import { EMPTY_SCALE, stableWeight, type WeightState } from './stable-weight.rules.ts';
import './scale.css';

const SILENT_MS = 4_000;

interface Props {
  /** A weight that counts, in kilograms (`stable-weight.rules.ts`). */
  readonly onWeight: (kg: Decimal) => void;
}

/** What the scale on this device shows. Where none was chosen yet: the button that asks for one. */
export default function Scale({ onWeight }: Props): ReactNode {
  const text = useWords(scaleTexts);
  const { shown, isStill, fault, isOn, connect } = useScale(onWeight);
  if (!isOn)
    return (
      <>
        <Button onClick={() => void connect()}>{text('connect')}</Button>
        {fault !== undefined && <span role="alert">{text(fault)}</span>}
      </>
    );
  return (
    <output className={isStill ? 'scale is-still' : 'scale'} aria-label={text(isStill ? 'still' : 'moving')}>
      <b className="figures">{shown?.toFixed(3) ?? '–'}</b> kg <small>{text(isStill ? 'still' : 'moving')}</small>
      {fault !== undefined && <small role="alert">{text(fault)}</small>}
    </output>
  );
}

interface ScaleState {
  readonly isOn: boolean;
  readonly shown: Decimal | null;
  readonly isStill: boolean;
  readonly fault: 'gone' | 'silent' | undefined;
  readonly connect: () => Promise<void>;
}

/** The scale a person allowed on this device: connected at once where it was before. */
function useScale(onWeight: Props['onWeight']): ScaleState {
  const [port, setPort] = useState<SerialPort>();
  const [state, setState] = useState<WeightState>(EMPTY_SCALE);
  const [fault, setFault] = useState<ScaleState['fault']>();
  const weigh = useRef(onWeight);
  weigh.current = onWeight;
  useEffect(() => {
    void serialOf()
      ?.getPorts()
      .then(([first]) => setPort((before) => before ?? first));
  }, []);
  useEffect(() => {
    if (port === undefined) return undefined;
    const ended = new AbortController();
    let silent = setTimeout(() => setFault('silent'), SILENT_MS);
    let scale = EMPTY_SCALE;
    const read = (line: string): void => {
      const reading = readScaleLine(line);
      if (reading === undefined) return;
      clearTimeout(silent);
      silent = setTimeout(() => setFault('silent'), SILENT_MS);
      setFault(undefined);
      const { now, counts } = stableWeight(scale, reading, performance.now());
      scale = now;
      setState(now);
      if (counts !== null) weigh.current(counts);
    };
    void readLines(port, read, ended.signal)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(silent);
        if (ended.signal.aborted) return;
        setPort(undefined);
        setFault('gone');
      });
    return () => {
      clearTimeout(silent);
      ended.abort();
    };
  }, [port]);
  const connect = async (): Promise<void> => {
    // Who closes the browser's own question has chosen none.
    const chosen = await serialOf()!
      .requestPort()
      .catch(() => undefined);
    if (chosen !== undefined) setPort(chosen);
  };
  const isStill = state.shown !== null && state.taken?.equals(state.shown) === true;
  return { isOn: port !== undefined, shown: state.shown, isStill, fault, connect };
}
