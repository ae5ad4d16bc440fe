import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { dishBom, dishBomReads } from './dish-bom.resource.ts';

/**
 * BOMs of all dishes; a row opens its dish at that version, where versions are told apart and a published one is left
 * as it is.
 */
export default function DishBomListPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      of={dishBom}
      reads={dishBomReads}
      onOpen={(row) => void navigate(`/masterdata/dish/${String(row.dishId)}?bom=${row.id}`)}
    />
  );
}
