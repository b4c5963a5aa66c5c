/** Maximum size of a message, in bytes. Larger batches must use the HTTP API. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';
