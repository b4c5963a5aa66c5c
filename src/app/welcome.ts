import type { InboxSummary } from '../features/transactional/inbox/index.ts';
import { MCP_PATH } from '../features/transactional/mcp/index.ts';
import type { Api } from './api.ts';
import type { Owner } from './first-start.ts';
import type { Installation } from './installation.ts';

interface Welcome {
  readonly installation: Installation;
  readonly owner: Owner;
  readonly api: Api;
}

/** Prints the URLs and keys once all roles have started. */
export function printWelcome(welcome: Welcome & { readonly inboxPort: number | undefined }): void {
  const { installation, api, inboxPort, owner } = welcome;
  const { config } = installation;
  if (isForPrograms(installation)) return logRunning(welcome);
  const lines = ['', 'Postrider is running.', '', `  Dashboard    ${dashboardLine(owner, api)}`];
  lines.push(`  API          ${api.baseUrl}`, `  API key      ${keyLine(owner)}`);
  lines.push(`  MCP          ${api.baseUrl}${MCP_PATH}  (for assistants, with the same key)`);
  lines.push(`  Account      ${owner.email}`);
  lines.push(`  Delivery     ${deliveryLine(installation, inboxPort)}`);
  lines.push(`  Data         ${config.databaseUrl ? 'external database (DATABASE_URL)' : installation.dataDir}`);
  lines.push('', 'Send your first email:', '', curlLine(welcome));
  if (inboxPort !== undefined) {
    lines.push('', 'Read the email in the local inbox:', '', `  ${command()} inbox list`);
  }
  lines.push('', 'Stop with Ctrl-C.', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints the URL of the HTTP role. */
export function printApiWelcome(welcome: Welcome): void {
  const { api, installation, owner } = welcome;
  if (isForPrograms(installation)) return logRunning(welcome);
  process.stdout.write(`Postrider API on ${api.baseUrl}\n`);
  if (owner.newKey) process.stdout.write(`API key (shown once): ${owner.newKey}\n`);
  process.stdout.write(`Dashboard  ${dashboardLine(owner, api)}\n`);
}

/**
 * Returns whether the log format is JSON. Other programs then store the output, so keys, links, and addresses are not
 * printed.
 */
export function isForPrograms({ config }: Installation): boolean {
  return config.logFormat === 'json';
}

function logRunning({ api, installation }: Welcome): void {
  installation.log.info('Running', { baseUrl: api.baseUrl, delivery: installation.config.delivery });
}

/** Prints that an email arrived in the local inbox. */
export function printMailArrived(mail: InboxSummary): void {
  const recipients = mail.recipients.join(', ');
  process.stdout.write(
    `Email for ${printable(recipients)}: ${printable(mail.subject)}  (${command()} inbox show ${mail.id})\n`,
  );
}

/** Returns the command that runs Postrider: the npm script in a clone, otherwise `postrider`. */
export function command(): string {
  return process.env['POSTRIDER_BOOTSTRAPPED'] === '1' ? 'npm run postrider --' : 'postrider';
}

function dashboardLine({ firstStartToken }: Owner, { baseUrl }: Api): string {
  return firstStartToken === undefined ? `${baseUrl}/app` : `${baseUrl}/app/first-start#token=${firstStartToken}`;
}

function keyLine(owner: Owner): string {
  return owner.newKey
    ? `${owner.newKey}  (shown only once)`
    : `shown at the first start; create another with: ${command()} key create`;
}

function deliveryLine({ config }: Installation, inboxPort: number | undefined): string {
  switch (config.delivery) {
    case 'inbox':
      return `to the local inbox (smtp://127.0.0.1:${inboxPort}); no emails leave this machine`;
    case 'relay':
      return `through the relay ${new URL(config.relayUrl ?? '').host}`;
    case 'direct':
      return 'directly to the recipients’ mail servers';
  }
}

function curlLine({ api, installation, owner }: Welcome): string {
  const mail = {
    from: `onboarding@${installation.config.sandboxDomain}`,
    to: [owner.email],
    subject: 'Hello from Postrider',
    text: 'It works.',
  };
  return [
    `  curl ${api.baseUrl}/transactional/emails \\`,
    `    -H 'Authorization: Bearer ${owner.newKey ?? '<your API key>'}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(mail)}'`,
  ].join('\n');
}

/** Replaces control characters with spaces, because a terminal would interpret them. */
export function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}
