import type { Tx } from '../../../base/db.ts';
import type { Flow } from '../automations/index.ts';
import { LATE_MINUTES } from './limits.ts';
import {
  moveOn,
  scheduleItem,
  type Became,
  type ClaimedItem,
  type EntryRow,
  type HeldAutomation,
  type ItemRow,
} from './queries.ts';

/**
 * Result of a step. `more` means that work remains, `done` that nothing is left to do for now, `unready` that the email
 * must be prepared first, `busy` that another process holds the automation, and `stopped` that the account is not
 * allowed to send.
 */
export type Stepped = 'more' | 'done' | 'unready' | 'busy' | 'stopped';

/** A step and its automation, both locked until the transaction ends. */
export interface Held {
  readonly tx: Tx;
  readonly claimed: ClaimedItem;
  readonly automation: HeldAutomation;
  readonly item: ItemRow;
  readonly flow: Flow;
}

/**
 * The result of a step for a contact. If `nextId` is absent, the contact continues with the step after the current
 * step.
 */
export interface Move {
  readonly entry: Pick<EntryRow, 'contact_id' | 'done'>;
  readonly became: Became;
  readonly nextId?: number | null;
}

/**
 * Moves contacts from the current step to their next steps. For each contact, skips emails that it was already sent.
 */
export async function move({ automation, claimed, flow, item, tx }: Held, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const nextOf = ({ became, entry, nextId = flow.after(claimed.id) }: Move): number | null => {
    const done = became === 'sent' ? [...entry.done, claimed.id] : entry.done;
    let next = became === 'left' ? null : nextId;
    while (next !== null && done.includes(next)) next = flow.after(next);
    return next;
  };
  await moveOn(tx, {
    accountId: claimed.account_id,
    automationId: claimed.automation_id,
    itemId: claimed.id,
    delayHours: item.delay_hours,
    isActive: automation.active,
    lateMinutes: LATE_MINUTES,
    contactIds: moves.map(({ entry }) => entry.contact_id),
    became: moves.map(({ became }) => became),
    nextIds: moves.map(nextOf),
  });
}

export async function settled({ claimed, tx }: Held): Promise<Stepped> {
  await scheduleItem(tx, claimed.account_id, claimed.id, null);
  return 'done';
}
