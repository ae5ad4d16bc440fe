import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Input, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { get } from '../../parts/client/api.ts';
import { OwnInputs } from '../../kernel/web/form/own-inputs.ts';
import { RecordDrawer } from '../../kernel/web/form/record-drawer.tsx';
import { useText } from '../../kernel/web/i18n.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { type ListRow, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useAsyncAction } from '../../kernel/web/use-async-action.ts';
import { useWords } from '../../parts/language/language.ts';
import { platformTexts } from './platform.texts.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './platform.calls.ts';
import { TENANT_COLUMNS } from './tenant-columns.view.tsx';
import { tenant, tenantReads } from './tenant.resource.ts';
import { tenantInputs } from './tenant-inputs.view.tsx';
import './platform.css';

/** Saved by a call of its own, which the form need not know. */
const saved: Declaration = { ...tenant, calls: [...tenant.calls, 'submit'] };
/** A new tenant, with the password of its administrator, which is answered this once. */
interface MadeTenant {
  readonly tenantId?: unknown;
  readonly adminAccount?: unknown;
  readonly adminPassword?: unknown;
}
type Act = 'setting' | 'datasource' | 'package';
type Row = ListRow<typeof tenant, (typeof tenantReads)[number]>;

interface DrawerProps {
  /** `new`, an id, or undefined for closed. */
  readonly open: string | undefined;
  readonly title: string;
  readonly onClose: () => void;
  /** A new one has a password that is shown this once. */
  readonly onMade: (made: MadeTenant) => void;
}

/** A tenant beside the list. */
const TenantDrawer = ({ open, title, onClose, onMade }: DrawerProps) => (
  <OwnInputs value={tenantInputs}>
    <RecordDrawer
      of={saved}
      open={open}
      {...(open === 'new' ? {} : { title })}
      onClose={onClose}
      onSaved={(row: MadeTenant) => {
        void invalidateLists(tenant);
        if (typeof row.adminPassword === 'string') onMade(row);
      }}
    />
  </OwnInputs>
);

/** The operators on this platform. */
export default function TenantPage() {
  const word = useWords(platformTexts);
  const text = useText();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [open, setOpen] = useState<string>();
  const [name, setName] = useState('');
  const [made, setMade] = useState<MadeTenant>();
  const [act, setAct] = useState<{ readonly is: Act; readonly row: Row }>();
  const may = (button: string): boolean => codes.has(`tenant_${button}`);
  const nameOf = (row: Row): string => String(row.tenantName);
  const remove = async (row: Row): Promise<void> => {
    if (!(await notify.ask(word('tenant.remove', { name: nameOf(row) }), { danger: true, okText: text('delete') })))
      return;
    try {
      await request(calls.removeTenants, { ids: row.id });
      notify.done(text('done.deleted'));
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(tenant);
    }
  };
  return (
    <>
      <ListPage
        of={tenant}
        reads={tenantReads}
        onOpen={(row) => {
          setName(nameOf(row));
          setOpen(row.id);
        }}
        columns={TENANT_COLUMNS}
        toolbar={
          may('add') ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
              {text('new')}
            </Button>
          ) : undefined
        }
        rowActions={(row) => [
          ...(['setting', 'package', 'datasource'] as const)
            .filter(may)
            .map((is) => ({ key: is, label: word(`tenant.${is}`), run: () => setAct({ is, row }) })),
          ...(may('delete') && row.tenantId !== '000000'
            ? [{ key: 'remove', label: text('delete'), danger: true, run: () => void remove(row) }]
            : []),
        ]}
      />
      <TenantDrawer open={open} title={name} onClose={() => setOpen(undefined)} onMade={setMade} />
      {act !== undefined && (
        <TenantAct key={`${act.is}${act.row.id}`} is={act.is} row={act.row} onClose={() => setAct(undefined)} />
      )}
      <Modal
        open={made !== undefined}
        title={word('tenant.made')}
        footer={
          <Button type="primary" onClick={() => setMade(undefined)}>
            {text('ok')}
          </Button>
        }
        onCancel={() => setMade(undefined)}
        mask={{ closable: false }}
      >
        <p>{word('tenant.made.once')}</p>
        <Descriptions
          column={1}
          size="small"
          bordered
          items={[
            {
              key: 'id',
              label: word('tenant.number'),
              children: <Typography.Text copyable>{String(made?.tenantId ?? '')}</Typography.Text>,
            },
            {
              key: 'account',
              label: word('tenant.admin'),
              children: <Typography.Text copyable>{String(made?.adminAccount ?? '')}</Typography.Text>,
            },
            {
              key: 'password',
              label: word('tenant.password'),
              children: (
                <Typography.Text copyable code>
                  {String(made?.adminPassword ?? '')}
                </Typography.Text>
              ),
            },
          ]}
        />
      </Modal>
    </>
  );
}

interface Option {
  readonly id: string;
  readonly title: string;
}

/** One of the three things that hang on a tenant beside its own fields. */
function TenantAct({ is, row, onClose }: { readonly is: Act; readonly row: Row; readonly onClose: () => void }) {
  const word = useWords(platformTexts);
  const text = useText();
  const notify = useNotify();
  const field = is === 'package' ? 'packageId' : 'datasourceId';
  const [chosen, setChosen] = useState(String(row[field] ?? ''));
  const [most, setMost] = useState(String(row.accountNumber ?? -1));
  const [until, setUntil] = useState(String(row.expireTime ?? ''));
  const { busy, run } = useAsyncAction(tenant);
  const options = useQuery({
    queryKey: ['tenant', is],
    queryFn: ({ signal }) =>
      get<readonly Option[]>(
        is === 'package' ? '/blade-system/tenant-package/select' : '/blade-develop/datasource/select',
        { size: 200 },
        signal,
      ),
    enabled: is !== 'setting',
  });
  const Moment = faceOf(tenant.fields.expireTime).Input;
  const save = (): Promise<void> =>
    run(async () => {
      if (is === 'setting') await request(calls.limitTenants, { ids: row.id, accountNumber: most, expireTime: until });
      else {
        const tenantId = String(row.tenantId);
        await (is === 'package'
          ? request(calls.setPackage, { tenantId, packageId: chosen })
          : request(calls.setDataSource, { tenantId, datasourceId: chosen }));
      }
      notify.done(text('done.updated'));
      onClose();
    });
  return (
    <Modal
      open
      title={word(`tenant.${is}.of`, { name: String(row.tenantName) })}
      confirmLoading={busy}
      okText={text('save')}
      cancelText={text('cancel')}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {is === 'setting' ? (
        <div className="tenant-form">
          <label htmlFor="tenant-most">
            <span>{word('tenant.account')}</span>
            <Input
              id="tenant-most"
              inputMode="numeric"
              value={most}
              onChange={(event) => setMost(event.target.value)}
            />
          </label>
          <p>{word('tenant.account.hint')}</p>
          <label htmlFor="tenant-until">
            <span>{word('tenant.until')}</span>
            <Moment
              id="tenant-until"
              name="expireTime"
              field={tenant.fields.expireTime}
              value={until}
              row={row}
              onChange={(value) => setUntil(String(value ?? ''))}
            />
          </label>
          <p>{word('tenant.until.hint')}</p>
        </div>
      ) : (
        <Select
          className="tenant-choice"
          aria-label={word(`tenant.${is}`)}
          value={chosen}
          onChange={setChosen}
          loading={options.isLoading}
          options={[
            { value: '', label: word('tenant.none') },
            ...(options.data ?? []).map((each) => ({ value: each.id, label: each.title })),
          ]}
        />
      )}
    </Modal>
  );
}
