import { DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useMenu } from '../navigation/menu.ts';
import { ColumnSettings } from '../../../parts/table/column-settings.tsx';
import type { useColumns } from './columns.tsx';
import type { useListActs } from './use-list-acts.tsx';

interface Props {
  readonly of: Declaration;
  /** In place of what the menu calls the list. */
  readonly title: string | undefined;
  /** Further buttons, before the one for a new record: what is done first stands last, on every list. */
  readonly toolbar: ReactNode;
  readonly acts: ReturnType<typeof useListActs>;
  readonly columns: ReturnType<typeof useColumns>;
  readonly onImport: () => void;
  readonly onExport: () => void;
  readonly onRefresh: () => void;
  readonly onCreate: () => void;
}

/** The name of a list and what may be done with it as a whole. */
export function ListHead({ of, title, toolbar, acts, columns, onRefresh, onCreate, ...on }: Props) {
  const text = useText();
  const label = useLabel();
  const phone = usePhone();
  const { leaves } = useMenu();
  return (
    <header className="list-head">
      <h1 className="page-title" tabIndex={-1}>
        {title ?? leaves.find((leaf) => leaf.to === of.path)?.title ?? label(of.label)}
      </h1>
      <div className="list-tools">
        {acts.mayImport && !phone && (
          <Button icon={<UploadOutlined />} onClick={on.onImport}>
            {text('excel.import')}
          </Button>
        )}
        {acts.mayExport && !phone && (
          <Button icon={<DownloadOutlined />} onClick={on.onExport}>
            {text('excel.export')}
          </Button>
        )}
        {!phone && <ColumnSettings name={text('list.columns')} {...columns} />}
        <Tooltip title={text('list.refresh')}>
          <Button icon={<ReloadOutlined />} aria-label={text('list.refresh')} onClick={onRefresh} />
        </Tooltip>
        {toolbar}
        {acts.mayAdd && (
          <Tooltip title={text('list.keys')} mouseEnterDelay={0.8}>
            <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
              {text('new')}
            </Button>
          </Tooltip>
        )}
      </div>
    </header>
  );
}
