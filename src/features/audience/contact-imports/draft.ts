import type { ContactAddress } from '../contacts/index.ts';
import type { ConsentStatus } from './consent-status.ts';

/** Data collected from a row, cell by cell. */
export interface Draft {
  email: ContactAddress | undefined;
  /** Name from the address cell, which is used if the row has no other name. */
  nameBeside: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  /** Language as a BCP 47 tag in canonical form. Undefined if the row has none. */
  language: string | undefined;
  /** IANA time zone. Undefined if the row has none. */
  timezone: string | undefined;
  ipAddress: string | undefined;
  fields: Record<number, string | null>;
  /** All statuses that the row's consent columns contain. */
  consentStatuses: Set<ConsentStatus>;
  createdAt: Date | undefined;
  confirmedAt: Date | undefined;
  unsubscribedAt: Date | undefined;
  bouncedAt: Date | undefined;
  invalidAt: Date | undefined;
  lists: readonly string[];
  tags: readonly string[];
}

/**
 * Error in a cell. `reason` is an error message without its subject. If `isVital` is true, the row is rejected.
 * Otherwise, the row is imported without the value of the cell.
 */
export interface CellFault {
  readonly reason: string;
  readonly isVital: boolean;
}

/** Parses a cell and stores its value in the draft. Returns an error if the cell is invalid. */
export type CellReader = (text: string, draft: Draft) => CellFault | undefined;
