import type { Resolver } from '../base/dns.ts';
import type { Poller } from '../base/poller.ts';
import { createMailgunWriter } from '../features/compatibility/mailgun/for-delivery.ts';
import { createPostmarkWriter } from '../features/compatibility/postmark/for-delivery.ts';
import { createSendgridWriter } from '../features/compatibility/sendgrid/for-delivery.ts';
import { createSesWriter } from '../features/compatibility/ses/for-delivery.ts';
import { startHooks } from '../features/compatibility/vendors/for-delivery.ts';
import type { Installation } from './installation.ts';
import { createLazyClient } from './outgoing.ts';

/** Starts to post events to the URLs that clients of other vendors' APIs set. */
export function startVendorHooks(installation: Installation, resolver: Resolver): Poller {
  const { clock, config, db, log, vault } = installation;
  const client = createLazyClient({ resolver, allowLoopback: config.allowLoopbackWebhooks });
  const hooks = startHooks({
    db,
    clock,
    vault,
    log,
    post: (url, request) => client.post(url, request),
    writers: {
      mailgun: createMailgunWriter({ db, vault, clock }),
      postmark: createPostmarkWriter({ db }),
      sendgrid: createSendgridWriter({ vault, clock }),
      ses: createSesWriter(),
    },
  });
  return {
    async close() {
      await hooks.close();
      await client.close();
    },
  };
}
