import { App, Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../client/errors.ts';
import type { Words } from '../language/language.ts';
import './notifications.css';

/** At most this many pages to put things right are offered at once. */
const LINKS_MAX = 3;
/** Long enough to read and to press, in seconds. */
const FOLLOWED_S = 6;
const READ_S = 10;

/** A page where what was said can be put right. */
interface PageLink {
  readonly label: string;
  readonly to: string;
}
interface Act {
  readonly label: string;
  readonly run: () => void;
}
interface Question {
  readonly content?: ReactNode;
  readonly danger?: boolean;
  readonly okText?: string;
}

/** The words of its buttons, and of an error nobody foresaw. */
type NotifierWords = Words<'error.unknown' | 'error.retry' | 'ok' | 'cancel'>;

/** Errors that stand on the screen, and those of them that the network is to blame for. */
const errors = new Set<string>();
const unreached = new Set<string>();

type Apis = ReturnType<typeof App.useApp>;

/**
 * Speaks to a person outside the page: short successes, errors that stay until they are read, questions.
 * `silentCodes` answers the codes whose errors are not shown. The notifier is the same until the language changes.
 */
export function useNotifier(words: NotifierWords, silentCodes: () => readonly string[]) {
  const { message, notification, modal } = App.useApp();
  const navigate = useNavigate();
  // It changes with every page; the notifier does not.
  const latest = useRef(navigate);
  latest.current = navigate;
  return useMemo(() => {
    const go = (to: string): void => void latest.current(to);
    return {
      /** A success, and the act that follows it up. */
      done: (sentence: string, act?: Act) => {
        // What went wrong before this is settled; it does not stand beside it.
        for (const key of errors) notification.destroy(key);
        errors.clear();
        if (act === undefined) return void message.success(sentence);
        showFollowed(message, sentence, act);
      },
      /** The server is there again: that it was not is no longer said. */
      reached: () => {
        for (const key of unreached) notification.destroy(key);
        unreached.clear();
      },
      warn: (sentence: string) => void message.warning(sentence),
      /** Sentences that stop nothing and should be read. */
      warnMany: (sentences: readonly string[], page?: PageLink) => warn(notification, sentences, page, go),
      /** An error with what to do. What the session says itself is not repeated. */
      error: (error: unknown, retry?: () => void) => {
        if (!isShown(error, silentCodes())) return;
        showError(notification, error, retry, words, go);
      },
      /** Asks for yes or no; resolves to the answer. */
      ask: (question: string, more: Question = {}) => confirm(modal, question, more, words),
    };
  }, [message, notification, modal, words, silentCodes]);
}

function showFollowed(message: Apis['message'], sentence: string, act: Act): void {
  const key = `${sentence} ${Date.now()}`;
  const press = (): void => {
    message.destroy(key);
    act.run();
  };
  void message.success({
    key,
    duration: FOLLOWED_S,
    content: (
      <>
        {sentence}{' '}
        <Button type="link" size="small" onClick={press}>
          {act.label}
        </Button>
      </>
    ),
  });
}

/** The sentences after the first, which is the title; at most `max` in all. */
const furtherSentences = (sentences: readonly string[], max: number): ReactNode =>
  sentences.length > 1 ? (
    <ul className="sentences">
      {sentences.slice(1, max).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  ) : undefined;

function warn(
  notification: Apis['notification'],
  sentences: readonly string[],
  page: PageLink | undefined,
  go: (to: string) => void,
): void {
  const key = sentences.join('\n');
  const follow = (to: string): void => {
    notification.destroy(key);
    go(to);
  };
  notification.warning({
    key,
    title: sentences[0],
    placement: 'bottomLeft',
    duration: page === undefined ? READ_S : 0,
    description: furtherSentences(sentences, 6),
    ...(page === undefined
      ? {}
      : {
          actions: (
            <Button size="small" onClick={() => follow(page.to)}>
              {page.label}
            </Button>
          ),
        }),
  });
}

function isShown(error: unknown, silentCodes: readonly string[]): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  if (!(error instanceof ApiError)) return true;
  return error.errorKind !== 'signed-out' && !(error.status > 0 && silentCodes.includes(String(error.status)));
}

/** Every page the refusals of an error name, once. */
export const pagesOf = (error: ApiError | undefined): readonly PageLink[] =>
  [
    ...new Map(
      (error?.problems ?? []).flatMap(({ remedy }) => (remedy === undefined ? [] : [[remedy.to, remedy] as const])),
    ).values(),
  ].slice(0, LINKS_MAX);

function showError(
  notification: Apis['notification'],
  error: unknown,
  retry: (() => void) | undefined,
  words: NotifierWords,
  go: (to: string) => void,
): void {
  const known = error instanceof ApiError ? error : undefined;
  const sentences =
    known === undefined
      ? [words('error.unknown')]
      : [...new Set(known.problems.length > 0 ? known.problems.map((each) => each.message) : [known.message])];
  const key = sentences.join('\n');
  const pages = pagesOf(known);
  errors.add(key);
  if (known?.errorKind === 'offline') unreached.add(key);
  const close = (then: () => void) => (): void => {
    notification.destroy(key);
    then();
  };
  const actions = (
    <Space wrap>
      {pages.map((page) => (
        <Button key={page.to} size="small" type="primary" onClick={close(() => go(page.to))}>
          {page.label}
        </Button>
      ))}
      {retry !== undefined && (
        <Button size="small" onClick={close(retry)}>
          {words('error.retry')}
        </Button>
      )}
    </Space>
  );
  notification.error({
    key,
    title: sentences[0],
    placement: 'bottomLeft',
    duration: known?.errorKind === 'refused' && pages.length === 0 ? READ_S : 0,
    description: furtherSentences(sentences, 12),
    ...(retry === undefined && pages.length === 0 ? {} : { actions }),
  });
}

const confirm = (
  modal: Apis['modal'],
  question: string,
  { content, danger = false, okText }: Question,
  words: NotifierWords,
): Promise<boolean> =>
  new Promise((resolve) => {
    // In a task of its own: the Enter that chose a menu entry would press the first button of the question, too.
    setTimeout(() =>
      modal.confirm({
        title: question,
        content,
        okText: okText ?? words('ok'),
        cancelText: words('cancel'),
        okButtonProps: { danger },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      }),
    );
  });
