import type { Db } from '../../../base/db.ts';
import type { ProbeHost } from './host-probe.ts';
import type { Look } from './look.ts';
import { toTracking, type TrackingHost } from './present.ts';
import type { DomainRow } from './queries.ts';
import { baseWithHost } from './server-names.ts';
import { noteHostFound } from './tracking-queries.ts';

/** What looking at hosts needs. */
export interface HostCheckParts {
  readonly db: Db;
  /** Public base address, whose name hosts lead to; undefined when none is set. */
  readonly publicUrl?: string | undefined;
  /** Asks hosts that links are to lead to; undefined while there is no public base address. */
  readonly probeHost?: ProbeHost | undefined;
}

/** A domain's host after a look at DNS. */
export interface HostStanding {
  readonly tracking: TrackingHost | undefined;
  /** The looks, in which the host's record says what is wrong with what answers there. */
  readonly looks: readonly Look[];
  /** Whether it may soon be otherwise. */
  readonly isAwaited: boolean;
}

/**
 * Whether links are to lead to a domain's host: while DNS leads it here and it answers as this server, with TLS where the public
 * address has it. Where DNS or the network do not tell, and where no public address is known, it stays as it was.
 */
export async function standingOfHost(
  parts: HostCheckParts,
  row: DomainRow,
  looks: readonly Look[],
  now: Date,
): Promise<HostStanding> {
  const tracking = toTracking(row.tracking);
  const seen = looks.find(({ record }) => record.name === 'tracking');
  const { probeHost, publicUrl } = parts;
  if (!tracking || !seen || publicUrl === undefined || !probeHost || seen.sight.kind === 'unknown') {
    return { tracking, looks, isAwaited: false };
  }
  const isUsed = tracking.baseUrl !== undefined;
  if (seen.sight.kind === 'missing') {
    return { tracking: { ...tracking, baseUrl: undefined }, looks, isAwaited: isUsed };
  }
  // Before it is asked: what stands before this server gets a certificate for hosts that were found, and for no others.
  if (!tracking.wasFound) await noteHostFound(parts.db, row.account_id, row.id, tracking.host, now);
  const found = { ...tracking, wasFound: true };
  const baseUrl = baseWithHost(publicUrl, tracking.host);
  const result = await probeHost(tracking.host);
  if (result.kind === 'ours') return { tracking: { ...found, baseUrl }, looks, isAwaited: false };
  const isUnreachable = result.kind === 'unreachable';
  if (isUnreachable && isUsed) return { tracking: found, looks, isAwaited: true };
  const reason = `The DNS record is correct, but ${baseUrl} does not reach this server: ${result.reason}.`;
  const failed: Look = { ...seen, record: { ...seen.record, valid: false, reason } };
  return {
    tracking: { ...found, baseUrl: undefined },
    looks: looks.map((each) => (each === seen ? failed : each)),
    isAwaited: isUnreachable || isUsed,
  };
}
