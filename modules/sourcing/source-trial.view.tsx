import { ExperimentOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { day, quantity, ref, type Fields } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { Trial } from '../../kernel/web/form/trial.tsx';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { useWords } from '../../parts/language/language.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { OFFER } from '../admin/people/dept.resource.ts';
import { testSource } from './source.calls.ts';
import { sourcingTexts } from './sourcing.texts.ts';
import './sourcing.css';

const FIELDS = {
  deptId: ref('地点', 'Place', 'dept', { offer: OFFER.places }),
  materialId: ref('物料', 'Material', 'material'),
  date: day('到货日期', 'Delivery day', { optional: true, hint: label('不填为今天', 'Leave empty for today') }),
  qty: quantity('数量', 'Quantity', {
    optional: true,
    min: 0,
    hint: label('基本单位；不填则不看起送数量', 'Base unit; leave empty to ignore minimum quantities'),
  }),
} as const satisfies Fields;

type Tried = TypeOf<typeof testSource.answer>;

/** 货源试算: which rule decides for a place, a material and a day, without a plan. */
export function SourceTrial(): ReactNode {
  const word = useWords(sourcingTexts);
  return (
    <Trial
      icon={<ExperimentOutlined />}
      title={word('try')}
      lead={word('try.lead')}
      empty={word('try.empty')}
      close={word('close')}
      fields={FIELDS}
      className="source-trial"
      ask={(query, signal) => request(testSource, query, { signal })}
    >
      {(tried) => <Answer tried={tried} />}
    </Trial>
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
