import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover, Tooltip } from 'antd';
import { lazyPart } from '../lazy/lazy-part.ts';
import type { Arrangement } from './saved-views.rules.ts';

export interface ColumnChoiceProps {
  readonly all: readonly { readonly name: string; readonly label: string }[];
  readonly isShown: (name: string) => boolean;
  readonly arrangement: Arrangement;
  /** Without a change everything is as it was before the person arranged it. */
  readonly arrange: (change: Partial<Arrangement> | undefined) => void;
}

/** Fetched by whoever opens it. */
const ColumnChoice = lazyPart(async () => ({ default: (await import('./column-choice.tsx')).ColumnChoice }));

/** The button that opens the choice of columns, under its name. */
export function ColumnSettings({ name, ...choice }: ColumnChoiceProps & { readonly name: string }) {
  return (
    <Popover trigger="click" placement="bottomRight" title={name} content={<ColumnChoice {...choice} />}>
      <Tooltip title={name}>
        <Button icon={<SettingOutlined />} aria-label={name} />
      </Tooltip>
    </Popover>
  );
}
