import type { Db, Tx } from '../../../base/db.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { requireApproved, requireApprovedStill, type ApprovalParts } from './approval.ts';
import { readSafeguards, type InstallationSafeguards } from './limits.ts';
import { requireSendingAllowed } from './sending-allowed.ts';

/** Dependencies of the safeguards for automatic emails. */
export interface RecordSafeguardParts extends ApprovalParts {
  readonly installation: InstallationSafeguards;
  /** Returns whether the content is the installation's default content, which does not need approval. */
  readonly isOurs: (record: CampaignRow) => boolean;
}

/** Safeguards for emails that are sent automatically (confirmation and automation emails). */
export interface RecordSafeguard {
  /**
   * Throws a `Refusal` with the name of the safeguard if the account must not send this type of email, or if the
   * current content must not be sent. If the operator has not yet approved or rejected the content, requests approval.
   * Must not be called within a transaction, because it makes network requests and opens its own transactions.
   */
  requireSendable(db: Db, accountId: number, record: CampaignRow): Promise<void>;
  /** Same as `requireSendable`, but runs in the transaction that starts sending and does not request approval. */
  requireSendableStill(tx: Tx, accountId: number, record: CampaignRow): Promise<void>;
}

/** Creates the safeguards for automatic emails of an installation. */
export function createRecordSafeguard(parts: RecordSafeguardParts): RecordSafeguard {
  const { installation, isOurs } = parts;
  const modeOf = async (db: Db, accountId: number) =>
    (await readSafeguards(db, installation, accountId)).limits.approval;
  return {
    async requireSendable(db, accountId, record) {
      await requireSendingAllowed(db, accountId, record.kind);
      if (isOurs(record)) return;
      await requireApproved(parts, db, accountId, record, await modeOf(db, accountId));
    },
    async requireSendableStill(tx, accountId, record) {
      await requireSendingAllowed(tx, accountId, record.kind);
      if (isOurs(record)) return;
      await requireApprovedStill(tx, accountId, record, await modeOf(tx, accountId));
    },
  };
}
