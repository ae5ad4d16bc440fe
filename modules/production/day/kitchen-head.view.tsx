import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { shortDay } from '../../../parts/days/day-text.rules.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { productionTexts } from '../production.texts.ts';
import type { useKitchenDay } from './use-kitchen-day.view.ts';

interface Props {
  readonly title: string;
  readonly day: ReturnType<typeof useKitchenDay>;
  readonly stalls: readonly { readonly id: string; readonly name: string }[];
  readonly stallId: string;
  /** What the places are called that are chosen among; stalls, where nothing is given. */
  readonly places?: string;
  readonly children?: ReactNode;
}

/** What the page is about: its stall and its day, and what is done with the whole. */
export function KitchenHead({ title, day, stalls, stallId, places, children }: Props): ReactNode {
  const word = useWords(productionTexts);
  const language = useLanguage();
  return (
    <header className="kitchen-head">
      <h1 className="page-title" tabIndex={-1}>
        {title}
      </h1>
      <Select
        aria-label={places ?? word('stall')}
        value={stallId === '' ? null : stallId}
        style={{ minWidth: 160 }}
        showSearch={{ optionFilterProp: 'label' }}
        options={stalls.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: string) => day.chooseStall(id)}
      />
      <span className="kitchen-day">
        <Button icon={<LeftOutlined />} aria-label={word('before')} onClick={() => day.turn(-1)} />
        <strong>{day.date === day.today ? word('today') : shortDay(day.date, day.today, language)}</strong>
        <Button icon={<RightOutlined />} aria-label={word('after')} onClick={() => day.turn(1)} />
      </span>
      {children !== undefined && <span className="kitchen-tools kitchen-acts">{children}</span>}
    </header>
  );
}
