import { CalendarOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { choice, type Fields, ref } from '../../../kernel/core/field.ts';
import type { PageOf, RecordOf } from '../../../kernel/core/shape.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { invalidateLists, listKey } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get, intent } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { stockTexts } from '../stock.texts.ts';
import { monthsToClose } from './month-to-close.rules.ts';
import { closeMonth } from './stock-period.calls.ts';
import { stockPeriod } from './stock-period.resource.ts';
import '../stock.css';

/** Closes a month of a company, for who may. */
export function CloseMonth(): ReactNode {
  const word = useWords(stockTexts);
  const codes = useAllowedCodes();
  const [open, setOpen] = useState(false);
  if (!codes.has(permissionOf(stockPeriod, 'close'))) return null;
  return (
    <>
      <Button type="primary" icon={<CalendarOutlined />} onClick={() => setOpen(true)}>
        {word('month.close')}
      </Button>
      {open && <CloseDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const COMPANY = { companyDeptId: ref('公司', 'Company', 'dept', { offer: OFFER.companies }) };

/** The months of this company that may be closed; undefined until it is known. */
function useMonths(companyDeptId: string): readonly string[] | undefined {
  const last = useQuery({
    queryKey: [...listKey(stockPeriod), 'last', companyDeptId],
    queryFn: ({ signal }) =>
      get<PageOf<RecordOf<typeof stockPeriod>>>(
        callOf(stockPeriod, 'page'),
        { companyDeptId_equal: companyDeptId, descs: 'month', size: 1 },
        signal,
      ),
    enabled: companyDeptId !== '',
    staleTime: 0,
  });
  return useMemo(
    () => (last.data === undefined ? undefined : monthsToClose(last.data.records[0]?.month, businessDay())),
    [last.data],
  );
}

/** What is asked: the company, and which of its months. */
const useFields = (months: readonly string[] | undefined): Fields =>
  useMemo(
    () =>
      months === undefined || months.length === 0
        ? COMPANY
        : {
            ...COMPANY,
            month: choice(
              '月份',
              'Month',
              months.map((each) => [each, each, each] as const),
            ),
          },
    [months],
  );

function CloseDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const word = useWords(stockTexts);
  const notify = useNotify();
  const base = useId();
  const [typed, setTyped] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const refused = useRefused();
  const companyDeptId = String(typed['companyDeptId'] ?? '');
  const months = useMonths(companyDeptId);
  const month = String(typed['month'] ?? months?.[0] ?? '');
  const fields = useFields(months);
  const close = async (): Promise<void> => {
    const body = { companyDeptId, month };
    setBusy(true);
    refused.forget();
    try {
      await request(closeMonth, body, { key: once.keyFor(body) });
      once.done();
      await invalidateLists(stockPeriod);
      notify.done(word('month.done', { company: String(typed['companyDeptName'] ?? ''), month }));
      onClose();
    } catch (error) {
      if (!refused.show(word('month.close'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('month.close')}
      okText={month === '' ? word('month.close') : word('month.close.of', { month })}
      onCancel={onClose}
      onOk={() => void close()}
      okButtonProps={{ loading: busy, disabled: months === undefined || months.length === 0 }}
    >
      {refused.banner()}
      <p className="soft safety-what">{word('month.what')}</p>
      <FormFields
        base={base}
        fields={fields}
        values={{ ...typed, month }}
        faults={{}}
        onChange={(name, value, beside) =>
          setTyped((before) => ({ ...(name === 'companyDeptId' ? {} : before), ...beside, [name]: value }))
        }
        single
        autoFocus
      />
      {months?.length === 0 && (
        <p className="soft safety-what" role="status">
          {word('month.none')}
        </p>
      )}
    </Modal>
  );
}
