import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';

interface MenuAct {
  readonly key: string;
  readonly label: string;
  readonly danger: boolean;
  /** Why it is not possible now. */
  readonly why?: string | undefined;
  readonly run: () => void;
}

/** Acts behind one button; what is not possible now stands last and says why. */
export function MoreMenu({ name, acts }: { readonly name: string; readonly acts: readonly MenuAct[] }) {
  const possible = acts.filter(({ why }) => why === undefined);
  const impossible = acts.filter(({ why }) => why !== undefined);
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...possible.map(({ key, label, danger }) => ({ key, label, danger })),
          ...impossible.map(({ key, label, why }) => ({
            key,
            disabled: true,
            label: (
              <Tooltip title={why} placement="left">
                {label}
              </Tooltip>
            ),
          })),
        ],
        onClick: ({ key }) => possible.find((act) => act.key === key)?.run(),
      }}
    >
      <Button icon={<EllipsisOutlined />} aria-label={name} />
    </Dropdown>
  );
}
