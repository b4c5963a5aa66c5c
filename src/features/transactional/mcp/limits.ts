/**
 * Maximum message size: an email with full-size HTML and text in which every character is escaped, or a batch of a
 * hundred emails with about 80 KB each. Larger batches must use the HTTP API.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';
