/** An ordered connection between two processes that carries lines of text. Each end has proved that it knows the server's key. */
export interface Channel {
  /** Sends a line, soon and with others together. Has no effect after the end. */
  send(line: string): void;
  /** Ends the connection at once. */
  end(): void;
  /** Calls `line` with each line of the other end, and `ended` once. Call it once, at first. */
  listen(line: (text: string) => void, ended: () => void): void;
}

/** Why a channel could not be opened. `refused`: nothing listens there any more. */
export type DialFault = 'refused' | 'unreachable';

/** The network between the processes of a service. */
export interface LinkNetwork {
  /** The address of this process, as `host:port`. Null if others cannot reach it. */
  readonly address: string | null;
  /** Opens a channel to an address. */
  dial(address: string): Promise<Channel | DialFault>;
  /** Calls `accept` with each channel that another process opens. */
  accept(accept: (channel: Channel) => void): void;
}
