import type { Db, Tx } from '../../../base/db.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { requireApproved, requireApprovedStill, type ApprovalParts } from './approval.ts';
import { readGates, type InstallationGates } from './limits.ts';
import { requireStanding } from './standing.ts';

/** What the gate of records needs. */
export interface RecordGateParts extends ApprovalParts {
  readonly installation: InstallationGates;
  /** Whether a content is the installation's own, which nobody has to approve. */
  readonly isOurs: (record: CampaignRow) => boolean;
}

/** What holds back mails that are sent by themselves, of the kinds confirmation and automation. */
export interface RecordGate {
  /**
   * Throws a refusal that names the gate unless the account may send such mail and its content, as it is now, may be sent: asked
   * of the operator where nobody has decided on it. Asks others over the network and has transactions of its own: never within
   * one.
   */
  requireSendable(db: Db, accountId: number, record: CampaignRow): Promise<void>;
  /** The same in the transaction that begins to send it, without asking anybody. */
  requireSendableStill(tx: Tx, accountId: number, record: CampaignRow): Promise<void>;
}

/** The gate of an installation's records. */
export function createRecordGate(parts: RecordGateParts): RecordGate {
  const { installation, isOurs } = parts;
  const modeOf = async (db: Db, accountId: number) => (await readGates(db, installation, accountId)).limits.approval;
  return {
    async requireSendable(db, accountId, record) {
      await requireStanding(db, accountId, record.kind);
      if (isOurs(record)) return;
      await requireApproved(parts, db, accountId, record, await modeOf(db, accountId));
    },
    async requireSendableStill(tx, accountId, record) {
      await requireStanding(tx, accountId, record.kind);
      if (isOurs(record)) return;
      await requireApprovedStill(tx, accountId, record, await modeOf(tx, accountId));
    },
  };
}
