const COPY = { not: 'a copy of data in the messages and mailings' };

/**
 * How personal data is exported and erased in the tables for messages that were sent through adapters for other
 * vendors' APIs. See `DATA_MAP`.
 */
export const VENDOR_TABLES = {
  vendor_message: {
    persons: [
      {
        columns: ['subject', 'metadata', 'tags', 'links'],
        exported: COPY,
        erased: 'requests of other APIs',
      },
    ],
    others: ['vendor', 'domain', 'sender', 'stream'],
  },
  message_file: {
    persons: [
      {
        columns: ['hash', 'content'],
        exported: { not: 'the person has the email; the data stored about the email is exported' },
        erased: 'messages',
      },
    ],
  },
  message_file_use: { persons: [{ columns: ['hash'], exported: COPY, erased: 'messages' }] },
  vendor_recipient: {
    persons: [{ columns: ['address', 'metadata'], exported: COPY, erased: 'recipients of other APIs' }],
  },
  vendor_event: {
    persons: [{ columns: ['recipient', 'details'], exported: COPY, erased: 'events of other APIs' }],
    others: ['vendor', 'domain', 'event'],
  },
  vendor_repeat: {
    nobody: 'hashes that prevent a repeated batch from being sent twice, deleted after 30 days',
    columns: ['domain', 'repeat_key', 'address_hash'],
  },
  vendor_unsubscribe: {
    persons: [{ columns: ['address'], exported: 'unsubscriptions', erased: 'single rows' }],
    others: ['vendor', 'audience'],
  },
  signing_key: { nobody: 'account data and settings', columns: ['access_key_id', 'secret'] },
  vendor_adapter: { nobody: 'account data and settings', columns: ['vendor'] },
  vendor_hook: {
    nobody: 'account data and settings',
    columns: ['vendor', 'domain', 'kind', 'url', 'events', 'settings', 'last_failure'],
  },
  vendor_signing_key: { nobody: 'account data and settings', columns: ['vendor'] },
} as const;
