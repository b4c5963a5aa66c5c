import { startApp, type TestApp } from './app.ts';
import { startSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server that delivers into a sink and posts events to receivers on loopback. */
export interface VendorStage {
  readonly app: TestApp;
  /** Refuses every address with `gone` in it, as one that nobody has. */
  readonly sink: SmtpSink;
  /** A new receiver, which the next call of `endReceivers` ends. */
  receiver(): Promise<WebhookReceiver>;
  endReceivers(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}

/** Starts a server that delivers, for tests of what vendors' clients are told. */
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
