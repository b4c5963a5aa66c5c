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
import { HealthStrip } from './health-strip.tsx';
import { EVENTS, samplePayload, type EventName } from './payload-samples.ts';
import { SecretCard } from './secret-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';

type Webhook = Answer<'GET /transactional/webhook'>;
type Format = Webhook['format'];

/** Where the account is told of what happens to its mails: URL, format, events, secret, and how the receiver fares. */
export default function Settings(): ReactNode {
  const read = useRead('GET /transactional/webhook', {});
  const mayChange = useMay('dashboard:write');
  const isNone = read.error?.code === 'not_found';
  const webhook = isNone ? undefined : read.data;
  return (
    <WebhookPage
      title="Webhook"
      summary="Your server is told of each event of your mails by a signed request."
      actions={webhook && mayChange && <SendTest />}
    >
      {webhook && <HealthStrip />}
      {webhook || isNone ? <Parts webhook={webhook} mayChange={mayChange} /> : <Missing problem={read.error} />}
    </WebhookPage>
  );
}

function Missing({ problem }: { readonly problem: ApiProblem | null }): ReactNode {
  return problem ? <ErrorState problem={problem} /> : <Skeleton />;
}

function Parts({
  mayChange,
  webhook,
}: {
  readonly webhook: Webhook | undefined;
  readonly mayChange: boolean;
}): ReactNode {
  const [secret, setSecret] = useState<string>();
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
          onSecret={setSecret}
        />
        {webhook && <SecretCard webhook={webhook} onSecret={setSecret} />}
        {webhook && mayChange && <Remove />}
      </div>
      <Card title="What is sent" summary="A bounce, for example, in the format that is chosen.">
        <CodeBlock label="Payload" code={samplePayload(format)} />
      </Card>
      {secret !== undefined && (
        <ShownOnce
          title="The signing secret"
          noun="secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
          example={{ label: 'For the environment of your receiver', code: `POSTRIDER_WEBHOOK_SECRET=${secret}` }}
        >
          <p className="text-ink-2">Your server proves with it that a request came from here.</p>
        </ShownOnce>
      )}
    </div>
  );
}

/** Sends an event that receivers can tell from a real one, and leads to what they answered. */
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
      <Select label="Event of the test" choices={CHOICES} value={event} onChange={setEvent} />
      <Button look="primary" onClick={send} isBusy={test.isPending}>
        <Send className="size-4" aria-hidden /> Send a test event
      </Button>
    </>
  );
}

const CHOICES = EVENTS.map(({ label, value }: { label: string; value: EventName }) => ({ label, value }));

function Remove(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const remove = useAct('DELETE /transactional/webhook', {
    refresh: ['GET /transactional/webhook', 'GET /transactional/webhook/health'],
    onDone: () => {
      toast('The webhook is removed.');
      setOpen(false);
    },
  });
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        Remove the webhook
      </Button>
      <ConfirmDialog
        title="Remove the webhook?"
        action="Remove the webhook"
        isOpen={isOpen}
        isBusy={remove.isPending}
        problem={remove.error}
        onConfirm={() => remove.act({})}
        onClose={() => setOpen(false)}
      >
        Nothing is told any more, its secrets are gone, and replays end. The log of what was sent stays.
      </ConfirmDialog>
    </div>
  );
}
