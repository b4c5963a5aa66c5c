import { benchAccept } from './accept.ts';
import { benchAfterImport } from './after-import.ts';
import { benchAutomationSteps } from './automation-steps.ts';
import { benchAutomations } from './automations.ts';
import { benchBacklog } from './backlog.ts';
import { benchBackup } from './backup.ts';
import { benchBulk } from './bulk.ts';
import { benchCampaign } from './campaign/index.ts';
import { benchCapacity } from './capacity.ts';
import { benchContacts } from './contacts.ts';
import { benchDelivery } from './delivery/index.ts';
import { benchEndToEnd } from './end-to-end.ts';
import { benchEvents } from './events.ts';
import { benchFuzz, benchFuzzVendors } from './fuzz.ts';
import { benchIdle } from './idle/index.ts';
import { benchImports } from './imports.ts';
import { describeMachine } from './measure.ts';
import { benchOverload } from './overload.ts';
import { benchSoak } from './soak/index.ts';
import { benchTyping } from './typing.ts';
import { benchVendorSingles } from './vendor-singles.ts';
import { benchVendors } from './vendors.ts';
import { benchWebhooks } from './webhooks/index.ts';

type Benchmark = (size?: number) => Promise<void>;

/** Benchmarks that run by default. */
const DEFAULT: Readonly<Record<string, Benchmark>> = {
  accept: () => benchAccept(),
  'end-to-end': () => benchEndToEnd(),
  webhooks: benchWebhooks,
};
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  ...DEFAULT,
  'after-import': benchAfterImport,
  'automation-steps': benchAutomationSteps,
  automations: benchAutomations,
  backlog: benchBacklog,
  backup: benchBackup,
  bulk: benchBulk,
  campaign: benchCampaign,
  capacity: benchCapacity,
  contacts: benchContacts,
  delivery: benchDelivery,
  events: benchEvents,
  fuzz: benchFuzz,
  'fuzz-vendors': benchFuzzVendors,
  idle: benchIdle,
  imports: benchImports,
  overload: benchOverload,
  soak: benchSoak,
  typing: benchTyping,
  'vendor-singles': () => benchVendorSingles(),
  vendors: benchVendors,
};

const words = process.argv.slice(2);
const [size] = words.filter((word) => /^\d+$/.test(word)).map(Number);
const names = words.filter((word) => !/^\d+$/.test(word));
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown) throw new Error(`Unknown benchmark "${unknown}". Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`);

console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`);
for (const name of names.length > 0 ? names : Object.keys(DEFAULT)) await BENCHMARKS[name]?.(size);
