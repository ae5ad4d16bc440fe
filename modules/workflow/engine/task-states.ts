import { label, type Label } from '../../../kernel/core/label.ts';

/** What a task's state is called. */
export const taskStates: Readonly<
  Record<'queued' | 'open' | 'claimed' | 'approved' | 'rejected' | 'returned' | 'transferred' | 'cancelled', Label>
> = {
  queued: label('排队', 'Queued'),
  open: label('待签', 'To claim'),
  claimed: label('待办', 'To do'),
  approved: label('同意', 'Approved'),
  rejected: label('驳回', 'Rejected'),
  returned: label('退回', 'Sent back'),
  transferred: label('转办', 'Handed over'),
  cancelled: label('取消', 'Cancelled'),
};
