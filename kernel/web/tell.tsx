import { App, Button, Space } from 'antd';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from './errors.ts';
import { useText } from './i18n.ts';
import { silentCodes } from './queries.ts';

/** So many ways to put things right are offered at once. */
const WAYS = 3;
/** Long enough to read and to press. */
const FOLLOWED_S = 6;
/** Where what was said may be followed. */
interface Way {
  readonly label: string;
  readonly to: string;
}

/** Errors that stand on the screen, and those of them that the network is to blame for. */
const errors = new Set<string>();
const unheard = new Set<string>();

/** The one way the kernel speaks to a person outside the page: short successes, errors that stay until read. */
export function useTell() {
  const { message, notification, modal } = App.useApp();
  const text = useText();
  const navigate = useNavigate();
  // It changes with every page; what tells does not.
  const go = useRef(navigate);
  go.current = navigate;
  return useMemo(
    () => ({
      /** A success, and the act that follows it up. */
      done: (sentence: string, act?: { readonly label: string; readonly run: () => void }) => {
        // What went wrong before this is settled; it does not stand beside it.
        for (const key of errors) notification.destroy(key);
        errors.clear();
        if (act === undefined) return void message.success(sentence);
        const key = `${sentence} ${Date.now()}`;
        void message.success({
          key,
          duration: FOLLOWED_S,
          content: (
            <>
              {sentence}{' '}
              <Button
                type="link"
                size="small"
                onClick={() => {
                  message.destroy(key);
                  act.run();
                }}
              >
                {act.label}
              </Button>
            </>
          ),
        });
      },
      /** The server is there again: that it was not is no longer said. */
      reached: () => {
        for (const key of unheard) notification.destroy(key);
        unheard.clear();
      },
      look: (sentence: string) => void message.warning(sentence),
      /** Sentences that stop nothing and should be read. */
      heed: (sentences: readonly string[], way?: Way) =>
        notification.warning({
          key: sentences.join('\n'),
          title: sentences[0],
          placement: 'topRight',
          duration: way === undefined ? 10 : 0,
          description:
            sentences.length > 1 ? (
              <ul className="said">
                {sentences.slice(1, 6).map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            ) : undefined,
          ...(way === undefined
            ? {}
            : {
                actions: (
                  <Button
                    size="small"
                    onClick={() => {
                      notification.destroy(sentences.join('\n'));
                      void go.current(way.to);
                    }}
                  >
                    {way.label}
                  </Button>
                ),
              }),
        }),
      /** An error with what to do. What the session says itself is not repeated. */
      trouble: (error: unknown, retry?: () => void) => {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        if (error instanceof ApiError && error.trouble === 'signed-out') return;
        const known = error instanceof ApiError ? error : undefined;
        if (known !== undefined && known.status > 0 && silentCodes().includes(String(known.status))) return;
        const sentences =
          known === undefined
            ? [text('error.unknown')]
            : [...new Set(known.said.length > 0 ? known.said.map((each) => each.message) : [known.message])];
        const key = sentences.join('\n');
        const ways = [
          ...new Map(
            (known?.said ?? []).flatMap(({ way }) => (way === undefined ? [] : [[way.to, way] as const])),
          ).values(),
        ].slice(0, WAYS);
        errors.add(key);
        if (known?.trouble === 'offline') unheard.add(key);
        notification.error({
          key,
          title: sentences[0],
          placement: 'topRight',
          duration: known?.trouble === 'refused' && ways.length === 0 ? 10 : 0,
          description:
            sentences.length > 1 ? (
              <ul className="said">
                {sentences.slice(1, 12).map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            ) : undefined,
          ...(retry === undefined && ways.length === 0
            ? {}
            : {
                actions: (
                  <Space wrap>
                    {ways.map((way) => (
                      <Button
                        key={way.to}
                        size="small"
                        type="primary"
                        onClick={() => {
                          notification.destroy(key);
                          void go.current(way.to);
                        }}
                      >
                        {way.label}
                      </Button>
                    ))}
                    {retry !== undefined && (
                      <Button
                        size="small"
                        onClick={() => {
                          notification.destroy(key);
                          retry();
                        }}
                      >
                        {text('error.retry')}
                      </Button>
                    )}
                  </Space>
                ),
              }),
        });
      },
      ask: (
        question: string,
        more: { readonly content?: React.ReactNode; readonly danger?: boolean; readonly okText?: string } = {},
      ) =>
        new Promise<boolean>((resolve) => {
          // In a task of its own: the Enter that chose a menu entry would else press the first button of the question as well.
          setTimeout(() =>
            modal.confirm({
              title: question,
              content: more.content,
              okText: more.okText ?? text('ok'),
              cancelText: text('cancel'),
              okButtonProps: { danger: more.danger === true },
              onOk: () => resolve(true),
              onCancel: () => resolve(false),
            }),
          );
        }),
    }),
    [message, notification, modal, text],
  );
}
