/** The arrows between packages and between the server's rooms. Type imports count. */
const packageOrder = {
  rules: [],
  met: [],
  record: ['rules'],
  wire: ['rules', 'record'],
  analysis: ['rules', 'record', 'met', 'wire'],
  engine: ['rules', 'met'],
  server: ['rules', 'record', 'met', 'wire', 'analysis', 'engine'],
  worker: ['rules', 'wire', 'engine'],
  client: ['rules', 'record', 'met', 'wire', 'analysis', 'engine'],
};
const packageRules = Object.entries(packageOrder).map(([name, allowed]) => ({
  name: `${name}-depends-on-${allowed.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^packages/${name}/(src|test)/` },
  to: { path: '^packages/([^/]+)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

// The server's rooms, from the floor up: shared; domain; adapters beside one another; compose, commands and main.
const server = '^packages/server/src/';
const rooms = {
  shared: [],
  domain: ['shared'],
  ...Object.fromEntries(
    ['storage', 'http', 'socket', 'mail', 'bus', 'redis', 'schedule', 'threads', 'metrics', 'keys'].map((room) => [
      room,
      ['domain', 'shared', 'generated'],
    ]),
  ),
};
const roomRules = [
  ...Object.entries(rooms).map(([room, allowed]) => ({
    name: `server-${room}-imports-only-${allowed.join('-') || 'itself'}`,
    severity: 'error',
    from: { path: `${server}${room}/` },
    to: { path: server, pathNot: `${server}(${[room, ...allowed].join('|')})/` },
  })),
  {
    name: 'only-compose-commands-and-main-name-adapters',
    severity: 'error',
    from: { path: `${server}(?!compose/|commands/|main\\.ts$)([^/]+)(/|\\.ts$)` },
    to: { path: `${server}(?!shared/|domain/|generated/)[^/]+/`, pathNot: `${server}$1/` },
  },
];
const onlyIn = (name, library, room) => ({
  name: `${name}-only-in-${room}`,
  severity: 'error',
  from: { path: '^packages/server/src/', pathNot: `^packages/server/src/(${room})/` },
  to: { path: library },
});

export default {
  forbidden: [
    // what Prisma generates is written by it alone
    { name: 'no-cycle', severity: 'error', from: { pathNot: '/generated/' }, to: { circular: true } },
    {
      name: 'nobody-imports-its-own-index',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/src/index\\.ts$' },
    },
    {
      name: 'no-orphan-resolution',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '/generated/' },
      to: { couldNotResolve: true },
    },
    ...packageRules,
    ...roomRules,
    onlyIn('prisma', 'node_modules/(@prisma|@libsql|prisma)/|/generated/', 'storage|generated'),
    onlyIn('koa', 'node_modules/(koa|@koa)', 'http'),
    onlyIn('ioredis', 'node_modules/ioredis/', 'redis'),
    onlyIn('ws', 'node_modules/ws/', 'socket'),
    onlyIn('prom-client', 'node_modules/prom-client/', 'metrics'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/[^/]+|e2e)/(dist|\\.results|public)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@anchor/source', 'import', 'node', 'default', 'types'],
    },
  },
};
