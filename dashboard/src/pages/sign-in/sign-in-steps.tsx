import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import type { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field, FormProblem } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import { forPeople } from './problem-words.ts';

interface Steps {
  readonly title: string;
  readonly summary?: string;
  /** Email address of the user who is expected to sign in. */
  readonly email?: string;
  /** Problem that occurred after the sign-in itself was successful. */
  readonly problem?: ApiProblem | null;
  readonly onSignedIn: () => void;
}

/**
 * Renders the sign-in with a password or with a passkey. After the password, asks for a code if the user has turned on
 * two-factor authentication.
 */
export function SignInSteps(props: Steps): ReactNode {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const { onSignedIn } = props;
  if (isCodeAsked) return <SecondFactor onSignedIn={onSignedIn} onBack={() => setCodeAsked(false)} />;
  return <Password {...props} onCode={() => setCodeAsked(true)} />;
}

function Password(props: Steps & { readonly onCode: () => void }): ReactNode {
  const { email, onCode, onSignedIn, problem, summary, title } = props;
  const signIn = useAct('POST /dashboard/sign-in', {
    onDone: ({ status }) => (status === 'signed_in' ? onSignedIn() : onCode()),
  });
  return (
    <PlainPage title={title} {...(summary !== undefined && { summary })}>
      <Form
        action="Sign in"
        isWide
        isBusy={signIn.isPending}
        problem={forPeople(signIn.error ?? problem ?? null)}
        fields={['email', 'password']}
        onSubmit={(form) => signIn.act({ body: { email: textOf(form, 'email'), password: textIn(form, 'password') } })}
      >
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email ?? ''}
          autoFocus
          problem={signIn.error}
        />
        <PasswordField label="Password" name="password" problem={signIn.error} />
      </Form>
      <Forgotten isElsewhere={email !== undefined} />
      {hasPasskeys() && <Passkey onSignedIn={onSignedIn} />}
    </PlainPage>
  );
}

/**
 * Renders the link for resetting a password. If the sign-in dialog covers another page, the link opens in a new tab.
 */
function Forgotten({ isElsewhere }: { readonly isElsewhere: boolean }): ReactNode {
  return (
    <Link
      to="/reset"
      {...(isElsewhere && { target: '_blank' })}
      className="self-start text-sm text-accent-ink underline underline-offset-2"
    >
      Forgot password?
    </Link>
  );
}

function Passkey({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const { error, isPending, run } = useTask(signInWithPasskey, onSignedIn);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <FormProblem problem={forPeople(error)} />
      <Button onClick={() => run(undefined)} isBusy={isPending}>
        <Fingerprint className="size-4" aria-hidden /> Sign in with a passkey
      </Button>
    </div>
  );
}

/** Renders the form for the second step of a sign-in: the code of an authenticator app or a backup code. */
function SecondFactor(props: { readonly onSignedIn: () => void; readonly onBack: () => void }): ReactNode {
  const { onSignedIn, onBack } = props;
  const [isBackup, setBackup] = useState(false);
  const verify = useAct('POST /dashboard/sign-in/second-factor', { onDone: onSignedIn });
  return (
    <PlainPage
      title="Two-factor authentication"
      summary={
        isBackup
          ? 'Enter one of your backup codes. Each backup code works only once.'
          : 'Enter the 6-digit code from your authenticator app.'
      }
    >
      <Form
        action="Sign in"
        isWide
        isBusy={verify.isPending}
        problem={forPeople(verify.error)}
        fields={['code']}
        onSubmit={(form) =>
          verify.act({ body: { code: textOf(form, 'code'), remember_device: form.has('remember_device') } })
        }
      >
        <Field
          key={String(isBackup)}
          label={isBackup ? 'Backup code' : 'Code'}
          name="code"
          autoComplete={isBackup ? 'off' : 'one-time-code'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoCapitalize="none"
          autoFocus
          problem={verify.error}
        />
        <Checkbox
          name="remember_device"
          label="Don’t ask again in this browser for 30 days"
          hint="Select this option only on your own device."
        />
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Start over
        </Button>
      </div>
    </PlainPage>
  );
}
