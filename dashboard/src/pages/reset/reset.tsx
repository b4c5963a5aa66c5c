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

/** A forgotten password: has a link sent, and with the link sets a new one. */
export default function Reset(): ReactNode {
  const token = useLinkToken();
  return token === undefined ? <Ask /> : <Finish key={token} token={token} />;
}

/** The answer is the same for every address, so that nobody learns from it who has an account. */
function Ask(): ReactNode {
  const [asked, setAsked] = useState<string>();
  const ask = useAct('POST /dashboard/password-reset', { onDone: (_answer, { body }) => setAsked(body.email) });
  if (asked !== undefined) {
    return (
      <PlainPage title="Look into your mail">
        <p>
          If somebody signs in with <strong className="font-semibold">{asked}</strong>, a mail with a link is on its way
          to them. Only the newest link is good, for an hour.
        </p>
        <p className="text-ink-2">
          Nothing came? Look into the spam folder, and whether you sign in with another address. Without mail, the
          operator of the server can help.
        </p>
        <Back />
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Forgotten password" summary="You get a mail with a link to set a new one.">
      <Form
        action="Send the link"
        isWide
        isBusy={ask.isPending}
        problem={forPeople(ask.error)}
        fields={['email']}
        onSubmit={(form) => ask.act({ body: { email: textOf(form, 'email') } })}
      >
        <Field
          label="Address that you sign in with"
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
  const [isAskedAnew, setAskedAnew] = useState(false);
  const finish = useAct('POST /dashboard/password-reset/finish', {
    onDone: (answer) => setEnded(answer.ended),
  });
  if (isAskedAnew) return <Ask />;
  if (ended) {
    return (
      <PlainPage title="The password is set" summary={whatEnded(ended)}>
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
      summary="Setting it ends all your sessions, your access tokens and the connections of applications that you allowed, in all your accounts. API keys go on working."
    >
      <Form
        action="Set the password"
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
          onClick={() => setAskedAnew(true)}
          className="self-start text-sm text-accent-ink underline underline-offset-2"
        >
          Have another link sent
        </button>
      )}
    </PlainPage>
  );
}

function whatEnded({ access_tokens: tokens, applications, sessions }: Ended): string {
  const counts = [
    plural(sessions, 'session', 'sessions'),
    plural(tokens, 'access token', 'access tokens'),
    plural(applications, 'connection of an application', 'connections of applications'),
  ];
  return `This ended: ${counts.slice(0, 2).join(', ')} and ${counts[2]}.`;
}

function Back(): ReactNode {
  return (
    <Link to="/sign-in" className="self-start text-sm text-accent-ink underline underline-offset-2">
      Back to the sign-in
    </Link>
  );
}
