/**
 * Maximum size of a message, in bytes: an email with HTML and text of the maximum size in which every character is
 * escaped, or a batch of a hundred emails of about 80 KB each. Larger batches must use the HTTP API.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';
