import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import { useText } from '../../kernel/web/i18n.ts';
import { request } from '../../kernel/web/request.ts';
import { QrCode } from '../../parts/paper/qr-code.tsx';
import { useWords } from '../../parts/language/language.ts';
import { menuAddress } from './gear-menu.calls.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';

/** The code of the restaurant's public menu, to be printed. */
export function MenuCode({ stallId, onClose }: { readonly stallId: string; readonly onClose: () => void }) {
  const word = useWords(stallMenuTexts);
  const text = useText();
  const { data } = useQuery({
    queryKey: ['gear-menu', 'address', stallId],
    queryFn: ({ signal }) => request(menuAddress, { gearOperationDeptId: stallId }, { signal }),
  });
  const address = data === undefined ? '' : `${location.origin}${data.path}`;
  return (
    <Modal open title={word('code')} cancelText={text('cancel')} footer={null} onCancel={onClose}>
      {data === undefined ? (
        <Skeleton active />
      ) : data.path === '' ? (
        <Alert type="info" showIcon title={word('code.none')} />
      ) : (
        <div className="stall-code">
          {!data.isPublic && (
            <Alert type="warning" showIcon title={word('code.closed', { restaurant: data.restaurant })} />
          )}
          <strong>{data.restaurant}</strong>
          <QrCode of={address} />
          <a href={data.path} target="_blank" rel="noreferrer">
            {address}
          </a>
          <p className="soft">{word('code.hint')}</p>
        </div>
      )}
    </Modal>
  );
}
