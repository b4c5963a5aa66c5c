import { startApp, type TestApp } from './app.ts';
import { startSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server that delivers to a sink and posts events to receivers on loopback. */
export interface VendorStage {
  readonly app: TestApp;
  /** Rejects every address that contains `gone` as unknown. */
  readonly sink: SmtpSink;
  /** Starts a receiver, which the next call of `endReceivers` stops. */
  receiver(): Promise<WebhookReceiver>;
  endReceivers(): Promise<void>;
  /** Stops everything. */
  close(): Promise<void>;
}

/** Starts a server with delivery, for tests of the events that vendors' clients receive. */
export async function startVendorStage(): Promise<VendorStage> {
  const sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes('gone') ? { say: '550 5.1.1 no such user' } : undefined) },
  });
  const app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: 'on',
  });
  app.deliver();
  const receivers: WebhookReceiver[] = [];
  const endReceivers = async (): Promise<void> => {
    await Promise.all(receivers.splice(0).map((each) => each.close()));
  };
  return {
    app,
    sink,
    async receiver() {
      const made = await startWebhookReceiver();
      receivers.push(made);
      return made;
    },
    endReceivers,
    async close() {
      await endReceivers();
      await app.close();
      await sink.close();
    },
  };
}
