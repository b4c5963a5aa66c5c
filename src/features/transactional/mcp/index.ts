export { MCP_PATH } from './limits.ts';
export { createMcp } from './routes.ts';
export type { Mcp } from './routes.ts';
