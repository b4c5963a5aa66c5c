/** A server-sent event, in the form in which a browser passes it to scripts. */
export interface ReceivedEvent {
  readonly event: string;
  readonly id: string | undefined;
  // The type is `any`, because tests read data of any shape and check them with expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** A connection that receives server-sent events. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly ReceivedEvent[];
  /** Whether the stream has ended, including by an error or by `close`. */
  readonly isOver: boolean;
  /** Resolves with the first event that matches, whether it has already arrived or arrives later. */
  first(isIt: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when `isOver` is true. */
  over(): Promise<void>;
  /** Disconnects. */
  close(): void;
}

/** Opens a stream and reads events until the stream is closed. */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const hangUp = new AbortController();
  const response = await fetch(url, { headers, signal: hangUp.signal });
  const events: ReceivedEvent[] = [];
  const watchers = new Set<() => void>();
  let isOver = false;
  const changed = (): void => {
    for (const watcher of watchers) watcher();
  };
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      events.push(...blocks.flatMap((block) => parse(block) ?? []));
      changed();
    }
  };
  const end = (): void => {
    isOver = true;
    changed();
  };
  // A stream that breaks also counts as ended.
  void read().then(end, end);
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        const found = look();
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });
  return {
    status: response.status,
    headers: response.headers,
    events,
    get isOver() {
      return isOver;
    },
    first: (isIt) => until(() => events.find((event) => isIt(event))),
    async over() {
      await until(() => isOver || undefined);
    },
    close: () => hangUp.abort(),
  };
}

function parse(block: string): ReceivedEvent | undefined {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const event = field('event');
  return event === undefined ? undefined : { event, id: field('id'), data: JSON.parse(field('data') ?? 'null') };
}
