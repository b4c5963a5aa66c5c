import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import { eventually, startApp, type TestApp } from './app.ts';
import { startSmtpSink } from './smtp-sink.ts';

/** An app with double opt-in that sends confirmation emails to an SMTP sink. */
export interface Confirming {
  readonly app: TestApp;
  /** Waits for an email to an address, and resolves with the source of the message. */
  readonly emailTo: (address: string) => Promise<string>;
  close(): Promise<void>;
}

/** Starts an app with double opt-in, its jobs, and its delivery engine. */
export async function startConfirming(): Promise<Confirming> {
  const sink = await startSmtpSink();
  const app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_DOUBLE_OPT_IN: 'on',
  });
  const means = campaignMeansOf(app.installation, () => app.api.baseUrl);
  const jobs = withCampaignSending(app.installation, { close: async () => {} }, means);
  app.deliver();
  return {
    app,
    emailTo: async (address) =>
      eventually('the confirmation email arrives', async () =>
        sink.messages.find(({ to }) => to.includes(address))?.data.toString(),
      ),
    async close() {
      await jobs.close();
      await app.close();
      await sink.close();
    },
  };
}
