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

/** Renders the signing secret, the pending secret, and the controls for rotating the secret. */
export function SecretCard(props: {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const { onSecret, webhook } = props;
  const { previous_secret: previous } = webhook;
  const [open, setOpen] = useState<'rotate' | 'activate'>();
  const mayChange = useMay('dashboard:write');
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title="Signing secret"
      actions={
        mayChange && (
          <>
            {previous && <Button onClick={() => setOpen('activate')}>Activate new secret</Button>}
            <Button onClick={() => setOpen('rotate')}>Rotate secret</Button>
          </>
        )
      }
    >
      <Facts
        rows={[
          ...(previous
            ? [
                [
                  'Current secret',
                  <span key="previous">
                    <Ending text={previous.ends_with} />, signs until <Time at={previous.signs_until} />
                  </span>,
                ] as const,
              ]
            : []),
          [previous ? signsNext(webhook) : 'Current secret', <Ending key="signs" text={webhook.secret_ends_with} />],
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
      {open === 'activate' && <Activate onClose={close} />}
    </Card>
  );
}

function signsNext(webhook: Webhook): string {
  return webhook.both_signatures ? 'New secret (also used for signing)' : 'New secret';
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
      title="Rotate secret"
      description="Requests are signed with the current secret for 24 hours, or until you activate the new secret. Add the new secret to your server before Postrider starts signing with it."
      isOpen
      onClose={props.onClose}
      action="Rotate secret"
      isBusy={rotate.isPending}
      problem={rotate.error}
      fields={['secret']}
      onSubmit={(form) => {
        const secret = textOf(form, 'secret');
        rotate.act({ body: secret === '' ? {} : { secret } });
      }}
    >
      <Field
        label="Custom secret"
        name="secret"
        placeholder="whsec_…"
        hint="Optional. Leave empty to generate a secret."
        autoComplete="off"
        problem={rotate.error}
      />
    </FormDialog>
  );
}

function Activate({ onClose }: { readonly onClose: () => void }): ReactNode {
  const activate = useAct('POST /transactional/webhook/activate-secret', {
    refresh: WEBHOOK,
    onDone: () => {
      toast('Secret activated. Requests are now signed only with the new secret.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Activate the new secret?"
      action="Activate secret"
      isOpen
      isBusy={activate.isPending}
      problem={activate.error}
      onConfirm={() => activate.act({})}
      onClose={onClose}
    >
      Receivers that still verify with the old secret will reject every request.
    </ConfirmDialog>
  );
}
