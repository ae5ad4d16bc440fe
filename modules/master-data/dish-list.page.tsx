import { useNavigate } from 'react-router';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { dish } from './dish.resource.ts';

const of = dish as unknown as Declaration;

/** Dishes; a row opens the dish with its BOM. */
export default function DishListPage() {
  const navigate = useNavigate();
  return <ListPage of={of} onOpen={(row) => void navigate(`${of.path ?? ''}/${row.id}`)} />;
}
