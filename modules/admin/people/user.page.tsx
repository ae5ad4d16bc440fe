import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { secret } from '../../../kernel/core/field.ts';
import { post } from '../../../parts/client/api.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import { user } from './user.resource.ts';

const ReviewDialog = lazyPart(() => import('./review-dialog.view.tsx'));
const FirstPassword = lazyPart(() => import('./first-password.view.tsx'));
const PlatformDialog = lazyPart(() => import('./platform-dialog.view.tsx'));
const { account, ...others } = user.fields;
/** A new account takes a first password with it; afterwards a password is never a field. */
const ofNew: Declaration = {
  ...user,
  fields: {
    ...(account === undefined ? {} : { account }),
    password: secret(adminTexts.password.zh, adminTexts.password.en, {
      optional: true,
      max: 64,
      hint: adminTexts['password.hint'],
    }),
    password2: secret(adminTexts.password2.zh, adminTexts.password2.en, { optional: true, max: 64 }),
    ...others,
  },
};

/** People who sign in. */
export default function UserPage() {
  const word = useWords(adminTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const navigate = useNavigate();
  const [open, setOpen] = useState<ListRow>();
  const [platform, setPlatform] = useState<ListRow>();
  const [review, setReview] = useState<ListRow>();
  const [first, setFirst] = useState<Values>();
  const nameOf = (row: ListRow): string => `${String(row['realName'])} (${String(row['account'])})`;
  const run = async (call: 'reset-password' | 'unlock', row: ListRow): Promise<void> => {
    const name = nameOf(row);
    if (
      call === 'reset-password' &&
      !(await notify.ask(word('reset.ask', { name }), { danger: true, okText: word('reset') }))
    )
      return;
    try {
      const answer = await post<unknown>(`/blade-user/${call}`, { query: { userIds: row.id } });
      if (Array.isArray(answer)) setFirst((answer as readonly Values[])[0]);
      else notify.done(word(call === 'unlock' ? 'unlock.done' : 'reset.done', { name }));
      await invalidateLists(user);
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <>
      <ListPage
        of={ofNew}
        onOpen={setOpen}
        onMade={(row) => {
          if (typeof row['initialPassword'] === 'string') setFirst(row);
        }}
        rowActions={(row) => [
          ...(codes.has('user_audit') && row['auditState'] !== 'approved'
            ? [
                {
                  key: 'review',
                  label: word('review'),
                  first: row['auditState'] === 'pending',
                  run: () => setReview(row),
                },
              ]
            : []),
          ...(codes.has('user_reset')
            ? [{ key: 'reset', label: word('reset'), run: () => void run('reset-password', row) }]
            : []),
          ...(codes.has('user_unlock')
            ? [{ key: 'unlock', label: word('unlock'), run: () => void run('unlock', row) }]
            : []),
          ...(codes.has('user_platform')
            ? [{ key: 'platform', label: word('platform.info'), run: () => setPlatform(row) }]
            : []),
          ...(codes.has('permission_explain_view')
            ? [
                {
                  key: 'explain',
                  label: word('explain'),
                  run: () => void navigate(`/authority/explain?userId=${row.id}`),
                },
              ]
            : []),
        ]}
      />
      <RecordDrawer
        of={user}
        open={open?.id}
        {...(open === undefined ? {} : { title: nameOf(open) })}
        onClose={() => setOpen(undefined)}
      />
      {first !== undefined && <FirstPassword of={first} onClose={() => setFirst(undefined)} />}
      {review !== undefined && (
        <ReviewDialog
          row={review}
          name={nameOf(review)}
          onClose={(changed) => {
            setReview(undefined);
            if (changed) void invalidateLists(user);
          }}
        />
      )}
      {platform !== undefined && (
        <PlatformDialog userId={platform.id} name={nameOf(platform)} onClose={() => setPlatform(undefined)} />
      )}
    </>
  );
}
