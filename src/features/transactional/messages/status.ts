/** Statuses of a message and of each recipient. */
export const STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed'] as const;
export type MessageStatus = (typeof STATUSES)[number];

/** Values of the column delivery.status. The status of a message is the highest status of its recipients. */
const CODES: Readonly<Record<MessageStatus, number>> = {
  suppressed: 1,
  failed: 2,
  bounced: 3,
  complained: 4,
  queued: 5,
  sent: 6,
  delivered: 7,
};

const NAMES = new Map<number, MessageStatus>(STATUSES.map((status) => [CODES[status], status]));

export function statusCode(status: MessageStatus): number {
  return CODES[status];
}

/**
 * Returns the status for a stored code. An unknown code, which only a corrupt row can contain, is reported as failed.
 */
export function statusOf(code: number): MessageStatus {
  return NAMES.get(code) ?? 'failed';
}
