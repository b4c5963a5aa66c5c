import type { Readable } from 'node:stream';

const DATA_END = Buffer.from('\r\n.\r\n');
const CARRIED_BYTES = DATA_END.length - 1;
/** Number of rejected recipients after which a peer is considered to be guessing addresses. */
const MAX_REFUSED_RECIPIENTS = 10;

/** State of a connection in addition to the SMTP server's own state. */
export interface Session {
  /** Starts observing the bytes from the peer, on the socket or on the decrypted TLS stream. */
  listenTo(socket: Readable): void;
  /** Marks the start of message data, when the 354 reply is sent. */
  startData(): void;
  /** Marks the end of message data. Returns false if the peer sent more data before our reply. */
  endData(): boolean;
  /** Marks our reply as sent; the peer may continue. Returns false if the peer has already sent more data. */
  answered(): boolean;
  /** True if the peer has ever sent commands before our reply to a message. The session is then ended. */
  readonly hasSpokenEarly: boolean;
  /** Counts an unknown recipient. Returns true if the peer has named too many unknown recipients. */
  refuseRecipient(): boolean;
}

/** Tracks the SMTP connections of a listener. */
export interface Sessions {
  /**
   * Begins a session. Returns undefined if the peer's IP address has too many sessions. A session ends with `end` or at
   * its deadline.
   */
  begin(id: string, address: string): Session | undefined;
  of(id: string): Session | undefined;
  end(id: string): void;
  /** Ends all sessions without a reply. */
  clear(): void;
}

/**
 * Creates the registry of sessions. It limits the number of sessions per IP address and the duration of each. Calls
 * `cutOff` at the deadline.
 */
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
 * Observes the bytes of a connection independently of the SMTP server. Only the raw bytes show whether the peer sent
 * anything after the final dot. PIPELINING (RFC 2920) is not offered, so data before the reply indicates SMTP
 * smuggling: a relay has not detected a second message.
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
    startData: () => void (phase = 'data'),
    endData() {
      // Message data followed DATA in the same chunk, so its end was not observed.
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
