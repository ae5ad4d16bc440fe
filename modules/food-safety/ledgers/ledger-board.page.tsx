import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { KitchenHead } from '../../production/day/kitchen-head.view.tsx';
import { useKitchenDay } from '../../production/day/use-kitchen-day.view.ts';
import { foodSafetyTexts } from '../food-safety.texts.ts';
import { EntryDialog, type BoardDuty } from './entry-dialog.view.tsx';
import { ledgerBoard, type LedgerDay } from './ledger-board.calls.ts';
import { MorningCheck } from './morning-check.view.tsx';
import { logKinds } from './safety-duty.resource.ts';
import '../../production/production.css';
import '../food-safety.css';

const AuthoritySheet = lazyPart<{ readonly stallId: string; readonly today: string; readonly onClose: () => void }>(
  async () => ({ default: (await import('./authority-sheet.view.tsx')).AuthoritySheet }),
);

/** 台账看板: what is due and missing in red on top, the morning check of everybody, and the other ledgers of the day. */
export default function LedgerBoardPage(): ReactNode {
  const word = useWords(foodSafetyTexts);
  const codes = useAllowedCodes();
  const day = useKitchenDay();
  const [entering, setEntering] = useState<BoardDuty>();
  const [asked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: ['ledger-board', day.stall, day.date],
    queryFn: ({ signal }) => request(ledgerBoard, { gearOperationDeptId: day.stall, date: day.date }, { signal }),
    refetchInterval: 60_000,
    retry: false,
  });
  const board = found.data;
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['ledger-board'] });
  return (
    <div className="kitchen">
      <KitchenHead title={word('board')} day={day} stalls={board?.stalls ?? []} stallId={board?.stallId ?? day.stall}>
        {codes.has('foodsafetylog_export') && board !== undefined && board.stallId !== '' && (
          <Button onClick={() => setAsked(true)}>{word('sheet')}</Button>
        )}
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {board === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : board.stallId === '' ? (
        <Empty description={word('no-stall')} />
      ) : (
        <Ledgers board={board} onEnter={setEntering} onDone={again} />
      )}
      {board !== undefined && entering !== undefined && (
        <EntryDialog
          day={board}
          duty={entering}
          onClose={() => setEntering(undefined)}
          onDone={() => {
            setEntering(undefined);
            void again();
          }}
        />
      )}
      {board !== undefined && asked && (
        <AuthoritySheet stallId={board.stallId} today={day.today} onClose={() => setAsked(false)} />
      )}
    </div>
  );
}

interface LedgersProps {
  readonly board: LedgerDay;
  readonly onEnter: (duty: BoardDuty) => void;
  readonly onDone: () => Promise<void>;
}
function Ledgers({ board, onEnter, onDone }: LedgersProps): ReactNode {
  const word = useWords(foodSafetyTexts);
  const codes = useAllowedCodes();
  const missing = board.duties.filter(({ state }) => state === 'missing');
  const others = board.duties.filter(({ logKind, state }) => logKind !== 'morning-check' && state !== 'missing');
  return (
    <>
      {missing.length > 0 && (
        <DutyBox title={word('missing')} duties={missing} board={board} isAlarm onEnter={onEnter} />
      )}
      <MorningCheck key={`${board.stallId} ${board.date}`} day={board} onDone={onDone} />
      {others.length > 0 && <DutyBox title={word('later')} duties={others} board={board} onEnter={onEnter} />}
      {board.duties.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('duties.none')}>
          {codes.has('safetyduty_add') && <GuardedLink to="/gear/safetyduty/new">{word('duties.lay')}</GuardedLink>}
        </Empty>
      )}
    </>
  );
}

const TONES = { done: 'done', 'not-ok': 'stop', open: 'waiting', missing: 'stop' } as const;
type State = keyof typeof TONES;

interface BoxProps {
  readonly title: string;
  readonly duties: readonly BoardDuty[];
  readonly board: LedgerDay;
  readonly isAlarm?: boolean;
  readonly onEnter: (duty: BoardDuty) => void;
}
function DutyBox({ title, duties, board, isAlarm = false, onEnter }: BoxProps): ReactNode {
  const word = useWords(foodSafetyTexts);
  const codes = useAllowedCodes();
  const mayEnter = codes.has('foodsafetylog_add') && board.isOpen;
  return (
    <section className={`kitchen-box${isAlarm ? ' kitchen-alarm' : ''}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul>
        {duties.map((duty) => (
          <li key={duty.dutyId}>
            <DutyName duty={duty} />
            {duty.logId !== '' && (
              <span className="ledger-found">
                {duty.valueText}
                <small>{[duty.correctiveAction, duty.entered].filter((each) => each !== '').join(' · ')}</small>
              </span>
            )}
            <Status tone={TONES[duty.state as State]} word={word(`state.${duty.state as State}`)} />
            {mayEnter && duty.logId === '' && duty.logKind !== 'morning-check' && (
              <Button
                size="large"
                type={isAlarm ? 'primary' : 'default'}
                danger={isAlarm}
                onClick={() => onEnter(duty)}
              >
                {word('enter')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DutyName({
  duty: { logKind, subject, dueTime, lowLimit: low, highLimit: high },
}: {
  readonly duty: BoardDuty;
}) {
  const word = useWords(foodSafetyTexts);
  const inWords = useLabel();
  const [, zh, en] = logKinds.find(([kind]) => kind === logKind)!;
  const limits =
    low !== '' && high !== ''
      ? word('limits', { low, high })
      : high !== ''
        ? word('limits.high', { high })
        : low !== ''
          ? word('limits.low', { low })
          : '';
  return (
    <span className="kitchen-name">
      {subject}
      <small>
        {[inWords({ zh, en }), word('due', { time: dueTime }), limits].filter((each) => each !== '').join(' · ')}
      </small>
    </span>
  );
}
