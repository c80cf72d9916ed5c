import { parseCheckpoint } from './checkpoint.ts';
import { fromUtf8, quoted, utf8 } from './encoding.ts';
import { isCosignerKey, isSameKey, parseVkey, type VerifierKey } from './key.ts';
import { checkSignatures, parseNote } from './note.ts';
import { coversAll, type SignedCheckpoint } from './open-checkpoint.ts';
import { Refusal, type Result, refuse, succeed, unwrap } from './result.ts';

/** Larger policies are refused. */
export const MAX_POLICY_BYTES = 262_144;
/** The largest number of logs, of witnesses and of groups in a policy. The specification recommends at least 32. */
export const MAX_POLICY_PARTS = 256;

/** A log or a witness of a policy. */
export interface PolicyParty {
  readonly key: VerifierKey;
  /** The address that the policy names, or null. Its meaning depends on the application. */
  readonly url: string | null;
}

/** A witness of a policy. The name has no meaning outside the policy. */
export interface PolicyWitness extends PolicyParty {
  readonly name: string;
}

/** The rule for the witnesses: one witness, or at least `threshold` of `members`. */
export type Quorum =
  | { readonly kind: 'witness'; readonly witness: PolicyWitness }
  | { readonly kind: 'group'; readonly name: string; readonly threshold: number; readonly members: readonly Quorum[] };

/** A trust policy (tlog-policy): accepted logs, known witnesses, and the required quorum of witnesses. */
export interface Policy {
  readonly logs: readonly PolicyParty[];
  readonly witnesses: readonly PolicyWitness[];
  /** Null for `quorum none`: no cosignature is required. */
  readonly quorum: Quorum | null;
}

/** A checkpoint that satisfies a policy. `signatures` are those of the log and of all known witnesses. */
export interface TrustedCheckpoint extends SignedCheckpoint {
  readonly log: PolicyParty;
  /** The witnesses of the policy that cosigned, each with the time of its newest cosignature in seconds since 1970. */
  readonly cosigned: readonly { readonly witness: PolicyWitness; readonly time: number }[];
}

/**
 * Parses a policy (tlog-policy, "Policy file syntax and structure"). Names are compared byte by byte.
 * @returns `policy-form` with the number of the faulty line, `policy-limit`, or a failure of `parseVkey`
 */
export function parsePolicy(input: string | Uint8Array): Result<Policy> {
  const bytes = typeof input === 'string' ? utf8(input) : input;
  if (bytes.length > MAX_POLICY_BYTES) return refuse('policy-limit', 'The policy is larger than 256 KiB.');
  if (bytes.some((byte) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0a) || byte === 0x7f))
    return refuse('policy-form', 'The policy has a control character other than tab and newline.');
  const text = octets(bytes);
  if (text !== '' && !text.endsWith('\n'))
    return refuse('policy-form', 'The last line of the policy does not end with a newline.');
  const parser = new PolicyParser();
  for (const [i, line] of text.split('\n').entries()) {
    try {
      parser.line(line);
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.failure.code, `Line ${i + 1} of the policy: ${error.message}`);
      throw error;
    }
  }
  return parser.end();
}

/** One character for each byte, so that equal names are equal bytes whatever their encoding. */
function octets(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The text of octets for people: decoded if they are UTF-8. */
function display(octetText: string): string {
  return fromUtf8(Uint8Array.from(octetText, (character) => character.charCodeAt(0))) ?? octetText;
}

function fault(message: string): Refusal {
  return new Refusal('policy-form', message);
}

class PolicyParser {
  readonly #logs: PolicyParty[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  /** Witnesses and groups by the octets of their names. */
  readonly #named = new Map<string, Quorum>();
  /** Names that are members of a group already. */
  readonly #members = new Set<string>();
  #groups = 0;
  #quorum: Quorum | null | undefined;

  line(line: string): void {
    const [keyword, ...items] = line.split(/[ \t]+/).filter((item) => item !== '');
    if (keyword === undefined || keyword.startsWith('#')) return;
    if (keyword === 'log') this.#log(items);
    else if (keyword === 'witness') this.#witness(items);
    else if (keyword === 'group') this.#group(items);
    else if (keyword === 'quorum') this.#setQuorum(items);
    else throw fault(`${quoted(display(keyword))} is not a keyword.`);
  }

  end(): Result<Policy> {
    if (this.#quorum === undefined) return refuse('policy-form', 'The policy has no quorum line.');
    return succeed({ logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum });
  }

  #log([key, url, ...rest]: readonly string[]): void {
    if (key === undefined || rest.length > 0) throw fault('A log line has a key and at most one URL.');
    this.#logs.push(this.#party(key, url, this.#logs));
  }

  #witness([nameItem, key, url, ...rest]: readonly string[]): void {
    if (nameItem === undefined || key === undefined || rest.length > 0)
      throw fault('A witness line has a name, a key and at most one URL.');
    const name = this.#newName(nameItem);
    const party = this.#party(key, url, this.#witnesses);
    if (!isCosignerKey(party.key))
      throw new Refusal('key-type', 'The key of a witness must have a signature type for cosignatures.');
    const witness = { ...party, name: display(name) };
    this.#witnesses.push(witness);
    this.#named.set(name, { kind: 'witness', witness });
  }

  #party(vkey: string, url: string | undefined, others: readonly PolicyParty[]): PolicyParty {
    const key = unwrap(parseVkey(display(vkey)));
    if (others.some((other) => isSameKey(other.key, key))) throw fault('The same public key is listed twice.');
    limit(others.length);
    return { key, url: url === undefined ? null : display(url) };
  }

  #group([nameItem, count, ...members]: readonly string[]): void {
    if (nameItem === undefined || count === undefined || members.length === 0)
      throw fault('A group line has a name, a threshold and at least one member.');
    const name = this.#newName(nameItem);
    limit(this.#groups++);
    const threshold = count === 'all' ? members.length : count === 'any' ? 1 : Number(count);
    if (!/^(?:all|any|[1-9][0-9]{0,8})$/.test(count) || threshold > members.length)
      throw fault('The threshold is neither "all", nor "any", nor a number from 1 to the number of members.');
    const quorums = members.map((member) => this.#member(member));
    this.#named.set(name, { kind: 'group', name: display(name), threshold, members: quorums });
  }

  #member(name: string): Quorum {
    const quorum = this.#known(name);
    if (this.#members.has(name)) throw fault(`${quoted(display(name))} is a member of a group already.`);
    this.#members.add(name);
    return quorum;
  }

  #setQuorum([name, ...rest]: readonly string[]): void {
    if (name === undefined || rest.length > 0) throw fault('A quorum line has exactly one name.');
    if (this.#quorum !== undefined) throw fault('This is the second quorum line.');
    this.#quorum = name === 'none' ? null : this.#known(name);
  }

  #newName(name: string): string {
    if (name === 'none') throw fault('The name "none" is predefined.');
    if (this.#named.has(name)) throw fault(`The name ${quoted(display(name))} is defined already.`);
    return name;
  }

  #known(name: string): Quorum {
    const quorum = this.#named.get(name);
    if (!quorum) throw fault(`The name ${quoted(display(name))} is not defined on a line above.`);
    return quorum;
  }
}

function limit(count: number): void {
  if (count >= MAX_POLICY_PARTS)
    throw new Refusal('policy-limit', `A policy has at most ${MAX_POLICY_PARTS} logs, witnesses and groups each.`);
}

/** Returns true if the witnesses that cosigned satisfy the quorum. */
export function isQuorum(quorum: Quorum | null, cosigned: ReadonlySet<PolicyWitness>): boolean {
  if (quorum === null) return true;
  if (quorum.kind === 'witness') return cosigned.has(quorum.witness);
  return quorum.members.filter((member) => isQuorum(member, cosigned)).length >= quorum.threshold;
}

/**
 * Verifies that a checkpoint satisfies a policy: a log of the policy whose key name is the origin signed it, and a quorum
 * of witnesses cosigned it.
 * @param logs the accepted logs; those of the policy by default. A policy without logs needs them.
 * @returns the failures of `parseNote` and `parseCheckpoint`; `bad-signature` if a signature of a known log or witness is
 * not valid; `unknown-log`; `no-quorum`
 */
export function checkPolicy(
  input: string | Uint8Array,
  policy: Policy,
  logs: readonly PolicyParty[] = policy.logs,
): Result<TrustedCheckpoint> {
  const note = parseNote(input);
  if (!note.ok) return note;
  const checkpoint = parseCheckpoint(note.value.text);
  if (!checkpoint.ok) return checkpoint;
  const ofOrigin = logs.filter(({ key }) => key.name === checkpoint.value.origin);
  const parties = [...ofOrigin, ...policy.witnesses];
  const checked = checkSignatures(note.value, [...new Set(parties.map(({ key }) => key))]);
  if (!checked.ok) return checked;
  const signatures = checked.value;
  const log = ofOrigin.find(
    ({ key }) => coversAll(key, checkpoint.value) && signatures.some((signature) => signature.key === key),
  );
  if (!log) return refuse('unknown-log', 'No log of the policy signed the checkpoint.');
  const cosigned = policy.witnesses.flatMap((witness) => {
    const times = signatures.flatMap(({ key, time }) => (key === witness.key && time !== null ? [time] : []));
    return times.length > 0 ? [{ witness, time: Math.max(...times) }] : [];
  });
  if (!isQuorum(policy.quorum, new Set(cosigned.map(({ witness }) => witness))))
    return refuse('no-quorum', 'The witnesses that cosigned the checkpoint are not a quorum of the policy.');
  const text = typeof input === 'string' ? input : new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  return succeed({ ...checkpoint.value, note: text, text: note.value.text, signatures, log, cosigned });
}
