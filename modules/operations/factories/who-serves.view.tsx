import { ApartmentOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { day, ref, type Fields } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { Trial } from '../../../kernel/web/form/trial.tsx';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { centralFactory } from './central-factory.resource.ts';
import { askWhoServes } from './factories.calls.ts';
import { factoryTexts } from './factories.texts.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';
import './factories.css';

const FIELDS = {
  projectDeptId: ref('项目部', 'Site', 'dept', { offer: OFFER.sites }),
  materialId: ref('物料', 'Material', 'material'),
  date: day('日期', 'Day', { optional: true, hint: label('不填为今天', 'Leave empty for today') }),
} as const satisfies Fields;

type Answered = TypeOf<typeof askWhoServes.answer>;

/** 谁给谁供货: which factory serves a site with a material on a day, and why. */
export function WhoServes(): ReactNode {
  const word = useWords(factoryTexts);
  return (
    <Trial
      icon={<ApartmentOutlined />}
      title={word('ask')}
      lead={word('ask.lead')}
      empty={word('ask.empty')}
      close={word('close')}
      fields={FIELDS}
      className="who-serves"
      ask={(query, signal) => request(askWhoServes, query, { signal })}
    >
      {(answer) => <Answer answer={answer} />}
    </Trial>
  );
}

const rowPath = (id: string): string => `${projectDeptCentralFactory.path}/${id}`;

function Answer({ answer }: { readonly answer: Answered }) {
  const word = useWords(factoryTexts);
  return (
    <>
      {answer.centralFactoryId === '' ? (
        <p>
          <strong>{word('nobody')}</strong>
        </p>
      ) : (
        <dl>
          <dt>{word('factory')}</dt>
          <dd>
            <GuardedLink to={`${centralFactory.path}/${answer.centralFactoryId}`}>
              <strong>{answer.centralFactoryName}</strong>
            </GuardedLink>
          </dd>
          <dt>{word('store')}</dt>
          <dd>
            {answer.factoryWarehouseName === '' ? (
              <span className="soft">{word('store.none')}</span>
            ) : (
              answer.factoryWarehouseName
            )}
          </dd>
          <dt>{word('row')}</dt>
          <dd>
            {answer.reason}{' '}
            <GuardedLink to={rowPath(answer.relationId)} className="figures">
              {answer.relationCode}
            </GuardedLink>
          </dd>
        </dl>
      )}
      {answer.note !== '' && <Alert type="warning" showIcon title={answer.note} />}
      {answer.others.length > 0 && (
        <>
          <h3>{word('others')}</h3>
          <ul>
            {answer.others.map((other) => (
              <li key={other.relationId}>
                <GuardedLink to={rowPath(other.relationId)} className="figures">
                  {other.relationCode}
                </GuardedLink>{' '}
                <span className="soft">{other.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
