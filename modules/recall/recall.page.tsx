import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Progress } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Tone } from '../../kernel/core/field.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { WishesByKey } from '../../kernel/web/document/lines-editor.tsx';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { queries, useAllowedCodes } from '../../kernel/web/queries.ts';
import { requestFile } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { shown } from '../stock/on-hand/place.view.ts';
import { AnswerDialog } from './answer-dialog.view.tsx';
import { eventKinds, recallEvents } from './recall.calls.ts';
import { recallCase, type Recall, type RecallPlace } from './recall.document.ts';
import { openFirst, standingOf, type Standing } from './recall.rules.ts';
import { recallTexts } from './recall.texts.ts';
import './recall.css';

/** Places have a board of their own; lots stand below it once there are any. */
const LINES: WishesByKey<typeof recallCase> = {
  places: { instead: () => null },
  lots: { instead: (face) => (face.rows.length === 0 ? null : face.usual) },
};
const FACTS = { visibleDeptIds: false, receivedQty: false, accountedQty: false, coverage: false } as const;
const TONES: Readonly<Record<Standing, Tone>> = { silent: 'stop', short: 'look', accounted: 'done' };
/** So often a running recall is asked for what was answered meanwhile. */
const FOLLOW_MS = 15_000;

/** 召回: what it is about, the figure of the whole, and every place with its answer. */
export default function RecallPage(): ReactNode {
  const [given] = useSearchParams();
  const [answering, setAnswering] = useState<RecallPlace>();
  const acts = useMemo(
    () => ({
      account: ({ places }: Recall) => setAnswering(openFirst(places)[0]),
    }),
    [],
  );
  const [batchId, batchName] = [given.get('batchId'), given.get('lot')];
  const initial = useMemo(
    () => (batchId === null ? {} : { batchId, batchName: batchName ?? '' }),
    [batchId, batchName],
  );
  const toolbar = useCallback((row: Recall) => row.status !== 'draft' && <Files id={row.id} />, []);
  return (
    <DocumentPage of={recallCase} acts={acts} lines={LINES} facts={FACTS} toolbar={toolbar} initial={initial}>
      {(row) =>
        row.status === 'draft' ? null : (
          <>
            <Board recall={row} onAnswer={setAnswering} />
            {answering !== undefined && (
              <AnswerDialog
                key={`${answering.id}/${answering.answerNo}`}
                recall={row}
                place={answering}
                onClose={() => setAnswering(undefined)}
              />
            )}
          </>
        )
      }
    </DocumentPage>
  );
}

/** Follows the answers of others while a recall runs and its page is looked at. */
function useFollowed({ id, status }: Pick<Recall, 'id' | 'status'>): void {
  useEffect(() => {
    if (status !== 'running') return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: ['detail', recallCase.name, id] });
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [id, status]);
}

interface BoardProps {
  readonly recall: Recall;
  readonly onAnswer: (place: RecallPlace) => void;
}
function Board({ recall, onAnswer }: BoardProps): ReactNode {
  const word = useWords(recallTexts);
  useFollowed(recall);
  const places = openFirst(recall.places);
  return (
    <section className="recall-board" aria-label={word('board')}>
      <Whole recall={recall} />
      <ul>
        {places.map((place) => (
          <PlaceRow key={place.id} recall={recall} place={place} onAnswer={onAnswer} />
        ))}
      </ul>
    </section>
  );
}

/** The live figure: how much of what was received is accounted for, and who is waited for. */
function Whole({ recall }: { readonly recall: Recall }): ReactNode {
  const word = useWords(recallTexts);
  const label = useLabel();
  const coverage = shown(recall.coverage ?? '0');
  return (
    <div className="recall-whole">
      <span className="recall-percent figures">{coverage} %</span>
      <Progress
        percent={Number(recall.coverage ?? '0')}
        showInfo={false}
        aria-label={label(recallCase.fields.coverage.label)}
      />
      <span className="figures">
        {word('covered', {
          accounted: shown(recall.accountedQty ?? '0'),
          received: shown(recall.receivedQty ?? '0'),
          unit: recall.baseUnitName,
        })}
      </span>
      <span>
        {recall.openCount === 0 ? word('silent.none') : word('silent.count', { count: recall.openCount })}
        {recall.minutes !== null && ` · ${word('minutes', { count: recall.minutes })}`}
      </span>
      {recall.drill === 1 && <span className="soft">{word('drill')}</span>}
    </div>
  );
}

function PlaceRow({ recall, place, onAnswer }: BoardProps & { readonly place: RecallPlace }): ReactNode {
  const word = useWords(recallTexts);
  const codes = useAllowedCodes();
  const standing = standingOf(place);
  const isOther = place.materialId !== recall.materialId;
  return (
    <li>
      <div className="recall-place">
        <strong>{place.locationName}</strong>
        {isOther && <span className="soft"> · {place.materialName}</span>}
        <div className="soft">
          {place.answerNo > 0 && (
            <span className="figures">
              {place.answerUserName} · {word('minutes', { count: place.minutes ?? 0 })}
              {place.answerRemark ? ` · ${place.answerRemark}` : ''}
            </span>
          )}
        </div>
      </div>
      <span className="figures">
        {shown(place.accountedQty)} / {shown(place.receivedQty)} <span className="unit">{place.baseUnitName}</span>
      </span>
      <span className="figures">{shown(place.coverage)} %</span>
      <Status tone={TONES[standing]} word={word(standing)} />
      {recall.status === 'running' && codes.has('recall_account') && (
        <Button type={standing === 'silent' ? 'primary' : 'default'} onClick={() => onAnswer(place)}>
          {word(standing === 'silent' ? 'answer' : 'answer.again')}
        </Button>
      )}
    </li>
  );
}

/** What happened to the lots: one file for each kind of event. */
function Files({ id }: { readonly id: string }): ReactNode {
  const word = useWords(recallTexts);
  const label = useLabel();
  const notify = useNotify();
  const codes = useAllowedCodes();
  if (!codes.has('recall_export')) return null;
  const files = eventKinds.map(([kind, zh, en]) => ({
    key: kind,
    label: label({ zh, en }),
    onClick: () => void requestFile(recallEvents, { id, kind }).catch(notify.error),
  }));
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items: files }}>
      <Button icon={<DownloadOutlined />}>{word('files')}</Button>
    </Dropdown>
  );
}
