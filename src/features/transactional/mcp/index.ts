export { MCP_PATH } from './limits.ts';
export { createMcp, type Mcp } from './routes.ts';
