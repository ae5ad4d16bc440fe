import { ApartmentOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { day, ref, type Fields } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { Values } from '../../../kernel/web/form/values.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useWords } from '../../../parts/language/language.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { centralFactory } from './central-factory.resource.ts';
import { askWhoServes } from './factories.calls.ts';
import { factoryTexts } from './factories.texts.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';
import './factories.css';

const FIELDS: Fields = {
  projectDeptId: ref('项目部', 'Site', 'dept', { offer: OFFER.sites }),
  materialId: ref('物料', 'Material', 'material'),
  date: day('日期', 'Day', { optional: true, hint: label('不填为今天', 'Leave empty for today') }),
};

type Answered = TypeOf<typeof askWhoServes.answer>;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** 谁给谁供货: which factory serves a site with a material on a day, and why. */
export function WhoServes(): ReactNode {
  const word = useWords(factoryTexts);
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<ApartmentOutlined />}
        onClick={() => setOpen(true)}
        {...(phone ? { 'aria-label': word('ask') } : {})}
      >
        {phone ? null : word('ask')}
      </Button>
      {open && <AskDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AskDialog({ onClose }: { readonly onClose: () => void }) {
  const word = useWords(factoryTexts);
  const text = useText();
  const base = useId();
  const [values, setValues] = useState<Values>({});
  const query = {
    projectDeptId: textOf(values['projectDeptId']),
    materialId: textOf(values['materialId']),
    date: textOf(values['date']),
  };
  const ready = query.projectDeptId !== '' && query.materialId !== '';
  const { data, error } = useQuery({
    queryKey: ['who-serves', query],
    queryFn: ({ signal }) => request(askWhoServes, query, { signal }),
    enabled: ready,
    retry: false,
  });
  return (
    <Modal
      open
      width={640}
      title={word('ask')}
      footer={<Button onClick={onClose}>{word('close')}</Button>}
      onCancel={onClose}
    >
      <p className="soft who-serves-lead">{word('ask.lead')}</p>
      <FormFields
        base={base}
        fields={FIELDS}
        values={values}
        faults={{}}
        autoFocus
        onChange={(name, value, beside) => setValues((before) => ({ ...before, ...beside, [name]: value }))}
      />
      <div className="who-serves" aria-live="polite">
        {!ready ? (
          <p className="soft">{word('ask.empty')}</p>
        ) : error !== null ? (
          <Alert type="warning" showIcon title={error instanceof ApiError ? error.message : text('error.unknown')} />
        ) : data === undefined ? (
          <Skeleton active paragraph={{ rows: 4 }} title={false} />
        ) : (
          <Answer answer={data} />
        )}
      </div>
    </Modal>
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
