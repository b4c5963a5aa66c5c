import { loadConfig } from '../base/config.ts';
import { requireMigrated } from '../base/migrate.ts';
import { accountCommand, accountUsage } from './commands/account.ts';
import { backupCommand, backupUsage } from './commands/backup.ts';
import { chaosCommand, chaosUsage } from './commands/chaos.ts';
import { doctorCommand, doctorUsage } from './commands/doctor.ts';
import { domainCommand, domainUsage } from './commands/domain.ts';
import { inboxCommand, inboxUsage } from './commands/inbox.ts';
import { keyCommand, keyUsage } from './commands/key.ts';
import { migrateCommand, migrateUsage } from './commands/migrate.ts';
import { print } from './commands/output.ts';
import { personCommand, personUsage } from './commands/person.ts';
import { planCommand, planUsage } from './commands/plan.ts';
import { queueCommand, queueUsage } from './commands/queue.ts';
import { reportsCommand, reportsUsage } from './commands/reports.ts';
import { restoreCommand, restoreUsage } from './commands/restore.ts';
import { routeCommand, routeUsage } from './commands/route.ts';
import { secretCommand, secretUsage } from './commands/secret.ts';
import { sendCommand, sendUsage } from './commands/send.ts';
import { suppressionCommand, suppressionUsage } from './commands/suppression.ts';
import { tokenCommand, tokenUsage } from './commands/token.ts';
import { warmUpCommand, warmUpUsage } from './commands/warm-up.ts';
import { webhookCommand, webhookUsage } from './commands/webhook.ts';
import { exitCodeOf, MISUSED } from './exit-code.ts';
import { joinInstallation, type Installation } from './installation.ts';
import { runAll, runApi, runInbound, runWorker, type Start } from './roles.ts';

interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly run: (start: Start, args: readonly string[]) => Promise<void>;
}

const all: Command = {
  summary: 'Run everything: database, migrations, API, delivery, local inbox',
  usage: 'postrider start',
  run: (start) => runAll(start),
};

/** Every command by name; the delivery process that they fork is not among them (`deliver.ts`). */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: all,
  all: { ...all, summary: 'The same as start', usage: 'postrider all' },
  api: {
    summary: 'Run the HTTP role against a migrated database (DATABASE_URL)',
    usage: 'postrider api',
    run: (start) => runApi(start),
  },
  worker: {
    summary: 'Run delivery against a migrated database (DATABASE_URL)',
    usage: 'postrider worker',
    run: (start) => runWorker(start),
  },
  inbound: {
    summary: 'Take bounces, complaints and unsubscriptions over SMTP (DATABASE_URL)',
    usage: 'postrider inbound',
    run: (start) => runInbound(start),
  },
  migrate: {
    summary: 'Bring the schema of the database up to date',
    usage: migrateUsage,
    run: (start, args) => migrateCommand(start, args),
  },
  account: joining('Accounts of this installation', accountUsage, accountCommand),
  person: joining('People who sign in to the dashboard', personUsage, personCommand),
  plan: joining('Quotas and rates of the plans', planUsage, planCommand),
  key: joining('API keys', keyUsage, keyCommand),
  token: joining('Access tokens for the account API', tokenUsage, tokenCommand),
  domain: joining('Sender domains and their DNS records', domainUsage, domainCommand),
  suppression: joining('Addresses that an account does not write to', suppressionUsage, suppressionCommand),
  webhook: joining('Where an account is told what becomes of its mails', webhookUsage, webhookCommand),
  queue: joining('What waits, how receivers take it, and stopping one of them', queueUsage, queueCommand),
  route: joining('Sources, relays and which mail takes which way', routeUsage, routeCommand),
  'warm-up': joining('How far new sources have come with receivers', warmUpUsage, warmUpCommand),
  reports: joining('What receivers report of a domain: DMARC and TLS', reportsUsage, reportsCommand),
  inbox: joining('What arrived in the local inbox', inboxUsage, inboxCommand),
  doctor: joining('Look at everything that sending depends on', doctorUsage, doctorCommand),
  secret: joining('Rotate the master secret', secretUsage, secretCommand),
  backup: {
    summary: 'Write all that the database holds into a directory, and check it',
    usage: backupUsage,
    run: (start, args) => backupCommand(start, args),
  },
  restore: {
    summary: 'Make an installation from a backup, and let it go live',
    usage: restoreUsage,
    run: (start, args) => restoreCommand(start, args),
  },
  chaos: {
    summary: 'Kill an installation of its own and prove that it loses nothing (in a clone)',
    usage: chaosUsage,
    run: chaosCommand,
  },
  send: joining('Send a test mail and follow its route to the end', sendUsage, sendCommand),
};

/** Runs the command line; resolves with the exit code once the command has ended. */
export async function runCommandLine(start: Start, argv: readonly string[]): Promise<number> {
  const [name = 'start', ...args] = argv;
  if (name === 'help' || name === '--help' || name === '-h') {
    printHelp(args[0]);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n`);
    printHelp(undefined);
    return MISUSED;
  }
  if (args.includes('--help') || args.includes('-h')) {
    printHelp(name);
    return 0;
  }
  return exitCodeOf(command.usage, () => command.run(start, args));
}

function joining(
  summary: string,
  usage: string,
  run: (installation: Installation, args: readonly string[]) => Promise<void>,
): Command {
  return {
    summary,
    usage,
    async run(start, args) {
      const config = loadConfig({ POSTRIDER_LOG: 'warn', ...start.environment });
      const installation = await joinInstallation(config, start.environment, 'command', start.cloneRoot);
      try {
        await requireMigrated(installation.db);
        await run(installation, args);
      } finally {
        await installation.close();
      }
    },
  };
}

function printHelp(name: string | undefined): void {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) {
    print(`${command.summary}.\n\nUsage:`);
    for (const line of command.usage.split('\n')) print(`  ${line}`);
    return;
  }
  print('Postrider: transactional mail and newsletters on a server of your own.\n\nCommands:');
  for (const [listed, { summary }] of Object.entries(COMMANDS)) print(`  ${listed.padEnd(13)}${summary}`);
  print('\n"postrider COMMAND --help" tells more. Settings are environment variables: docs/configuration.md.');
}
