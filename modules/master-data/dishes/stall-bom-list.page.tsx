import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { dishBomSpecialGear } from './dish-bom.resource.ts';

/** BOMs of stalls; a row opens its page, where a released one is only read. */
export default function StallBomListPage() {
  const navigate = useNavigate();
  return <ListPage of={dishBomSpecialGear} onOpen={(row) => void navigate(`${dishBomSpecialGear.path}/${row.id}`)} />;
}
