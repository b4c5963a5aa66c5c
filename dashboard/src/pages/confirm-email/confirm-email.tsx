import { useState, type ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { useAct } from '../../reading.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NoToken } from '../sign-in/no-token.tsx';

/**
 * Renders the button that confirms a user's new email address. Opening the link does not confirm the address, because
 * virus scanners also open links.
 */
export default function ConfirmEmail(): ReactNode {
  const token = useLinkToken();
  const [email, setEmail] = useState<string>();
  const confirm = useAct('POST /dashboard/me/email/confirm', { onDone: (answer) => setEmail(answer.email) });
  if (email !== undefined) {
    return (
      <PlainPage title="Email address changed">
        <p>
          You now sign in with <strong className="font-semibold">{email}</strong>.
        </p>
        <div>
          <ButtonLink to="/security" look="primary">
            Go to settings
          </ButtonLink>
        </div>
      </PlainPage>
    );
  }
  if (token === undefined) {
    return <NoToken title="Confirm your email address">Open the full link from the email.</NoToken>;
  }
  return (
    <PlainPage title="Confirm your email address" summary="After you confirm the new address, use it to sign in.">
      <Form
        action="Confirm address"
        isWide
        isBusy={confirm.isPending}
        problem={confirm.error}
        onSubmit={() => confirm.act({ body: { token } })}
      >
        {null}
      </Form>
    </PlainPage>
  );
}
