import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { SupplierPapers } from './papers/supplier-papers.view.tsx';
import { supplier } from './supplier.resource.ts';

/** Suppliers; above an open one stands what its papers ask of somebody. */
export default function SupplierList() {
  return <ListPage of={supplier} above={(id) => <SupplierPapers id={id} />} />;
}
