import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useWords } from '../../parts/language/language.ts';
import { useNavigate } from 'react-router';
import { goodsSystem, goodsSystemReads } from '../operations/goods-systems/goods-system.resource.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';
import { useSystemUse } from './use-of-shelf.view.tsx';

/** Goods systems: a row opens its shelf, and puts it into use or out of it. */
export default function GoodsSystemsPage() {
  const word = useWords(stallMenuTexts);
  const codes = useAllowedCodes();
  const navigate = useNavigate();
  const setUse = useSystemUse();
  return (
    <ListPage
      of={goodsSystem}
      reads={goodsSystemReads}
      onOpen={(row) => void navigate(`${goodsSystem.path!}/${row.id}`)}
      rowActions={(row) => {
        const isUsed = row.useStatus === 'enabled';
        return codes.has(`geargoodssys_${isUsed ? 'stop' : 'enable'}`) && row.frozen === 0
          ? [
              {
                key: isUsed ? 'stop' : 'enable',
                label: word(isUsed ? 'stop' : 'enable'),
                run: () => void setUse([row.id], isUsed),
              },
            ]
          : [];
      }}
    />
  );
}
