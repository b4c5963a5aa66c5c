import { ConfigError, loadConfig } from '../base/config.ts';
import { Refusal } from '../base/refusal.ts';
import { StartupError } from '../base/startup-error.ts';
import { accountCommand, accountUsage } from './commands/account.ts';
import { domainCommand, domainUsage } from './commands/domain.ts';
import { inboxCommand, inboxUsage } from './commands/inbox.ts';
import { keyCommand, keyUsage } from './commands/key.ts';
import { print } from './commands/output.ts';
import { UsageError } from './commands/parse.ts';
import { sendCommand, sendUsage } from './commands/send.ts';
import { joinInstallation, type Installation } from './installation.ts';
import { runAll, runApi, runDeliver, runMigrate, runWorker, type Start } from './roles.ts';

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

/** Every command by name; `deliver` is the delivery process that the others fork. */
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
  migrate: {
    summary: 'Bring the schema of the database up to date',
    usage: 'postrider migrate',
    run: (start) => runMigrate(start),
  },
  account: joining('Accounts of this installation', accountUsage, accountCommand),
  key: joining('API keys', keyUsage, keyCommand),
  domain: joining('Sender domains and their DNS records', domainUsage, domainCommand),
  inbox: joining('What arrived in the local inbox', inboxUsage, inboxCommand),
  send: joining('Send a test mail and follow its route to the end', sendUsage, sendCommand),
};

/** Runs the command line; resolves with the exit code once the command has ended. */
export async function runCommandLine(start: Start, argv: readonly string[]): Promise<number> {
  const [name = 'start', ...args] = argv;
  if (name === 'deliver') return exitCodeOf(undefined, () => runDeliver(start));
  if (name === 'help' || name === '--help' || name === '-h') {
    printHelp(args[0]);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n`);
    printHelp(undefined);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    printHelp(name);
    return 0;
  }
  return exitCodeOf(command, () => command.run(start, args));
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
  for (const [listed, { summary }] of Object.entries(COMMANDS)) print(`  ${listed.padEnd(10)}${summary}`);
  print('\n"postrider COMMAND --help" tells more. Settings are environment variables: docs/configuration.md.');
}

async function exitCodeOf(command: Command | undefined, run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    return explain(command, error);
  }
}

/** Expected failures in a sentence and a remedy; anything else with its stack, because it is a fault of ours. */
function explain(command: Command | undefined, error: unknown): number {
  const complain = (text: string): boolean => process.stderr.write(`${text}\n`);
  if (error instanceof StartupError) {
    complain(`postrider: ${error.message}\n  ${error.remedy}`);
    return 1;
  }
  if (error instanceof ConfigError) {
    complain('postrider: the configuration is wrong.');
    for (const problem of error.problems) complain(`  ${problem}`);
    complain('  All settings: docs/configuration.md');
    return 1;
  }
  if (error instanceof UsageError) {
    complain(`postrider: ${error.message}`);
    if (command) complain(`\nUsage:\n  ${command.usage.split('\n').join('\n  ')}`);
    return 2;
  }
  if (error instanceof Refusal) {
    complain(`postrider: ${error.message}`);
    for (const [field, sentences] of Object.entries(error.details.errors ?? {}))
      complain(`  ${field} ${sentences.join(' ')}`);
    if (error.details.fix) complain(`  ${error.details.fix}`);
    return 1;
  }
  complain(
    `postrider: an unexpected fault.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return 1;
}
