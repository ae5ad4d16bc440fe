import { Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../kernel/web/i18n.ts';
import { DayRange, type Preset } from '../../../kernel/web/kinds/day.tsx';
import { requestFile } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { monthFrom, shifted } from '../../../parts/days/day-text.rules.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { foodSafetyTexts } from '../food-safety.texts.ts';
import { authorities, authoritySheet, type Authority } from './ledger-board.calls.ts';

interface Props {
  readonly stallId: string;
  readonly today: string;
  readonly onClose: () => void;
}

/** Which authority asks, and for which days; the month so far to begin with. */
export function AuthoritySheet({ stallId, today, onClose }: Props): ReactNode {
  const word = useWords(foodSafetyTexts);
  const text = useText();
  const inWords = useLabel();
  const notify = useNotify();
  const [authority, setAuthority] = useState<Authority>('market');
  const [[from, to], setDays] = useState<readonly [string, string]>([monthFrom(today, 0), today]);
  const [busy, setBusy] = useState(false);
  const presets: readonly Preset[] = [
    [text('day.this-month'), monthFrom(today, 0), today],
    [text('day.last-month'), monthFrom(today, -1), shifted(monthFrom(today, 0), -1)],
  ];
  const fetch = async (): Promise<void> => {
    setBusy(true);
    try {
      await requestFile(authoritySheet, { gearOperationDeptId: stallId, authority, startDate: from, endDate: to });
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('sheet')}
      okText={word('sheet.do')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void fetch()}
      onCancel={onClose}
    >
      <div className="ledger-form">
        <div className="waste-field">
          <span className="soft">{word('sheet.authority')}</span>
          <Select
            aria-label={word('sheet.authority')}
            value={authority}
            options={authorities.map(([value, zh, en]) => ({ value, label: inWords({ zh, en }) }))}
            onChange={(next: Authority) => setAuthority(next)}
          />
        </div>
        <div className="waste-field">
          <span className="soft">{word('sheet.days')}</span>
          <DayRange
            id="ledger-days"
            label={word('sheet.days')}
            from={from}
            to={to}
            presets={presets}
            onChange={(first, last) => setDays([first, last])}
          />
        </div>
      </div>
    </Modal>
  );
}
