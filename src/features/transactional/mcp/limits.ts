/**
 * Largest message: a mail with html and text of full size where each character is an escape, or a batch of a hundred with
 * some 80 KB each. Greater batches go through the HTTP API.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Where clients speak to us. */
export const MCP_PATH = '/mcp';
