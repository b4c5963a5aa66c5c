import type { Readable } from 'node:stream';

const DATA_END = Buffer.from('\r\n.\r\n');
const CARRIED_BYTES = DATA_END.length - 1;
/** Who asks for so many addresses that do not exist is guessing. */
const MAX_REFUSED_RECIPIENTS = 10;

/** What is known of one connection beside what the SMTP server keeps. */
export interface Session {
  /** Hears what the peer sends: the connection's socket, or the one that TLS decrypts to. */
  listenTo(socket: Readable): void;
  /** The peer was asked for a mail (354). */
  beginData(): void;
  /** The mail has ended: true when it ended with what was received, false when the peer had already gone on speaking. */
  endData(): boolean;
  /** The peer has its answer, and may speak again; false when it did so before. */
  answered(): boolean;
  /** True once the peer sent commands without waiting for the answer to a mail: such a session is not gone on with. */
  readonly hasSpokenEarly: boolean;
  /** Counts a recipient that does not exist; true when that were too many. */
  refuseRecipient(): boolean;
}

/** The connections of a listener. */
export interface Sessions {
  /** Begins a session; undefined when the address has too many. It is ended by `end`, or cut off after the deadline. */
  begin(id: string, address: string): Session | undefined;
  of(id: string): Session | undefined;
  end(id: string): void;
  /** Ends all of them, without a word. */
  clear(): void;
}

/** Sessions of limited number an address and limited time; `cutOff` is called for one whose time is over. */
export function createSessions(options: {
  readonly maxAnAddress: number;
  readonly deadlineMs: number;
  readonly cutOff: (id: string) => void;
}): Sessions {
  const sessions = new Map<
    string,
    { readonly session: Session; readonly address: string; readonly timer: NodeJS.Timeout }
  >();
  const counts = new Map<string, number>();

  function end(id: string): void {
    const known = sessions.get(id);
    if (!known) return;
    clearTimeout(known.timer);
    sessions.delete(id);
    const left = (counts.get(known.address) ?? 1) - 1;
    if (left > 0) counts.set(known.address, left);
    else counts.delete(known.address);
  }

  return {
    begin(id, address) {
      const count = counts.get(address) ?? 0;
      if (count >= options.maxAnAddress) return undefined;
      counts.set(address, count + 1);
      const timer = setTimeout(() => options.cutOff(id), options.deadlineMs);
      timer.unref();
      const session = createSession();
      sessions.set(id, { session, address, timer });
      return session;
    },
    of: (id) => sessions.get(id)?.session,
    end,
    clear() {
      for (const id of sessions.keys()) end(id);
    },
  };
}

/**
 * Follows the bytes of a connection beside the SMTP server, because only they tell whether something stood behind the
 * dot: PIPELINING (RFC 2920) is not offered, so that a peer that goes on without its answer is two peers, one of whom
 * smuggles a mail past the other.
 */
function createSession(): Session {
  let phase: 'commands' | 'data' | 'ended' = 'commands';
  let hasSpokenEarly = false;
  let refused = 0;
  let carried: Buffer = Buffer.alloc(0);

  function hear(chunk: Buffer): void {
    if (phase === 'ended') hasSpokenEarly = true;
    const bytes = Buffer.concat([carried, chunk]);
    carried = bytes.subarray(-CARRIED_BYTES);
    if (phase !== 'data') return;
    const end = bytes.indexOf(DATA_END);
    if (end === -1) return;
    phase = 'ended';
    if (end + DATA_END.length < bytes.length) hasSpokenEarly = true;
  }

  return {
    listenTo(socket) {
      carried = Buffer.alloc(0);
      socket.on('data', hear);
    },
    beginData: () => void (phase = 'data'),
    endData() {
      // What came in one piece with the command DATA was never seen to end.
      if (phase !== 'ended') hasSpokenEarly = true;
      phase = 'ended';
      return !hasSpokenEarly;
    },
    answered() {
      phase = 'commands';
      return !hasSpokenEarly;
    },
    get hasSpokenEarly() {
      return hasSpokenEarly;
    },
    refuseRecipient() {
      refused += 1;
      return refused >= MAX_REFUSED_RECIPIENTS;
    },
  };
}
