import { systemRandom } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { CheckParts } from '../features/domains/index.ts';
import { createNoticeSender } from '../features/transactional/index.ts';
import { resolverOf } from './delivery.ts';
import type { Installation } from './installation.ts';

/** What adding, looking at and rotating the keys of sender domains needs, of this installation's configuration. */
export function domainPartsOf(installation: Pick<Installation, 'clock' | 'config' | 'db' | 'vault'>): CheckParts {
  const { clock, config, db, vault } = installation;
  return {
    db,
    vault,
    clock,
    hostname: config.hostname,
    reportsDomain: reportsDomainOf(config),
    sandboxDomain: config.sandboxDomain,
    ed25519: config.dkimEd25519,
    // Whoever looks has just published or mended something: what was found before says nothing.
    resolver: resolverOf(installation, false),
    random: systemRandom,
    sendNotice: createNoticeSender({ clock, sandboxDomain: config.sandboxDomain }),
  };
}

/** Where reports of receivers are read, when this installation takes mail at all. */
function reportsDomainOf(config: Config): string | undefined {
  return config.inboundPort === undefined ? undefined : (config.returnPathDomain ?? config.hostname);
}
