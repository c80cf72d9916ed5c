import { visible } from 'bg-record';
import { flagOf, type Given, type SettingName } from './settings.ts';

const UNIT_SETTINGS: readonly SettingName[] = [
  'server',
  'engine',
  'enginePath',
  'engineId',
  'processes',
  'ply',
  'maxJobsPerHour',
  'minQueue',
  'id',
];

interface UnitParts {
  /** Absolute paths of Node and of this program. */
  readonly node: string;
  readonly program: string;
  readonly given: Given;
}

/** Spare processor time only, a dynamic user, and access to nothing but the network. */
const CONFINEMENT = `DynamicUser=yes
Nice=19
CPUSchedulingPolicy=batch
IOSchedulingClass=idle
MemoryHigh=2G
UMask=0077
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
`;

/**
 * Returns a systemd unit that gives the worker only the network, the engine and spare processor time. The key
 * is a credential.
 */
export function makeUnit({ node, program, given }: UnitParts): string {
  const flags = UNIT_SETTINGS.flatMap((name) =>
    given[name] === undefined ? [] : [`--${flagOf(name)}`, String(given[name])],
  );
  const command = [node, program, ...flags].map(quote).join(' ');
  return `# /etc/systemd/system/bg-worker.service
# The worker key goes into /etc/bg-worker.key, alone, readable by root only:  install -m 600 /dev/stdin /etc/bg-worker.key
# Then:  systemctl daemon-reload && systemctl enable --now bg-worker
[Unit]
Description=Backgammon analysis worker
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${command}
LoadCredential=key:/etc/bg-worker.key
Environment=BG_WORKER_KEY_FILE=%d/key
StateDirectory=bg-worker
Restart=on-failure
# A server that refuses this worker, and an engine that is being replaced, may be right again later. The pauses grow to an hour
# (with systemd 254 and newer; older ones say that they do not know the two lines, and pause for RestartSec).
RestartSec=60
RestartSteps=8
RestartMaxDelaySec=1h
# wrong options: restarting does not help
RestartPreventExitStatus=2
KillMode=mixed
TimeoutStopSec=75

${CONFINEMENT}
[Install]
WantedBy=multi-user.target
`;
}

/** Returns a warning if systemd could not run the program from its location, else null. */
export function unitWarning(program: string): string | null {
  if (program.includes('_npx'))
    return 'This copy is in the npx cache. Install it first: npm install --global ADDRESS, with the address of the package that the page Volunteers of your server shows.';
  if (/^\/(home|root)\//.test(program))
    return 'The unit cannot access home directories. Install bg-worker and Node elsewhere.';
  return null;
}

/** Quotes a word for a systemd command line, where % and $ have a meaning. A character that could begin a line is escaped as systemd reads it. */
function quote(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(plain) ? plain : `"${visible(plain.replace(/["\\]/g, '\\$&'))}"`;
}
