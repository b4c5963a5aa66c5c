import type { Clock } from '../base/clock.ts';
import type { TlsaRecord } from '../base/dns.ts';
import type { EmailAddress } from '../mail/address.ts';
import type { Reply } from './reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

export interface SmtpTarget {
  /** Host name for TLS (SNI, verification) and logs. */
  readonly host: string;
  /** IP address; there is no lookup. */
  readonly address: string;
  readonly port: number;
  /** 'implicit' is TLS from the first byte (RFC 8314); the others concern STARTTLS (RFC 3207). */
  readonly tls: 'never' | 'opportunistic' | 'required' | 'implicit';
  /**
   * Whether the certificate must be valid: not expired, from a trusted authority, and issued for one of
   * `certificateNames`.
   */
  readonly verifyTls: boolean;
  /**
   * Names of which the certificate must have one as an alternative name; default `host`, by Node's rules. The first one
   * is sent as SNI.
   */
  readonly certificateNames?: readonly string[];
  /** Records of which one must match the certificate, instead of `verifyTls` (RFC 7672). */
  readonly dane?: readonly TlsaRecord[];
  /** Whether an optional certificate is verified too; problems are reported as `tlsFailure`. */
  readonly reportTls?: true;
  /** The policy that requires TLS, for error messages; absent if it is our own. */
  readonly tlsRule?: 'dane' | 'mta-sts';
  readonly login: SmtpLogin | undefined;
}

/** Why TLS was not started, or its problem, in the terms of TLS reports (RFC 8460 section 4.3). */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'tlsa-invalid'
  | 'validation-failure';

/** User and password for AUTH; sent only over TLS or to this machine. */
export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** Connection options that are the same for all servers. */
export interface SmtpOptions {
  /** Name for EHLO: our host name, which should match the reverse DNS of the address. */
  readonly ehloName: string;
  readonly timeouts: SmtpTimeouts;
  /** Source address; chosen by the system by default. */
  readonly localAddress?: string;
  /** Certificates (PEM) to trust instead of Node's root certificates. */
  readonly trustedCertificates?: readonly string[];
  /** False if the server announces PIPELINING (RFC 2920) but is known to lose commands that arrive together. */
  readonly pipelining?: boolean;
  /** Clock for `sentAt`; default: the machine's clock. */
  readonly clock?: Clock;
}

/**
 * The step of the dialogue at which something happened; 'starttls' stands for every TLS handshake, 'dot' for the end of
 * the data.
 */
export type SmtpStage = 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/** A session that could not be opened. No message was offered. */
export interface SmtpFault {
  readonly kind: 'fault';
  readonly stage: SmtpStage;
  /** The server's reply, if the server refused. */
  readonly reply: Reply | undefined;
  /** A sentence for the sender. */
  readonly error: string;
  readonly conversation: string;
  /** Set if TLS failed. */
  readonly tlsFailure?: TlsFailure;
}

/** Sender ('' is the null sender) and recipient of one message. */
export interface SmtpEnvelope {
  readonly from: EmailAddress | '';
  readonly to: EmailAddress;
  /**
   * Sent as ENVID to servers that support it (RFC 3461 section 4.4): letters, digits, dots and hyphens, at most 100.
   */
  readonly id?: string | undefined;
}

/**
 * How the commands of a message were sent: each after the reply to the previous one, together, or after the final dot
 * of another message.
 */
export type CommandGroup = 'single' | 'together' | 'behind-dot';

/** The part of a message that is sent before its data. */
export interface AnnouncedMail {
  readonly envelope: SmtpEnvelope;
  /** Size of its data in octets. */
  readonly bytes: number;
  readonly smtpUtf8: boolean;
}

/** The result for one message. */
export type SmtpResult =
  | {
      readonly kind: 'accepted';
      readonly reply: Reply;
      /** When the final dot was written, in milliseconds since the Unix epoch. */
      readonly sentAt: number;
      readonly conversation: string;
    }
  | {
      readonly kind: 'refused';
      readonly stage: 'mail' | 'rcpt' | 'data' | 'dot';
      readonly reply: Reply;
      readonly conversation: string;
      /** Set if the server was not asked, because its capabilities show that it cannot accept the message. */
      readonly isForeseen?: true;
      /** Set only if the whole message was written: milliseconds since the Unix epoch. */
      readonly sentAt?: number;
    }
  | {
      readonly kind: 'broken';
      readonly stage: SmtpStage;
      readonly error: string;
      readonly conversation: string;
      /** Whether the server may have accepted the message: its end was written, but no reply arrived. */
      readonly dotSent: boolean;
    };

/** An open session that sends one message after the other. */
export interface SmtpConnection {
  /** Protocol and cipher ('TLSv1.3 TLS_AES_256_GCM_SHA384'); undefined without TLS. */
  readonly tls: string | undefined;
  /** Problem with TLS that the target does not treat as an error; only with `reportTls`. */
  readonly tlsFailure: TlsFailure | undefined;
  /** False if no more messages can be sent: closed by the server, 421, out of step, or too old. */
  readonly usable: boolean;
  /** Whether the server accepts several commands at once (RFC 2920). */
  readonly pipelines: boolean;
  /** Number of messages offered over this connection, regardless of their results. */
  readonly sent: number;
  /** How the commands of the latest message were sent. */
  readonly group: CommandGroup;
  /**
   * Sends one message; only one at a time. `data` is the whole message with CRLF line endings, not dot-stuffed, and is
   * sent byte for byte. SMTPUTF8 is used if `smtpUtf8` is true or an address is not ASCII.
   * `onDot` is called immediately before the end of the message is written: from then on, the server may have accepted
   * it.
   * `ahead` is called immediately after `onDot` for the next message over this connection: if the server allows it, its
   * commands are sent with the end of this one (RFC 2920 section 3.1). Sending a different message next breaks the
   * connection.
   * Rejects only if the caller has a bug: a second message at the same time, or an address that cannot be sent.
   */
  send(
    envelope: SmtpEnvelope,
    data: Buffer,
    smtpUtf8: boolean,
    onDot?: () => void,
    ahead?: () => AnnouncedMail | undefined,
  ): Promise<SmtpResult>;
  /** Sends QUIT if that makes sense, waits briefly, and closes. Never rejects. */
  close(): Promise<void>;
  destroy(): void;
}
