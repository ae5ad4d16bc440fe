import { DownloadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, InputNumber, Modal, Segmented, Select, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useText } from '../../kernel/web/i18n.ts';
import { type Printing, printing } from '../../kernel/web/paper/printing.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { request, requestFile } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { readStored, writeStored } from '../../parts/state/device-storage.ts';
import type { Sheet } from './content.rules.ts';
import { isPaper, languageChoices, type Paper, paperChoices, papers, type PrintLanguage } from './papers.rules.ts';
import * as calls from './print.calls.ts';
import { printTemplate } from './print-template.resource.ts';
import { printTexts } from './print.texts.ts';
import { PrintedSheets } from './printed-sheets.view.tsx';
import { SheetRoom } from './sheet-room.view.tsx';

/** What somebody chose. Which paper lies in the printer is a matter of the device, and kept. */
interface Wishes {
  readonly paper?: Paper;
  readonly language?: PrintLanguage;
  /** Undefined: the default template of the paper. */
  readonly templateId?: string;
}
interface Asked extends Wishes {
  readonly printed: string;
  readonly ids: string;
  readonly copies: number;
}
const stored = (name: string): string => `print:${name}`;

type Preview = TypeOf<typeof calls.printPreview.answer>;

/** Records as they would be printed, and what prints them. */
export default function PrintDialog({ of, ids }: Printing): ReactNode {
  const word = useWords(printTexts);
  const label = useLabel();
  const text = useText();
  const [wishes, setWishes] = useState<Wishes>(() => readStored<Wishes>(stored(of.name), {}));
  const [copies, setCopies] = useState(1);
  const asked = { printed: of.name, ids: ids.join(','), ...wishes };
  const found = useQuery({
    queryKey: ['print', asked],
    queryFn: ({ signal }) => request(calls.printPreview, asked, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const close = useCallback(() => printing.set(undefined), []);
  const choose = (more: Wishes): void => {
    const { templateId, ...rest } = { ...wishes, ...more };
    // Another paper has templates of its own.
    const keeps = templateId !== undefined && (more.paper === undefined || more.templateId !== undefined);
    setWishes(keeps ? { ...rest, templateId } : rest);
    if (more.paper !== undefined) writeStored(stored(of.name), { paper: more.paper });
  };
  const shown = found.data;
  const paper = isPaper(shown?.paper) ? shown.paper : 'a4';
  const isSettled = shown !== undefined && !found.isPlaceholderData && found.error === null;
  const { run, busy, sheets } = usePrinting({ ...asked, copies }, isSettled, () => void found.refetch());
  useCtrlP(() => void run('printer'));
  return (
    <Modal
      open
      width={920}
      title={word('dialog.title', { name: label(of.label) })}
      onCancel={close}
      footer={[
        <Button key="cancel" onClick={close}>
          {text('cancel')}
        </Button>,
        <Button key="pdf" icon={<DownloadOutlined />} disabled={!isSettled || busy} onClick={() => void run('pdf')}>
          {word('pdf')}
        </Button>,
        <Button key="print" type="primary" disabled={!isSettled} loading={busy} onClick={() => void run('printer')}>
          {ids.length * copies === 1 ? word('do.one') : word('do', { count: ids.length * copies })}
        </Button>,
      ]}
    >
      <Choices paper={paper} shown={shown} onChoose={choose} copies={copies} onCopies={setCopies} />
      {found.error !== null && (
        <Alert
          type="error"
          showIcon
          title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
        />
      )}
      {shown === undefined && found.error === null && <Skeleton active />}
      {shown !== undefined && <SheetRoom sheets={shown.sheets} paper={paper} />}
      {shown !== undefined && <Notes shown={shown} />}
      {sheets !== undefined && <PrintedSheets sheets={sheets} paper={paper} copies={copies} onOver={close} />}
    </Modal>
  );
}

/** Prints what is shown, or makes a file of it; both are kept. `sheets` are on their way to the printer. */
function usePrinting(asked: Asked, isSettled: boolean, onKept: () => void) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [sheets, setSheets] = useState<readonly Sheet[]>();
  const run = async (output: 'printer' | 'pdf'): Promise<void> => {
    if (busy || !isSettled) return;
    setBusy(true);
    try {
      const answer = await request(calls.printRecords, { ...asked, output });
      if (output === 'printer') return setSheets(answer.sheets);
      await requestFile(calls.printedPdf, { logIds: answer.logIds.join(',') });
      onKept();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, sheets };
}

/** Ctrl-P prints what the dialog shows. */
function useCtrlP(print: () => void): void {
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isCommand || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

interface ChoicesProps {
  readonly paper: Paper;
  readonly shown: Preview | undefined;
  readonly onChoose: (wishes: Wishes) => void;
  readonly copies: number;
  readonly onCopies: (copies: number) => void;
}
const BUILT_IN = '0';

/** Paper, template, language and, where the printer has no say in it, how many. */
function Choices({ paper, shown, onChoose, copies, onCopies }: ChoicesProps): ReactNode {
  const word = useWords(printTexts);
  const label = useLabel();
  const templates = (shown?.templates ?? []).filter((each) => each.paper === paper);
  return (
    <div className="print-choices">
      <label htmlFor="print-paper">
        <span className="soft">{word('paper')}</span>
        <Select<Paper>
          id="print-paper"
          value={paper}
          options={paperChoices.map(([value, zh, en]) => ({ value, label: label({ zh, en }) }))}
          onChange={(chosen) => onChoose({ paper: chosen })}
        />
      </label>
      {templates.length > 0 && (
        <label htmlFor="print-template">
          <span className="soft">{word('template')}</span>
          <Select
            id="print-template"
            value={shown?.templateId ?? BUILT_IN}
            options={[
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
              { value: BUILT_IN, label: word('template.built-in') },
            ]}
            onChange={(templateId: string) => onChoose({ paper, templateId })}
          />
        </label>
      )}
      <label>
        <span className="soft">{word('language')}</span>
        <Segmented<string>
          aria-label={word('language')}
          value={shown?.language ?? 'zh'}
          options={languageChoices.map(([value, zh, en]) => ({ value, label: label({ zh, en }) }))}
          onChange={(language) => onChoose({ language: language as PrintLanguage })}
        />
      </label>
      {(papers[paper].isLabel || papers[paper].height === null) && (
        <label htmlFor="print-copies">
          <span className="soft">{word('copies')}</span>
          <InputNumber
            id="print-copies"
            min={1}
            max={calls.COPIES_MAX}
            precision={0}
            value={copies}
            onChange={(count) => onCopies(count ?? 1)}
          />
        </label>
      )}
    </div>
  );
}

/** Whether it was printed before, and where its templates are made. */
function Notes({ shown: { before } }: { readonly shown: Preview }): ReactNode {
  const word = useWords(printTexts);
  const maintains = useAllowed('printtemplate_view');
  return (
    <p className="print-note soft">
      {before.times > 0 && (
        <span>{word('before', { times: before.times, time: before.time.slice(0, 16), name: before.userName })}</span>
      )}
      {maintains && (
        <GuardedLink to={printTemplate.path ?? ''} onClick={() => printing.set(undefined)}>
          {word('maintain')}
        </GuardedLink>
      )}
    </p>
  );
}
