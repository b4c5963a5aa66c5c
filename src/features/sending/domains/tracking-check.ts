import type { Db } from '../../../base/db.ts';
import type { ProbeHost } from './host-probe.ts';
import type { RecordCheck } from './record-check.ts';
import { toTracking, type TrackingHost } from './present.ts';
import type { DomainRow } from './queries.ts';
import { baseWithHost } from './server-names.ts';
import { noteHostFound } from './tracking-queries.ts';

export interface HostCheckParts {
  readonly db: Db;
  /** Public base URL. Tracking hosts point to its host. Undefined if not set. */
  readonly publicUrl?: string | undefined;
  /** Sends a request to a tracking host. Undefined if there is no public base URL. */
  readonly probeHost?: ProbeHost | undefined;
}

/** A domain's tracking host after a DNS check. */
export interface HostStatus {
  readonly tracking: TrackingHost | undefined;
  /** The DNS results. The result for the host also reports problems with the HTTP response. */
  readonly recordChecks: readonly RecordCheck[];
  /** Whether the result may change soon. */
  readonly isAwaited: boolean;
}

/**
 * Determines whether links use a domain's host. Links use the host if DNS points to this server and the host responds
 * as this server, with TLS if the public URL uses TLS. Nothing changes if DNS or the network fails, or if no public URL
 * is set.
 */
export async function statusOfHost(
  parts: HostCheckParts,
  row: DomainRow,
  recordChecks: readonly RecordCheck[],
  now: Date,
): Promise<HostStatus> {
  const tracking = toTracking(row.tracking);
  const seen = recordChecks.find(({ record }) => record.name === 'tracking');
  const { probeHost, publicUrl } = parts;
  if (!tracking || !seen || publicUrl === undefined || !probeHost || seen.keyCheck.kind === 'unknown') {
    return { tracking, recordChecks, isAwaited: false };
  }
  const isUsed = tracking.baseUrl !== undefined;
  if (seen.keyCheck.kind === 'missing') {
    return { tracking: { ...tracking, baseUrl: undefined }, recordChecks, isAwaited: isUsed };
  }
  // Record the host as found before the request, because the reverse proxy obtains certificates only for hosts that are
  // recorded as found.
  if (!tracking.wasFound) await noteHostFound(parts.db, row.account_id, row.id, tracking.host, now);
  const found = { ...tracking, wasFound: true };
  const baseUrl = baseWithHost(publicUrl, tracking.host);
  const result = await probeHost(tracking.host);
  if (result.kind === 'ours') return { tracking: { ...found, baseUrl }, recordChecks, isAwaited: false };
  const isUnreachable = result.kind === 'unreachable';
  if (isUnreachable && isUsed) return { tracking: found, recordChecks, isAwaited: true };
  const reason = `The DNS record is correct, but ${baseUrl} does not reach this server: ${result.reason}.`;
  const failed: RecordCheck = { ...seen, record: { ...seen.record, valid: false, reason } };
  return {
    tracking: { ...found, baseUrl: undefined },
    recordChecks: recordChecks.map((each) => (each === seen ? failed : each)),
    isAwaited: isUnreachable || isUsed,
  };
}
