import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../src/app/api.ts';
import { startDelivery } from '../../src/app/delivery.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { ensureOwner } from '../../src/app/first-start.ts';
import { openInstallation } from '../../src/app/installation.ts';
import { loadConfig } from '../../src/base/config.ts';
import { migrate } from '../../src/base/migrate.ts';
import { ensurePartitions } from '../../src/base/partitions.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { listSuppressions } from '../../src/features/sending/suppressions/index.ts';
import { startSmtpSink } from '../../test/support/smtp-sink.ts';

const DOMAIN = 'mg.site.test';
/** Recipient that the sink rejects. */
export const GONE = 'gone@readers.test';

/** Starts a new server with a verified domain and an API key. All of its messages go to a sink. */
export async function startServer() {
  const sink = await startSmtpSink({
    on: { rcpt: ({ line }) => (line.includes(GONE) ? { say: '550 5.1.1 no such user' } : undefined) },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-ghost-server-'));
  const key = `pr_${'ghost'.repeat(8)}`;
  const environment = {
    POSTRIDER_DATA: dataDir,
    POSTRIDER_API_KEY: key,
    POSTRIDER_LOG: 'warn',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PORT: '0',
  };
  const installation = await openInstallation(loadConfig(environment), environment, 'ghost', undefined);
  await migrate(installation.db, { log: installation.log });
  await ensurePartitions(installation.db);
  const { accountId } = await ensureOwner(installation);
  await addDomain(domainPartsOf(installation), accountId, DOMAIN);
  await installation.db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId};
     update domain set status = 'verified', verified_at = now() where account_id = ${accountId};`,
  );
  const api = await startApi(installation);
  const delivery = startDelivery(installation, undefined);
  const url = `http://127.0.0.1:${api.port}`;
  return {
    sink,
    url,
    mailgun: { baseUrl: `${url}/v3`, apiKey: key, domain: DOMAIN },
    suppressed: async (): Promise<string[]> => {
      const { data } = await listSuppressions(installation.db, accountId, { limit: 100, sort: 'address' });
      return data.map(({ address }) => address);
    },
    async stop() {
      await delivery.stop();
      await api.close();
      await installation.close();
      await sink.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
