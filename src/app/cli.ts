import { loadConfig } from '../base/config.ts';
import { requireMigrated } from '../base/migrate.ts';
import { print } from './commands/output.ts';
import { exitCodeOf, MISUSED } from './exit-code.ts';
import { joinInstallation, type Installation } from './installation.ts';
import type { Start } from './roles.ts';

interface Command {
  readonly summary: string;
  /** Loads only the modules of this command, because most commands need only a few modules. */
  readonly load: () => Promise<Loaded>;
}

interface Loaded {
  readonly usage: string;
  readonly run: (start: Start, args: readonly string[]) => Promise<void>;
}

/** A command that runs on an opened installation. */
interface Joining {
  readonly usage: string;
  readonly run: (installation: Installation, args: readonly string[]) => Promise<void>;
}

/** All commands by name, except the internal command of forked delivery processes (`deliver.ts`). */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: role(
    'Run all components: the database, migrations, the API, delivery, and the local inbox',
    'start',
    'runAll',
  ),
  all: role('Alias for start', 'all', 'runAll'),
  api: role('Run the HTTP server with a migrated database (DATABASE_URL)', 'api', 'runApi'),
  worker: role('Run delivery processes with a migrated database (DATABASE_URL)', 'worker', 'runWorker'),
  inbound: role(
    'Receive bounces, complaints, and unsubscribe requests over SMTP (DATABASE_URL)',
    'inbound',
    'runInbound',
  ),
  migrate: {
    summary: 'Update the database schema',
    load: async () => {
      const { migrateCommand, migrateUsage } = await import('./commands/migrate.ts');
      return { usage: migrateUsage, run: migrateCommand };
    },
  },
  account: joining('Manage accounts', async () => {
    const { accountCommand, accountUsage } = await import('./commands/account.ts');
    return { usage: accountUsage, run: accountCommand };
  }),
  person: joining('Manage the users who sign in to the dashboard', async () => {
    const { personCommand, personUsage } = await import('./commands/person.ts');
    return { usage: personUsage, run: personCommand };
  }),
  plan: joining('Manage quotas and rate limits of plans', async () => {
    const { planCommand, planUsage } = await import('./commands/plan.ts');
    return { usage: planUsage, run: planCommand };
  }),
  key: joining('Manage API keys', async () => {
    const { keyCommand, keyUsage } = await import('./commands/key.ts');
    return { usage: keyUsage, run: keyCommand };
  }),
  token: joining('Manage access tokens for the account API', async () => {
    const { tokenCommand, tokenUsage } = await import('./commands/token.ts');
    return { usage: tokenUsage, run: tokenCommand };
  }),
  domain: joining('Manage sender domains and their DNS records', async () => {
    const { domainCommand, domainUsage } = await import('./commands/domain.ts');
    return { usage: domainUsage, run: domainCommand };
  }),
  suppression: joining('Manage an account’s suppression list', async () => {
    const { suppressionCommand, suppressionUsage } = await import('./commands/suppression.ts');
    return { usage: suppressionUsage, run: suppressionCommand };
  }),
  webhook: joining('Manage an account’s webhook', async () => {
    const { webhookCommand, webhookUsage } = await import('./commands/webhook.ts');
    return { usage: webhookUsage, run: webhookCommand };
  }),
  queue: joining('Show, pause, requeue, purge, or drain the queue', async () => {
    const { queueCommand, queueUsage } = await import('./commands/queue.ts');
    return { usage: queueUsage, run: queueCommand };
  }),
  route: joining('Manage sources, relays, and routing rules', async () => {
    const { routeCommand, routeUsage } = await import('./commands/route.ts');
    return { usage: routeUsage, run: routeCommand };
  }),
  'warm-up': joining('Manage the warm-up of sources', async () => {
    const { warmUpCommand, warmUpUsage } = await import('./commands/warm-up.ts');
    return { usage: warmUpUsage, run: warmUpCommand };
  }),
  reports: joining('Show the DMARC and TLS reports of a domain', async () => {
    const { reportsCommand, reportsUsage } = await import('./commands/reports.ts');
    return { usage: reportsUsage, run: reportsCommand };
  }),
  inbox: joining('Read emails in the local inbox', async () => {
    const { inboxCommand, inboxUsage } = await import('./commands/inbox.ts');
    return { usage: inboxUsage, run: inboxCommand };
  }),
  doctor: joining('Check everything that sending depends on', async () => {
    const { doctorCommand, doctorUsage } = await import('./commands/doctor.ts');
    return { usage: doctorUsage, run: doctorCommand };
  }),
  secret: joining('Rotate the master secret', async () => {
    const { secretCommand, secretUsage } = await import('./commands/secret.ts');
    return { usage: secretUsage, run: secretCommand };
  }),
  backup: {
    summary: 'Back up the database to a directory and verify the backup',
    load: async () => {
      const { backupCommand, backupUsage } = await import('./commands/backup.ts');
      return { usage: backupUsage, run: backupCommand };
    },
  },
  restore: {
    summary: 'Restore an installation from a backup and put it into service',
    load: async () => {
      const { restoreCommand, restoreUsage } = await import('./commands/restore.ts');
      return { usage: restoreUsage, run: restoreCommand };
    },
  },
  chaos: {
    summary: 'Run a fault-injection test on a separate installation (requires a clone of the repository)',
    load: async () => {
      const { chaosCommand, chaosUsage } = await import('./commands/chaos.ts');
      return { usage: chaosUsage, run: chaosCommand };
    },
  },
  send: joining('Send a test email and follow its delivery', async () => {
    const { sendCommand, sendUsage } = await import('./commands/send.ts');
    return { usage: sendUsage, run: sendCommand };
  }),
};

/** Runs the command line. Resolves with the exit code. */
export async function runCommandLine(start: Start, argv: readonly string[]): Promise<number> {
  const [name = 'start', ...args] = argv;
  if (name === 'help' || name === '--help' || name === '-h') {
    await printHelp(args[0]);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`Unknown command "${name}".\n\n`);
    await printHelp(undefined);
    return MISUSED;
  }
  if (args.includes('--help') || args.includes('-h')) {
    await printHelp(name);
    return 0;
  }
  const { run, usage } = await command.load();
  return exitCodeOf(usage, () => run(start, args));
}

function role(summary: string, name: string, run: 'runAll' | 'runApi' | 'runWorker' | 'runInbound'): Command {
  return {
    summary,
    load: async () => {
      const roles = await import('./roles.ts');
      return { usage: `postrider ${name}`, run: roles[run] };
    },
  };
}

function joining(summary: string, load: () => Promise<Joining>): Command {
  return {
    summary,
    load: async () => {
      const { run, usage } = await load();
      return { usage, run: (start, args) => joined(start, (installation) => run(installation, args)) };
    },
  };
}

async function joined(start: Start, work: (installation: Installation) => Promise<void>): Promise<void> {
  const config = loadConfig({ POSTRIDER_LOG: 'warn', ...start.environment });
  const installation = await joinInstallation(config, start.environment, 'command', start.cloneRoot);
  try {
    await requireMigrated(installation.db);
    await work(installation);
  } finally {
    await installation.close();
  }
}

async function printHelp(name: string | undefined): Promise<void> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) {
    print(`${command.summary}.\n\nUsage:`);
    const { usage } = await command.load();
    for (const line of usage.split('\n')) print(`  ${line}`);
    return;
  }
  print('Postrider: self-hosted transactional email and newsletters.\n\nCommands:');
  for (const [listed, { summary }] of Object.entries(COMMANDS)) print(`  ${listed.padEnd(13)}${summary}`);
  print(
    '\nRun "postrider COMMAND --help" for details. docs/configuration.md lists the settings (environment variables).',
  );
}
