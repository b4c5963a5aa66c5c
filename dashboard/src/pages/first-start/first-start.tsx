import type { ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { Loaded } from '../../components/states.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { enter } from '../sign-in/enter.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NoToken } from '../sign-in/no-token.tsx';

const FIELDS = ['account_name', 'name', 'email', 'password'] as const;

/** Renders the first page of a new installation, on which the operator becomes the owner of the operator's account. */
export default function FirstStart(): ReactNode {
  const token = useLinkToken();
  const known = useRead(
    'GET /dashboard/first-start/{token}',
    { params: { token: token ?? '' } },
    { enabled: token !== undefined },
  );
  if (token === undefined || known.error?.status === 404) {
    return (
      <NoToken title="Set up Postrider">
        Open the full link that the server printed at startup. The server prints a new link each time it starts, until
        an owner account is created.
      </NoToken>
    );
  }
  return (
    <PlainPage
      title="Set up Postrider"
      summary="You will be the owner of this installation. You can invite others later."
    >
      <Loaded read={known} lines={4}>
        {({ account_name: accountName, email }) => (
          <Beginning token={token} accountName={accountName ?? ''} email={email} />
        )}
      </Loaded>
    </PlainPage>
  );
}

function Beginning(props: { readonly token: string; readonly accountName: string; readonly email: string }): ReactNode {
  const { accountName, email, token } = props;
  const start = useAct('POST /dashboard/first-start', { onDone: () => enter('/welcome') });
  return (
    <Form
      action="Get started"
      isWide
      isBusy={start.isPending}
      problem={start.error}
      fields={FIELDS}
      onSubmit={(form) => {
        const company = textOf(form, 'account_name');
        const address = textOf(form, 'email');
        start.act({
          body: {
            token,
            name: textOf(form, 'name'),
            password: textIn(form, 'password'),
            ...(company !== '' && { account_name: company }),
            ...(address !== '' && { email: address }),
          },
        });
      }}
    >
      <Field
        label="Company"
        name="account_name"
        autoComplete="organization"
        autoFocus
        defaultValue={accountName}
        hint="This is the name of your account. You can change the name later."
        problem={start.error}
      />
      <Field label="Your name" name="name" autoComplete="name" problem={start.error} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={email}
        hint="You sign in with this address."
        problem={start.error}
      />
      <PasswordField label="Password" name="password" isNew problem={start.error} />
    </Form>
  );
}
