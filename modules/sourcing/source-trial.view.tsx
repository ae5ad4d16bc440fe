import { ExperimentOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { day, quantity, ref, type Fields } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { FormFields } from '../../kernel/web/form/form-fields.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useWords } from '../../parts/language/language.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { OFFER } from '../admin/people/dept.resource.ts';
import { testSource } from './source.calls.ts';
import { sourcingTexts } from './sourcing.texts.ts';
import './sourcing.css';

const FIELDS: Fields = {
  deptId: ref('地点', 'Place', 'dept', { offer: OFFER.places }),
  materialId: ref('物料', 'Material', 'material'),
  date: day('到货日期', 'Delivery day', { optional: true, hint: label('不填为今天', 'Leave empty for today') }),
  qty: quantity('数量', 'Quantity', {
    optional: true,
    min: 0,
    hint: label('基本单位；不填则不看起送数量', 'Base unit; leave empty to ignore minimum quantities'),
  }),
};

type Tried = TypeOf<typeof testSource.answer>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** 货源试算: which rule decides for a place, a material and a day, without a plan. */
export function SourceTrial(): ReactNode {
  const word = useWords(sourcingTexts);
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<ExperimentOutlined />}
        onClick={() => setOpen(true)}
        {...(phone ? { 'aria-label': word('try') } : {})}
      >
        {phone ? null : word('try')}
      </Button>
      {open && <TrialDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function TrialDialog({ onClose }: { readonly onClose: () => void }) {
  const word = useWords(sourcingTexts);
  const text = useText();
  const base = useId();
  const [values, setValues] = useState<Values>({});
  const query = {
    deptId: textOf(values['deptId']),
    materialId: textOf(values['materialId']),
    date: textOf(values['date']),
    qty: textOf(values['qty']),
  };
  const ready = query.deptId !== '' && query.materialId !== '';
  const { data, error } = useQuery({
    queryKey: ['source-trial', query],
    queryFn: ({ signal }) => request(testSource, query, { signal }),
    enabled: ready,
    retry: false,
  });
  return (
    <Modal
      open
      width={640}
      title={word('try')}
      footer={<Button onClick={onClose}>{word('close')}</Button>}
      onCancel={onClose}
    >
      <p className="soft source-trial-lead">{word('try.lead')}</p>
      <FormFields
        base={base}
        fields={FIELDS}
        values={values}
        faults={{}}
        autoFocus
        onChange={(name, value, beside) => setValues((before) => ({ ...before, ...beside, [name]: value }))}
      />
      <div className="source-trial" aria-live="polite">
        {!ready ? (
          <p className="soft">{word('try.empty')}</p>
        ) : error !== null ? (
          <Alert type="warning" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
        ) : data === undefined ? (
          <Skeleton active paragraph={{ rows: 4 }} title={false} />
        ) : (
          <Answer tried={data} />
        )}
      </div>
    </Modal>
  );
}

function Answer({ tried }: { readonly tried: Tried }) {
  const word = useWords(sourcingTexts);
  return (
    <>
      <dl>
        <dt>{word('source')}</dt>
        <dd>
          <strong>{tried.sourceKindName}</strong>
        </dd>
        <dt>{word('rule')}</dt>
        <dd>
          {tried.reason}{' '}
          {tried.ruleLink !== '' && (
            <GuardedLink to={tried.ruleLink} className="figures">
              {tried.ruleCode}
            </GuardedLink>
          )}
        </dd>
        <dt>{word('supplier')}</dt>
        <dd>
          {tried.supplierName === '' ? (
            <span className="soft">{word('supplier.none')}</span>
          ) : (
            <>
              {tried.supplierName} <span className="soft">{tried.supplierReason}</span>
            </>
          )}
        </dd>
        {tried.deliveryDate !== '' && (
          <>
            <dt>{word('delivery')}</dt>
            <dd className="figures">{tried.deliveryDate}</dd>
          </>
        )}
        {tried.orderBefore !== '' && (
          <>
            <dt>{word('before')}</dt>
            <dd className="figures">
              {tried.late === 1 ? (
                <Status tone="look" word={`${tried.orderBefore.slice(0, 16)} ${word('late')}`} />
              ) : (
                tried.orderBefore.slice(0, 16)
              )}
            </dd>
          </>
        )}
      </dl>
      {tried.note !== '' && <Alert type="warning" showIcon title={tried.note} />}
      {tried.others.length > 0 && (
        <>
          <h3>{word('others')}</h3>
          <ul>
            {tried.others.map((other) => (
              <li key={other.supplierId}>
                {other.supplierName} <span className="soft">{other.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {tried.trail.length > 0 && (
        <>
          <h3>{word('trail')}</h3>
          <ul>
            {tried.trail.map((each) => (
              <li key={each.code}>
                <span className="figures">{each.code}</span> <span className="soft">{each.verdict}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
