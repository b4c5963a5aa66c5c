import { benchAccept } from './accept.ts';
import { benchAutomations } from './automations/index.ts';
import { benchBacklog } from './backlog.ts';
import { benchBackup } from './backup.ts';
import { benchBatch } from './batch.ts';
import { benchBulk } from './bulk.ts';
import { benchCampaign } from './campaign/index.ts';
import { benchLanes } from './campaign/lanes.ts';
import { benchCapacity } from './capacity.ts';
import { benchContacts } from './contacts/index.ts';
import { benchDelivery } from './delivery/index.ts';
import { benchEndToEnd } from './end-to-end.ts';
import { benchFuzz, benchFuzzVendors } from './fuzz.ts';
import { benchIdle } from './idle/index.ts';
import { benchImports } from './imports.ts';
import { benchListing } from './listing.ts';
import { describeMachine } from './measure.ts';
import { benchMailings } from './mailings.ts';
import { benchOverload } from './overload/index.ts';
import { benchShortcut } from './overload/shortcut.ts';
import { benchRowSecurity } from './row-security.ts';
import { benchSkeleton } from './skeleton.ts';
import { benchSoak } from './soak/index.ts';
import { benchVendors } from './vendors.ts';
import { benchWebhooks } from './webhooks/index.ts';
import { benchWorkers } from './workers.ts';

const BENCHMARKS: Readonly<Record<string, (size?: number) => Promise<void>>> = {
  accept: () => benchAccept(),
  automations: benchAutomations,
  backlog: benchBacklog,
  backup: benchBackup,
  batch: () => benchBatch(),
  bulk: benchBulk,
  campaign: benchCampaign,
  capacity: benchCapacity,
  contacts: benchContacts,
  delivery: benchDelivery,
  'end-to-end': () => benchEndToEnd(),
  fuzz: benchFuzz,
  'fuzz-vendors': benchFuzzVendors,
  idle: benchIdle,
  imports: benchImports,
  lanes: benchLanes,
  listing: benchListing,
  mailings: benchMailings,
  overload: benchOverload,
  'row-security': () => benchRowSecurity(),
  shortcut: benchShortcut,
  skeleton: () => benchSkeleton(),
  soak: benchSoak,
  vendors: benchVendors,
  webhooks: benchWebhooks,
  workers: benchWorkers,
};

/** These take minutes, a database of gigabytes or packages from outside: they run only when they are named. */
const ON_DEMAND = new Set([
  'automations',
  'backlog',
  'backup',
  'bulk',
  'campaign',
  'capacity',
  'contacts',
  'delivery',
  'fuzz',
  'fuzz-vendors',
  'idle',
  'imports',
  'lanes',
  'listing',
  'mailings',
  'overload',
  'row-security',
  'shortcut',
  'soak',
  'vendors',
  'workers',
]);

const [sizes, wanted] = [process.argv.slice(2).filter(isSize), process.argv.slice(2).filter((word) => !isSize(word))];
const unknown = wanted.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown) throw new Error(`Unknown benchmark "${unknown}". Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`);

console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`);
const [size] = sizes.map(Number);
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length === 0 ? !ON_DEMAND.has(name) : wanted.includes(name)) await run(size);
}

function isSize(word: string): boolean {
  return /^\d+$/.test(word);
}
