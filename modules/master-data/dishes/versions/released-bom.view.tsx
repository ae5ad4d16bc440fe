import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Declaration, permissionOf } from '../../../../kernel/core/declaration.ts';
import { AskDialog } from '../../../../kernel/web/form/ask-dialog.tsx';
import { useAllowedCodes } from '../../../../kernel/web/queries.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import { businessDay } from '../../../../parts/client/business-day.ts';
import { useWords } from '../../../../parts/language/language.ts';
import { copyVersion, endVersion } from './bom-version.view.ts';
import { dishBom } from '../dish-bom.resource.ts';
import { dishTexts } from '../dish.texts.ts';

interface Props {
  readonly of: Declaration;
  readonly row: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly onEnded: () => void;
}

/** Why a released version stays as it is, and what may follow it: a new one, or its end. */
export function ReleasedNote({ of, row, title, onEnded }: Props) {
  const word = useWords(dishTexts);
  const codes = useAllowedCodes();
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const end = String(row['endDate'] ?? '');
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await copyVersion(of, String(row['id']));
      notify.done(word('create.made'));
      void navigate(`${of.path}/${made.id}`);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      type="info"
      showIcon
      className="bom-released"
      title={word(of.name === dishBom.name ? 'released.hint' : 'released.hint.stall')}
      action={
        <>
          {codes.has(permissionOf(of, 'edit')) && (end === '' || end >= businessDay()) && (
            <Button onClick={() => setEnding(true)}>{word('end')}</Button>
          )}
          {codes.has(permissionOf(of, 'add')) && (
            <Button type="primary" icon={<PlusOutlined />} loading={busy} onClick={() => void create()}>
              {word('create')}
            </Button>
          )}
          {isEnding && <EndDialog of={of} row={row} title={title} onClose={() => setEnding(false)} onEnded={onEnded} />}
        </>
      }
    />
  );
}

function EndDialog({ of, row, title, onClose, onEnded }: Props & { readonly onClose: () => void }) {
  const notify = useNotify();
  const word = useWords(dishTexts);
  const asking = useMemo(
    () => ({
      name: 'end',
      action: { label: dishTexts.end, ask: { endDate: { ...dishBom.fields.endDate, optional: false } } },
    }),
    [],
  );
  return (
    <AskDialog
      asking={asking}
      title={title}
      onClose={onClose}
      onAnswer={async ({ endDate }) => {
        await endVersion(of, row, endDate);
        notify.done(word('end.done', { day: String(endDate) }));
        onEnded();
        return true;
      }}
    />
  );
}
