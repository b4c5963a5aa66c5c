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
      title="Second factor"
      summary={
        isBackup
          ? 'Enter one of the backup codes that you kept when you set it up. Each is good once.'
          : 'Enter the six digits that your authenticator shows now.'
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
          label="Do not ask again in this browser for 30 days"
          hint="Only where nobody else uses it."
        />
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use the authenticator' : 'Use a backup code'}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Begin again
        </Button>
      </div>
    </PlainPage>
  );
}
