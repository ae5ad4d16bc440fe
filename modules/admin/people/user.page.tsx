import { useState } from 'react';
import { useNavigate } from 'react-router';
import { secret } from '../../../kernel/core/field.ts';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordDrawer } from '../../../kernel/web/form/record-drawer.tsx';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adminTexts } from '../admin.texts.ts';
import type { NewAccount } from './first-password.view.tsx';
import { PictureInput } from './person-picture.view.tsx';
import { resetPassword, unlockAccounts } from './user.calls.ts';
import { user, userReads } from './user.resource.ts';

const ReviewDialog = lazyPart(() => import('./review-dialog.view.tsx'));
const FirstPassword = lazyPart(() => import('./first-password.view.tsx'));
const PlatformDialog = lazyPart(() => import('./platform-dialog.view.tsx'));
const INPUTS = { avatar: PictureInput };
const { account, ...others } = user.fields;
/** A new account is given a first password with it; afterwards a password is never a field. */
const newUser = {
  ...user,
  fields: {
    account,
    password: secret(adminTexts.password.zh, adminTexts.password.en, {
      optional: true,
      max: 64,
      hint: adminTexts['password.hint'],
    }),
    password2: secret(adminTexts.password2.zh, adminTexts.password2.en, { optional: true, max: 64 }),
    ...others,
  },
};
type Person = ListRow<typeof user, (typeof userReads)[number]>;
const nameOf = ({ realName, account: signsInAs }: Person): string => `${realName} (${signsInAs})`;

/** Acts on one account that need no dialog of their own; `onPassword` gets a random password, which is shown once. */
function useAccountActs(onPassword: (made: NewAccount) => void): {
  readonly reset: (row: Person) => void;
  readonly unlock: (row: Person) => void;
} {
  const word = useWords(adminTexts);
  const notify = useNotify();
  const run = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
      await invalidateLists(user);
    } catch (error) {
      notify.error(error);
    }
  };
  const reset = async (row: Person): Promise<void> => {
    const name = nameOf(row);
    if (!(await notify.ask(word('reset.ask', { name }), { danger: true, okText: word('reset') }))) return;
    await run(async () => {
      const answer = await request(resetPassword, { userIds: row.id });
      if (typeof answer === 'boolean') notify.done(word('reset.done', { name }));
      else if (answer[0] !== undefined) onPassword(answer[0]);
    });
  };
  const unlock = (row: Person): Promise<void> =>
    run(async () => {
      await request(unlockAccounts, { userIds: row.id });
      notify.done(word('unlock.done', { name: nameOf(row) }));
    });
  return { reset: (row) => void reset(row), unlock: (row) => void unlock(row) };
}

/** People who sign in. */
export default function UserPage() {
  const word = useWords(adminTexts);
  const codes = useAllowedCodes();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Person>();
  const [platform, setPlatform] = useState<Person>();
  const [review, setReview] = useState<Person>();
  const [first, setFirst] = useState<NewAccount>();
  const { reset, unlock } = useAccountActs(setFirst);
  const actionsOf = (row: Person) => [
    ...(codes.has('user_audit') && row.auditState !== 'approved'
      ? [{ key: 'review', label: word('review'), first: row.auditState === 'pending', run: () => setReview(row) }]
      : []),
    ...(codes.has('user_reset') ? [{ key: 'reset', label: word('reset'), run: () => reset(row) }] : []),
    ...(codes.has('user_unlock') ? [{ key: 'unlock', label: word('unlock'), run: () => unlock(row) }] : []),
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
  ];
  return (
    <OwnInputs value={INPUTS}>
      <ListPage
        of={newUser}
        reads={userReads}
        onOpen={setOpen}
        onMade={({ account: made, initialPassword }) => {
          if (typeof initialPassword === 'string') setFirst({ account: made, initialPassword });
        }}
        rowActions={actionsOf}
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
    </OwnInputs>
  );
}
