import { useState, type ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { PlainPage } from '../../components/plain.tsx';
import { useAct } from '../../reading.ts';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NoToken } from '../sign-in/no-token.tsx';

/** Confirms a new address of a person. Pressed and not opened, because programs that look for viruses open links. */
export default function ConfirmEmail(): ReactNode {
  const token = useLinkToken();
  const [email, setEmail] = useState<string>();
  const confirm = useAct('POST /dashboard/me/email/confirm', { onDone: (answer) => setEmail(answer.email) });
  if (email !== undefined) {
    return (
      <PlainPage title="The address is changed">
        <p>
          From now on you sign in with <strong className="font-semibold">{email}</strong>.
        </p>
        <div>
          <ButtonLink to="/security" look="primary">
            Go to your settings
          </ButtonLink>
        </div>
      </PlainPage>
    );
  }
  if (token === undefined) {
    return <NoToken title="Confirm an address">Open the link of the mail again, whole.</NoToken>;
  }
  return (
    <PlainPage title="Confirm an address" summary="You sign in with the new address once it is confirmed.">
      <Form
        action="Confirm the address"
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
