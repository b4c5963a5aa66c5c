import type { ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { enter } from '../sign-in/enter.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NoToken } from '../sign-in/no-token.tsx';

const FIELDS = ['name', 'email', 'password'] as const;

/** The first page of an installation: its operator becomes the owner of their account. */
export default function FirstStart(): ReactNode {
  const token = useLinkToken();
  const start = useAct('POST /dashboard/first-start', { onDone: () => enter('/welcome') });
  if (token === undefined) {
    return (
      <NoToken title="First start">
        Open the link that the server printed when it started, whole. A new one is printed each time that it starts,
        until somebody is the owner.
      </NoToken>
    );
  }
  return (
    <PlainPage
      title="First start"
      summary="You become the owner of this installation. Others are invited by you, afterwards."
    >
      <Form
        action="Begin"
        isWide
        isBusy={start.isPending}
        problem={start.error}
        fields={FIELDS}
        onSubmit={(form) => {
          const email = textOf(form, 'email');
          const body = { token, name: textOf(form, 'name'), password: textIn(form, 'password') };
          start.act({ body: email === '' ? body : { ...body, email } });
        }}
      >
        <Field label="Name" name="name" autoComplete="name" autoFocus problem={start.error} />
        <Field
          label="Address"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          hint="You sign in with it. Empty: the one in the server’s configuration."
          problem={start.error}
        />
        <PasswordField label="Password" name="password" isNew problem={start.error} />
      </Form>
    </PlainPage>
  );
}
