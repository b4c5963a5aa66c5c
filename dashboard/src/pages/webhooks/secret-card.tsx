import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Card, Facts } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { useMay } from '../../session.ts';

type Webhook = Answer<'GET /transactional/webhook'>;

const WEBHOOK = ['GET /transactional/webhook'] as const;

/** The secret that signs, the one before it while both do, and the change from one to the other. */
export function SecretCard(props: {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const { onSecret, webhook } = props;
  const { previous_secret: previous } = webhook;
  const [open, setOpen] = useState<'rotate' | 'forget'>();
  const mayChange = useMay('dashboard:write');
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title="Signing secret"
      actions={
        mayChange && (
          <>
            {previous && <Button onClick={() => setOpen('forget')}>End the old one</Button>}
            <Button onClick={() => setOpen('rotate')}>Rotate</Button>
          </>
        )
      }
    >
      <Facts
        rows={[
          ['Signs', <Ending key="signs" text={webhook.secret_ends_with} />],
          ...(previous
            ? [
                [
                  'Signs too',
                  <span key="previous">
                    <Ending text={previous.ends_with} />, until <Time at={previous.signs_until} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {open === 'rotate' && (
        <Rotate
          onClose={close}
          onSecret={(secret) => {
            close();
            onSecret(secret);
          }}
        />
      )}
      {open === 'forget' && <Forget onClose={close} />}
    </Card>
  );
}

function Ending({ text }: { readonly text: string }): ReactNode {
  return <code className="font-mono text-sm">whsec_…{text}</code>;
}

function Rotate(props: { readonly onClose: () => void; readonly onSecret: (secret: string) => void }): ReactNode {
  const rotate = useAct('POST /transactional/webhook/rotate-secret', {
    refresh: WEBHOOK,
    onDone: ({ secret }) => props.onSecret(secret),
  });
  return (
    <FormDialog
      title="Rotate the secret"
      description="For 24 hours both secrets sign, the new one first, so that your server can change over at any time."
      isOpen
      onClose={props.onClose}
      action="Make the new secret"
      isBusy={rotate.isPending}
      problem={rotate.error}
      fields={['secret']}
      onSubmit={(form) => {
        const secret = textOf(form, 'secret');
        rotate.act({ body: secret === '' ? {} : { secret } });
      }}
    >
      <Field
        label="A secret of your own"
        name="secret"
        placeholder="whsec_…"
        hint="Leave it empty, and one is made."
        autoComplete="off"
        problem={rotate.error}
      />
    </FormDialog>
  );
}

function Forget({ onClose }: { readonly onClose: () => void }): ReactNode {
  const forget = useAct('DELETE /transactional/webhook/previous-secret', {
    refresh: WEBHOOK,
    onDone: () => {
      toast('Only the new secret signs now.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="End the old secret?"
      action="End the old secret"
      isOpen
      isBusy={forget.isPending}
      problem={forget.error}
      onConfirm={() => forget.act({})}
      onClose={onClose}
    >
      Receivers that still verify with it refuse every request from now on.
    </ConfirmDialog>
  );
}
