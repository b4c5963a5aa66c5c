import type { OutgoingClient, OutgoingOptions } from '../http/outgoing/client.ts';

/** Creates an HTTP client that is loaded on first use, to save memory in processes that never use it. */
export function createLazyClient(options: OutgoingOptions): OutgoingClient {
  let opening: Promise<OutgoingClient> | undefined;
  let opened: OutgoingClient | undefined;
  const open = async (): Promise<OutgoingClient> => {
    const { createOutgoingClient } = await import('../http/outgoing/client.ts');
    opened = createOutgoingClient(options);
    return opened;
  };
  const client = (): Promise<OutgoingClient> => (opening ??= open());
  return {
    post: (url, request) => (opened ? opened.post(url, request) : client().then((made) => made.post(url, request))),
    get: (url, request) => (opened ? opened.get(url, request) : client().then((made) => made.get(url, request))),
    close: async () => (await opening)?.close(),
  };
}
