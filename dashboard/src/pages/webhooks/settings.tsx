import { useState, type ReactNode } from 'react';
import { Send } from 'lucide-react';
import type { Answer, ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/copy.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { ErrorState, Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { EVENTS, SAMPLE_PAYLOADS } from '../../webhook-events.ts';
import { HealthStrip } from './health-strip.tsx';
import { SecretCard } from './secret-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';

type Webhook = Answer<'GET /transactional/webhook'>;
type Format = Webhook['format'];

/** Renders the settings of the webhook: the URL, the format, the events, the secret, and the health of the receiver. */
export default function Settings(): ReactNode {
  const { isNone, problem, webhook } = useWebhook();
  const [secret, setSecret] = useState<string>();
  const mayChange = useMay('dashboard:write');
  return (
    <WebhookPage
      title="Webhooks"
      summary="Your server receives a signed request for each email event."
      actions={webhook && mayChange && <SendTest />}
    >
      {webhook && <HealthStrip />}
      {webhook || isNone ? (
        <Parts webhook={webhook} mayChange={mayChange} onSecret={setSecret} />
      ) : (
        <Missing problem={problem} />
      )}
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
    </WebhookPage>
  );
}

/**
 * Returns the webhook, or `isNone` if there is no webhook. When a request is repeated after a 404, the data is
 * undefined at first. This function keeps the previous result until the response arrives, so that a form with input
 * or a secret that is shown only once does not disappear.
 */
function useWebhook(): {
  readonly webhook: Webhook | undefined;
  readonly isNone: boolean;
  readonly problem: ApiProblem | null;
} {
  const { data, error } = useRead('GET /transactional/webhook', {});
  const [wasNone, setWasNone] = useState(false);
  const isNone = error?.code === 'not_found' || (data === undefined && wasNone);
  if (isNone !== wasNone) setWasNone(isNone);
  return { webhook: isNone ? undefined : data, isNone, problem: error };
}

function Missing({ problem }: { readonly problem: ApiProblem | null }): ReactNode {
  return problem ? <ErrorState problem={problem} /> : <Skeleton />;
}

function Parts({
  mayChange,
  onSecret,
  webhook,
}: {
  readonly webhook: Webhook | undefined;
  readonly mayChange: boolean;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const [chosen, setFormat] = useState<Format>();
  const format = chosen ?? webhook?.format ?? 'native';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,24rem)] items-start gap-5 max-lg:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5">
        <WebhookForm
          key={webhook?.updated_at}
          webhook={webhook}
          format={format}
          setFormat={setFormat}
          onSecret={onSecret}
        />
        {webhook && <SecretCard webhook={webhook} onSecret={onSecret} />}
        {webhook && mayChange && <Remove />}
      </div>
      <Card title="Example payload" summary="This example shows a bounce in the selected format.">
        <CodeBlock label="Payload" code={JSON.stringify(SAMPLE_PAYLOADS[format], null, 2)} />
      </Card>
    </div>
  );
}

function Secret({ onClose, secret }: { readonly secret: string; readonly onClose: () => void }): ReactNode {
  return (
    <ShownOnce
      title="Signing secret"
      noun="secret"
      secret={secret}
      onClose={onClose}
      example={{
        label: 'Environment variable for your receiver',
        code: `POSTRIDER_WEBHOOK_SECRET=${secret}`,
      }}
    >
      <p className="text-ink-2">Your server uses the secret to verify that requests come from this installation.</p>
    </ShownOnce>
  );
}

/** Renders the button that sends a test event. After that, the page of the event's delivery opens. */
function SendTest(): ReactNode {
  const [event, setEvent] = useState<string>('delivered');
  const go = useGo();
  const test = useAct('POST /transactional/webhook/test', {
    refresh: ['GET /transactional/webhook/deliveries'],
    onDone: ({ id }) => go(`/webhooks/deliveries/${id}`),
  });
  const send = (): void => {
    const chosen = EVENTS.find(({ value }) => value === event);
    if (chosen) test.act({ body: { event: chosen.value } });
  };
  useProblemToast(test.error);
  return (
    <>
      <Select label="Test event" choices={CHOICES} value={event} onChange={setEvent} />
      <Button look="primary" onClick={send} isBusy={test.isPending}>
        <Send className="size-4" aria-hidden /> Send test event
      </Button>
    </>
  );
}

const CHOICES = EVENTS.map(({ label, value }) => ({ label, value }));

function Remove(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const remove = useAct('DELETE /transactional/webhook', {
    refresh: ['GET /transactional/webhook', 'GET /transactional/webhook/health'],
    onDone: () => {
      toast('Webhook removed.');
      setOpen(false);
    },
  });
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        Remove webhook
      </Button>
      <ConfirmDialog
        title="Remove the webhook?"
        action="Remove webhook"
        isOpen={isOpen}
        isBusy={remove.isPending}
        problem={remove.error}
        onConfirm={() => remove.act({})}
        onClose={() => setOpen(false)}
      >
        Postrider stops sending events, cancels running replays, and deletes the webhook’s secrets. The log is kept.
      </ConfirmDialog>
    </div>
  );
}
