import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { forPeople } from './problem-words.ts';

/** Asks for the code of an authenticator after the password was right, or for a backup code. */
export function SecondFactor(props: { readonly onSignedIn: () => void; readonly onBack: () => void }): ReactNode {
  const { onSignedIn, onBack } = props;
  const [isBackup, setBackup] = useState(false);
  const verify = useAct('POST /dashboard/sign-in/second-factor', { onDone: onSignedIn });
  return (
    <PlainPage
      title="Two-factor authentication"
      summary={
        isBackup
          ? 'Enter one of your backup codes. Each code works once.'
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
          hint="Use this only on your own device."
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
