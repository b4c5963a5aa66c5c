import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { forPeople } from '../sign-in/problem-words.ts';
import { plural } from '../../words.ts';

type Ended = Answer<'POST /dashboard/password-reset/finish'>['ended'];

/**
 * Renders the page for requesting a password reset link. If the page was opened with such a link, the user sets a new
 * password.
 */
export default function Reset(): ReactNode {
  const token = useLinkToken();
  return token === undefined ? <Ask /> : <Finish key={token} token={token} />;
}

/**
 * Renders the form that requests a link. The response is the same for all addresses, so that it does not reveal which
 * addresses have a user account.
 */
function Ask(): ReactNode {
  const [asked, setAsked] = useState<string>();
  const ask = useAct('POST /dashboard/password-reset', { onDone: (_answer, { body }) => setAsked(body.email) });
  if (asked !== undefined) {
    return (
      <PlainPage title="Check your email">
        <p>
          If <strong className="font-semibold">{asked}</strong> is registered, you will receive an email with a link.
          Only the newest link works, and it expires after one hour.
        </p>
        <p className="text-ink-2">
          If you don’t receive an email, check your spam folder, or try another address. If you still don’t receive an
          email, contact the operator of this server.
        </p>
        <Back />
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Reset password" summary="Get an email with a link to set a new password.">
      <Form
        action="Send link"
        isWide
        isBusy={ask.isPending}
        problem={forPeople(ask.error)}
        fields={['email']}
        onSubmit={(form) => ask.act({ body: { email: textOf(form, 'email') } })}
      >
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          problem={ask.error}
        />
      </Form>
      <Back />
    </PlainPage>
  );
}

function Finish({ token }: { readonly token: string }): ReactNode {
  const [ended, setEnded] = useState<Ended>();
  const [isRepeated, setIsRepeated] = useState(false);
  const finish = useAct('POST /dashboard/password-reset/finish', {
    onDone: (answer) => setEnded(answer.ended),
  });
  if (isRepeated) return <Ask />;
  if (ended) {
    return (
      <PlainPage title="Password changed" summary={whatEnded(ended)}>
        <div>
          <ButtonLink to="/sign-in" look="primary">
            Sign in
          </ButtonLink>
        </div>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title="New password"
      summary="Setting a new password signs you out everywhere. Your access tokens and connected applications in all your accounts are also revoked. API keys keep working."
    >
      <Form
        action="Set password"
        isWide
        isBusy={finish.isPending}
        problem={finish.error}
        fields={['password']}
        onSubmit={(form) => finish.act({ body: { token, password: textIn(form, 'password') } })}
      >
        <PasswordField label="New password" name="password" isNew autoFocus problem={finish.error} />
      </Form>
      {finish.error?.status === 404 && (
        <button
          type="button"
          onClick={() => setIsRepeated(true)}
          className="self-start text-sm text-accent-ink underline underline-offset-2"
        >
          Request another link
        </button>
      )}
    </PlainPage>
  );
}

function whatEnded({ access_tokens: tokens, applications, sessions }: Ended): string {
  const counts = [
    plural(sessions, 'session', 'sessions'),
    plural(tokens, 'access token', 'access tokens'),
    plural(applications, 'connected application'),
  ];
  return `Ended: ${counts.slice(0, 2).join(', ')}, and ${counts[2]}.`;
}

function Back(): ReactNode {
  return (
    <Link to="/sign-in" className="self-start text-sm text-accent-ink underline underline-offset-2">
      Back to sign-in
    </Link>
  );
}
