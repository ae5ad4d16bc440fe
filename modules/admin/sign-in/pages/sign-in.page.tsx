import { useEffect, useState } from 'react';
import { SignInLayout } from './sign-in-layout.view.tsx';
import { useText } from './i18n.view.ts';
import { tenantOfAddress } from './enter.view.ts';
import { Demonstration } from './demonstration.view.tsx';
import { SignInForm } from './sign-in-form.view.tsx';

/** Everything before a session: signing in, registering, and the choice of language. */
export default function SignInPage() {
  const text = useText();
  const [tenant, setTenant] = useState<string>();

  useEffect(() => {
    document.title = `${text('sign-in')} · ${text('product')}`;
  }, [text]);
  useEffect(() => {
    // An address without a tenant, or a server without an answer, only means that the field is shown.
    tenantOfAddress().then(
      (known) => setTenant(known?.tenantId || undefined),
      () => undefined,
    );
  }, []);

  return (
    <SignInLayout title={text('product')} line={text('product.line')}>
      <SignInForm {...(tenant === undefined ? {} : { tenantId: tenant })} />
      <Demonstration />
    </SignInLayout>
  );
}
