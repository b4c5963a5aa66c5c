import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Facts } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { Loaded } from '../../components/states.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { enter } from '../sign-in/enter.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NoToken } from '../sign-in/no-token.tsx';
import { roleName, ROLES } from '../team/roles.ts';

/**
 * Time in milliseconds after which the server no longer uses its cached copy of the session, which has the previous
 * account.
 */
const SETTLED_MS = 600;

type Invited = Answer<'GET /dashboard/invitations/{token}'>;

/** Renders the page for accepting an invitation. Invitees who have no user account create one there. */
export default function Invitation(): ReactNode {
  const token = useLinkToken();
  if (token === undefined) {
    return (
      <NoToken title="Invitation">
        Open the full link from the email again. If the link doesn’t work, ask a team member to resend the invitation.
      </NoToken>
    );
  }
  return <Invite token={token} />;
}

function Invite({ token }: { readonly token: string }): ReactNode {
  const read = useRead('GET /dashboard/invitations/{token}', { params: { token } });
  if (read.error) {
    return (
      <PlainPage title="Invitation">
        <p role="alert">
          {read.error.message} {read.error.fix}
        </p>
        <p className="text-ink-2">
          If you have already accepted the invitation, sign in. Otherwise, ask a team member to resend the invitation.
        </p>
        <div>
          <ButtonLink to="/sign-in">Go to sign-in</ButtonLink>
        </div>
      </PlainPage>
    );
  }
  const account = read.data?.account_name;
  return (
    <PlainPage title={account === undefined ? 'Invitation' : `Join ${account}`}>
      <Loaded read={read} lines={3}>
        {(invited) => <Answered token={token} invited={invited} />}
      </Loaded>
    </PlainPage>
  );
}

function Answered({ token, invited }: { readonly token: string; readonly invited: Invited }): ReactNode {
  const [isMember, setMember] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const accept = useAct('POST /dashboard/invitations/{token}/accept', {
    onDone: ({ status }) => {
      if (status === 'sign_in') return setMember(true);
      setLeaving(true);
      setTimeout(enter, invited.has_account ? SETTLED_MS : 0);
    },
  });
  if (isMember) {
    return (
      <>
        <p>
          You are now a member of {invited.account_name}. Sign in as{' '}
          <strong className="font-semibold">{invited.email}</strong> to continue.
        </p>
        <div>
          <ButtonLink to="/sign-in" look="primary">
            Sign in
          </ButtonLink>
        </div>
      </>
    );
  }
  const send = (form: FormData): void => {
    const body = { name: textOf(form, 'name'), password: textIn(form, 'password') };
    accept.act({ params: { token }, body: invited.has_account ? {} : body });
  };
  return (
    <>
      <Facts
        rows={[
          ['Email', invited.email],
          ['Role', <Role key="role" role={invited.role} />],
        ]}
      />
      <Form
        action={`Join ${invited.account_name}`}
        isWide
        isBusy={accept.isPending || isLeaving}
        problem={accept.error}
        fields={['name', 'password']}
        onSubmit={send}
      >
        {invited.has_account ? (
          <p className="text-ink-2">You already sign in with this address. Your password doesn’t change.</p>
        ) : (
          <>
            <Field label="Your name" name="name" autoComplete="name" autoFocus problem={accept.error} />
            <PasswordField label="Password" name="password" isNew problem={accept.error} />
          </>
        )}
      </Form>
    </>
  );
}

function Role({ role }: { readonly role: Invited['role'] }): ReactNode {
  return (
    <>
      <span className="block">{roleName(role)}</span>
      <span className="text-sm text-ink-3">{ROLES.find(({ value }) => value === role)?.may}</span>
    </>
  );
}
