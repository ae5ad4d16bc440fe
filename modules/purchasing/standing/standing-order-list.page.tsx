import { HistoryOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useId, useState } from 'react';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { faultsOf, type Values } from '../../../kernel/web/form/values.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { learnStandingOrder } from './standing-order.calls.ts';
import { standingOrder } from './standing-order.resource.ts';
import { standingTexts } from './standing-order.texts.ts';

/** Standing orders, and a first draft of one from what was ordered before. */
export default function StandingOrderListPage() {
  const word = useWords(standingTexts);
  const phone = usePhone();
  const mayAdd = useAllowed('standingorder_add');
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState<string>();
  return (
    <>
      <ListPage
        of={standingOrder}
        toolbar={
          mayAdd && (
            <Button
              icon={<HistoryOutlined />}
              onClick={() => setAsking(true)}
              {...(phone ? { 'aria-label': word('learn') } : {})}
            >
              {phone ? null : word('learn')}
            </Button>
          )
        }
      />
      {asking && <LearnDialog onClose={() => setAsking(false)} onMade={setOpened} />}
      <RecordDrawer of={standingOrder} open={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function LearnDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: string) => void }) {
  const word = useWords(standingTexts);
  const notify = useNotify();
  const language = useLanguage();
  const base = useId();
  const fields = learnStandingOrder.input;
  const [values, setValues] = useState<Values>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const learn = async (): Promise<void> => {
    const found = faultsOf(fields, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const made = await request(learnStandingOrder, {
        warehouseId: String(values['warehouseId']),
        ...(values['supplierId'] ? { supplierId: String(values['supplierId']) } : {}),
      });
      notify.done(word('learn.done', made));
      await queries.invalidateQueries({ queryKey: ['list'] });
      onClose();
      onMade(made.id);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('learn')}
      okText={word('learn.go')}
      cancelText={word('close')}
      confirmLoading={busy}
      onOk={() => void learn()}
      onCancel={onClose}
    >
      <p className="soft">{word('learn.lead')}</p>
      <FormFields
        base={base}
        fields={fields}
        values={values}
        faults={faults}
        single
        autoFocus
        onChange={(name, value, beside) => setValues((before) => ({ ...before, ...beside, [name]: value }))}
      />
    </Modal>
  );
}
