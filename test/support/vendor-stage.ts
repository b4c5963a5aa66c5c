import { startApp, type TestApp } from './app.ts';
import { startSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server that delivers messages to a sink and sends events to webhook receivers on loopback addresses. */
export interface VendorStage {
  readonly app: TestApp;
  /** The sink rejects each recipient whose address contains `gone`, as an unknown recipient. */
  readonly sink: SmtpSink;
  /** Starts a webhook receiver. The next call to `endReceivers` stops it. */
  receiver(): Promise<WebhookReceiver>;
  endReceivers(): Promise<void>;
  /** Stops the server, the sink, and all receivers. */
  close(): Promise<void>;
}

/** Starts a server that delivers messages, for tests of the events that vendors' clients receive. */
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
