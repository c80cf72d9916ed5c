import { flagOf, type Given, type SettingName } from './settings.ts';

const TOLD: readonly SettingName[] = [
  ...(['server', 'engine', 'enginePath', 'engineId', 'processes', 'ply', 'maxJobsPerHour', 'id'] as const),
];

export interface UnitParts {
  /** Absolute paths of Node and of this program. */
  readonly node: string;
  readonly program: string;
  readonly given: Given;
}

/** Spare time only, a user of its own, and nothing of the machine but the network. */
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

/** A unit that gives the worker nothing but the network, the engine and spare processor time; the key is a credential. */
export function makeUnit({ node, program, given }: UnitParts): string {
  const flags = TOLD.flatMap((name) => (given[name] === undefined ? [] : [`--${flagOf(name)}`, String(given[name])]));
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
Restart=on-failure
RestartSec=30
# wrong options, not wanted by the server, wrong engine: trying again does not help
RestartPreventExitStatus=2 3 4
KillMode=mixed
TimeoutStopSec=75

${CONFINEMENT}
[Install]
WantedBy=multi-user.target
`;
}

/** What the unit cannot work with, for whoever asked for it; null when all is well. */
export function unitWarning(program: string): string | null {
  if (program.includes('_npx'))
    return 'This copy lives in npx’s cache: install it first (npm install --global bg-worker).';
  if (/^\/(home|root)\//.test(program))
    return 'The unit cannot see home folders: install bg-worker and Node outside of them.';
  return null;
}

/** systemd reads % and $ in commands; quotes keep words together. */
function quote(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`;
}
