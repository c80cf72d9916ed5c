import type { Channel, DialFault, LinkNetwork } from '../../src/domain/ports/links.ts';

interface Line {
  readonly to: FakeChannel;
  readonly text: string;
}

/** One end of a connection between two processes of a test. */
class FakeChannel implements Channel {
  readonly #hub: FakeHub;
  other: FakeChannel | null = null;
  #isOver = false;
  #line: (text: string) => void = () => undefined;
  #ended: () => void = () => undefined;
  readonly owner: FakeNetwork;

  constructor(hub: FakeHub, owner: FakeNetwork) {
    this.#hub = hub;
    this.owner = owner;
  }

  listen(line: (text: string) => void, ended: () => void): void {
    this.#line = line;
    this.#ended = ended;
    if (this.#isOver) ended();
  }

  send(text: string): void {
    if (!this.#isOver && this.other) this.#hub.carry({ to: this.other, text });
  }

  receive(text: string): void {
    if (!this.#isOver) this.#line(text);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended();
    this.other?.end();
  }

  /** The process of this end is dead: it notices nothing, and the other end does. */
  die(): void {
    this.#isOver = true;
    this.other?.end();
  }
}

/** The network of one process. Without a hub it reaches nobody. */
class FakeNetwork implements LinkNetwork {
  readonly address: string | null;
  readonly #hub: FakeHub | null;
  #accept: (channel: Channel) => void = () => undefined;

  constructor(hub: FakeHub | null = null, address: string | null = null) {
    this.#hub = hub;
    this.address = address;
  }

  accept(accept: (channel: Channel) => void): void {
    this.#accept = accept;
  }

  async dial(address: string): Promise<Channel | DialFault> {
    return this.#hub?.connect(this, address) ?? 'unreachable';
  }

  opened(channel: Channel): void {
    this.#accept(channel);
  }
}

/** The network between the processes of a test, with its faults. Lines arrive when the test has them arrive. */
export class FakeHub {
  /** True if lines arrive by themselves. */
  readonly #isPrompt: boolean;
  readonly #networks = new Map<string, FakeNetwork>();
  readonly #channels = new Set<FakeChannel>();
  #lines: Line[] = [];
  /** All lines ever sent, with the address of the process to which they went. */
  readonly sent: { readonly to: string | null; readonly text: string }[] = [];
  /** Lines from the first process to the second one are lost. */
  readonly #deaf = new Set<string>();

  constructor({ isPrompt = false } = {}) {
    this.#isPrompt = isPrompt;
  }

  open(address: string): FakeNetwork {
    const network = new FakeNetwork(this, address);
    this.#networks.set(address, network);
    return network;
  }

  get addresses(): readonly string[] {
    return [...this.#networks.keys()];
  }

  /** The process is dead: it hears nothing any more, the others see its channels end, and its address refuses connections. */
  close(address: string): void {
    const network = this.#networks.get(address);
    this.#networks.delete(address);
    for (const channel of [...this.#channels]) if (channel.owner === network) channel.die();
  }

  /** Ends all channels between two processes. */
  cut(one: string, other: string): void {
    for (const channel of [...this.#channels])
      if (channel.owner.address === one && channel.other?.owner.address === other) channel.end();
  }

  /** From now on lines from one process to another are lost, and connections between them cannot be opened. */
  deafen(from: string, to: string): void {
    this.#deaf.add(`${from} ${to}`);
  }

  heal(): void {
    this.#deaf.clear();
  }

  connect(from: FakeNetwork, address: string): Channel | DialFault {
    const to = this.#networks.get(address);
    if (!to) return 'refused';
    if (this.#isDeaf(from, to) || this.#isDeaf(to, from)) return 'unreachable';
    const [near, far] = [new FakeChannel(this, from), new FakeChannel(this, to)];
    near.other = far;
    far.other = near;
    this.#channels.add(near).add(far);
    to.opened(far);
    return near;
  }

  carry(line: Line): void {
    const from = line.to.other?.owner;
    this.sent.push({ to: line.to.owner.address, text: line.text });
    if (from && this.#isDeaf(from, line.to.owner)) return;
    this.#lines.push(line);
    if (this.#isPrompt) setImmediate(() => this.deliver());
  }

  /** Number of lines that have not arrived. */
  get waiting(): number {
    return this.#lines.length;
  }

  /** The oldest line arrives. */
  deliver(): void {
    const line = this.#lines.shift();
    line?.to.receive(line.text);
  }

  #isDeaf(from: FakeNetwork, to: FakeNetwork): boolean {
    return this.#deaf.has(`${from.address} ${to.address}`);
  }
}
