import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { FormValues } from '../../../kernel/web/form/values.ts';
import { asText } from '../../../kernel/web/kinds/face.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { label } from '../../../kernel/core/label.ts';
import type { salesPlan } from '../sales-plan/sales-plan.document.ts';
import type { RevisePlanProps } from './revise-plan.view.tsx';
import { salesPlanRevision } from './sales-plan-revision.document.ts';

const RevisePlan = lazyPart<RevisePlanProps>(() => import('./revise-plan.view.tsx'));
const REVISE = label('修订', 'Revise');

/** Revises an approved plan whose days are not over. */
export function ReviseButton({ plan }: { readonly plan: FormValues<typeof salesPlan> | undefined }): ReactNode {
  const inWords = useLabel();
  const codes = useAllowedCodes();
  const [isOpen, setOpen] = useState(false);
  if (plan?.['status'] !== 'approved' || asText(plan.endDate) < businessDay()) return null;
  if (!codes.has(permissionOf(salesPlanRevision, 'add'))) return null;
  return (
    <>
      <Button icon={<EditOutlined />} onClick={() => setOpen(true)}>
        {inWords(REVISE)}
      </Button>
      {isOpen && (
        <RevisePlan
          planId={asText(plan['id'])}
          billCode={asText(plan['billCode'])}
          lines={plan['details'] as RevisePlanProps['lines']}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
