import { startSink, type Sink } from '../delivery/sink.ts';

/** Where contacts and codes are. */
const READERS = 'reader';
export const CODES = 'code';
export const SINK_DOMAIN = 'sink.example';

/** A sink that knows who got how many mails. */
export interface Receiver {
  readonly sink: Sink;
  /** Mails that contacts got, since the last `forget`. */
  readonly toReaders: number;
  /** Contacts of so many that got none, and mails that came more than once. */
  exactness(contacts: number): { readonly missed: number; readonly again: number };
  /** When the code of that number came, by `performance.now`; undefined while it has not. */
  codeAt(number: number): number | undefined;
  forget(): void;
}

/** Starts one for contacts with numbers up to that. */
export async function startReceiver(contacts: number): Promise<Receiver> {
  const counts = new Uint8Array(contacts + 1);
  const codes = new Map<number, number>();
  let toReaders = 0;
  const sink = await startSink((address) => {
    if (address.startsWith(CODES)) {
      codes.set(numberIn(address, CODES), performance.now());
      return;
    }
    toReaders += 1;
    const number = numberIn(address, READERS);
    counts[number] = (counts[number] ?? 0) + 1;
  });
  return {
    sink,
    get toReaders() {
      return toReaders;
    },
    exactness(number: number) {
      let [missed, again] = [0, 0];
      for (const count of counts.subarray(1, number + 1)) {
        if (count === 0) missed += 1;
        else again += count - 1;
      }
      return { missed, again };
    },
    codeAt: (number: number) => codes.get(number),
    forget() {
      counts.fill(0);
      toReaders = 0;
    },
  };
}

function numberIn(address: string, before: string): number {
  return Number.parseInt(address.slice(before.length), 10);
}
