import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { useFilters } from '../../filters.ts';
import { textIn } from '../../form-text.ts';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { enter } from './enter.ts';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import { forPeople } from './problem-words.ts';
import { SecondFactor } from './second-factor.tsx';

/** Signs somebody in: with a password, and a code where they set that up, or with a passkey. */
export default function SignIn(): ReactNode {
  const { filters } = useFilters();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const onSignedIn = (): void => enter(filters['next']);
  if (isCodeAsked) return <SecondFactor onSignedIn={onSignedIn} onBack={() => setCodeAsked(false)} />;
  return <Password onSignedIn={onSignedIn} onCode={() => setCodeAsked(true)} />;
}

function Password(props: { readonly onSignedIn: () => void; readonly onCode: () => void }): ReactNode {
  const { onSignedIn, onCode } = props;
  const signIn = useAct('POST /dashboard/sign-in', {
    onDone: ({ status }) => (status === 'signed_in' ? onSignedIn() : onCode()),
  });
  return (
    <PlainPage title="Sign in">
      <Form
        action="Sign in"
        isWide
        isBusy={signIn.isPending}
        problem={forPeople(signIn.error)}
        fields={['email', 'password']}
        onSubmit={(form) => signIn.act({ body: { email: textOf(form, 'email'), password: textIn(form, 'password') } })}
      >
        <Field
          label="Address"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          problem={signIn.error}
        />
        <PasswordField label="Password" name="password" problem={signIn.error} />
      </Form>
      <Link to="/reset" className="self-start text-sm text-accent-ink underline underline-offset-2">
        Forgotten password
      </Link>
      {hasPasskeys() && <Passkey onSignedIn={onSignedIn} />}
    </PlainPage>
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
