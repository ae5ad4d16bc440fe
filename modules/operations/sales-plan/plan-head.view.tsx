import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { businessDay } from '../../../parts/client/business-day.ts';
import { mondayOf, shifted } from '../../../parts/days/day-text.rules.ts';
import type { RecordEditor } from '../../../kernel/web/form/use-record.ts';
import { DayRange, type Preset } from '../../../kernel/web/kinds/day.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { deptsWithinScope } from '../../admin/people/dept.calls.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import type { salesPlan } from './sales-plan.document.ts';
import { planTexts } from './sales-plan.texts.ts';

/** A whole week from Monday on, so many days away. */
function week(name: string, away: number): Preset {
  const monday = shifted(mondayOf(businessDay()), away);
  return [name, monday, shifted(monday, 6)];
}

/** Which stall, which days. Everything else of a plan follows from the stall. */
export function PlanHead({
  record,
  isNew,
}: {
  readonly record: RecordEditor<typeof salesPlan>;
  readonly isNew: boolean;
}) {
  const word = useWords(planTexts);
  const { values, faults, set } = record;
  // Several plans stand open at a time.
  const own = useId();
  const stalls = useQuery({
    queryKey: ['select', 'dept', 'stalls'],
    queryFn: ({ signal }) => request(deptsWithinScope, { deptCategory_equal: DEPT.stall, frozen_equal: 0 }, { signal }),
    staleTime: 60_000,
    enabled: isNew,
  });
  const { startDate, endDate } = values;
  const stallId = values.gearOperationDeptId;
  const fault = (name: string) =>
    faults[name] !== undefined && (
      <p className="field-fault" role="alert">
        {faults[name]}
      </p>
    );
  return (
    <fieldset className="form-section plan-head">
      <div className={`form-field${faults['gearOperationDeptId'] === undefined ? '' : ' is-wrong'}`}>
        <label htmlFor={`${own}-stall`}>
          {word('stall')}
          <span className="required" aria-hidden="true">
            *
          </span>
        </label>
        <Select
          id={`${own}-stall`}
          autoFocus={isNew}
          disabled={!isNew}
          placeholder={word('stall.hint')}
          loading={stalls.isFetching}
          value={typeof stallId === 'string' && stallId !== '' ? stallId : null}
          showSearch={{
            filterOption: (typed, option) =>
              `${option?.label ?? ''} ${option?.full ?? ''} ${option?.code ?? ''}`
                .toLowerCase()
                .includes(typed.toLowerCase()),
          }}
          options={
            isNew
              ? (stalls.data ?? []).map((each) => ({
                  value: each.id,
                  label: each.deptName,
                  full: each.fullName,
                  code: each.code,
                }))
              : [
                  {
                    value: String(stallId ?? ''),
                    label: String(values.gearOperationDeptName ?? ''),
                    full: '',
                    code: '',
                  },
                ]
          }
          optionRender={({ data }) => (
            <span className="ref-option">
              <span>{data.label}</span>
              <span className="unit">{data.full === data.label ? data.code : data.full}</span>
            </span>
          )}
          popupMatchSelectWidth={360}
          {...(faults['gearOperationDeptId'] === undefined ? {} : { status: 'error' as const })}
          onChange={(value: string) =>
            set('gearOperationDeptId', value, {
              gearOperationDeptName: stalls.data?.find((each) => each.id === value)?.deptName ?? '',
            })
          }
        />
        {fault('gearOperationDeptId')}
      </div>
      <div className="form-field">
        <label htmlFor={`${own}-from`}>
          {word('period')}
          <span className="required" aria-hidden="true">
            *
          </span>
        </label>
        <DayRange
          id={`${own}-from`}
          label={word('period')}
          from={String(startDate ?? '')}
          to={String(endDate ?? '')}
          presets={[week(word('period.this'), 0), week(word('period.next'), 7)]}
          onChange={(start, end) => set('startDate', start, { endDate: end })}
        />
        {fault('startDate')}
        {fault('endDate')}
      </div>
      <div className="form-field">
        <label htmlFor={`${own}-name`}>{word('name')}</label>
        <Input
          id={`${own}-name`}
          maxLength={60}
          placeholder={word('name.hint')}
          value={String(values.planName ?? '')}
          onChange={(event) => set('planName', event.target.value)}
        />
        {fault('planName')}
      </div>
      <div className="form-field">
        <label htmlFor={`${own}-remark`}>{word('remark')}</label>
        <Input
          id={`${own}-remark`}
          maxLength={200}
          value={String(values.remark ?? '')}
          onChange={(event) => set('remark', event.target.value)}
        />
      </div>
    </fieldset>
  );
}
