import { McpServer, ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { Refusal } from '../../../base/refusal.ts';
import { requireReach, requireScope } from '../../../http/authorization.ts';
import type { Principal } from '../../../http/principal.ts';
import type { Tool, ToolCall } from '../../../http/tool.ts';

export interface ServerParts {
  readonly tools: readonly Tool[];
  /** Version of Postrider. */
  readonly version: string;
  /** URL of the website that is shown to users. */
  readonly baseUrl: string;
  readonly call: ToolCall;
  /** Called with the errors of a tool that are not a `Refusal`. */
  readonly onFault: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Postrider sends email for one account and stores its contacts. Sending cannot be undone. Before you send, show the user ' +
  'the sender, the recipients, the subject, and the text. Ask for any missing information, and never make up an address. ' +
  'list-domains shows which senders the account can use. Bulk actions on contacts cannot be undone either. ' +
  'preview-bulk-action shows the effect of an action, and apply-bulk-action runs the action after the user agrees. Errors contain ' +
  '`message` and `fix`. Follow the instructions in `fix`, or show them to the user.';

/**
 * Creates a server for one message, with the tools that the caller's key may use. If a tool throws a `Refusal`, the
 * error becomes the tool's result, so that the model can react to it. Other errors are passed to `onFault`.
 */
export function createServer({ tools, version, baseUrl, call, onFault }: ServerParts): McpServer {
  const mcp = new McpServer(
    { name: 'postrider', title: 'Postrider', version, websiteUrl: baseUrl },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: toolsOf(tools, call.principal).map(presentTool),
  }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const wanted = tools.find(({ name }) => name === params.name);
    if (!wanted) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(tools, call));
    try {
      return await use(wanted, call, params.arguments ?? {});
    } catch (error) {
      onFault(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'An internal error occurred.');
    }
  });
  return mcp;
}

async function use(wanted: Tool, call: ToolCall, given: Record<string, unknown>): Promise<CallToolResult> {
  try {
    requireScope(call.principal, wanted.scope);
    requireReach(call.principal, wanted);
    const text = JSON.stringify(await wanted.run(call, given));
    // Tools return objects, so the parsed text can be sent as structured content to clients that support it.
    const structuredContent = JSON.parse(text) as Record<string, unknown>;
    return { content: [{ type: 'text', text }], structuredContent };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // No structuredContent, because it would have to match the tool's output schema.
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(call.problem(error)) }] };
  }
}

function presentTool({ name, title, description, annotations, inputSchema, outputSchema }: Tool) {
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...annotations } };
}

/** Returns the tools that the caller may use. */
function toolsOf(tools: readonly Tool[], { domain, scopes }: Principal): Tool[] {
  const may = ({ scope }: Tool): boolean => [scope].flat().some((one) => scopes.has(one));
  return tools.filter((one) => may(one) && (domain === undefined || one.isForDomainKeys === true));
}

function unknownTool(tools: readonly Tool[], { principal }: ToolCall): string {
  const names = toolsOf(tools, principal).map(({ name }) => name);
  return `Unknown tool. Available tools: ${names.join(', ')}.`;
}
