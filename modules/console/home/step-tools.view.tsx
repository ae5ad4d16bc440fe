import { CalendarOutlined, DownloadOutlined, PlusSquareOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { permissionOf, type Declaration } from '../../../kernel/core/declaration.ts';
import { fetchTemplate } from '../../../kernel/web/list/import-calls.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ImportDialog } from '../../../kernel/web/list/lazy-parts.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { planSampleWeek, STARTING_SETS, type StartingSet } from './first-steps.calls.ts';
import type { StepKey } from './first-steps.rules.ts';
import { firstStepsTexts } from './first-steps.texts.ts';

/** What fills a step without typing: its sheet, and a set to begin with. */
export function StepTools({ step, of }: { readonly step: StepKey; readonly of: Declaration }) {
  const codes = useAllowedCodes();
  const isSheet = of.calls.includes('importExcelTemplate') && codes.has(permissionOf(of, 'import'));
  const sets = STARTING_SETS.filter((set) => set.step === step && codes.has(permissionOf(set.of, 'add')));
  return (
    <>
      {isSheet && <SheetTools of={of} />}
      {sets.map((set) => (
        <TakeSet key={set.of.name} set={set} />
      ))}
    </>
  );
}

/** The empty sheet, and the dialog that takes it filled. */
function SheetTools({ of }: { readonly of: Declaration }) {
  const word = useWords(firstStepsTexts);
  const name = useLabel()(of.label);
  const [isOpen, setIsOpen] = useState(false);
  const { busy, run } = useAsyncAction();
  return (
    <>
      <Button
        size="small"
        icon={<DownloadOutlined />}
        aria-label={word('template.of', { of: name })}
        loading={busy}
        onClick={() => void run(() => fetchTemplate(of))}
      >
        {word('template')}
      </Button>
      <Button
        size="small"
        icon={<UploadOutlined />}
        aria-label={word('import.of', { of: name })}
        onClick={() => setIsOpen(true)}
      >
        {word('import')}
      </Button>
      {isOpen && <ImportDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Says what a set would add, and adds it. */
function TakeSet({ set }: { readonly set: StartingSet }) {
  const word = useWords(firstStepsTexts);
  const notify = useNotify();
  const name = useLabel()(set.of.label);
  const { busy, run } = useAsyncAction(set.of);
  const take = async (): Promise<void> => {
    const content = (
      <>
        <p>
          {word('set.what', { count: set.rows.length, names: set.rows.map((row) => row.name).join(word('set.comma')) })}
        </p>
        <p>{word('set.keep')}</p>
      </>
    );
    if (!(await notify.ask(word('set.ask', { of: name }), { content, okText: word('set.take') }))) return;
    await run(async () => {
      const { created } = await request(set.take, {});
      notify.done(word(created === 0 ? 'set.none' : 'set.done', { count: created, of: name }));
    });
  };
  return (
    <Button size="small" icon={<PlusSquareOutlined />} loading={busy} onClick={() => void take()}>
      {word('set', { of: name })}
    </Button>
  );
}

/** Plans a week of the dishes there are, and opens it. */
export function SampleWeek() {
  const word = useWords(firstStepsTexts);
  const notify = useNotify();
  const go = useNavigate();
  const codes = useAllowedCodes();
  const { busy, run } = useAsyncAction(salesPlan);
  const once = useMemo(() => intent(), []);
  const plan = async (): Promise<void> => {
    const content = <p>{word('week.what')}</p>;
    if (!(await notify.ask(word('week.ask'), { content, okText: word('week') }))) return;
    await run(async () => {
      const { id, billCode } = await request(planSampleWeek, {}, { key: once.keyFor('week') });
      once.done();
      notify.done(word('week.done', { code: billCode }));
      await invalidateLists(salesPlan);
      await go(`${salesPlan.path}/${id}`);
    });
  };
  if (!codes.has(permissionOf(salesPlan, 'add'))) return null;
  return (
    <Button size="small" icon={<CalendarOutlined />} loading={busy} onClick={() => void plan()}>
      {word('week')}
    </Button>
  );
}
