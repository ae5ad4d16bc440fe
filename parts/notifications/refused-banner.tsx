import { Alert, Button, Space } from 'antd';
import { useNavigate } from 'react-router';
import type { ApiError } from '../client/errors.ts';
import { useWords } from '../language/language.ts';
import { noticeTexts } from './texts.ts';
import { pagesOf } from './use-notifier.tsx';

/** So many are read; the others are marked where they belong. */
const SENTENCES_MAX = 3;

/** The first of what speaks against something, each once, and how many more there are. */
function SentenceList({ sentences }: { readonly sentences: readonly string[] }) {
  const word = useWords(noticeTexts);
  const each = [...new Set(sentences)];
  const rest = each.length - SENTENCES_MAX;
  return (
    <ul className="sentences">
      {each.slice(0, SENTENCES_MAX).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {rest > 0 && <li className="soft">{word('sentences.more', { count: rest })}</li>}
    </ul>
  );
}

interface Props {
  /** What was refused, in the word of its button. */
  readonly action: string;
  readonly error: ApiError;
  /** Acts that help. */
  readonly acts: readonly { readonly label: string; readonly run: () => void }[];
  readonly onClose: () => void;
}

/** Why an act was refused, and what helps: pages to put it right on, and other acts. */
export function RefusedBanner({ action, error, acts, onClose }: Props) {
  const word = useWords(noticeTexts);
  const navigate = useNavigate();
  const { problems } = error;
  const count = new Set(problems.flatMap(({ line }) => line ?? [])).size;
  const pages = pagesOf(error).map(({ label, to }) => ({ label, run: () => void navigate(to) }));
  return (
    <Alert
      type="error"
      showIcon
      closable={{ onClose }}
      className="refused-act"
      title={
        <>
          {word(count > 0 ? 'refused.lines' : 'refused', { action, count })}
          <SentenceList sentences={problems.length === 0 ? [error.message] : problems.map(({ message }) => message)} />
        </>
      }
      action={
        <Space wrap>
          {[...pages, ...acts].map(({ label, run }) => (
            <Button key={label} size="small" onClick={run}>
              {label}
            </Button>
          ))}
        </Space>
      }
    />
  );
}
