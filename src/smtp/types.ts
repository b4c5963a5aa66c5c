import type { Clock } from '../base/clock.ts';
import type { TlsaRecord } from '../base/dns.ts';
import type { EmailAddress } from '../mail/address.ts';
import type { Reply } from './reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

export interface SmtpTarget {
  /** Host name for TLS (SNI, verification) and logs. */
  readonly host: string;
  /** IP address of the server. Connections use this address without looking up `host`. */
  readonly address: string;
  readonly port: number;
  /**
   * `opportunistic` and `required` use STARTTLS (RFC 3207), and `opportunistic` also allows sessions without TLS.
   * `implicit` uses TLS from the first byte (RFC 8314).
   */
  readonly tls: 'never' | 'opportunistic' | 'required' | 'implicit';
  /**
   * Whether the certificate must be valid: not expired, from a trusted authority, and issued for one of
   * `certificateNames`.
   */
  readonly verifyTls: boolean;
  /**
   * Accepted server names. The certificate must have at least one of them as a subject alternative name. The first name
   * is sent as SNI. Default: `host`, matched by Node's rules.
   */
  readonly certificateNames?: readonly string[];
  /** TLSA records, one of which must match the certificate (RFC 7672). They replace `verifyTls`. */
  readonly dane?: readonly TlsaRecord[];
  /** Whether to verify the certificate even if TLS is optional. Problems are then reported as `tlsFailure`. */
  readonly reportTls?: true;
  /** The policy or message that requires TLS. Absent if neither requires it. */
  readonly tlsRule?: 'dane' | 'mta-sts' | 'message';
  readonly login: SmtpLogin | undefined;
}

/** The reason why TLS was not started or failed, as a result type of TLS reports (RFC 8460 section 4.3). */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'tlsa-invalid'
  | 'validation-failure';

/** User and password for AUTH. Sent only over TLS or over loopback connections. */
export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** Options for a connection to any server. */
export interface SmtpOptions {
  /** Host name in EHLO. Should match the reverse DNS name (PTR) of our IP address. */
  readonly ehloName: string;
  readonly timeouts: SmtpTimeouts;
  /** Source address. By default, the operating system chooses it. */
  readonly localAddress?: string;
  /** Certificates (PEM) to trust instead of Node's root certificates. */
  readonly trustedCertificates?: readonly string[];
  /** False if the server announces PIPELINING (RFC 2920) but is known to drop pipelined commands. */
  readonly pipelining?: boolean;
  /** Clock for `sentAt`. Default: the system clock. */
  readonly clock?: Clock;
}

/** Step of the dialogue. 'starttls' stands for every TLS handshake, 'dot' for the final dot. */
export type SmtpStage = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/** A session that could not be opened. No message was sent to the server. */
export interface SmtpFault {
  readonly kind: 'fault';
  readonly stage: SmtpStage;
  /** Reply with which the server rejected the session. Undefined if the session failed for another reason. */
  readonly reply: Reply | undefined;
  /** Explanation for the sender of the message. */
  readonly error: string;
  readonly conversation: string;
  /** Reason why TLS failed. Absent if TLS did not fail. */
  readonly tlsFailure?: TlsFailure;
}

/** Sender ('' is the null sender) and recipient of a message. */
export interface SmtpEnvelope {
  readonly from: EmailAddress | '';
  readonly to: EmailAddress;
  /**
   * Sent as ENVID to servers that support it (RFC 3461 section 4.4). At most 100 letters, digits, dots, and hyphens.
   */
  readonly id?: string | undefined;
}

/**
 * How the commands of a message are sent: one at a time, each after the reply to the previous one (`single`), pipelined
 * (`together`), or pipelined after the final dot of the previous message (`behind-dot`).
 */
export type CommandGroup = 'single' | 'together' | 'behind-dot';

/** Properties of a message that are sent in the commands before its data. */
export interface AnnouncedMail {
  readonly envelope: SmtpEnvelope;
  /** Size of the message data in octets. */
  readonly bytes: number;
  readonly smtpUtf8: boolean;
}

export type SmtpResult =
  | {
      readonly kind: 'accepted';
      readonly reply: Reply;
      /** Time at which the final dot was written, in milliseconds since the Unix epoch. */
      readonly sentAt: number;
      readonly conversation: string;
    }
  | {
      readonly kind: 'refused';
      readonly stage: 'mail' | 'rcpt' | 'data' | 'dot';
      readonly reply: Reply;
      readonly conversation: string;
      /**
       * True if the message was not sent because the server's capabilities show that the server cannot accept it.
       * Otherwise absent.
       */
      readonly isForeseen?: true;
      /**
       * Time at which the final dot was written, in milliseconds since the Unix epoch. Set only if the whole message
       * was written.
       */
      readonly sentAt?: number;
    }
  | {
      readonly kind: 'broken';
      readonly stage: SmtpStage;
      readonly error: string;
      readonly conversation: string;
      /**
       * True if the server may have accepted the message, because the final dot was written but no clear reply arrived.
       */
      readonly dotSent: boolean;
    };

/** An open session that sends one message after another. */
export interface SmtpConnection {
  /** TLS protocol and cipher ('TLSv1.3 TLS_AES_256_GCM_SHA384'). Undefined without TLS. */
  readonly tls: string | undefined;
  /**
   * A TLS problem that did not prevent the connection, because TLS is optional for the target. Set only with
   * `reportTls`.
   */
  readonly tlsFailure: TlsFailure | undefined;
  /**
   * False if no message can be sent now: a message is being sent, the server closed the connection, replied 421, or
   * sent an unexpected reply, or the session has reached its time limit.
   */
  readonly usable: boolean;
  /** Whether the server supports command pipelining (RFC 2920). */
  readonly pipelines: boolean;
  /** Number of messages sent over this connection, with any result. */
  readonly sent: number;
  /** How the commands of the latest message were sent. */
  readonly group: CommandGroup;
  /**
   * Sends one message. Only one message may be sent at a time. `data` is the whole message with CRLF line endings,
   * without dot-stuffing, and is sent byte for byte. SMTPUTF8 is used if `smtpUtf8` is true or an address is not ASCII.
   *
   * Calls `onDot` immediately before the final dot is written; from then on, the server may have accepted the message.
   * If the server supports pipelining, then calls `ahead` for the next message, and pipelines that message's commands
   * after the final dot (RFC 2920 section 3.1). Sending another message next breaks the connection.
   *
   * Rejects only because of a bug in the caller: a second message at the same time, or an address that cannot be sent.
   */
  send(
    envelope: SmtpEnvelope,
    data: Buffer,
    smtpUtf8: boolean,
    onDot?: () => void,
    ahead?: () => AnnouncedMail | undefined,
  ): Promise<SmtpResult>;
  /** Sends QUIT if the session allows it, waits briefly, and closes the connection. Never rejects. */
  close(): Promise<void>;
  destroy(): void;
}
