import { useCallback, useEffect, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { fill, type Language } from '../../../kernel/core/label.ts';
import { request } from '../../../kernel/web/request.ts';
import { intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { setLanguage } from '../../../parts/language/language.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { shrinkPicture } from '../../../parts/pictures/shrink-picture.ts';
import { publicOrder, publicPaper } from './public-order.calls.ts';
import { publicOrderTexts } from './public-order.texts.ts';

export type Answer = TypeOf<typeof publicOrder.answer>;
export type Shown = NonNullable<Answer['order']>;
export type Say = (key: keyof typeof publicOrderTexts, places?: Readonly<Record<string, string | number>>) => string;
/** What every part of the page is given. */
export interface Part {
  readonly ticket: string;
  readonly order: Shown;
  readonly say: Say;
  readonly to: Language;
  /** Something was sent: says so, and reads the order anew. */
  readonly onSent: (words: string) => void;
}

const LANGUAGE = 'menu-language';
const firstLanguage = (): Language =>
  readStored<Language | ''>(LANGUAGE, '') ||
  readStored<Language | ''>('language', '') ||
  (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

/** The language the reader chose, and the words in it. */
export function useSay() {
  const [to, setTo] = useState(firstLanguage);
  // What is asked for comes in it, too.
  useEffect(() => setLanguage(to), [to]);
  const say = useCallback<Say>((key, places) => fill(publicOrderTexts[key][to], places ?? {}), [to]);
  const choose = (language: Language): void => {
    writeStored(LANGUAGE, language);
    setTo(language);
  };
  return { to, say, choose };
}

/** The order of a link, read anew whenever something was sent or another language was chosen. */
export function useOrder(ticket: string, to: Language) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<'missing' | 'failed'>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const over = new AbortController();
    request(publicOrder, { ticket }, { signal: over.signal }).then(
      (read) => {
        setAnswer(read);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (over.signal.aborted) return;
        setProblem(error instanceof ApiError && error.errorKind === 'missing' ? 'missing' : 'failed');
      },
    );
    return () => over.abort();
  }, [ticket, round, to]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { answer, problem, again };
}

/** Sends a file by the link; photographs are made small first. */
export async function sendFile(
  input: { readonly ticket: string; readonly purpose: 'lot' | 'certificate' } & Readonly<
    Partial<Record<'certificateKind' | 'certificateNo' | 'validTo', string>>
  >,
  file: File,
  key: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const upload = new FormData();
  upload.append('file', (file.type.startsWith('image/') ? await shrinkPicture(file) : undefined) ?? file);
  return request(publicPaper, input, { upload, key });
}

/** What tells one choice of a file from another. */
export const fileMark = ({ name, size, lastModified }: File): unknown => [name, size, lastModified];

/**
 * An act that is sent once at a time, and what stands against it. Pressed twice, `body` has one key: it is done once.
 */
export function useSending() {
  const [own] = useState(intent);
  const [isSending, setSending] = useState(false);
  const [complaint, setComplaint] = useState('');
  const act = async (body: unknown, work: (key: string) => Promise<void>): Promise<void> => {
    setSending(true);
    setComplaint('');
    try {
      await work(own.keyFor(body));
      own.done();
    } catch (error) {
      setComplaint(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  };
  return { isSending, complaint, act };
}
