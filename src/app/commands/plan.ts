import { listPlans, updatePlan, type Plan } from '../../features/tenants/usage/index.ts';
import type { Installation } from '../installation.ts';
import { recordInstallationCommand } from './audit.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, limitOption, parseArguments, UsageError, word, type Arguments } from './parse.ts';

export const planUsage = `postrider plan list
postrider plan set NAME [--monthly N|none] [--daily N|none] [--per-second N|none] [--per-minute N|none]
                        [--overage-cents N|none]`;

const OPTIONS = ['monthly', 'daily', 'per-second', 'per-minute', 'overage-cents'];
const MAX_MAILS = 1_000_000_000_000;
const MAX_RATE = 1_000_000;

/** Runs `postrider plan ...`, which manages the plans of this installation. */
export async function planCommand({ db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, OPTIONS);
  switch (parsed.words[0]) {
    case 'list':
      return printPlans(await listPlans(db));
    case 'set': {
      const name = word(parsed, 1, 'NAME');
      const plan = (await listPlans(db)).find((known) => known.name === name);
      if (!plan) throw new CommandFailure(`unknown plan ${name}; see: postrider plan list`);
      const changed = withOptions(plan, parsed);
      await db.transaction(async (tx) => {
        await updatePlan(tx, changed);
        const after = { arguments: args.slice(2) };
        await recordInstallationCommand(tx, { action: 'plan.change', subject: name, after });
      });
      return printPlans([changed]);
    }
    default:
      throw new UsageError('expected list or set');
  }
}

function withOptions(plan: Plan, parsed: Arguments): Plan {
  return {
    name: plan.name,
    monthlyQuota: limitOption(parsed, 'monthly', plan.monthlyQuota, MAX_MAILS),
    dailyQuota: limitOption(parsed, 'daily', plan.dailyQuota, MAX_MAILS),
    perSecond: limitOption(parsed, 'per-second', plan.perSecond, MAX_RATE),
    perMinute: limitOption(parsed, 'per-minute', plan.perMinute, MAX_RATE),
    overageCentsPerThousand: limitOption(parsed, 'overage-cents', plan.overageCentsPerThousand, MAX_RATE),
  };
}

function printPlans(plans: readonly Plan[]): void {
  const shown = (limit: number | undefined): string => (limit === undefined ? '-' : String(limit));
  printTable(
    ['PLAN', 'PER MONTH', 'PER DAY', 'REQUESTS/S', 'REQUESTS/MIN', 'OVERAGE (CENTS/1,000)'],
    plans.map((plan) => [
      plan.name,
      shown(plan.monthlyQuota),
      shown(plan.dailyQuota),
      shown(plan.perSecond),
      shown(plan.perMinute),
      shown(plan.overageCentsPerThousand),
    ]),
  );
  print('"-" means no limit. Usage is counted per calendar month and day (UTC).');
}
